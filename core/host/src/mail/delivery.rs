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
    events::core::{MAIL, MAIL_TO_MANY},
    ports::{MailChoices, MailMessage, Mails, TroubleKind},
};
use tracing::{info, warn};

use super::{Letter, MailError, Mailer, Returns, Troubles, inbound::MailAddresses};

/// A mail that cannot be read is kept for this long: the program may be newer when it is put right.
const UNREADABLE: Duration = Duration::from_hours(4 * 24);

/// What is said of a mail that was never taken.
const TOO_LATE: &str = "it could not leave in time";

/// Delivers the mails that modules publish. One that is refused for good is never tried again, and
/// none is tried that has waited for longer than it is worth sending; what became of either is
/// noted with its address. Mails that one can do without are not sent to an address that takes
/// none, until somebody has looked at it.
pub(crate) struct MailDelivery {
    mails: Arc<dyn Mails>,
    choices: Option<Arc<dyn MailChoices>>,
    mailer: Arc<dyn Mailer>,
    returning: Option<Returning>,
    clock: Arc<dyn Clock>,
    given_up: AtomicU64,
}

/// What is done about mails that come back.
pub(crate) struct Returning {
    /// Where they are noted.
    pub(crate) troubles: Arc<Troubles>,
    /// How they prove to have been ours.
    pub(crate) addresses: Arc<MailAddresses>,
}

impl MailDelivery {
    pub(crate) fn new(
        mails: Arc<dyn Mails>,
        choices: Option<Arc<dyn MailChoices>>,
        mailer: Arc<dyn Mailer>,
        returning: Option<Returning>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { mails, choices, mailer, returning, clock, given_up: AtomicU64::new(0) }
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

    /// Whether it waits because mail to its address comes back: the receiver is told so, and
    /// whoever gets this one has to ask for it again by having the address looked at.
    async fn is_paused(&self, mail: &MailMessage) -> anyhow::Result<bool> {
        let (Some(returning), Some(optional)) = (&self.returning, &mail.optional) else {
            return Ok(false);
        };
        let paused = returning.troubles.pauses(&optional.user, &mail.to).await;
        paused.map_err(|error| anyhow!("{error:?}"))
    }

    /// Whether its receiver can sign in by the time it is sent, where that decides whether they get
    /// it.
    async fn is_for_member(&self, event: &Event, mail: &MailMessage) -> anyhow::Result<bool> {
        let (Some(returning), Some(optional)) = (&self.returning, &mail.optional) else {
            return Ok(true);
        };
        if event.name != MAIL_TO_MANY.name() {
            return Ok(true);
        }
        let active = returning.troubles.is_active(&optional.user).await;
        active.map_err(|error| anyhow!("{error:?}"))
    }

    /// In the language of its receiver, if it is known who that is.
    async fn in_language(&self, mail: MailMessage) -> anyhow::Result<MailMessage> {
        let (Some(choices), Some(optional)) = (&self.choices, &mail.optional) else {
            return Ok(mail);
        };
        let language = choices.language(&optional.user).await;
        let language = language.map_err(|error| anyhow!("{error:?}"))?;
        Ok(MailMessage { language: Some(language), ..mail })
    }

    async fn send(&self, event: &Event, mail: &MailMessage) -> Result<(), MailError> {
        let unreadable = |cause: anyhow::Error| MailError::PutOff(format!("unreadable: {cause}"));
        if !self.is_wanted(mail).await.map_err(unreadable)? {
            return Ok(());
        }
        if !self.is_for_member(event, mail).await.map_err(unreadable)? {
            return Ok(());
        }
        if self.is_paused(mail).await.map_err(unreadable)? {
            info!(mail = event.id, template = mail.template, "not sent: its address takes no mail");
            return Ok(());
        }
        let mail = &self.in_language(mail.clone()).await.map_err(unreadable)?;
        let words = self.mails.render(mail).map_err(|error| unreadable(anyhow!("{error:?}")))?;
        let mut letter = Letter::new(&event.id, mail, event.at, words);
        letter.returns = self.returning.as_ref().map(|returning| {
            let token = returning.addresses.return_token(&mail.to);
            Returns { path: returning.addresses.return_path(&token), token }
        });
        self.mailer.send(&letter).await
    }

    /// Notes with the address what became of a mail to it.
    async fn note(
        &self,
        event: &Event,
        mail: &MailMessage,
        kind: TroubleKind,
        cause: &str,
    ) -> anyhow::Result<()> {
        let Some(Returning { troubles, .. }) = &self.returning else { return Ok(()) };
        let noted = troubles.note(&mail.to, kind, cause, &event.id).await;
        noted.map_err(|error| anyhow!("{error:?}"))
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
        let read = event.of(MAIL_TO_MANY).and_then(|mail| match mail {
            Some(mail) => Ok(mail),
            None => event.read(MAIL),
        });
        let mail = match read {
            Err(cause) if self.clock.now() > event.at + UNREADABLE => {
                warn!(mail = event.id, "mail given up: {cause}");
                return Ok(());
            }
            mail => mail?,
        };
        if self.clock.now() > event.at + mail.patience() {
            // What is void after some minutes is asked for again by whoever misses it.
            if mail.good_for.is_none() {
                self.note(event, &mail, TroubleKind::Late, TOO_LATE).await?;
            }
            self.give_up(event, &mail, TOO_LATE);
            return Ok(());
        }
        match self.send(event, &mail).await {
            Err(MailError::AddressRefused(cause)) => {
                self.note(event, &mail, TroubleKind::Refused, &cause).await?;
                self.give_up(event, &mail, &cause);
                Ok(())
            }
            Err(MailError::Refused(cause)) => {
                self.note(event, &mail, TroubleKind::Late, &cause).await?;
                self.give_up(event, &mail, &cause);
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
        let delivery =
            MailDelivery::new(words, None, server.clone(), None, Arc::new(clock.clone()));
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
