//! A door for the host's own commands: a socket in the data directory, on which a running server
//! does what would otherwise need it stopped.
//!
//! Who comes in sends one line and reads lines to the end; the last is `ok`, or `failed: ` and
//! why. The socket is its owner's alone, like everything in the directory.

use std::{fmt, path::Path, sync::Arc};

use async_trait::async_trait;
use tokio::{sync::watch, task::JoinHandle};

#[cfg(unix)]
mod socket;

#[cfg(unix)]
pub(crate) use socket::ask;

/// The request for a check of all money.
pub(crate) const LEDGER_CHECK: &str = "ledger check";
/// The request to write the database down at [`SNAPSHOT`].
pub(crate) const DATABASE_SNAPSHOT: &str = "database snapshot";

/// The socket in the data directory.
pub(crate) const SOCKET: &str = "control.sock";
/// Where in the data directory a running server writes what its database holds.
pub(crate) const SNAPSHOT: &str = "db.snapshot";

/// What a command has to say.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// For standard output.
    pub(crate) lines: Vec<String>,
    /// Why it failed, if it did.
    pub(crate) failure: Option<String>,
}

impl Said {
    /// Nothing but a failure.
    pub(crate) fn failed(why: impl fmt::Display) -> Self {
        Self { lines: Vec::new(), failure: Some(why.to_string()) }
    }

    /// Reads what was written by `Display`; `None` when it is not whole.
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

    /// Prints it as the command itself would, and fails as it would.
    pub(crate) fn print(self) -> anyhow::Result<()> {
        self.lines.iter().for_each(|line| println!("{line}"));
        match self.failure {
            Some(why) => Err(anyhow::anyhow!(why)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Said {
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

/// Who does what is asked for at the door.
#[async_trait]
pub(crate) trait Operator: Send + Sync + 'static {
    /// Does it; what it does not know is a failure too.
    async fn answer(&self, request: &str) -> Said;
}

/// Opens the door of a data directory that this process has locked, until told to stop. A server
/// whose door cannot be opened serves all the same.
#[cfg(unix)]
pub(crate) fn spawn<O: Operator>(
    operator: &Arc<O>,
    dir: &Path,
    stop: &watch::Receiver<bool>,
) -> JoinHandle<()> {
    let (door, operator, stop) = (socket::Door::open(dir), operator.clone(), stop.clone());
    tokio::spawn(async move {
        match door {
            Ok(door) => door.serve(operator, stop).await,
            Err(cause) => tracing::warn!("no command can be asked of this server: {cause:#}"),
        }
    })
}

/// Opens none where there are no such sockets.
#[cfg(not(unix))]
pub(crate) fn spawn<O: Operator>(
    _: &Arc<O>,
    _: &Path,
    _: &watch::Receiver<bool>,
) -> JoinHandle<()> {
    tokio::spawn(async {})
}

/// Nobody can be asked where there are no such sockets.
#[cfg(not(unix))]
#[expect(clippy::unused_async, reason = "as where there are")]
pub(crate) async fn ask(_: &Path, _: &str) -> anyhow::Result<Option<Said>> {
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lines: &[&str], failure: Option<&str>) -> Said {
        Said {
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            failure: failure.map(str::to_owned),
        }
    }

    #[test]
    fn what_is_said_arrives() {
        for whole in [
            said(&[], None),
            said(&["", "one", "", "failed: no", ""], None),
            said(&[""], None),
            said(&[], Some("why")),
            said(&["ok", "two"], Some("it is broken")),
        ] {
            assert_eq!(Said::read(&whole.to_string()).as_ref(), Some(&whole));
        }
        assert_eq!(said(&["a\nfailed: x"], None).to_string(), "a failed: x\nok\n");
    }

    #[test]
    fn what_breaks_off_is_no_answer() {
        for broken in ["", "\n", "ok", "one\n", "one\no", "failed: wh", "ok\nmore\n", "fail\n"] {
            assert_eq!(Said::read(broken), None, "{broken:?}");
        }
    }
}
