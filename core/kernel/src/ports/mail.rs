use std::{collections::BTreeMap, time::Duration};

use async_trait::async_trait;
use surrealdb::types::SurrealValue;

use crate::{ApiError, UserId};

/// How long most mails are worth sending: what happened is told within some days or not at all.
const WORTH_TELLING: Duration = Duration::from_hours(4 * 24);

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
}

/// A mail that its receiver can switch off.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct OptionalMail {
    /// The receiver.
    pub user: UserId,
    /// What it is about.
    pub topic: MailTopic,
}

/// What members can have mails about, or not: one for each switch of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
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
    /// News about the community.
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
        }
    }

    /// Only if `user`, who receives it, wants mails about `topic`.
    #[must_use]
    pub fn if_wanted(mut self, user: &UserId, topic: MailTopic) -> Self {
        self.optional = Some(OptionalMail { user: user.clone(), topic });
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedMail {
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// The same as an HTML document.
    pub html: String,
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
        kept.remove("good_for");
        kept.remove("language");
        assert_eq!(MailMessage::from_value(Value::Object(kept)).unwrap(), mail);
        assert_eq!(mail.patience(), WORTH_TELLING);
        let ten = Duration::from_mins(10);
        let mail = mail.if_wanted(&"ana".into(), MailTopic::Account).good_for(ten);
        assert_eq!(mail.patience(), ten);
        assert_eq!(MailMessage::from_value(mail.clone().into_value()).unwrap(), mail);
    }
}
