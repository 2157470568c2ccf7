use std::{collections::BTreeMap, time::Duration};

use async_trait::async_trait;
use poem_openapi::Enum;
use surrealdb::types::{Bytes, SurrealValue};

use crate::{ApiError, UserId};

/// Default lifetime of a mail: news is worth sending within some days or not at all.
const WORTH_TELLING: Duration = Duration::from_hours(4 * 24);

/// Most bytes attached to one mail, which is stored in the database until it is sent.
const ROOM: usize = 128 * 1024;

/// A mail to one person: a template and the values to fill in. The templates are in
/// `config/content/emails`.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct MailMessage {
    /// Address of the receiver.
    pub to: String,
    /// Name of the template, `module/what_it_says`.
    pub template: String,
    /// Values for the template. `site` (name of the community) and `url` (base URL of the site) are
    /// always available. `name` is the person greeted.
    pub values: BTreeMap<String, String>,
    /// Receiver and topics, if the receiver can switch the mail off; other mails always go out.
    pub optional: Option<OptionalMail>,
    /// Lifetime, if not the default.
    pub good_for: Option<Duration>,
    /// Language, if not the default one.
    pub language: Option<String>,
    /// Reply address, if not that of the community.
    pub reply_to: Option<String>,
    /// Thread; mail programs group mails of one thread.
    pub thread: Option<String>,
    /// Attached files.
    #[surreal(default)]
    pub attachments: Vec<Attachment>,
}

/// A small file attached to a mail.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct Attachment {
    /// File name: `booking-7.ics`.
    pub name: String,
    /// Media type: `text/calendar; charset=utf-8`.
    pub media_type: String,
    /// Content of the file.
    pub content: Bytes,
}

/// A mail that the receiver can switch off.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct OptionalMail {
    /// Receiver.
    pub user: UserId,
    /// Main topic.
    pub topic: MailTopic,
    /// Further topics; the mail is skipped if the receiver wants none of all topics.
    #[surreal(default)]
    pub also: Vec<MailTopic>,
}

impl OptionalMail {
    /// Creates a mail to `user` about one topic.
    pub fn new(user: &UserId, topic: MailTopic) -> Self {
        Self { user: user.clone(), topic, also: Vec::new() }
    }

    /// Returns all topics.
    pub fn topics(&self) -> impl Iterator<Item = MailTopic> {
        std::iter::once(self.topic).chain(self.also.iter().copied())
    }
}

/// Topics of mail that members can switch on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum MailTopic {
    /// Messages from somebody with whom the member has no booking.
    BookingMessages,
    /// Changes of the member's bookings.
    OrderUpdates,
    /// Messages from somebody with whom the member has a booking.
    OrderMessages,
    /// Offers of the community.
    Promotions,
    /// News about the member's account.
    Account,
    /// Letters and announcements of the operator.
    Marketing,
}

impl MailMessage {
    /// Creates a mail to the address `to` from `template`, with no values yet.
    pub fn new(to: impl Into<String>, template: &str) -> Self {
        Self {
            to: to.into(),
            template: template.to_owned(),
            values: BTreeMap::new(),
            optional: None,
            good_for: None,
            language: None,
            reply_to: None,
            thread: None,
            attachments: Vec::new(),
        }
    }

    /// Sets the reply address.
    #[must_use]
    pub fn reply_to(mut self, address: impl Into<String>) -> Self {
        self.reply_to = Some(address.into());
        self
    }

    /// Adds the mail to `thread`, any text that names nobody.
    #[must_use]
    pub fn in_thread(mut self, thread: impl Into<String>) -> Self {
        self.thread = Some(thread.into());
        self
    }

