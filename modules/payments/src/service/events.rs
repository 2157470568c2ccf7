//! Events of Stripe: verified, handled once, and fetched if they were not delivered.

use std::time::Duration;

use sparkyard_kernel::{Timestamp, ports::CardSync};
use stripe_webhook::{Webhook, WebhookError};
use tracing::{debug, info, warn};

use super::StripeService;
use crate::{
    error::PaymentsError,
    model::{Event, Subject, is_event_id},
};

/// Name of Stripe's account in the ledger.
pub(super) const PROVIDER: &str = "stripe";
/// Events may be listed some time after they were created.
const OVERLAP: i64 = 3600;
/// Time before the first fetch from which on events are read.
const FIRST: Duration = Duration::from_hours(24);

impl StripeService {
    /// Handles an event as delivered, if its signature is valid.
    pub(crate) async fn receive(&self, body: &[u8], signature: &str) -> Result<(), PaymentsError> {
        let text = str::from_utf8(body).map_err(|_| PaymentsError::Signature)?;
        let now = self.cx.now();
        let is_signed = |secret: &String| {
            let seconds = now.as_seconds();
            // The signature is checked first. What this module needs of an event is read below, so
            // that one with new fields or of a new type is not refused.
            let event = Webhook::construct_event_with_timestamp(text, signature, secret, seconds);
            matches!(event, Ok(_) | Err(WebhookError::BadParse(_)))
        };
        if !self.webhook_secrets.iter().any(is_signed) {
            return Err(PaymentsError::Signature);
        }
        let event = miniserde::json::from_str(text).map_err(|_| PaymentsError::Unreadable)?;
        self.handle(&event, now).await?;
        Ok(())
    }

    /// Fetches the events since the last fetch, and handles those that were not delivered.
    pub(crate) async fn sync_now(&self) -> Result<CardSync, PaymentsError> {
        self.sync(self.cx.now()).await
    }

    /// Like [`sync_now`](Self::sync_now), with the time of the fetch.
    pub(crate) async fn sync(&self, now: Timestamp) -> Result<CardSync, PaymentsError> {
        let since = match self.store.read_until().await? {
            Some(until) => until - OVERLAP,
            None => (now - FIRST).as_seconds(),
        };
        let (mut events, mut before) = (Vec::new(), None);
        loop {
            let page = self.client.events(since, before.take()).await?;
            before = page.data.last().filter(|_| page.has_more).map(|event| event.id.clone());
            events.extend(page.data);
            if before.is_none() {
                break;
            }
        }
        let (mut handled, mut failed) = (0, None);
        // Oldest first.
        for event in events.iter().rev() {
            match self.handle(event, now).await {
                Ok(has_effect) => handled += u64::from(has_effect),
                Err(PaymentsError::Unreachable) => return Err(PaymentsError::Unreachable),
                // One that cannot be handled does not keep the others waiting.
                Err(error) => {
                    warn!(event = event.id, "an event of Stripe waits for the next fetch: {error}");
                    failed = Some(error);
                }
            }
        }
        match self.follow_disputes(now).await {
            Ok(changed) => handled += changed,
            Err(PaymentsError::Unreachable) => return Err(PaymentsError::Unreachable),
            Err(error) => failed = Some(error),
        }
        // What is due is followed up again in minutes, by a job of its own.
        if let Err(error) = self.card_bookings.get()?.follow_up_due(now).await {
            warn!("card payments of bookings are followed up later: {error}");
        }
        if let Some(error) = failed {
            return Err(error);
        }
        self.store.set_read_until(now.as_seconds()).await?;
        Ok(CardSync { read: events.len() as u64, handled })
    }

    /// Handles an event unless that was done before; returns whether it had an effect. The state of
    /// the payment is asked of Stripe: events may come late, twice, and out of order.
    async fn handle(&self, event: &Event, at: Timestamp) -> Result<bool, PaymentsError> {
        if let Some(subject) = event.subject().filter(|_| is_event_id(&event.id)) {
            return self.handle_other(event, subject, at).await;
        }
        let Some(payment) = event.payment().filter(|_| is_event_id(&event.id)) else {
            debug!(kind = event.kind, "ignored an event of Stripe");
            return Ok(false);
        };
        if self.store.is_handled(&event.id).await? {
            return Ok(false);
        }
        let payment = self.client.retrieve(payment).await?;
        let ours = payment.filter(|payment| payment.reference.is_some());
        if ours.is_none() {
            info!(event = event.id, "an event of Stripe is about no payment of this site");
        }
        if let Some(reference) = ours.as_ref().and_then(|payment| payment.reference.as_deref()) {
            self.follow_up(reference).await?;
        }
        let ledger = self.ledger.get()?;
        let effect = ours.map(|payment| ledger.card_payment_changed(PROVIDER, &payment, at));
        let concerned = effect.is_some();
        let first = self.store.handle((&event.id, &event.kind), effect, at).await?;
        Ok(first && concerned)
    }

    /// Does what is stored for a payment of a booking. A failure is tried again later.
    pub(super) async fn follow_up(&self, reference: &str) -> Result<(), PaymentsError> {
        let followed = self.card_bookings.get()?.follow_up_reference(reference).await;
        if let Err(error) = followed {
            warn!(reference, "a card payment of a booking is followed up later: {error}");
        }
        Ok(())
    }

    /// Handles an event about another object than a payment. What follows from it is the state of
    /// the object, as Stripe shows it now, so that a repetition after a stop changes nothing.
    async fn handle_other(
        &self,
        event: &Event,
        subject: Subject<'_>,
        at: Timestamp,
    ) -> Result<bool, PaymentsError> {
        if self.store.is_handled(&event.id).await? {
            return Ok(false);
        }
        let concerned = match subject {
            Subject::Setup(id) => self.follow_setup(id, at).await?,
            Subject::Method(id) => self.follow_method(id).await?,
            Subject::Account(id) => self.follow_account(id).await?,
            Subject::Dispute(id) => {
                return self.follow_dispute((&event.id, &event.kind), id, at).await;
            }
            Subject::Refund(id) => {
                return self.follow_refund((&event.id, &event.kind), id, at).await;
            }
            Subject::Transfer(id) => {
                let reversal = self.reversal(id).await?;
                let concerned = reversal.is_some();
                let event = (event.id.as_str(), event.kind.as_str());
                return Ok(self.store.handle_reversal(event, reversal, at).await? && concerned);
            }
        };
        let first = self.store.handle((&event.id, &event.kind), None, at).await?;
        Ok(first && concerned)
    }
}
