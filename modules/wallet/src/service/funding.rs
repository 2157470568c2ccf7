//! Top-ups by card, through the card provider. In a sample community the sandbox simulates cards.

use std::time::Duration;

use sparkyard_kernel::{
    ApiError, Caller, Money, Timestamp,
    idempotency::{digest, idempotency},
    keys::MasterKey,
    payment::{MAX_FUNDING, MIN_FUNDING},
    ports::{Balances, CardPayment, CardPaymentStatus, Cards, NewCardPayment},
};

use super::{WalletService, card_payments::SANDBOX_BOOKING};
use crate::{
    error::WalletError,
    model::{BegunTopUp, SandboxOutcome, SimulatedPayment, TopUp, TopUpStatus, cash_allowed},
};

/// Provider of the simulated card.
pub(super) const SANDBOX: &str = "sandbox";
/// Name of the card provider's account in the ledger.
pub(super) const STRIPE: &str = "stripe";
/// Time after which an unpaid card payment is cancelled.
const UNPAID: Duration = Duration::from_hours(24);
/// Payments cancelled per query.
const BATCH: i64 = 50;

impl WalletService {
    /// Begins a top-up of `amount`; returns what the card form needs to pay it. A repeated `key`
    /// returns the same payment.
    pub(crate) async fn begin_funding(
        &self,
        caller: &Caller,
        amount: Money,
        key: Option<&str>,
    ) -> Result<BegunTopUp, WalletError> {
        cash_allowed(self.cx.site.mode())?;
        let cards = self.cards.filled();
        let provider = match (self.cx.demo, cards) {
            (true, _) => SANDBOX,
            (false, Some(_)) => STRIPE,
            (false, None) => return Err(WalletError::CardUnavailable),
        };
        if !(MIN_FUNDING..=MAX_FUNDING).contains(&amount) {
            return Err(WalletError::Amount("Choose an amount from 1.00 to 500.00."));
        }
        let now = self.cx.now();
        let key = idempotency(caller, "fund_wallet", key, &[&amount.minor().to_be_bytes()], now)?;
        // The row comes first: whatever is paid later finds its top-up.
        let id = self.cx.ids.next();
        let id = self.store.fund(id, &caller.id, (amount, provider), now, key).await?;
        let Some(cards) = cards.filter(|_| provider == STRIPE) else {
            let client_secret = secret(&self.cx.keys, &id);
            return Ok(BegunTopUp { id, client_secret, publishable_key: None });
        };
        let payment = cards.create(&id, amount).await?;
        let bound = self.store.set_payment(&id, &payment.id).await?;
        let NewCardPayment { client_secret, publishable_key, .. } =
            bound_payment(&**cards, payment, &bound).await?;
        Ok(BegunTopUp { id, client_secret, publishable_key: Some(publishable_key) })
    }

    /// Returns a top-up of the caller, after asking the provider about one that is not paid yet.
    pub(crate) async fn top_up(&self, caller: &Caller, id: &str) -> Result<TopUp, WalletError> {
        let owned = |found: Option<TopUp>| {
            found.filter(|found| found.user_id == caller.id).ok_or(WalletError::TopUpNotFound)
        };
        let found = owned(self.store.top_up(id).await?)?;
        if !self.follow(&found, self.cx.now()).await? {
            return Ok(found);
        }
        owned(self.store.top_up(id).await?)
    }

    /// Asks the provider about an unpaid card payment; returns whether it has ended.
    async fn follow(&self, top_up: &TopUp, at: Timestamp) -> Result<bool, WalletError> {
        let (Some(cards), Some(payment)) = (self.cards.filled(), &top_up.payment) else {
            return Ok(false);
        };
        if top_up.status != TopUpStatus::Pending {
            return Ok(false);
        }
        match cards.retrieve(payment).await? {
            Some(payment) => self.ended(top_up, payment, at).await,
            None => Ok(false),
        }
    }

    /// Stores the outcome of the payment of a top-up, if there is one; returns whether there is.
    async fn ended(
        &self,
        top_up: &TopUp,
        payment: CardPayment,
        at: Timestamp,
    ) -> Result<bool, WalletError> {
        let ended = match payment.status {
            CardPaymentStatus::Succeeded | CardPaymentStatus::Cancelled => true,
            CardPaymentStatus::Open
            | CardPaymentStatus::Processing
            | CardPaymentStatus::Authorised => false,
        };
        if ended {
            let reference = Some(top_up.id.clone());
            self.store.follow(STRIPE, &CardPayment { reference, ..payment }, at).await?;
        }
        Ok(ended)
    }

