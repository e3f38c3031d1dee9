//! The bench's figures for people.

use super::figures::Figures;

/// A run in a line.
pub fn row(run: &Figures) -> String {
    let why = run.why.as_ref().map_or(String::new(), |why| format!("\n    {why}"));
    format!(
        "{:<16} seed {:<6} {:<6} {:>6} ticks  floor {:>5}  ratio {:>5.2}  calls {:>3}  attempts {:>3}  spawn {:>5} ms  \
         wall {:>7} ms  cpu {:>6} ms  peak {:>4} MiB  late p50 {:.1} p99 {:.1} ms{why}",
        run.task,
        run.seed,
        if run.success { "done" } else { "FAILED" },
        run.ticks,
        run.floor,
        run.ratio,
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

/// Each task's successes and its ratio's minimum, median and maximum.
pub fn summary(runs: &[Figures]) -> String {
    let mut tasks: Vec<&str> = runs.iter().map(|run| run.task.as_str()).collect();
    tasks.dedup();
    let lines = tasks.into_iter().map(|task| {
        let of_task: Vec<&Figures> = runs.iter().filter(|run| run.task == task).collect();
        let done = of_task.iter().filter(|run| run.success).count();
        let mut ratios: Vec<f64> = of_task.iter().map(|run| run.ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let at = |part: f64| ratios.get(((ratios.len() - 1) as f64 * part) as usize).copied().unwrap_or(f64::NAN);
        format!(
            "{task}: {done} of {} done; ratio to the floor: min {:.2}, median {:.2}, max {:.2}",
            of_task.len(),
            at(0.0),
            at(0.5),
            at(1.0)
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}
