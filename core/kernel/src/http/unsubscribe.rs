//! Links by which members switch off mails without signing in.

use surrealdb::types::{SurrealValue, Value};

use crate::{
    UserId,
    keys::MasterKey,
    ports::{MailTopic, OptionalMail},
    signature::Signer,
};

/// Creates and verifies unsubscribe tokens. A token names the member and the topics and is signed.
///
/// It does not contain the address, permits nothing else, and never expires, because people keep
/// mails.
#[derive(Clone, Debug)]
pub struct Unsubscribe(Signer);

impl Unsubscribe {
    /// Derives the signing key from `keys`.
    pub fn new(keys: &MasterKey) -> Self {
        Self(Signer::new(keys, "core.unsubscribe"))
    }

    /// Returns the URL-safe token for the link in `mail`.
    pub fn token(&self, mail: &OptionalMail) -> String {
        let topics: Vec<String> = mail.topics().map(word).collect();
        self.0.sign(&format!("{}.{}", topics.join("~"), mail.user))
    }

    /// Verifies `token` and returns the mails it switches off; `None` if it is not valid.
    pub fn read(&self, token: &str) -> Option<OptionalMail> {
        let (topics, user) = self.0.verify(token)?.split_once('.')?;
        let known = |topic: &str| MailTopic::from_value(Value::String(topic.to_owned())).ok();
        let mut topics = topics.split('~').map(known);
        let (topic, user) = (topics.next()??, UserId::received(user)?);
        Some(OptionalMail { user, topic, also: topics.collect::<Option<_>>()? })
    }
}

/// Returns the word by which a topic is stored and sent.
pub fn word(topic: MailTopic) -> String {
    match topic.into_value() {
        Value::String(word) => word,
        other => unreachable!("a topic is stored by its word, not {other:?}"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed test may panic")]
mod tests {
    use super::*;

    #[test]
    fn forged_tokens_are_rejected() {
        let links = Unsubscribe::new(&MasterKey::new([7; 32]));
        let mail = OptionalMail::new(&"01ana".into(), MailTopic::OrderUpdates);
        let token = links.token(&mail);
        assert!(token.starts_with("order_updates.01ana."), "{token}");
        assert_eq!(links.read(&token), Some(mail.clone()));
        let both = OptionalMail { also: vec![MailTopic::Account], ..mail };
        let longer = links.token(&both);
        assert!(longer.starts_with("order_updates~account.01ana."), "{longer}");
        assert_eq!(links.read(&longer), Some(both));
        let (_, signature) = token.rsplit_once('.').unwrap();
        for forged in [
            "",
            "..",
            signature,
            "order_updates.01ana",
            "order_updates.01ana.",
            &format!("order_updates.02bo.{signature}"),
            &format!("account.01ana.{signature}"),
            &format!("{token}A"),
            &token[..token.len() - 4],
        ] {
            assert_eq!(links.read(forged), None, "{forged}");
        }
        let elsewhere = Unsubscribe::new(&MasterKey::new([8; 32]));
        assert_eq!(elsewhere.read(&token), None);
    }
}