    /// Attaches a file. A 500 if the attachments exceed the limit of a mail.
    pub fn attach(
        mut self,
        name: &str,
        media_type: &str,
        content: impl Into<Vec<u8>>,
    ) -> Result<Self, ApiError> {
        let content = Bytes::from(content.into());
        let attached: usize = self.attachments.iter().map(|file| file.content.len()).sum();
        if attached + content.len() > ROOM {
            return Err(ApiError::internal(format!("{name} is too large for a mail")));
        }
        let (name, media_type) = (name.to_owned(), media_type.to_owned());
        self.attachments.push(Attachment { name, media_type, content });
        Ok(self)
    }

    /// Sends the mail only if `user`, the receiver, wants mails about `topic`.
    #[must_use]
    pub fn if_wanted(mut self, user: &UserId, topic: MailTopic) -> Self {
        self.optional = Some(OptionalMail::new(user, topic));
        self
    }

    /// Sets the lifetime, after which the content of the mail is void.
    #[must_use]
    pub fn good_for(mut self, time: Duration) -> Self {
        self.good_for = Some(time);
        self
    }

    /// Returns how long after it was written the mail may be sent.
    pub fn patience(&self) -> Duration {
        self.good_for.unwrap_or(WORTH_TELLING)
    }

    /// Sets the value of `key` in the template.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<String>) -> Self {
        self.values.insert(key.to_owned(), value.into());
        self
    }

    /// Sets the value of `key` in the template, if there is a value.
    #[must_use]
    pub fn with_some(self, key: &str, value: Option<impl Into<String>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
}

/// A rendered mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedMail {
    /// Name of the community, used as sender unless the settings give another.
    pub site: String,
    /// Address of the operator, if one is given; replies go there unless the message has another.
    pub contact: Option<String>,
    /// Subject, one line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// HTML document with the content of `text`.
    pub html: String,
    /// One-click unsubscribe link; `None` where mails of this kind cannot be switched off.
    pub unsubscribe: Option<String>,
}

/// Renders mails. Offered by the host.
pub trait Mails: Send + Sync + 'static {
    /// Renders `mail`. A 500 when its template is unknown or a value is missing.
    fn render(&self, mail: &MailMessage) -> Result<RenderedMail, ApiError>;

    /// Returns the available languages, sorted, as in `en`.
    fn languages(&self) -> Vec<String>;
}

/// Mail choices of members. Offered by settings; without it members get all mails.
#[async_trait]
pub trait MailChoices: Send + Sync + 'static {
    /// Checks whether the receiver wants `mail`.
    async fn wants(&self, mail: &OptionalMail) -> Result<bool, ApiError>;

    /// Returns the language in which `user` wants mails.
    async fn language(&self, user: &UserId) -> Result<String, ApiError>;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed test may panic")]
mod tests {
    use surrealdb::types::Value;

    use super::*;

    #[test]
    fn mails_stored_by_older_versions_can_be_read() {
        let mail = MailMessage::new("ana@example.org", "site/hello");
        let Value::Object(mut kept) = mail.clone().into_value() else { panic!("an object") };
        kept.remove("optional");
        for field in ["good_for", "language", "reply_to", "thread", "attachments"] {
            kept.remove(field);
        }
        assert_eq!(MailMessage::from_value(Value::Object(kept)).unwrap(), mail);
        assert_eq!(mail.patience(), WORTH_TELLING);
        let ten = Duration::from_mins(10);
        let mail = mail.if_wanted(&"ana".into(), MailTopic::Account).good_for(ten);
        assert_eq!(mail.patience(), ten);
        let mail = mail.reply_to("in@example.org").in_thread("ana and bo");
        let mail = mail.attach("visit.ics", "text/calendar", "BEGIN:VCALENDAR").unwrap();
        assert_eq!(MailMessage::from_value(mail.clone().into_value()).unwrap(), mail);
    }

    #[test]
    fn attachments_over_the_limit_are_refused() {
        let mail = MailMessage::new("ana@example.org", "site/hello");
        let mail = mail.attach("one", "text/plain", vec![b'a'; ROOM]).unwrap();
        assert!(mail.attach("two", "text/plain", "b").is_err());
    }
}
