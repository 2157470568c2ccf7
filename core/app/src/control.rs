//! Control socket: a Unix socket in the data directory, for commands to a running server.
//!
//! Without it, such commands would require the server to be stopped. The client sends one line and
//! reads lines to the end; the last is `ok`, or `failed: ` and a reason. Only the owner can open
//! the socket, like everything in the directory.

use std::{fmt, path::Path, sync::Arc};

use async_trait::async_trait;
use tokio::{sync::watch, task::JoinHandle};

#[cfg(unix)]
mod socket;

#[cfg(unix)]
pub(crate) use socket::send;

/// Request to check the ledger.
pub(crate) const LEDGER_CHECK: &str = "ledger check";
/// Request to fetch the events of the card provider.
pub(crate) const PAYMENTS_SYNC: &str = "payments sync";
/// Beginning of the request to compare the card provider's account with the ledger; first and last
/// day follow.
pub(crate) const PAYMENTS_RECONCILE: &str = "payments reconcile ";
/// Request to copy the database to where a backup looks for it.
pub(crate) const DATABASE_COPY: &str = "database copy";

/// Request for the state of the database.
pub(crate) const STATE: &str = "state";

/// Name of the socket in the data directory.
pub(crate) const SOCKET: &str = "control.sock";

/// Output of a command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct CommandOutput {
    /// Lines for standard output.
    pub(crate) lines: Vec<String>,
    /// Reason for the failure, if any.
    pub(crate) failure: Option<String>,
}

impl CommandOutput {
    /// Returns a failure without output.
    pub(crate) fn failed(why: impl fmt::Display) -> Self {
        Self { lines: Vec::new(), failure: Some(why.to_string()) }
    }

    /// Parses the format of `Display`; `None` when the text is incomplete.
    fn read(text: &str) -> Option<Self> {
        let text = text.strip_suffix('\n')?;
        let (lines, last) = match text.rsplit_once('\n') {
            Some((lines, last)) => (lines.split('\n').map(str::to_owned).collect(), last),
            None => (Vec::new(), text),
        };
        let failure = match last.strip_prefix("failed: ") {
            Some(why) => Some(why.to_owned()),
            None if last == "ok" => None,
            None => return None,
        };
        Some(Self { lines, failure })
    }

    /// Prints the lines and returns the failure, as if the command had run in this process.
    pub(crate) fn print(self) -> anyhow::Result<()> {
        self.lines.iter().for_each(|line| println!("{line}"));
        match self.failure {
            Some(why) => Err(anyhow::anyhow!(why)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for CommandOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one_line = |text: &str| text.replace(['\r', '\n'], " ");
        for line in &self.lines {
            writeln!(f, "{}", one_line(line))?;
        }
        match &self.failure {
            Some(why) => writeln!(f, "failed: {}", one_line(why)),
            None => writeln!(f, "ok"),
        }
    }
}

/// Handler of the requests on the control socket.
#[async_trait]
pub(crate) trait ControlHandler: Send + Sync + 'static {
    /// Handles a request; an unknown one is a failure, too.
    async fn handle(&self, request: &str) -> CommandOutput;
}

/// Serves the control socket of a data directory that this process has locked, until `stop` is set.
/// The server runs without it if it cannot be opened.
#[cfg(unix)]
pub(crate) fn spawn<H: ControlHandler>(
    handler: &Arc<H>,
    dir: &Path,
    stop: &watch::Receiver<bool>,
) -> JoinHandle<()> {
    let (listener, handler, stop) = (socket::Listener::open(dir), handler.clone(), stop.clone());
    tokio::spawn(async move {
        match listener {
            Ok(listener) => listener.serve(handler, stop).await,
            Err(cause) => tracing::warn!("commands cannot reach this server: {cause:#}"),
        }
    })
}

/// Does nothing on systems without Unix sockets.
#[cfg(not(unix))]
pub(crate) fn spawn<H: ControlHandler>(
    _: &Arc<H>,
    _: &Path,
    _: &watch::Receiver<bool>,
) -> JoinHandle<()> {
    tokio::spawn(async {})
}

/// Never finds a server on systems without Unix sockets.
#[cfg(not(unix))]
#[expect(clippy::unused_async, reason = "as where there are")]
pub(crate) async fn send(_: &Path, _: &str) -> anyhow::Result<Option<CommandOutput>> {
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(lines: &[&str], failure: Option<&str>) -> CommandOutput {
        CommandOutput {
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            failure: failure.map(str::to_owned),
        }
    }

    #[test]
    fn outcome_round_trips() {
        for whole in [
            output(&[], None),
            output(&["", "one", "", "failed: no", ""], None),
            output(&[""], None),
            output(&[], Some("why")),
            output(&["ok", "two"], Some("it is broken")),
        ] {
            assert_eq!(CommandOutput::read(&whole.to_string()).as_ref(), Some(&whole));
        }
        assert_eq!(output(&["a\nfailed: x"], None).to_string(), "a failed: x\nok\n");
    }

    #[test]
    fn truncated_outcome_is_rejected() {
        for broken in ["", "\n", "ok", "one\n", "one\no", "failed: wh", "ok\nmore\n", "fail\n"] {
            assert_eq!(CommandOutput::read(broken), None, "{broken:?}");
        }
    }
}
