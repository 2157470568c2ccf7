//! A mail as it travels.

use std::time::{Duration, SystemTime};

use lettre::{
    Message,
    message::{
        Mailbox, MultiPart,
        header::{Header, HeaderName, HeaderValue},
    },
};
use sparkyard_host::mail::Letter;

/// The id of a mail without what a file name or a `Message-ID` cannot hold.
pub(crate) fn plain_id(letter: &Letter) -> String {
    letter.id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect()
}

/// The message, from `sender`.
pub(crate) fn message(letter: &Letter, sender: &Mailbox) -> anyhow::Result<Message> {
    let written = u64::try_from(letter.at.as_millis())?;
    let message = Message::builder()
        .message_id(Some(format!("<{}@{}>", plain_id(letter), sender.email.domain())))
        .date(SystemTime::UNIX_EPOCH + Duration::from_millis(written))
        .from(sender.clone())
        .to(Mailbox::new(None, letter.to.parse()?))
        .subject(letter.subject.clone())
        .header(AutoSubmitted)
        .multipart(MultiPart::alternative_plain_html(letter.text.clone(), letter.html.clone()))?;
    Ok(message)
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
