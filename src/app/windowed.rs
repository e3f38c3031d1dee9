use super::*;
pub fn has_display() -> bool {
    false
}
pub fn run_windowed(
    _c: SessionConfig,
    _i: Interrupt,
    _e: bool,
    _t: terminal::Terminal,
) -> Result<headless::Ended, Failure> {
    todo!()
}
