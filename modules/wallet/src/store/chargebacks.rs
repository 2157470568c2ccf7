//! Chargebacks, and refunds that have failed.

use sparkyard_kernel::{
    BookingId, IntentId, PageQuery, Timestamp,
    db::{DbError, Fragment},
    events::payments::{REFUND_FAILED, RefundFailed},
    newest_first,
    ports::{BouncedRefund, Chargeback, ChargebackState},
};

use super::WalletStore;
use crate::{
    error::{NOT_BOOKED, REFUND_CHANGED},
    model::chargeback::{Disputed, FailedRefund, PaidByCard, StoredChargeback},
};

pub(super) const CHARGEBACKS: &str = "SELECT *, record::id(id) AS id FROM chargeback \
     WHERE state = $state AND newest > $after ORDER BY newest LIMIT $limit";
pub(super) const OF_BOOKING: &str = "SELECT VALUE state FROM chargeback WHERE booking = $booking";
pub(super) const FAILED_REFUNDS: &str = "SELECT *, record::id(id) AS id FROM failed_refund \
     WHERE newest > $after ORDER BY newest LIMIT $limit";

/// Sets aside what a disputed payment has paid for, once.
pub(crate) fn open_chargeback(
    provider: &'static str,
    shown: &Chargeback,
    disputed: &Disputed,
    newest: String,
    at: Timestamp,
) -> Fragment {
    let (top_up, card) = match &disputed.paid {
        PaidByCard::TopUp(id) => (Some(id.clone()), None),
        PaidByCard::Card(id) => (None, Some(id.clone())),
    };
    Fragment::new("fn::wallet::open_chargeback", NOT_BOOKED)
        .arg(shown.id.clone())
        .arg(disputed.payer.clone())
        .arg(top_up)
        .arg(card)
        .arg(provider.to_owned())
        .arg(shown.amount)
        .arg(newest)
        .arg(at)
}

/// Follows a chargeback to its present state.
pub(crate) fn follow_chargeback(shown: &Chargeback, at: Timestamp) -> Fragment {
    Fragment::new("fn::wallet::follow_chargeback", &[])
        .arg(shown.id.clone())
        .arg(shown.status.clone())
        .arg(shown.state)
        .arg(shown.withdrawn)
        .arg(shown.reinstated)
        .arg(shown.evidence_due)
        .arg(at)
}

/// Credits a refund that has failed to the cash of its member.
pub(crate) fn refund_failed(
    refund: &BouncedRefund,
    card: &IntentId,
    newest: String,
    at: Timestamp,
) -> Fragment {
    Fragment::new("fn::wallet::refund_failed", NOT_BOOKED)
        .arg(refund.id.clone())
        .arg(card.clone())
        .arg(refund.amount)
        .arg(newest)
        .arg(at)
}

impl WalletStore {
    /// Returns a chargeback.
    pub(crate) async fn chargeback(&self, id: &str) -> Result<Option<StoredChargeback>, DbError> {
        self.db.get("chargeback", id.to_owned()).await
    }

    /// Returns chargebacks in a state, newest first.
    pub(crate) async fn chargebacks(
        &self,
        state: ChargebackState,
        page: &PageQuery,
    ) -> Result<Vec<StoredChargeback>, DbError> {
        let query = self.db.query(CHARGEBACKS).bind("state", state);
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        query.bind("limit", page.fetch_limit()).fetch().await
    }

    /// Returns the states of the chargebacks of a booking's payment.
    pub(crate) async fn chargebacks_of(
        &self,
        booking: BookingId,
    ) -> Result<Vec<ChargebackState>, DbError> {
        self.db.query(OF_BOOKING).bind("booking", booking).fetch().await
    }

    /// Credits what is still to refund of a payment to the cash of its member, once, if it is as
    /// `payload` says.
    pub(crate) async fn refund_to_wallet(
        &self,
        payload: RefundFailed,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let id = payload.refund_id.clone();
        let credit = Fragment::new("fn::wallet::refund_to_wallet", REFUND_CHANGED)
            .arg(id.clone())
            .arg(payload.amount)
            .arg(newest_first(at, &id))
            .arg(at);
        let write = self.db.write("wallet.refund_to_wallet").call(credit);
        let event = format!("wallet:{id}:refund_failed");
        match write.publish(REFUND_FAILED, event, at, payload).run().await {
            // Another follow-up was first.
            Err(DbError::Refused(_)) => Ok(()),
            outcome => outcome,
        }
    }

    /// Returns refunds that have failed, newest first.
    pub(crate) async fn failed_refunds(
        &self,
        page: &PageQuery,
    ) -> Result<Vec<FailedRefund>, DbError> {
        let query = self.db.query(FAILED_REFUNDS);
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        query.bind("limit", page.fetch_limit()).fetch().await
    }
}
