use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::anyhow;
use async_trait::async_trait;
use prometheus::IntCounterVec;
use sparkyard_kernel::{
    Clock, Event, EventHandler,
    events::core::{MAIL, MAIL_TO_MANY},
    ports::{MailChoices, MailMessage, Mails, TroubleKind, without_address},
};
use tracing::{info, warn};

use super::{
    BounceTracking, DelegateMail, Email, MailError, Mailer, Troubles, inbound::MailAddresses,
};

/// Time for which an unreadable mail is retried; a newer program may be able to read it.
const UNREADABLE: Duration = Duration::from_hours(4 * 24);

/// Cause recorded for a mail that expired.
const TOO_LATE: &str = "it could not leave in time";

/// Delivers the mails that modules publish. A mail that was rejected permanently is not retried,
/// and none is sent after its expiry; both are recorded as failures of the address. Optional mails
/// to a failing address are suppressed until somebody has cleared the failure.
pub(crate) struct MailDelivery {
    mails: Arc<dyn Mails>,
    choices: Option<Arc<dyn MailChoices>>,
    mailer: Arc<dyn Mailer>,
    bounces: Option<BounceHandling>,
    delegates: Option<DelegateMail>,
    clock: Arc<dyn Clock>,
    given_up: AtomicU64,
    /// Outcomes, for metrics.
    outcomes: Option<IntCounterVec>,
}

/// Services for bounces.
pub(crate) struct BounceHandling {
    /// Records delivery failures.
    pub(crate) troubles: Arc<Troubles>,
    /// Makes the tokens that identify bounces of our mails.
    pub(crate) addresses: Arc<MailAddresses>,
}

impl MailDelivery {
    pub(crate) fn new(
        mails: Arc<dyn Mails>,
        choices: Option<Arc<dyn MailChoices>>,
        mailer: Arc<dyn Mailer>,
        bounces: Option<BounceHandling>,
        delegates: Option<DelegateMail>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let (given_up, outcomes) = (AtomicU64::new(0), None);
        Self { mails, choices, mailer, bounces, delegates, clock, given_up, outcomes }
    }

    /// Counts the outcomes of all mails in `outcomes`.
    pub(crate) fn counted(self, outcomes: IntCounterVec) -> Self {
        Self { outcomes: Some(outcomes), ..self }
    }

    fn count(&self, outcome: &str) {
        if let Some(outcomes) = &self.outcomes {
            outcomes.with_label_values(&[outcome]).inc();
        }
    }

    /// Returns the mail with an address that exists; `None` for a member without one and without
    /// somebody who acts for them.
    async fn addressed(&self, mail: MailMessage) -> anyhow::Result<Option<MailMessage>> {
        let Some(member) = without_address(&mail.to) else { return Ok(Some(mail)) };
        let Some(delegates) = &self.delegates else { return Ok(None) };
        let redirected = delegates.redirect(&member, mail).await;
        redirected.map_err(|error| anyhow!("{error:?}"))
    }

    /// Checks whether the receiver still wants the mail at the time of sending.
    async fn is_wanted(&self, mail: &MailMessage) -> anyhow::Result<bool> {
        match (&self.choices, &mail.optional) {
            (Some(choices), Some(optional)) => {
                choices.wants(optional).await.map_err(|error| anyhow!("{error:?}"))
            }
            _ => Ok(true),
        }
    }

    /// Checks whether optional mails to the address are paused. The receiver is notified of the
    /// pause; suppressed mails are not sent later.
    async fn is_paused(&self, mail: &MailMessage) -> anyhow::Result<bool> {
        let (Some(bounces), Some(optional)) = (&self.bounces, &mail.optional) else {
            return Ok(false);
        };
        let paused = bounces.troubles.pauses(&optional.user, &mail.to).await;
        paused.map_err(|error| anyhow!("{error:?}"))
    }

    /// Checks whether the receiver of a mail to many can sign in at the time of sending.
    async fn is_for_member(&self, event: &Event, mail: &MailMessage) -> anyhow::Result<bool> {
        let (Some(bounces), Some(optional)) = (&self.bounces, &mail.optional) else {
            return Ok(true);
        };
        if event.name != MAIL_TO_MANY.name() {
            return Ok(true);
        }
        let active = bounces.troubles.is_active(&optional.user).await;
        active.map_err(|error| anyhow!("{error:?}"))
    }

    /// Sets the receiver's language, if the receiver is known.
    async fn in_language(&self, mail: MailMessage) -> anyhow::Result<MailMessage> {
        let (Some(choices), Some(optional)) = (&self.choices, &mail.optional) else {
            return Ok(mail);
        };
        let language = choices.language(&optional.user).await;
        let language = language.map_err(|error| anyhow!("{error:?}"))?;
        Ok(MailMessage { language: Some(language), ..mail })
    }

    /// Sends a mail unless its receiver does not want it; returns whether it was sent.
    async fn send(&self, event: &Event, mail: &MailMessage) -> Result<bool, MailError> {
        let unreadable = |cause: anyhow::Error| MailError::PutOff(format!("unreadable: {cause}"));
        if !self.is_wanted(mail).await.map_err(unreadable)? {
            return Ok(false);
        }
        if !self.is_for_member(event, mail).await.map_err(unreadable)? {
            return Ok(false);
        }
        if self.is_paused(mail).await.map_err(unreadable)? {
            info!(
                mail = event.id,
                template = mail.template,
                "not sent: its address accepts no mail"
            );
            return Ok(false);
        }
        let mail = &self.in_language(mail.clone()).await.map_err(unreadable)?;
        let words = self.mails.render(mail).map_err(|error| unreadable(anyhow!("{error:?}")))?;
        let mut email = Email::new(&event.id, mail, event.at, words);
        email.bounces = self.bounces.as_ref().map(|bounces| {
            let token = bounces.addresses.bounce_token(&mail.to);
            BounceTracking { path: bounces.addresses.return_path(&token), token }
        });
        self.mailer.send(&email).await.map(|()| true)
    }

