use std::{collections::BTreeMap, time::Duration};

use async_trait::async_trait;
use poem_openapi::Enum;
use surrealdb::types::{Bytes, SurrealValue};

use crate::{ApiError, UserId};

/// How long most mails are worth sending: what happened is told within some days or not at all.
const WORTH_TELLING: Duration = Duration::from_hours(4 * 24);

/// How much may be attached to one mail, in bytes: it waits in the database until it has left.
const ROOM: usize = 128 * 1024;

/// A mail to one person: which words, and what to fill in. The words themselves are in
/// `config/content/emails`.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct MailMessage {
    /// Address of the receiver.
    pub to: String,
    /// Name of the template, `module/what_it_says`.
    pub template: String,
    /// What the template is filled with, besides `site` (the community's name) and `url` (where
    /// the site is reached), which are always there. `name` is who is greeted.
    pub values: BTreeMap<String, String>,
    /// Who can do without it and may have said so; everybody gets the others.
    pub optional: Option<OptionalMail>,
    /// How long it is worth sending, if not as long as most.
    pub good_for: Option<Duration>,
    /// The language of its words, if not the usual one.
    pub language: Option<String>,
    /// Where answers go, if not to the community.
    pub reply_to: Option<String>,
    /// What it belongs to: mail programs show mails of one thread together.
    pub thread: Option<String>,
    /// Files that come with it.
    #[surreal(default)]
    pub attachments: Vec<Attachment>,
}

/// A small file that comes with a mail.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct Attachment {
    /// What it is called: `booking-7.ics`.
    pub name: String,
    /// What it is: `text/calendar; charset=utf-8`.
    pub media_type: String,
    /// What is in it.
    pub content: Bytes,
}

/// A mail that its receiver can switch off.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct OptionalMail {
    /// The receiver.
    pub user: UserId,
    /// What it is about.
    pub topic: MailTopic,
    /// What else it is about; nobody gets it who wants none of these.
    #[surreal(default)]
    pub also: Vec<MailTopic>,
}

impl OptionalMail {
    /// To `user`, about one topic.
    pub fn new(user: &UserId, topic: MailTopic) -> Self {
        Self { user: user.clone(), topic, also: Vec::new() }
    }

    /// All that it is about.
    pub fn topics(&self) -> impl Iterator<Item = MailTopic> {
        std::iter::once(self.topic).chain(self.also.iter().copied())
    }
}

/// What members can have mails about, or not: one for each switch of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum MailTopic {
    /// Messages of somebody with whom they have no booking.
    BookingMessages,
    /// Changes of their bookings.
    OrderUpdates,
    /// Messages of somebody with whom they have a booking.
    OrderMessages,
    /// Offers of the community.
    Promotions,
    /// News about their account.
    Account,
    /// Letters from those who run the site.
    Marketing,
}

impl MailMessage {
    /// The mail `template` to the address `to`, with nothing filled in yet.
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

    /// Answers to it go to `address`.
    #[must_use]
    pub fn reply_to(mut self, address: impl Into<String>) -> Self {
        self.reply_to = Some(address.into());
        self
    }

    /// One of the mails about `thread`, which may be any text that names nobody.
    #[must_use]
    pub fn in_thread(mut self, thread: impl Into<String>) -> Self {
        self.thread = Some(thread.into());
        self
    }

    /// With a file. A 500 if that is more than a mail can carry.
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

    /// Only if `user`, who receives it, wants mails about `topic`.
    #[must_use]
    pub fn if_wanted(mut self, user: &UserId, topic: MailTopic) -> Self {
        self.optional = Some(OptionalMail::new(user, topic));
        self
    }

    /// Not to be sent later than this: what it brings is void by then.
    #[must_use]
    pub fn good_for(mut self, time: Duration) -> Self {
        self.good_for = Some(time);
        self
    }

    /// How long after it was written it may still be sent.
    pub fn patience(&self) -> Duration {
        self.good_for.unwrap_or(WORTH_TELLING)
    }

    /// With `value` for the template's `key`.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<String>) -> Self {
        self.values.insert(key.to_owned(), value.into());
        self
    }

    /// With `value` for the template's `key`, if there is one.
    #[must_use]
    pub fn with_some(self, key: &str, value: Option<impl Into<String>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
}

/// A mail in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedMail {
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// The same as an HTML document.
    pub html: String,
    /// Where its receiver switches off mails of its kind by one press; nothing where they cannot.
    pub unsubscribe: Option<String>,
}

/// Puts mails into words. Offered by the host.
pub trait Mails: Send + Sync + 'static {
    /// The words of `mail`. A 500 when its template is unknown or lacks a value.
    fn render(&self, mail: &MailMessage) -> Result<RenderedMail, ApiError>;

    /// The languages that there are words in, sorted, as in `en`.
    fn languages(&self) -> Vec<String>;
}

/// Knows which mails members want. Offered by settings; without it they get all.
#[async_trait]
pub trait MailChoices: Send + Sync + 'static {
    /// Whether `mail` is wanted.
    async fn wants(&self, mail: &OptionalMail) -> Result<bool, ApiError>;

    /// The language in which `user` wants mails.
    async fn language(&self, user: &UserId) -> Result<String, ApiError>;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed test may panic")]
mod tests {
    use surrealdb::types::Value;

    use super::*;

    #[test]
    fn a_mail_that_waits_since_before_it_said_so_much_can_be_read() {
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
    fn what_is_attached_is_small() {
        let mail = MailMessage::new("ana@example.org", "site/hello");
        let mail = mail.attach("one", "text/plain", vec![b'a'; ROOM]).unwrap();
        assert!(mail.attach("two", "text/plain", "b").is_err());
    }
}
