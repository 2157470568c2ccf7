//! Pages that wait for news.

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

/// How long a stream may take to begin.
const BEGIN: Duration = Duration::from_mins(1);

/// A message that has come to a page, by its id, and when.
pub(crate) type Arrival = (Arc<str>, Instant);

/// A stream of news that is open for as long as this is kept.
pub(crate) struct Stream {
    lines: Lines<BufReader<OwnedReadHalf>>,
    // Closing it would end the stream.
    _sending: OwnedWriteHalf,
}

impl Stream {
    /// Opens it for whoever has this access token, and waits until it has begun.
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

    /// Tells of every message that comes, until the server ends the stream or nobody listens.
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

/// The id of the message that a line of a stream tells of.
fn message(line: &str) -> Option<Arc<str>> {
    let news: Value = serde_json::from_str(line.strip_prefix("data: ")?).ok()?;
    let id = news["id"].as_str()?;
    (news["kind"] == "message").then(|| id.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_from_other_news() {
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