    /// Cancels card payments that nobody has paid for a day, so that none is paid for a top-up that
    /// is forgotten.
    pub(crate) async fn cancel_unpaid(&self, now: Timestamp) -> Result<(), WalletError> {
        let Some(cards) = self.cards.filled() else { return Ok(()) };
        // Payments that a bank is still processing stay.
        let mut left = 0;
        loop {
            let begun = self.store.begun_top_ups(now - UNPAID, (left, BATCH)).await?;
            if begun.is_empty() {
                return Ok(());
            }
            for top_up in &begun {
                let Some(id) = &top_up.payment else { continue };
                // Unknown at the provider: it cannot be paid.
                let payment = cards.cancel(id).await?.unwrap_or_else(|| CardPayment {
                    id: id.clone(),
                    reference: None,
                    status: CardPaymentStatus::Cancelled,
                    received: Money::ZERO,
                    capturable: Money::ZERO,
                });
                left += i64::from(!self.ended(top_up, payment, now).await?);
            }
        }
    }

    /// Makes the simulated card pay or decline the payment identified by `client_secret`.
    pub(crate) async fn pay_in_sandbox(
        &self,
        caller: &Caller,
        client_secret: &str,
        outcome: SandboxOutcome,
        key: Option<&str>,
    ) -> Result<String, WalletError> {
        if !self.cx.demo {
            return Err(WalletError::SandboxOff);
        }
        let payment = payment_of(&self.cx.keys, client_secret).ok_or_else(|| {
            ApiError::invalid("clientSecret", "This secret did not come from a payment.")
        })?;
        let outcome = match (outcome, &payment) {
            (SandboxOutcome::Succeed, SimulatedPayment::TopUp(_)) => "paid",
            (SandboxOutcome::Succeed, SimulatedPayment::Booking(_)) => "authorised",
            (SandboxOutcome::Decline, _) => "declined",
        };
        let parts = [client_secret.as_bytes(), outcome.as_bytes()];
        let key = idempotency(caller, "pay_in_sandbox", key, &parts, self.cx.now())?;
        Ok(self.store.sandbox_pay(payment, &caller.id, outcome, key).await?)
    }

    /// Credits the caller's paid top-up of exactly `amount`, once.
    pub(crate) async fn confirm_funding(
        &self,
        caller: &Caller,
        amount: Money,
        key: Option<&str>,
    ) -> Result<Balances, WalletError> {
        cash_allowed(self.cx.site.mode())?;
        let now = self.cx.now();
        let key =
            idempotency(caller, "confirm_funding", key, &[&amount.minor().to_be_bytes()], now)?;
        if self.cards.filled().is_some() {
            for top_up in self.store.unpaid_top_ups(&caller.id, amount).await? {
                self.follow(&top_up, now).await?;
            }
        }
        Ok(self.store.credit(&caller.id, amount, now, key).await?)
    }
}

/// Returns the payment `bound` to a row. It differs from `created` if an earlier call with the same
/// key had an error of the provider in between; only the bound one counts.
pub(super) async fn bound_payment(
    cards: &dyn Cards,
    created: NewCardPayment,
    bound: &str,
) -> Result<NewCardPayment, WalletError> {
    if bound == created.id {
        return Ok(created);
    }
    cards.resume(bound).await?.ok_or(WalletError::TopUpNotFound)
}

/// Derives the secret of a simulated payment from its id, so that it need not be stored.
pub(super) fn secret(keys: &MasterKey, id: &str) -> String {
    let tag = digest(&[&keys.derive("wallet.funding"), id.as_bytes()]);
    format!("sandbox_{id}_{tag}")
}

/// Returns the payment with this secret, if the secret is ours.
fn payment_of(keys: &MasterKey, client_secret: &str) -> Option<SimulatedPayment> {
    let (id, _) = client_secret.strip_prefix("sandbox_")?.split_once('_')?;
    (secret(keys, id) == client_secret).then(|| match id.strip_prefix(SANDBOX_BOOKING) {
        Some(id) => SimulatedPayment::Booking(id.to_owned()),
        None => SimulatedPayment::TopUp(id.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_secrets_are_rejected() {
        let (ours, other) = (MasterKey::new([1; 32]), MasterKey::new([2; 32]));
        let top_up = SimulatedPayment::TopUp("01a".to_owned());
        assert_eq!(payment_of(&ours, &secret(&ours, "01a")), Some(top_up));
        let booking = SimulatedPayment::Booking("01a".to_owned());
        assert_eq!(payment_of(&ours, &secret(&ours, "booking-01a")), Some(booking));
        assert_eq!(payment_of(&ours, &secret(&other, "01a")), None);
        for foreign in ["", "sandbox_", "sandbox_01a", "sandbox_01a_", "pi_01a_x"] {
            assert_eq!(payment_of(&ours, foreign), None, "{foreign}");
        }
    }
}
