//! IMAP client (RFC 3501): sends one command at a time and collects all responses, which
//! `imap-proto` parses.
//!
//! Not `async-imap`: it gives up at a response that it cannot parse, buffers up to 512 MiB for the
//! server, drops what the server sent before TLS instead of refusing it, and logs the password at
//! the level `trace`.

use std::borrow::Cow;

use anyhow::{Context, bail, ensure};
use imap_proto::{Response, Status};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

/// Longest response in bytes: a mail and its metadata.
const MAX_BYTES: u64 = 12 * 1024 * 1024;
/// Most responses to one command.
const MAX_RESPONSES: usize = 20_000;

/// A byte stream to the server.
pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

/// An IMAP session.
pub(super) struct ImapClient {
    stream: BufReader<Box<dyn Stream>>,
    /// Number of commands sent, from which their tags are made.
    commands: u32,
}

impl ImapClient {
    /// Starts a session by reading the server's greeting.
    pub(super) async fn start(stream: Box<dyn Stream>) -> anyhow::Result<Self> {
        let mut client = Self::resume(stream);
        let greeting = client.read_response().await?;
        let ready = matches!(
            parse(&greeting),
            Some(Response::Data { status: Status::Ok | Status::PreAuth, .. })
        );
        ensure!(ready, "the greeting of the server is not that of an IMAP server");
        Ok(client)
    }

    /// Continues a session with a server that has greeted already.
    pub(super) fn resume(stream: Box<dyn Stream>) -> Self {
        Self { stream: BufReader::new(stream), commands: 0 }
    }

    /// Returns the stream, to upgrade it to TLS. Bytes received after the last response came before
    /// that, perhaps from an attacker, and are an error.
    pub(super) fn into_stream(self) -> anyhow::Result<Box<dyn Stream>> {
        ensure!(self.stream.buffer().is_empty(), "the server sent data before TLS");
        Ok(self.stream.into_inner())
    }

    /// Sends `command` and returns all responses; an error if the server refuses it.
    pub(super) async fn command(
        &mut self,
        command: &str,
    ) -> anyhow::Result<Vec<Response<'static>>> {
        // A user name or password with a line end would become another command.
        ensure!(!command.contains(['\r', '\n', '\0']), "a command is one line");
        let name = command.split(' ').next().unwrap_or_default();
        self.commands += 1;
        let tag = format!("s{}", self.commands);
        self.stream.write_all(format!("{tag} {command}\r\n").as_bytes()).await?;
        self.stream.flush().await?;
        let mut responses = Vec::new();
        loop {
            let response = self.read_response().await?;
            match parse(&response) {
                Some(Response::Done { tag: of, status, outcome }) if of.0 == tag => {
                    let text = outcome.information.unwrap_or(Cow::Borrowed(""));
                    ensure!(status == Status::Ok, "the server refuses {name}: {text}");
                    return Ok(responses);
                }
                Some(Response::Data { status: Status::Bye, outcome }) if name != "LOGOUT" => {
                    bail!(
                        "the server closes the connection: {}",
                        outcome.information.unwrap_or_default()
                    );
                }
                Some(other) => responses.push(other.into_owned()),
                // Ignores responses of unrequested extensions.
                None => {}
            }
            ensure!(responses.len() <= MAX_RESPONSES, "too many responses to {name}");
        }
    }

    /// Reads the next response: a line, continued after each literal that it announces.
    async fn read_response(&mut self) -> anyhow::Result<Vec<u8>> {
        let mut response = Vec::new();
        loop {
            let left = MAX_BYTES.saturating_sub(response.len() as u64);
            let read = (&mut self.stream).take(left).read_until(b'\n', &mut response).await?;
            let complete = read > 0 && response.ends_with(b"\n");
            ensure!(complete, "the connection is closed, or the response is too long");
            let Some(length) = literal_length(&response) else { return Ok(response) };
            let total = length + response.len() as u64;
            ensure!(total <= MAX_BYTES, "the response is too long");
            let read = (&mut self.stream).take(length).read_to_end(&mut response).await?;
            ensure!(read as u64 == length, "the connection is closed");
        }
    }
}

/// Parses a response; `None` if it is unknown.
fn parse(response: &[u8]) -> Option<Response<'_>> {
    Response::parse(response).ok().map(|(_, response)| response)
}

/// Returns the length of the literal announced by a line that ends with `{12}`.
fn literal_length(line: &[u8]) -> Option<u64> {
    let line = line.strip_suffix(b"\n")?;
    let line = line.strip_suffix(b"\r").unwrap_or(line).strip_suffix(b"}")?;
    let start = line.iter().rposition(|&byte| byte == b'{')?;
    std::str::from_utf8(&line[start + 1..]).ok()?.parse().ok()
}

/// Quotes a string for use in a command.
pub(super) fn quoted(text: &str) -> anyhow::Result<String> {
    ensure!(!text.contains(['\r', '\n', '\0']), "a text for the mail server is one line");
    Ok(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// Returns the first result of `find`; the error names what is missing.
pub(super) fn first<T>(
    responses: &[Response<'static>],
    what: &str,
    find: impl Fn(&Response<'static>) -> Option<T>,
) -> anyhow::Result<T> {
    responses.iter().find_map(find).with_context(|| format!("the response lacks {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A session with a server that sends `script` at once, whatever it receives.
    async fn client(script: &str) -> ImapClient {
        let (ours, mut theirs) = tokio::io::duplex(64 * 1024);
        theirs.write_all(script.as_bytes()).await.unwrap();
        // The server reads until the test ends.
        tokio::spawn(async move {
            let mut received = Vec::new();
            let _ = theirs.read_to_end(&mut received).await;
        });
        ImapClient::start(Box::new(ours)).await.unwrap()
    }

    #[tokio::test]
    async fn literals_are_not_parsed_as_responses() {
        let script = "* OK hello\r\n* 1 FETCH (UID 7 BODY[] {12}\r\ns1 OK fake\r\n)\r\n\
                      * XNEWS unheard of\r\ns1 OK done\r\n";
        let responses = client(script).await.command("UID FETCH 7 (BODY.PEEK[])").await.unwrap();
        assert_eq!(responses.len(), 1, "{responses:?}");
    }

    #[tokio::test]
    async fn refusal_includes_the_servers_text() {
        let script = "* OK hello\r\ns1 NO [AUTHENTICATIONFAILED] Wrong password\r\n";
        let error =
            client(script).await.command("LOGIN \"a\" \"b\"").await.unwrap_err().to_string();
        assert!(error.contains("LOGIN") && error.contains("Wrong password"), "{error}");
        assert!(!error.contains("\"b\""), "{error}");
    }

    #[tokio::test]
    async fn plaintext_injected_before_tls_is_refused() {
        let mut client = client("* OK hello\r\ns1 OK go on\r\n* OK slipped in\r\n").await;
        client.command("STARTTLS").await.unwrap();
        assert!(client.into_stream().is_err());
    }

    #[test]
    fn strings_cannot_inject_commands() {
        assert_eq!(quoted("a \"b\" \\c").unwrap(), "\"a \\\"b\\\" \\\\c\"");
        assert!(quoted("a\r\ns2 DELETE INBOX").is_err());
    }
}
