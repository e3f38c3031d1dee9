//! Parses the command line, builds the app and runs it.

fn main() {}
