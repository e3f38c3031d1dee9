//! What is written on a sign, and as it goes to clients and into files (Minecraft Wiki, Sign: Block data).

use simdnbt::owned::{NbtCompound, NbtList, NbtTag};
use uuid::Uuid;

use crate::knowledge::is_tagged;

/// Lines of each side.
pub(crate) const LINES: usize = 4;

/// A sign's two sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sign {
    pub front: [String; LINES],
    pub back: [String; LINES],
    /// Nobody writes on it any more.
    pub is_waxed: bool,
    /// Whose client has it open to be written on: one at a time. It is not kept in files.
    pub editor: Option<Uuid>,
}

/// Whether a block is a sign, hanging or not.
pub(crate) fn is_sign(block: &str) -> bool {
    is_tagged(block, "all_signs")
}

impl Sign {
    pub fn side(&mut self, is_front: bool) -> &mut [String; LINES] {
        if is_front { &mut self.front } else { &mut self.back }
    }

    /// The fields of its block entity that clients are told.
    pub fn nbt(&self) -> NbtCompound {
        let side = |lines: &[String; LINES]| {
            let messages = lines.iter().map(|line| line.as_str().into()).collect();
            NbtTag::Compound(NbtCompound::from_values(vec![
                ("messages".into(), NbtTag::List(NbtList::String(messages))),
                ("color".into(), NbtTag::String("black".into())),
                ("has_glowing_text".into(), NbtTag::Byte(0)),
            ]))
        };
        NbtCompound::from_values(vec![
            ("front_text".into(), side(&self.front)),
            ("back_text".into(), side(&self.back)),
            ("is_waxed".into(), NbtTag::Byte(i8::from(self.is_waxed))),
        ])
    }

    /// What such fields say. Of lines that are more than plain words these are taken.
    pub fn read(tag: &NbtCompound) -> Self {
        let side = |name: &str| {
            let messages = tag.compound(name).and_then(|side| side.list("messages"));
            let tags = messages.map(NbtList::as_nbt_tags).unwrap_or_default();
            std::array::from_fn(|line| tags.get(line).map(words).unwrap_or_default())
        };
        let is_waxed = tag.byte("is_waxed").is_some_and(|waxed| waxed != 0);
        Self { front: side("front_text"), back: side("back_text"), is_waxed, editor: None }
    }
}

/// A line is a string, or a component with its text; in a list of both sorts strings lie in compounds without a name.
fn words(line: &NbtTag) -> String {
    match line {
        NbtTag::String(text) => text.to_str().into_owned(),
        NbtTag::Compound(parts) => ["", "text"]
            .iter()
            .find_map(|name| parts.string(name))
            .map(|text| text.to_str().into_owned())
            .unwrap_or_default(),
        _ => String::new(),
    }
}
