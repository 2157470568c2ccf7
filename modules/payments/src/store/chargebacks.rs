//! Chargebacks and failed refunds, written together with the event that told of them.

use sparkyard_kernel::{
    Timestamp,
    db::{DbError, Fragment},
    events::{
        payments::{CHARGEBACK_CHANGED, REFUND_FAILED, RefundFailed},
        payouts::REFUSED,
    },
    ports::{ChargebackEffects, StoppedWithdrawals},
};

use super::{
    PaymentsStore,
    events::{EventKey, first, record},
};

/// A chargeback to write.
pub(crate) struct ChargebackWrite<'a> {
    /// Event that told of it; absent if it was found in the list of disputes.
    pub(crate) event: Option<EventKey<'a>>,
    pub(crate) found: ChargebackEffects,
    pub(crate) stopped: StoppedWithdrawals,
    pub(crate) at: Timestamp,
}

impl PaymentsStore {
    /// Writes the effects of a chargeback. Changes nothing and returns false if the event was
    /// handled before.
    pub(crate) async fn write_chargeback(
        &self,
        write: ChargebackWrite<'_>,
    ) -> Result<bool, DbError> {
        let ChargebackWrite { event, found, stopped, at } = write;
        let mut write = self
            .db
            .write("payments.chargeback")
            .calls(event.map(|event| record(event, at)))
            .calls(stopped.effects)
            .calls(found.effects);
        for withdrawal in stopped.stopped {
            let id = format!("{}:closed", withdrawal.withdrawal_id);
            write = write.publish(REFUSED, id, at, withdrawal);
        }
        if let Some(payload) = found.payload {
            let id = format!("payments:{}:{}", payload.chargeback_id, payload.state);
            write = write.publish(CHARGEBACK_CHANGED, id, at, payload);
        }
        first(write).await
    }

    /// Writes the effect of a refund that has failed. Changes nothing and returns false if the
    /// event was handled before.
    pub(crate) async fn handle_failed_refund(
        &self,
        event: EventKey<'_>,
        effect: Option<(Fragment, RefundFailed)>,
        at: Timestamp,
    ) -> Result<bool, DbError> {
        let write = self.db.write("payments.failed_refund").call(record(event, at));
        let Some((effect, payload)) = effect else { return first(write).await };
        let id = format!("payments:{}:failed", payload.refund_id);
        first(write.call(effect).publish(REFUND_FAILED, id, at, payload)).await
    }
}