    /// Records a delivery failure of the mail's address.
    async fn record_failure(
        &self,
        event: &Event,
        mail: &MailMessage,
        kind: TroubleKind,
        cause: &str,
    ) -> anyhow::Result<()> {
        let Some(BounceHandling { troubles, .. }) = &self.bounces else { return Ok(()) };
        let recorded = troubles.record(&mail.to, kind, cause, &event.id).await;
        recorded.map_err(|error| anyhow!("{error:?}"))
    }

    /// Logs that a mail will not be sent, with the number of such mails since start, but not its
    /// receiver.
    fn give_up(&self, event: &Event, mail: &MailMessage, cause: &str) {
        let given_up = self.given_up.fetch_add(1, Ordering::Relaxed) + 1;
        warn!(
            mail = event.id,
            template = mail.template,
            given_up,
            "gave up sending a mail: {cause}"
        );
    }
}

#[async_trait]
impl EventHandler for MailDelivery {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        let mail = match mail_of(event) {
            Err(cause) if self.clock.now() > event.at + UNREADABLE => {
                warn!(mail = event.id, "gave up sending a mail: {cause}");
                return Ok(());
            }
            mail => mail?,
        };
        let Some(mail) = self.addressed(mail).await? else {
            info!(mail = event.id, "not sent: the member has no address, and no helper");
            self.count("unwanted");
            return Ok(());
        };
        if self.clock.now() > event.at + mail.patience() {
            // A mail that expires within minutes, such as a code, can be requested again.
            if mail.good_for.is_none() {
                self.record_failure(event, &mail, TroubleKind::Late, TOO_LATE).await?;
            }
            self.count("expired");
            self.give_up(event, &mail, TOO_LATE);
            return Ok(());
        }
        match self.send(event, &mail).await {
            Err(MailError::AddressRefused(cause)) => {
                self.count("address_refused");
                self.record_failure(event, &mail, TroubleKind::Refused, &cause).await?;
                self.give_up(event, &mail, &cause);
                Ok(())
            }
            Err(MailError::Refused(cause)) => {
                self.count("refused");
                self.record_failure(event, &mail, TroubleKind::Late, &cause).await?;
                self.give_up(event, &mail, &cause);
                Ok(())
            }
            Err(later) => {
                self.count("retried");
                Err(later.into())
            }
            Ok(sent) => {
                self.count(if sent { "sent" } else { "unwanted" });
                Ok(())
            }
        }
    }
}

/// Returns the mail of an event; an error for an event without one.
fn mail_of(event: &Event) -> anyhow::Result<MailMessage> {
    for topic in [MAIL, MAIL_TO_MANY] {
        if let Some(mail) = event.of(topic)? {
            return Ok(mail);
        }
    }
    Err(anyhow!("{} is no mail", event.name))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use sparkyard_kernel::{
        ManualClock, Timestamp,
        db::SurrealValue,
        keys::MasterKey,
        site::{Site, SiteConfig},
    };

    use super::*;
    use crate::mail::Templates;

    /// Returns a fixed outcome and counts calls.
    struct Server {
        outcome: fn() -> Result<(), MailError>,
        calls: Mutex<u32>,
    }

    #[async_trait]
    impl Mailer for Server {
        async fn send(&self, _: &Email) -> Result<(), MailError> {
            *self.calls.lock().unwrap() += 1;
            (self.outcome)()
        }
    }

    /// Delivers `mail` repeatedly with the outbox's backoff; returns the number of attempts and the
    /// time until the mail was gone.
    async fn attempts(
        mail: MailMessage,
        outcome: fn() -> Result<(), MailError>,
    ) -> (u32, Duration) {
        let start: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
        let clock = ManualClock::at(start);
        let server = Arc::new(Server { outcome, calls: Mutex::default() });
        let keys = MasterKey::new([0; 32]);
        let site = Arc::new(Site::new(SiteConfig::default()));
        let words = Arc::new(Templates::new(site, &keys).unwrap());
        let delivery =
            MailDelivery::new(words, None, server.clone(), None, None, Arc::new(clock.clone()));
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
        let calls = *server.calls.lock().unwrap();
        (calls, clock.now().since(start))
    }

    #[tokio::test]
    async fn mail_is_retried_until_rejected_or_expired() {
        let notice = || MailMessage::new("ana@example.org", "auth/known");
        let short = || notice().good_for(Duration::from_mins(10));
        let refused = || Err(MailError::Refused("550".to_owned()));
        assert_eq!(attempts(notice(), refused).await, (1, Duration::ZERO));
        let put_off = || Err(MailError::PutOff("450".to_owned()));
        let away = || Err(MailError::Unreachable("no server".to_owned()));
        for outcome in [put_off, away] {
            let (calls, waited) = attempts(short(), outcome).await;
            assert!(calls <= 9 && waited < Duration::from_mins(20), "{calls} in {waited:?}");
            let (calls, waited) = attempts(notice(), outcome).await;
            assert!(calls > 300 && waited < Duration::from_hours(97), "{calls} in {waited:?}");
        }
        assert_eq!(attempts(short(), || Ok(())).await, (1, Duration::ZERO));
    }
}
