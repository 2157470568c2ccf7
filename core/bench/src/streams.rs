//! Event streams, as pages keep them open.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::timeout;

/// Time until a stream must have begun.
const BEGIN: Duration = Duration::from_mins(1);

/// Id of a received message, and time of its arrival.
pub(crate) type Arrival = (Arc<str>, Instant);

/// An event stream, open until dropped.
pub(crate) struct Stream {
    lines: Lines<BufReader<OwnedReadHalf>>,
    // Dropping it would close the connection.
    _sending: OwnedWriteHalf,
}

impl Stream {
    /// Opens a stream for an access token, and waits until it has begun.
    ///
    /// # Errors
    /// When the server does not begin it in time.
    pub(crate) async fn open(address: SocketAddr, token: &str) -> Result<Self> {
        let connection = TcpStream::connect(address).await?;
        connection.set_nodelay(true)?;
        let (reading, mut sending) = connection.into_split();
        let request = format!(
            "GET /api/live HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\r\n",
        );
        sending.write_all(request.as_bytes()).await?;
        let mut stream = Self { lines: BufReader::new(reading).lines(), _sending: sending };
        timeout(BEGIN, stream.begin()).await.context("a stream does not begin")??;
        Ok(stream)
    }

    async fn begin(&mut self) -> Result<()> {
        let status = self.lines.next_line().await?.unwrap_or_default();
        ensure!(status.contains(" 200 "), "a stream was answered {status}");
        while let Some(line) = self.lines.next_line().await? {
            if line == "event: hello" {
                return Ok(());
            }
        }
        anyhow::bail!("a stream ended before it began")
    }

    /// Reports every message, until the server ends the stream or the receiver is dropped.
    pub(crate) async fn tell(mut self, arrivals: UnboundedSender<Arrival>) {
        while let Ok(Some(line)) = self.lines.next_line().await {
            let now = Instant::now();
            if let Some(id) = message(&line)
                && arrivals.send((id, now)).is_err()
            {
                return;
            }
        }
    }
}

/// Returns the id of the message in a line of a stream.
fn message(line: &str) -> Option<Arc<str>> {
    let news: Value = serde_json::from_str(line.strip_prefix("data: ")?).ok()?;
    let id = news["id"].as_str()?;
    (news["kind"] == "message").then(|| id.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_messages_are_reported() {
        let rows = [
            (r#"data: {"kind":"message","id":"m-1","seq":1}"#, Some("m-1")),
            (r#"data: {"kind":"notice","id":"n-1"}"#, None),
            ("event: hello", None),
            ("data: {", None),
        ];
        for (line, expected) in rows {
            assert_eq!(message(line).as_deref(), expected, "{line}");
        }
    }
}
