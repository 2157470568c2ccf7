//! Stops under load and at rest: the tests of them at length, with the release build.

use std::path::Path;

use anyhow::Result;

use crate::cargo;
use crate::process;
use crate::project::Project;

/// Lets every number of clients see `binary` stop so often, the engine by itself as often, and a
/// disk fill up as often.
/// Prints what the tests print.
///
/// # Errors
/// When anything that was acknowledged is not there afterwards.
pub(super) fn run(project: &Project, binary: &Path, stops: u32) -> Result<()> {
    // Both at once: the one alone has fewer dependencies, and the database would be built anew.
    let mut test = cargo::command(project.root());
    test.args(["test", "--workspace", "--test", "engine", "--test", "it"])
        .args(["--", "engine", "stops::", "disk::", "--nocapture", "--test-threads", "1"])
        .env("SPARKYARD_STOPS", stops.to_string())
        .env("SPARKYARD_BINARY", binary);
    process::run(&mut test)
}
