//! Talking to a mail server by IMAP (RFC 3501): one command at a time, and all that is answered.

use std::borrow::Cow;

use anyhow::{Context, bail, ensure};
use imap_proto::{Response, Status};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

/// Most bytes of one answer: a mail and what is said about it.
const MOST_BYTES: u64 = 12 * 1024 * 1024;
/// Most answers to one command.
const MOST_ANSWERS: usize = 20_000;

/// A line on which two talk.
pub(super) trait Line: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Line for T {}

/// A talk with a server.
pub(super) struct Talk {
    line: BufReader<Box<dyn Line>>,
    said: u32,
}

impl Talk {
    /// Begins with the server's greeting.
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

    /// Goes on with a server that has greeted already.
    pub(super) fn go_on(line: Box<dyn Line>) -> Self {
        Self { line: BufReader::new(line), said: 0 }
    }

    /// The line itself, for protecting it. What was sent beyond the last answer came before that,
    /// perhaps from somebody else, and is refused.
    pub(super) fn into_line(self) -> anyhow::Result<Box<dyn Line>> {
        ensure!(self.line.buffer().is_empty(), "the server says more than it was asked");
        Ok(self.line.into_inner())
    }

    /// Says `command`; all that is answered. An error when the server refuses.
    pub(super) async fn ask(&mut self, command: &str) -> anyhow::Result<Vec<Response<'static>>> {
        // A name or a password with a line end would be another command.
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
                // Extensions that nobody asked for.
                None => {}
            }
            ensure!(answers.len() <= MOST_ANSWERS, "the server answers {name} without end");
        }
    }

    /// The next answer: a line, which goes on after as many bytes as it announces at its end.
    async fn answer(&mut self) -> anyhow::Result<Vec<u8>> {
        let mut answer = Vec::new();
        loop {
            let room = MOST_BYTES.saturating_sub(answer.len() as u64);
            let read = (&mut self.line).take(room).read_until(b'\n', &mut answer).await?;
            ensure!(read > 0 && answer.ends_with(b"\n"), "the server has gone, or says too much");
            let Some(length) = announced(&answer) else { return Ok(answer) };
            ensure!(length + answer.len() as u64 <= MOST_BYTES, "the server says too much");
            let read = (&mut self.line).take(length).read_to_end(&mut answer).await?;
            ensure!(read as u64 == length, "the server has gone");
        }
    }
}

/// What an answer says; nothing when that is unknown.
fn parse(answer: &[u8]) -> Option<Response<'_>> {
    Response::parse(answer).ok().map(|(_, response)| response)
}

/// How many bytes come after a line that ends with `{12}`.
fn announced(line: &[u8]) -> Option<u64> {
    let line = line.strip_suffix(b"\n")?;
    let line = line.strip_suffix(b"\r").unwrap_or(line).strip_suffix(b"}")?;
    let start = line.iter().rposition(|&byte| byte == b'{')?;
    std::str::from_utf8(&line[start + 1..]).ok()?.parse().ok()
}

/// A text as commands have it.
pub(super) fn quoted(text: &str) -> anyhow::Result<String> {
    ensure!(!text.contains(['\r', '\n', '\0']), "a text for the mail server is one line");
    Ok(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// The first thing in `answers` that `find` finds, with what is missing otherwise.
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

    /// A talk with a server that says `script` at once, whatever it is asked.
    async fn talk(script: &str) -> Talk {
        let (ours, mut theirs) = tokio::io::duplex(64 * 1024);
        theirs.write_all(script.as_bytes()).await.unwrap();
        // It listens until the test ends.
        tokio::spawn(async move {
            let mut heard = Vec::new();
            let _ = theirs.read_to_end(&mut heard).await;
        });
        Talk::begin(Box::new(ours)).await.unwrap()
    }

    #[tokio::test]
    async fn bytes_that_are_announced_are_no_answers() {
        let script = "* OK hello\r\n* 1 FETCH (UID 7 BODY[] {12}\r\ns1 OK fake\r\n)\r\n\
                      * XNEWS unheard of\r\ns1 OK done\r\n";
        let answers = talk(script).await.ask("UID FETCH 7 (BODY.PEEK[])").await.unwrap();
        assert_eq!(answers.len(), 1, "{answers:?}");
    }

    #[tokio::test]
    async fn a_refusal_is_told_in_the_servers_words() {
        let script = "* OK hello\r\ns1 NO [AUTHENTICATIONFAILED] Wrong password\r\n";
        let error = talk(script).await.ask("LOGIN \"a\" \"b\"").await.unwrap_err().to_string();
        assert!(error.contains("LOGIN") && error.contains("Wrong password"), "{error}");
        assert!(!error.contains("\"b\""), "{error}");
    }

    #[tokio::test]
    async fn what_was_slipped_in_before_the_protection_is_refused() {
        let mut talk = talk("* OK hello\r\ns1 OK go on\r\n* OK slipped in\r\n").await;
        talk.ask("STARTTLS").await.unwrap();
        assert!(talk.into_line().is_err());
    }

    #[test]
    fn texts_cannot_become_commands() {
        assert_eq!(quoted("a \"b\" \\c").unwrap(), "\"a \\\"b\\\" \\\\c\"");
        assert!(quoted("a\r\ns2 DELETE INBOX").is_err());
    }
}
