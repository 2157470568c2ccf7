//! The conversation with a mail server, as shown to admins who test their mail settings.

use lettre::transport::smtp::{Error, response::Response};
use sparkyard_kernel::ports::{MailLine, MailSpeaker};

use crate::MailConfig;

/// Maximum length of a reply in the transcript, in characters.
const LONGEST: usize = 1000;

/// Part of the conversation, by which a failure is explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Step {
    #[default]
    Connect,
    Encrypt,
    SignIn,
    Sender,
    Receiver,
    Content,
}

/// Conversation so far, without passwords.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    step: Step,
    lines: Vec<MailLine>,
}

impl Transcript {
    /// Adds a command or an action of this server.
    pub(crate) fn sent(&mut self, step: Step, text: &str) {
        self.step = step;
        self.add(MailSpeaker::Site, text);
    }

    /// Adds a reply of the mail server.
    pub(crate) fn received(&mut self, text: &str) {
        self.add(MailSpeaker::MailServer, text);
    }

    /// Adds the reply to a command, or the reason why there is none.
    pub(crate) fn reply(&mut self, reply: &Result<Response, Error>) {
        match reply {
            Ok(reply) => {
                let text: Vec<&str> = reply.message().collect();
                self.received(&format!("{} {}", reply.code(), text.join("\n")));
            }
            Err(error) => self.failure(error),
        }
    }

    /// Adds the reason why a command failed.
    pub(crate) fn failure(&mut self, error: &Error) {
        let reason = error.to_string();
        match error.status() {
            Some(code) => {
                let text = reason.split_once("): ").map_or("", |(_, text)| text);
                self.received(&format!("{code} {text}"));
            }
            None => self.add(MailSpeaker::Site, &reason),
        }
    }

    fn add(&mut self, speaker: MailSpeaker, text: &str) {
        let shown = text.chars().filter(|one| *one == '\n' || !one.is_control()).take(LONGEST);
        let text = shown.collect::<String>().trim().to_owned();
        self.lines.push(MailLine { speaker, text });
    }

    /// Returns the conversation, in order.
    pub(crate) fn into_lines(self) -> Vec<MailLine> {
        self.lines
    }

    /// Returns the action that may solve the problem if the conversation has failed here.
    pub(crate) fn remedy(&self, config: &MailConfig) -> String {
        let MailConfig { host, from, .. } = config;
        let port = config.port();
        match self.step {
            Step::Connect => format!(
                "No mail server responds at {host}, port {port}. Check host, port and \
                 security in [mail]: most mail services use port 587 with \"starttls\", or port 465 \
                 with \"tls\". Some networks block these ports; then ask your mail service \
                 which others it has."
            ),
            Step::Encrypt => format!(
                "The mail server offers no encryption at port {port}, or its certificate is not \
                 for {host}. Check host and port in [mail], or set security = \"tls\" with port \
                 465."
            ),
            Step::SignIn => "The mail server does not accept this user name and password. \
                 Check username and password in [mail]. Many mail services want an app password made \
                 for this purpose in place of your usual one."
                .to_owned(),
            Step::Sender => format!(
                "The mail server does not let this account send as {from}. Set from in [mail] to \
                 the account's own address, and check that username is set."
            ),
            Step::Receiver => {
                "The mail server does not take mail to your address. Check that \
                 your address is right, and that the account in [mail] may send to other domains."
                    .to_owned()
            }
            Step::Content => "The mail server refuses the email itself. Its reply says why; \
                 ask your mail service if it does not help."
                .to_owned(),
        }
    }
}
