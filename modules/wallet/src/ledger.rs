//! The ledger as other modules see it.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, BookingId, Cx, IntentId, Price, Sparks, Timestamp, UserId,
    db::Fragment,
    ports::{Balances, EscrowSplit, Ledger, LedgerReport},
};

use crate::{history, inspector::Inspector, store};

/// Offers the port.
pub(crate) struct Treasury {
    cx: Cx,
    inspector: Inspector,
}

impl Treasury {
    pub(crate) fn new(cx: Cx, inspector: Inspector) -> Self {
        Self { cx, inspector }
    }
}

#[async_trait]
impl Ledger for Treasury {
    async fn balances(&self, user: &UserId) -> Result<Balances, ApiError> {
        Ok(history::balances(&self.cx, user).await?)
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
        Ok(Sparks::from_minor(store::referral_rewards(&self.cx.db, user).await?))
    }

    async fn tokens_circulating(&self) -> Result<Sparks, ApiError> {
        let (_, balance) = store::community(&self.cx.db).await?;
        Ok(Sparks::from_minor(-balance))
    }

    async fn check(&self) -> Result<LedgerReport, ApiError> {
        Ok(self.inspector.full().await?)
    }

    async fn check_recent(&self) -> Result<LedgerReport, ApiError> {
        Ok(self.inspector.recent().await?)
    }
}
