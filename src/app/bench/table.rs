//! The bench's figures for people.

use super::figures::{Built, Figures};

/// A run in a line.
pub fn row(run: &Figures) -> String {
    if let Some(built) = &run.built {
        return building(run, built);
    }
    let why = run.why.as_ref().map_or(String::new(), |why| format!("\n    {why}"));
    let known = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    format!(
        "{:<16} seed {:<6} {:<6} {:>6} ticks  in hand {:>6}  floor {:>5} + {:>4}  ratio {:>5}  calls {:>3}  attempts {:>3}  spawn {:>5} ms  \
         wall {:>7} ms  cpu {:>6} ms  peak {:>4} MiB  late p50 {:.1} p99 {:.1} ms{why}",
        run.task,
        run.seed,
        if run.success { "done" } else { "FAILED" },
        run.ticks,
        known(run.in_hand.map(|ticks| ticks.to_string())),
        known(run.floor.map(|ticks| ticks.to_string())),
        run.furnace,
        known(run.ratio.map(|ratio| format!("{ratio:.2}"))),
        run.tool_calls,
        run.attempts,
        run.process.spawn_ms.unwrap_or_default(),
        run.goal_ms,
        run.process.cpu_ms,
        run.process.peak_mib,
        run.process.tick_late_p50_ms,
        run.process.tick_late_p99_ms,
    )
}

fn building(run: &Figures, built: &Built) -> String {
    let mut told: Vec<&str> = run.why.iter().map(String::as_str).collect();
    let others = format!("{} in another state by what is beside them", built.other_states);
    told.extend((built.other_states > 0).then_some(others.as_str()));
    told.extend((!built.difference.is_empty()).then_some(built.difference.as_str()));
    let told = told.into_iter().map(|line| format!("\n    {line}")).collect::<String>();
    let all = built.ticks * u64::from(built.bots);
    let walking = all.saturating_sub(built.placing + built.digging + built.rising);
    let by = match built.of_alone {
        Some(part) => format!("{} bots, {part:.2} of one's time  ", built.bots),
        None => String::new(),
    };
    format!(
        "{:<18} seed {:<6} {:<6} {by}{:>5} blocks, {:>5} placed, {:>4} dug  {:>6} ticks ({} placing, {} digging, {} rising, {walking} on the way)  \
         {:.2} blocks/s  walked {:.0}, {:.2} of the tree  laid {:.1} %  wall {} ms  peak {} MiB{told}",
        run.task,
        run.seed,
        if run.success { "done" } else { "FAILED" },
        built.blocks,
        built.placed,
        built.dug,
        built.ticks,
        built.placing,
        built.digging,
        built.rising,
        built.pace,
        built.walked,
        built.walked_over_tree,
        built.laid * 100.0,
        run.goal_ms,
        run.process.peak_mib,
    )
}

/// Each task's successes, the median of its ticks and of those until what was asked for was in hand, and its ratio to the floor.
pub fn summary(runs: &[Figures]) -> String {
    let mut tasks: Vec<&str> = runs.iter().map(|run| run.task.as_str()).collect();
    tasks.dedup();
    let lines = tasks.into_iter().map(|task| {
        let of_task: Vec<&Figures> = runs.iter().filter(|run| run.task == task).collect();
        let done: Vec<&&Figures> = of_task.iter().filter(|run| run.success).collect();
        let median = |figure: fn(&Figures) -> Option<u64>| {
            part(done.iter().filter_map(|run| figure(run)).map(|ticks| ticks as f64), 0.5).map(|ticks| ticks.round())
        };
        let ratio = |at: f64| part(done.iter().filter_map(|run| run.ratio), at);
        let mut line = format!("{task}: {} of {} done", done.len(), of_task.len());
        if let Some(ticks) = median(|run| Some(run.ticks)) {
            line += &format!(" in a median of {ticks} ticks");
        }
        if let Some(ticks) = median(|run| run.in_hand) {
            line += &format!(", in hand after {ticks}");
        }
        if let (Some(least), Some(median), Some(most)) = (ratio(0.0), ratio(0.5), ratio(1.0)) {
            line += &format!("; ratio to the floor: min {least:.2}, median {median:.2}, max {most:.2}");
        }
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The figure at a part of the way from the least to the most: 0.5 is the median.
fn part(figures: impl Iterator<Item = f64>, at: f64) -> Option<f64> {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    let place = figures.len().checked_sub(1)? as f64 * at;
    let (low, high) = (figures[place.floor() as usize], figures[place.ceil() as usize]);
    Some(low + (high - low) * place.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_of_two_lies_between_them() {
        assert_eq!(part([3.0, 1.0].into_iter(), 0.5), Some(2.0));
        assert_eq!(part([5.0, 3.0, 1.0].into_iter(), 0.5), Some(3.0));
        assert_eq!((part([4.0].into_iter(), 1.0), part([].into_iter(), 0.5)), (Some(4.0), None));
    }
}
