//! Runs child processes without a terminal; every error names the command.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Runs a command to its end, showing its output.
///
/// # Errors
/// When it cannot be started or does not exit with 0.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = describe(command);
    let status = command
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("could not start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// Runs a command to its end and returns what it wrote to standard output.
///
/// # Errors
/// When it cannot be started, does not exit with 0, or does not write UTF-8.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = describe(command);
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("could not start `{shown}`"))?;
    if !output.status.success() {
        bail!("`{shown}` failed ({})", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{shown}` did not write UTF-8"))
}

fn describe(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|part| part.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_names_the_command() {
        let error = run(Command::new("cargo").arg("no-such-subcommand")).unwrap_err();
        assert!(error.to_string().contains("`cargo no-such-subcommand` failed"));
    }

    #[test]
    fn output_is_complete() {
        let text = output(Command::new("cargo").arg("--version")).unwrap();
        assert!(text.starts_with("cargo "));
    }
}
