//! Parses the command line and runs what it asks; everything else is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    blockwright::app::main()
}
