//! Top-ups. In a sample community the sandbox simulates card payments; elsewhere there is no card
//! provider yet.

use sparkyard_kernel::{
    ApiError, Caller, Money,
    idempotency::{digest, idempotency},
    keys::MasterKey,
    payment::{MAX_FUNDING, MIN_FUNDING},
    ports::Balances,
};

use super::WalletService;
use crate::{
    error::WalletError,
    model::{SandboxOutcome, cash_allowed},
};

impl WalletService {
    /// Begins a top-up of `amount`; returns the secret with which the caller can pay it.
    pub(crate) async fn begin_funding(
        &self,
        caller: &Caller,
        amount: Money,
        key: Option<&str>,
    ) -> Result<String, WalletError> {
        cash_allowed(self.cx.site.mode)?;
        if !self.cx.demo {
            return Err(WalletError::CardUnavailable);
        }
        if !(MIN_FUNDING..=MAX_FUNDING).contains(&amount) {
            return Err(WalletError::Amount("Choose an amount from 1.00 to 500.00."));
        }
        let now = self.cx.now();
        let key = idempotency(caller, "fund_wallet", key, &[&amount.minor().to_be_bytes()], now)?;
        let paid = (amount, "sandbox");
        let id = self.store.fund(self.cx.ids.next(), &caller.id, paid, now, key).await?;
        Ok(secret(&self.cx.keys, &id))
    }

    /// Makes the simulated card pay or decline the top-up identified by `secret`.
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
        let outcome = match outcome {
            SandboxOutcome::Succeed => "paid",
            SandboxOutcome::Decline => "declined",
        };
        let parts = [client_secret.as_bytes(), outcome.as_bytes()];
        let key = idempotency(caller, "pay_in_sandbox", key, &parts, self.cx.now())?;
        let id = funding_of(&self.cx.keys, client_secret).ok_or_else(|| {
            ApiError::invalid("clientSecret", "This secret did not come from a top-up.")
        })?;
        Ok(self.store.sandbox_pay(id, &caller.id, outcome, key).await?)
    }

    /// Credits the caller's paid top-up of exactly `amount`, once.
    pub(crate) async fn confirm_funding(
        &self,
        caller: &Caller,
        amount: Money,
        key: Option<&str>,
    ) -> Result<Balances, WalletError> {
        cash_allowed(self.cx.site.mode)?;
        let now = self.cx.now();
        let key =
            idempotency(caller, "confirm_funding", key, &[&amount.minor().to_be_bytes()], now)?;
        Ok(self.store.credit(&caller.id, amount, now, key).await?)
    }
}

/// Derives the secret of a top-up from its id, so that it need not be stored.
fn secret(keys: &MasterKey, id: &str) -> String {
    let tag = digest(&[&keys.derive("wallet.funding"), id.as_bytes()]);
    format!("sandbox_{id}_{tag}")
}

fn funding_of(keys: &MasterKey, client_secret: &str) -> Option<String> {
    let (id, _) = client_secret.strip_prefix("sandbox_")?.split_once('_')?;
    (secret(keys, id) == client_secret).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_secrets_are_rejected() {
        let (ours, other) = (MasterKey::new([1; 32]), MasterKey::new([2; 32]));
        assert_eq!(funding_of(&ours, &secret(&ours, "01a")).as_deref(), Some("01a"));
        assert_eq!(funding_of(&ours, &secret(&other, "01a")), None);
        for foreign in ["", "sandbox_", "sandbox_01a", "sandbox_01a_", "pi_01a_x"] {
            assert_eq!(funding_of(&ours, foreign), None, "{foreign}");
        }
    }
}
