//! Assembles mails as MIME messages.

use std::time::{Duration, SystemTime};

use lettre::{
    Message,
    message::{
        Attachment, Mailbox, MultiPart,
        header::{Header, HeaderName, HeaderValue},
    },
};
use sha2::{Digest, Sha256};
use sparkyard_host::mail::{BOUNCE_HEADER, Email};

/// Returns the id of a mail, reduced to characters valid in a file name and a `Message-ID`.
pub(crate) fn plain_id(email: &Email) -> String {
    email.id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect()
}

/// Builds the message. The sender is named after the site unless the address has a name.
pub(crate) fn message(email: &Email, sender: &Mailbox) -> anyhow::Result<Message> {
    let written = u64::try_from(email.at.as_millis())?;
    let domain = sender.email.domain();
    let site = || email.site.chars().filter(|c| !c.is_control()).collect();
    let name = sender.name.clone().unwrap_or_else(site);
    let mut message = Message::builder()
        .message_id(Some(format!("<{}@{}>", plain_id(email), domain)))
        .date(SystemTime::UNIX_EPOCH + Duration::from_millis(written))
        .from(Mailbox::new(Some(name), sender.email.clone()))
        .to(Mailbox::new(None, email.to.parse()?))
        .subject(email.subject.clone())
        .header(AutoSubmitted);
    if let Some(address) = &email.reply_to {
        message = message.reply_to(Mailbox::new(None, address.parse()?));
    }
    if let Some(thread) = &email.thread {
        // The first mail of a thread need not exist: mails that refer to it are grouped anyway.
        let first = thread_id(thread, domain);
        message = message.in_reply_to(first.clone()).references(first);
    }
    if let Some(url) = &email.unsubscribe {
        message = message.header(ListUnsubscribe(format!("<{url}>")));
        // RFC 8058 requires TLS; mail programs use one-click links only there.
        if url.starts_with("https://") {
            message = message.header(ListUnsubscribePost);
        }
    }
    if let Some(bounces) = &email.bounces {
        message = message.header(BounceToken(bounces.token.clone()));
    }
    let words = MultiPart::alternative_plain_html(email.text.clone(), email.html.clone());
    if email.attachments.is_empty() {
        return Ok(message.multipart(words)?);
    }
    let mut parts = MultiPart::mixed().multipart(words);
    for file in &email.attachments {
        let content: Vec<u8> = file.content.to_vec();
        let part = Attachment::new(file.name.clone()).body(content, file.media_type.parse()?);
        parts = parts.singlepart(part);
    }
    Ok(message.multipart(parts)?)
}

/// Returns the message id to which all mails of a thread reply; hashed, since the thread is
/// private.
fn thread_id(thread: &str, domain: &str) -> String {
    let hash = Sha256::digest(thread);
    let name = hash.iter().take(16).fold(0_u128, |name, &byte| name << 8 | u128::from(byte));
    format!("<thread-{name:032x}@{domain}>")
}

/// Defines a header that is only written, never parsed.
macro_rules! header {
    ($header:ident, $name:expr, $self:ident => $value:expr) => {
        impl Header for $header {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }

            fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Err("this is never read".into())
            }

            fn display(&$self) -> HeaderValue {
                HeaderValue::new(Self::name(), $value)
            }
        }
    };
}

/// Tells auto-responders not to answer (RFC 3834).
#[derive(Clone)]
struct AutoSubmitted;

header!(AutoSubmitted, "Auto-Submitted", self => "auto-generated".to_owned());

/// Unsubscribe link (RFC 2369).
#[derive(Clone)]
struct ListUnsubscribe(String);

header!(ListUnsubscribe, "List-Unsubscribe", self => self.0.clone());

/// Declares that one POST to that link unsubscribes, without a page (RFC 8058).
#[derive(Clone)]
struct ListUnsubscribePost;

header!(ListUnsubscribePost, "List-Unsubscribe-Post", self => "List-Unsubscribe=One-Click".to_owned());

/// Proves that the mail was ours, if it bounces.
#[derive(Clone)]
struct BounceToken(String);

header!(BounceToken, BOUNCE_HEADER, self => self.0.clone());
