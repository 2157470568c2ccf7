//! The ledger for other modules.

mod card_bookings;
mod chargebacks;

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, BookingId, IntentId, ItemId, Money, Months, Price, Sparks, Timestamp, UserId,
    db::Fragment,
    ports::{
        Balances, CardMovement, CardPayment, EscrowSplit, LastLedgerCheck, Ledger, LedgerLine,
        LedgerReport, Reconciliation, TokenTransfer,
    },
};

pub(crate) use card_bookings::CardBookingsPort;
pub(crate) use chargebacks::ChargebacksPort;

use crate::{service::WalletService, store};

pub(crate) struct LedgerPort {
    pub(crate) service: WalletService,
}

#[async_trait]
impl Ledger for LedgerPort {
    async fn balances(&self, user: &UserId) -> Result<Balances, ApiError> {
        Ok(self.service.balances(user).await?)
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

    fn pay_expenses(
        &self,
        booking: BookingId,
        client: &UserId,
        provider: &UserId,
        amount: Money,
        at: Timestamp,
    ) -> Fragment {
        store::pay_expenses(booking, (client, provider), amount, at)
    }

    fn card_payment_changed(
        &self,
        provider: &'static str,
        payment: &CardPayment,
        at: Timestamp,
    ) -> Fragment {
        store::card_payment_changed(provider, payment, at)
    }

    fn transfer_tokens(&self, transfer: TokenTransfer) -> Fragment {
        store::transfer_tokens(&transfer)
    }

    async fn pot(&self) -> Result<Sparks, ApiError> {
        Ok(self.service.pot().await?)
    }

    fn withdraw(
        &self,
        withdrawal: &ItemId,
        user: &UserId,
        amount: Money,
        at: Timestamp,
    ) -> Fragment {
        store::withdraw(withdrawal, user, amount, at)
    }

    fn return_withdrawal(
        &self,
        withdrawal: &ItemId,
        user: &UserId,
        amount: Money,
        at: Timestamp,
    ) -> Fragment {
        store::return_withdrawal(withdrawal, user, amount, at)
    }

    fn pay_withdrawal(&self, withdrawal: &ItemId, amount: Money, at: Timestamp) -> Fragment {
        store::pay_withdrawal(withdrawal, amount, at)
    }

    fn send_withdrawal(
        &self,
        provider: &'static str,
        withdrawal: &ItemId,
        amount: Money,
        at: Timestamp,
    ) -> Fragment {
        store::send_withdrawal(provider, withdrawal, amount, at)
    }

    fn reverse_withdrawal(
        &self,
        provider: &'static str,
        withdrawal: &ItemId,
        user: &UserId,
        amounts: (Money, Money),
        at: Timestamp,
    ) -> Fragment {
        store::reverse_withdrawal(provider, withdrawal, user, amounts, at)
    }

    async fn lines(&self, booking: BookingId) -> Result<Vec<LedgerLine>, ApiError> {
        Ok(self.service.booking_lines(booking).await?)
    }

    async fn referral_rewards(&self, user: &UserId) -> Result<Sparks, ApiError> {
        Ok(self.service.referral_rewards(user).await?)
    }

    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError> {
        Ok(self.service.count_waiting(reader).await?)
    }

    async fn tokens_circulating(&self) -> Result<Sparks, ApiError> {
        Ok(self.service.token_supply().await?.circulating)
    }

    async fn pounds_held(&self) -> Result<Money, ApiError> {
        Ok(self.service.pounds_held().await?)
    }

    async fn holdings(&self, months: &Months) -> Result<Vec<(Sparks, Money)>, ApiError> {
        Ok(self.service.holdings(months).await?)
    }

    async fn card_movements(
        &self,
        provider: &'static str,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<CardMovement>, ApiError> {
        Ok(self.service.card_movements(provider, since, until).await?)
    }

    async fn keep_reconciliation(&self, result: Reconciliation) -> Result<(), ApiError> {
        Ok(self.service.keep_reconciliation(result).await?)
    }

    async fn check(&self) -> Result<LedgerReport, ApiError> {
        Ok(self.service.check_ledger().await?)
    }

    async fn last_check(&self) -> Result<Option<LastLedgerCheck>, ApiError> {
        let last = self.service.checks().await?.last;
        Ok(last.map(|last| LastLedgerCheck {
            at: last.ran_at,
            differences: last.differences.len() as u64,
        }))
    }

    async fn check_recent(&self) -> Result<LedgerReport, ApiError> {
        Ok(self.service.check_recent_transfers().await?)
    }
}
