//! The ledger as other modules see it.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, BookingId, Cx, IntentId, Price, Sparks, Timestamp, UserId,
    db::Fragment,
    ports::{Balances, EscrowSplit, Ledger, LedgerReport},
};

use crate::{check::ledger_check, history, store};

/// Offers the port.
pub(crate) struct Treasury(Cx);

impl Treasury {
    pub(crate) fn new(cx: Cx) -> Self {
        Self(cx)
    }
}

#[async_trait]
impl Ledger for Treasury {
    async fn balances(&self, user: &UserId) -> Result<Balances, ApiError> {
        Ok(history::balances(&self.0, user).await?)
    }

    fn escrow(
        &self,
        intent: &IntentId,
        client: &UserId,
        booking: BookingId,
        price: Price,
        at: Timestamp,
    ) -> Fragment {
        store::escrow(intent, client, booking, price, at)
    }

    fn settle(
        &self,
        booking: BookingId,
        client: &UserId,
        provider: &UserId,
        price: Price,
        split: EscrowSplit,
        at: Timestamp,
    ) -> Fragment {
        store::settle(booking, (client, provider), price, split, at)
    }

    async fn referral_rewards(&self, user: &UserId) -> Result<Sparks, ApiError> {
        Ok(Sparks::from_minor(store::referral_rewards(&self.0.db, user).await?))
    }

    async fn tokens_circulating(&self) -> Result<Sparks, ApiError> {
        let (_, balance) = store::community(&self.0.db).await?;
        Ok(Sparks::from_minor(-balance))
    }

    async fn check(&self) -> Result<LedgerReport, ApiError> {
        Ok(ledger_check(&self.0.db).await?)
    }
}
