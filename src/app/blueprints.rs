//! `blockwright blueprint`: blueprints listed, shown, drawn, converted; held against a saved world, or taken from one.

use std::path::Path;

use serde_json::json;

use super::{
    Failure,
    cli::{BlueprintArgs, BlueprintCommand, CaptureArgs, ConvertArgs, DiffArgs, RenderArgs, Shape, Source, Turn},
    status, terminal,
};
use crate::{
    construction::{self, Blueprint, Building, Format, MAX_CELLS, Picture, Plan, Wanted},
    domain::{BlockPos, Build, PosMap, Side},
    practice::SavedBlocks,
    write,
};

/// Does what is asked with blueprints.
///
/// # Errors
/// There is no such blueprint or world, or it cannot be made so (2); something cannot be read or written (1).
pub fn run(command: BlueprintCommand) -> Result<u8, Failure> {
    let told = match command {
        BlueprintCommand::List => list(),
        BlueprintCommand::Info(args) => info(args).map_err(Failure::bad_input)?,
        BlueprintCommand::Convert(args) => convert(args)?,
        BlueprintCommand::Render(args) => render(args)?,
        BlueprintCommand::Capture(args) => capture(&args)?,
        BlueprintCommand::Diff(args) => return diff(args),
    };
    terminal::say(&told);
    Ok(status::DONE)
}

fn list() -> String {
    let line = |shipped: &construction::Shipped| {
        let called: Vec<&str> = shipped.called().skip(1).collect();
        let [width, height, depth] = shipped.drawing.drawn();
        let also = if called.is_empty() { String::new() } else { format!("  (also {})", called.join(", ")) };
        format!("{:13} {width}x{depth}, {height} layers{also}", shipped.name)
    };
    construction::library().iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A blueprint as it is asked for, and what of it may be chosen.
fn made(name: &str, shape: Shape, without: &[String]) -> Result<(Plan, Blueprint), String> {
    let Shape { with, width, height, depth } = shape;
    let with = with.into_iter().collect();
    let plan = construction::plan_called(name, &with, without).map_err(|error| error.message)?;
    let blueprint = plan.make(&with, [width, height, depth].map(|side| side.map(i32::from)))?;
    Ok((plan, blueprint))
}

/// The same as it is to stand.
fn turned(Source { name, shape, turn }: Source) -> Result<Blueprint, Failure> {
    let (_, blueprint) = made(&name, shape, &[]).map_err(Failure::bad_input)?;
    let blueprint = if turn.mirror { blueprint.mirrored() } else { blueprint };
    Ok(blueprint.turned(construction::quarters(turn.facing.unwrap_or(Side::South))))
}

/// Size, materials and layers of one.
fn info(args: BlueprintArgs) -> Result<String, String> {
    let (plan, whole) = made(&args.name, args.shape, &args.without)?;
    let hands = construction::handmade(&whole, &args.without);
    let fault = hands.check().err();
    // What it takes otherwise is told all the same.
    let impossible = hands.impossible.keys().map(|name| (*name).to_owned());
    let rest = construction::handmade(&whole, &args.without.iter().cloned().chain(impossible).collect::<Vec<_>>());
    let blueprint = &rest.blueprint;
    let mut lines = vec![format!("{}: {}", blueprint.title, size_of(&whole))];
    if let Plan::Drawing(drawing) = &plan {
        for (name, parameter) in &drawing.parameters {
            lines.push(format!("{name}: {} (one of {})", parameter.default, parameter.of.join(", ")));
        }
    }
    lines.extend(fault.map(|fault| format!("it cannot be built so: {fault}")));
    lines.extend(hands.loose_told().map(|loose| format!("no hand decides these, they stay as they come: {loose}")));
    lines.extend(hands.unmatched_told());
    lines.extend(hands.left_out_told().map(|left_out| format!("left out: {left_out}")));
    lines.extend(blueprint.kept.told().map(|kept| format!("kept when it is converted, and not built: {kept}")));
    lines.push("it takes".to_owned());
    lines.extend(blueprint.items()?.into_iter().map(|(item, count)| format!("{count:6} {item}")));
    let (legend, layers) = blueprint.shown();
    lines.push(
        "from the bottom up, north above, the front below; a dot is nothing, a space is left as it is".to_owned(),
    );
    lines.extend(legend.into_iter().map(|(letter, block)| format!("  {letter} {block}")));
    lines.extend(layers.into_iter().map(|layer| format!("\n{layer}")));
    Ok(lines.join("\n"))
}

fn size_of(blueprint: &Blueprint) -> String {
    let [width, height, depth] = blueprint.size;
    let sunk = match blueprint.sunk {
        0 => String::new(),
        sunk => format!(" of which {sunk} lie in the ground"),
    };
    format!("{width}x{depth}, {height} layers{sunk}, {} blocks", blueprint.blocks())
}

/// Writes one as a file of another kind.
fn convert(args: ConvertArgs) -> Result<String, Failure> {
    let blueprint = turned(args.source)?;
    write_blueprint(&blueprint, &args.to, args.force)
}

fn write_blueprint(blueprint: &Blueprint, to: &Path, force: bool) -> Result<String, Failure> {
    let shown = to.display();
    let endings = Format::ENDINGS.map(|(ending, _)| ending).join(", ");
    let format = Format::of(&to.to_string_lossy())
        .ok_or_else(|| Failure::bad_input(format!("{shown} ends with none of {endings}, which say what to write")))?;
    let bytes = format.write(blueprint).map_err(Failure::bad_input)?;
    write_whole(to, &bytes, force)?;
    let kept = blueprint.kept.told().map_or(String::new(), |kept| format!(", {kept}"));
    Ok(format!("{shown}: {}{kept}", size_of(blueprint)))
}

fn render(args: RenderArgs) -> Result<String, Failure> {
    let blueprint = turned(args.source)?;
    let picture = Picture::of(&blueprint).map_err(Failure::bad_input)?;
    let bytes =
        as_png(&picture).map_err(|fault| Failure::new(status::FAILED, format!("it cannot be drawn: {fault}")))?;
    write_whole(&args.to, &bytes, args.force)?;
    Ok(format!("{}: {}x{} pixels, {}", args.to.display(), picture.width, picture.height, size_of(&blueprint)))
}

fn as_png(picture: &Picture) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width as u32, picture.height as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture.pixels.as_flattened())?;
    writer.finish()?;
    Ok(bytes)
}

