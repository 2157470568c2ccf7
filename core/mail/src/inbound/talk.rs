//! IMAP client (RFC 3501): sends one command at a time and collects all responses, which `imap-proto`
//! parses.
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
const MAX_ANSWERS: usize = 20_000;

/// A byte stream to the server.
pub(super) trait Line: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Line for T {}

/// An IMAP session.
pub(super) struct Talk {
    line: BufReader<Box<dyn Line>>,
    said: u32,
}

impl Talk {
    /// Starts a session by reading the server's greeting.
    pub(super) async fn begin(line: Box<dyn Line>) -> anyhow::Result<Self> {
        let mut talk = Self::go_on(line);
        let greeting = talk.answer().await?;
        let ready = matches!(
            parse(&greeting),
            Some(Response::Data { status: Status::Ok | Status::PreAuth, .. })
        );
        ensure!(ready, "the server does not greet us as a mailbox does");
        Ok(talk)
    }

    /// Continues a session with a server that has greeted already.
    pub(super) fn go_on(line: Box<dyn Line>) -> Self {
        Self { line: BufReader::new(line), said: 0 }
    }

    /// Returns the stream, to upgrade it to TLS. Bytes received after the last response came before
    /// that, perhaps from an attacker, and are an error.
    pub(super) fn into_line(self) -> anyhow::Result<Box<dyn Line>> {
        ensure!(self.line.buffer().is_empty(), "the server says more than it was asked");
        Ok(self.line.into_inner())
    }

    /// Sends `command` and returns all responses. An error when the server refuses.
    pub(super) async fn ask(&mut self, command: &str) -> anyhow::Result<Vec<Response<'static>>> {
        // A user name or password with a line end would become another command.
        ensure!(!command.contains(['\r', '\n', '\0']), "a command is one line");
        let name = command.split(' ').next().unwrap_or_default();
        self.said += 1;
        let tag = format!("s{}", self.said);
        self.line.write_all(format!("{tag} {command}\r\n").as_bytes()).await?;
        self.line.flush().await?;
        let mut answers = Vec::new();
        loop {
            let answer = self.answer().await?;
            match parse(&answer) {
                Some(Response::Done { tag: of, status, outcome }) if of.0 == tag => {
                    let said = outcome.information.unwrap_or(Cow::Borrowed(""));
                    ensure!(status == Status::Ok, "the server refuses {name}: {said}");
                    return Ok(answers);
                }
                Some(Response::Data { status: Status::Bye, outcome }) if name != "LOGOUT" => {
                    bail!("the server leaves: {}", outcome.information.unwrap_or_default());
                }
                Some(other) => answers.push(other.into_owned()),
                // Ignores responses of unrequested extensions.
                None => {}
            }
            ensure!(answers.len() <= MAX_ANSWERS, "the server answers {name} without end");
        }
    }

    /// Reads the next response: a line, continued after each literal that it announces.
    async fn answer(&mut self) -> anyhow::Result<Vec<u8>> {
        let mut answer = Vec::new();
        loop {
            let room = MAX_BYTES.saturating_sub(answer.len() as u64);
            let read = (&mut self.line).take(room).read_until(b'\n', &mut answer).await?;
            ensure!(read > 0 && answer.ends_with(b"\n"), "the server has gone, or says too much");
            let Some(length) = announced(&answer) else { return Ok(answer) };
            ensure!(length + answer.len() as u64 <= MAX_BYTES, "the server says too much");
            let read = (&mut self.line).take(length).read_to_end(&mut answer).await?;
            ensure!(read as u64 == length, "the server has gone");
        }
    }
}

/// Parses a response; `None` if it is unknown.
fn parse(answer: &[u8]) -> Option<Response<'_>> {
    Response::parse(answer).ok().map(|(_, response)| response)
}

/// Returns the length of the literal announced by a line that ends with `{12}`.
fn announced(line: &[u8]) -> Option<u64> {
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
    answers: &[Response<'static>],
    what: &str,
    find: impl Fn(&Response<'static>) -> Option<T>,
) -> anyhow::Result<T> {
    answers.iter().find_map(find).with_context(|| format!("the server does not say {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A session with a server that sends `script` at once, whatever it receives.
    async fn talk(script: &str) -> Talk {
        let (ours, mut theirs) = tokio::io::duplex(64 * 1024);
        theirs.write_all(script.as_bytes()).await.unwrap();
        // The server reads until the test ends.
        tokio::spawn(async move {
            let mut heard = Vec::new();
            let _ = theirs.read_to_end(&mut heard).await;
        });
        Talk::begin(Box::new(ours)).await.unwrap()
    }

    #[tokio::test]
    async fn literals_are_not_parsed_as_responses() {
        let script = "* OK hello\r\n* 1 FETCH (UID 7 BODY[] {12}\r\ns1 OK fake\r\n)\r\n\
                      * XNEWS unheard of\r\ns1 OK done\r\n";
        let answers = talk(script).await.ask("UID FETCH 7 (BODY.PEEK[])").await.unwrap();
        assert_eq!(answers.len(), 1, "{answers:?}");
    }

    #[tokio::test]
    async fn refusal_includes_the_servers_text() {
        let script = "* OK hello\r\ns1 NO [AUTHENTICATIONFAILED] Wrong password\r\n";
        let error = talk(script).await.ask("LOGIN \"a\" \"b\"").await.unwrap_err().to_string();
        assert!(error.contains("LOGIN") && error.contains("Wrong password"), "{error}");
        assert!(!error.contains("\"b\""), "{error}");
    }

    #[tokio::test]
    async fn plaintext_injected_before_tls_is_refused() {
        let mut talk = talk("* OK hello\r\ns1 OK go on\r\n* OK slipped in\r\n").await;
        talk.ask("STARTTLS").await.unwrap();
        assert!(talk.into_line().is_err());
    }

    #[test]
    fn strings_cannot_inject_commands() {
        assert_eq!(quoted("a \"b\" \\c").unwrap(), "\"a \\\"b\\\" \\\\c\"");
        assert!(quoted("a\r\ns2 DELETE INBOX").is_err());
    }
}
