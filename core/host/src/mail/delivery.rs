use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::anyhow;
use async_trait::async_trait;
use sparkyard_kernel::{
    Clock, Event, EventHandler,
    events::core::MAIL,
    ports::{MailChoices, MailMessage, Mails},
};
use tracing::warn;

use super::{Letter, MailError, Mailer};

/// A mail that cannot be read is kept for this long: the program may be newer when it is put right.
const UNREADABLE: Duration = Duration::from_hours(4 * 24);

/// Delivers the mails that modules publish. One that is refused for good is never tried again, and
/// none is tried that has waited for longer than it is worth sending.
pub(crate) struct MailDelivery {
    mails: Arc<dyn Mails>,
    choices: Option<Arc<dyn MailChoices>>,
    mailer: Arc<dyn Mailer>,
    clock: Arc<dyn Clock>,
    given_up: AtomicU64,
}

impl MailDelivery {
    pub(crate) fn new(
        mails: Arc<dyn Mails>,
        choices: Option<Arc<dyn MailChoices>>,
        mailer: Arc<dyn Mailer>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { mails, choices, mailer, clock, given_up: AtomicU64::new(0) }
    }

    /// Whether the receiver wants it by the time it is sent.
    async fn is_wanted(&self, mail: &MailMessage) -> anyhow::Result<bool> {
        match (&self.choices, &mail.optional) {
            (Some(choices), Some(optional)) => {
                choices.wants(optional).await.map_err(|error| anyhow!("{error:?}"))
            }
            _ => Ok(true),
        }
    }

    async fn send(&self, event: &Event, mail: &MailMessage) -> Result<(), MailError> {
        let unreadable = |cause: anyhow::Error| MailError::PutOff(format!("unreadable: {cause}"));
        if !self.is_wanted(mail).await.map_err(unreadable)? {
            return Ok(());
        }
        let words = self.mails.render(mail).map_err(|error| unreadable(anyhow!("{error:?}")))?;
        self.mailer.send(&Letter::new(&event.id, mail, event.at, words)).await
    }

    /// Says that a mail will not be sent, and how many there were of these since the server was
    /// started; not whom it was for.
    fn give_up(&self, event: &Event, mail: &MailMessage, cause: &str) {
        let given_up = self.given_up.fetch_add(1, Ordering::Relaxed) + 1;
        warn!(mail = event.id, template = mail.template, given_up, "mail given up: {cause}");
    }
}

#[async_trait]
impl EventHandler for MailDelivery {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        let mail = match event.read(MAIL) {
            Err(cause) if self.clock.now() > event.at + UNREADABLE => {
                warn!(mail = event.id, "mail given up: {cause}");
                return Ok(());
            }
            mail => mail?,
        };
        if self.clock.now() > event.at + mail.patience() {
            self.give_up(event, &mail, "it could not leave in time");
            return Ok(());
        }
        match self.send(event, &mail).await {
            Err(refused @ MailError::Refused(_)) => {
                self.give_up(event, &mail, &refused.to_string());
                Ok(())
            }
            outcome => Ok(outcome?),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use sparkyard_kernel::{
        ManualClock, Timestamp, db::SurrealValue, keys::MasterKey, site::SiteConfig,
    };

    use super::*;
    use crate::mail::Templates;

    /// Answers as it is told, and counts how often it is asked.
    struct Server {
        answer: fn() -> Result<(), MailError>,
        asked: Mutex<u32>,
    }

    #[async_trait]
    impl Mailer for Server {
        async fn send(&self, _: &Letter) -> Result<(), MailError> {
            *self.asked.lock().unwrap() += 1;
            (self.answer)()
        }
    }

    /// Delivers `mail` again and again, as often as the outbox would; how often the server was
    /// asked, and how long it took until the mail was gone.
    async fn attempts(mail: MailMessage, answer: fn() -> Result<(), MailError>) -> (u32, Duration) {
        let start: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
        let clock = ManualClock::at(start);
        let server = Arc::new(Server { answer, asked: Mutex::default() });
        let keys = MasterKey::new([0; 32]);
        let words = Arc::new(Templates::new(&SiteConfig::default(), &keys).unwrap());
        let delivery = MailDelivery::new(words, None, server.clone(), Arc::new(clock.clone()));
        let event = Event {
            id: "one".to_owned(),
            name: MAIL.name().to_owned(),
            at: start,
            payload: mail.into_value(),
        };
        let mut wait = Duration::from_secs(2);
        while delivery.handle(&event).await.is_err() {
            clock.advance(wait);
            wait = (wait * 2).min(Duration::from_mins(15));
        }
        let asked = *server.asked.lock().unwrap();
        (asked, clock.now().since(start))
    }

    #[tokio::test]
    async fn a_mail_is_tried_until_it_is_refused_or_too_late() {
        let notice = || MailMessage::new("ana@example.org", "auth/known");
        let short = || notice().good_for(Duration::from_mins(10));
        let refused = || Err(MailError::Refused("550".to_owned()));
        assert_eq!(attempts(notice(), refused).await, (1, Duration::ZERO));
        let put_off = || Err(MailError::PutOff("450".to_owned()));
        let away = || Err(MailError::Unreachable("no server".to_owned()));
        for answer in [put_off, away] {
            let (asked, waited) = attempts(short(), answer).await;
            assert!(asked <= 9 && waited < Duration::from_mins(20), "{asked} in {waited:?}");
            let (asked, waited) = attempts(notice(), answer).await;
            assert!(asked > 300 && waited < Duration::from_hours(97), "{asked} in {waited:?}");
        }
        assert_eq!(attempts(short(), || Ok(())).await, (1, Duration::ZERO));
    }
}
