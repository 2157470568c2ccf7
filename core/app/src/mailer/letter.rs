use std::time::{Duration, SystemTime};

use lettre::{
    Address, Message,
    address::AddressError,
    message::{
        Mailbox, MultiPart,
        header::{Header, HeaderName, HeaderValue},
    },
};
use sparkyard_kernel::{Timestamp, ports::RenderedMail};

/// A mail in words, addressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The same for every attempt to send it; becomes its `Message-ID`.
    pub id: String,
    /// Address of the receiver.
    pub to: String,
    /// When it was written.
    pub at: Timestamp,
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// The same as an HTML document.
    pub html: String,
}

impl Letter {
    /// What `mail` says, to the address `to`.
    pub fn new(id: &str, to: &str, at: Timestamp, mail: RenderedMail) -> Self {
        let RenderedMail { subject, text, html } = mail;
        Self { id: id.to_owned(), to: to.to_owned(), at, subject, text, html }
    }

    /// The four-digit code in it, if there is one.
    pub fn code(&self) -> Option<&str> {
        let digits =
            |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        self.text.split_whitespace().find(digits)
    }

    /// The id without what a file name or a `Message-ID` cannot hold.
    pub(super) fn plain_id(&self) -> String {
        self.id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect()
    }

    /// The receiver.
    pub(super) fn address(&self) -> Result<Address, AddressError> {
        self.to.parse()
    }

    /// The message as it travels, from `sender`.
    pub(super) fn message(&self, sender: &Mailbox) -> anyhow::Result<Message> {
        let written = u64::try_from(self.at.as_millis())?;
        let message = Message::builder()
            .message_id(Some(format!("<{}@{}>", self.plain_id(), sender.email.domain())))
            .date(SystemTime::UNIX_EPOCH + Duration::from_millis(written))
            .from(sender.clone())
            .to(Mailbox::new(None, self.address()?))
            .subject(self.subject.clone())
            .header(AutoSubmitted)
            .multipart(MultiPart::alternative_plain_html(self.text.clone(), self.html.clone()))?;
        Ok(message)
    }
}

/// Tells absence notes not to answer (RFC 3834).
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}
