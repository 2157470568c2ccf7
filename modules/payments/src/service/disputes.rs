//! Disputes of payments at the cardholder's bank (chargebacks), and refunds that fail. What follows
//! from them in the ledger is written together with the id of the event that told of them.

use std::time::Duration;

use sparkyard_kernel::{
    Money, Timestamp,
    db::DbError,
    ports::{CARD_BOOKING, DisputedPayment, NOT_BOOKED, StoppedWithdrawals, WITHDRAWALS_CHANGED},
};
use tracing::{info, warn};

use super::{StripeService, events::PROVIDER};
use crate::{
    error::PaymentsError,
    model::dispute::Dispute,
    store::{ChargebackWrite, EventKey},
};

/// Time for which a dispute can change: an answer is due after three weeks at most, and the bank then
/// decides within three months (<https://docs.stripe.com/disputes/how-disputes-work>).
const CAN_CHANGE: Duration = Duration::from_hours(24 * 180);
/// Attempts to stop withdrawals that change meanwhile.
const ROUNDS: usize = 5;

impl StripeService {
    /// Follows a dispute of which an event tells. Returns whether it had an effect.
    pub(super) async fn follow_dispute(
        &self,
        event: EventKey<'_>,
        id: &str,
        at: Timestamp,
    ) -> Result<bool, PaymentsError> {
        let Some(dispute) = self.client.dispute(id).await? else {
            self.store.handle(event, None, at).await?;
            return Ok(false);
        };
        self.write_chargeback(Some(event), &dispute, at).await
    }

    /// Follows all disputes that can still change, also those whose events were missed. Returns the
    /// number of those with an effect.
    pub(super) async fn follow_disputes(&self, now: Timestamp) -> Result<u64, PaymentsError> {
        let (mut changed, mut failed) = (0, None);
        // Oldest first.
        for dispute in self.client.disputes((now - CAN_CHANGE).as_seconds()).await?.iter().rev() {
            match self.write_chargeback(None, dispute, now).await {
                Ok(has_effect) => changed += u64::from(has_effect),
                Err(PaymentsError::Unreachable) => return Err(PaymentsError::Unreachable),
                // One that cannot be handled does not keep the others waiting.
                Err(error) => {
                    warn!(dispute = dispute.id, "a dispute waits for the next fetch: {error}");
                    failed = Some(error);
                }
            }
        }
        failed.map_or(Ok(changed), Err)
    }

    /// Writes what follows from a dispute as it is now.
    async fn write_chargeback(
        &self,
        event: Option<EventKey<'_>>,
        dispute: &Dispute,
        at: Timestamp,
    ) -> Result<bool, PaymentsError> {
        let chargebacks = self.chargebacks.get()?;
        let shown = dispute.chargeback();
        let payment = match chargebacks.is_followed(&shown).await? {
            true => None,
            false => self.disputed_payment(dispute).await?,
        };
        for round in 1.. {
            let found = match &payment {
                Some(payment) => {
                    chargebacks.chargeback_changed(PROVIDER, &shown, payment, at).await?
                }
                None => None,
            };
            let Some(found) = found else {
                if let Some(event) = event {
                    self.store.handle(event, None, at).await?;
                }
                return Ok(false);
            };
            let stopped = match (&found.stops_withdrawals_of, self.payouts.filled()) {
                (Some(user), Some(payouts)) => payouts.stop_withdrawals(user, at).await?,
                _ => StoppedWithdrawals { effects: Vec::new(), stopped: Vec::new() },
            };
            let write = ChargebackWrite { event, found, stopped, at };
            match self.store.write_chargeback(write).await {
                Err(DbError::Refused(violation))
                    if violation.code == WITHDRAWALS_CHANGED && round < ROUNDS => {}
                // Found again in the list of disputes, once the payment is booked.
                Err(DbError::Refused(violation)) if violation.code == NOT_BOOKED => {
                    warn!(dispute = dispute.id, "a dispute waits until its payment is booked");
                    return Ok(false);
                }
                outcome => return Ok(outcome?),
            }
        }
        Ok(false)
    }

    /// Returns the disputed payment, with what is stored for it done; `None` for payments of others.
    async fn disputed_payment(
        &self,
        dispute: &Dispute,
    ) -> Result<Option<DisputedPayment>, PaymentsError> {
        let id = dispute.payment_intent.as_deref().filter(|_| dispute.is_in_pounds());
        let payment = match id {
            Some(id) => self.client.retrieve(id).await?,
            None => None,
        };
        let ours = payment.and_then(|payment| Some((payment.reference.clone()?, payment)));
        let Some((reference, payment)) = ours else {
            info!(dispute = dispute.id, "a dispute is about no payment of this site");
            return Ok(None);
        };
        self.follow_up(&reference).await?;
        let refunded = match reference.starts_with(CARD_BOOKING) {
            true => Money::from_minor(self.refunded(&payment.id).await?),
            false => Money::ZERO,
        };
        Ok(Some(DisputedPayment { payment, refunded }))
    }

    /// Follows a refund of which an event tells. Returns whether it had an effect.
    pub(super) async fn follow_refund(
        &self,
        event: EventKey<'_>,
        id: &str,
        at: Timestamp,
    ) -> Result<bool, PaymentsError> {
        let refund = self.client.refund(id).await?;
        let Some(bounced) = refund.and_then(|refund| refund.bounced()) else {
            self.store.handle(event, None, at).await?;
            return Ok(false);
        };
        // The refund itself is booked first.
        self.follow_up(&bounced.reference).await?;
        let effect = self.chargebacks.get()?.refund_failed(PROVIDER, &bounced, at).await?;
        let concerned = effect.is_some();
        Ok(self.store.handle_failed_refund(event, effect, at).await? && concerned)
    }
}
