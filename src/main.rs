//! The program: hands the command line to the library and its exit code to the system.

#![warn(clippy::unwrap_used, clippy::expect_used)]

use std::process::ExitCode;

fn main() -> ExitCode {
    chipwise::commands::run(std::env::args_os())
}