/// Writes a file that nobody sees half of.
fn write_whole(to: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    let shown = to.display();
    if !force && to.exists() {
        return Err(Failure::bad_input(format!("{shown} is there already (say --force to write over it)")));
    }
    write::whole(to, bytes).map_err(|fault| Failure::new(status::FAILED, format!("{shown} cannot be written: {fault}")))
}

/// What stands between two corners becomes a file.
fn capture(args: &CaptureArgs) -> Result<String, Failure> {
    let [from, to] = [args.from, args.across].map(|at| [at.x, at.y, at.z].map(i64::from));
    let low: [i64; 3] = std::array::from_fn(|axis| from[axis].min(to[axis]));
    let size: [i64; 3] = std::array::from_fn(|axis| (from[axis] - to[axis]).abs() + 1);
    let cells = size.iter().try_fold(1_i64, |cells, side| cells.checked_mul(*side));
    if cells.is_none_or(|cells| cells > MAX_CELLS as i64) {
        let [width, height, depth] = size;
        let fault = format!("{width}x{height}x{depth} blocks are more than one blueprint has (at most {MAX_CELLS})");
        return Err(Failure::bad_input(fault));
    }
    let mut world = SavedBlocks::open(&args.world_dir)?;
    let [low, size] = [low, size].map(|three| three.map(|one| one as i32));
    let title = args.to.file_stem().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    let state = |[x, y, z]: [i32; 3]| world.state(BlockPos::new(low[0] + x, low[1] + y, low[2] + z));
    write_blueprint(&Blueprint::of_states(title, size, state), &args.to, args.force)
}

/// What differs from a saved world.
fn diff(args: DiffArgs) -> Result<u8, Failure> {
    let Source { name, shape: Shape { with, width, height, depth }, turn: Turn { facing, mirror } } = args.source;
    let [width, height, depth] = [width, height, depth].map(|side| side.map(u32::from));
    let build = Build {
        with: with.into_iter().collect(),
        without: args.without,
        width,
        height,
        depth,
        facing,
        mirror,
        ..Build::new(&name, args.at)
    };
    let building = Building::of(&build).map_err(|error| Failure::bad_input(error.message))?;
    let mut world = SavedBlocks::open(&args.world_dir)?;
    let there: PosMap<BlockPos, u16> = building.wants().map(|(at, _)| (at, world.state(at))).collect();
    let difference = building.difference(|at| there.get(&at).copied());
    let there = |at: &BlockPos| there.get(at).and_then(|state| Wanted::of_state(*state)).map(|there| there.to_string());
    if args.json {
        let faults: Vec<serde_json::Value> = difference.faults.iter().map(|(at, wanted, fault)| {
            json!({ "at": at, "fault": fault.name(), "wanted": wanted.to_string(), "there": there(at) })
        }).collect();
        terminal::say(&terminal::json(
            &json!({ "blueprint": name, "difference": difference.told(), "faults": faults }),
        ));
    } else {
        terminal::say(&format!("{}: what differs: {}", building.blueprint().title, difference.told()));
        for (at, wanted, fault) in &difference.faults {
            let there = there(at).unwrap_or_default();
            terminal::say(&format!("{at}: {} ({wanted} is to be there, and {there} is)", fault.name()));
        }
    }
    Ok(if difference.is_none() { status::DONE } else { status::FAILED })
}
