//! The `sparkyard` command.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    sparkyard::cli::run().await
}
