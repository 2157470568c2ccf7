//! Money set aside for a booking that is about to be made: 15 minutes, then it goes back.

use std::time::Duration;

use sparkyard_kernel::{
    Caller, IntentId, Money, PaymentMethod, Price, Sparks, Timestamp, UserId, allowance,
    db::{DbError, Refusal},
    idempotency::idempotency,
    site::Mode,
};
use tracing::warn;

use super::WalletService;
use crate::{error::WalletError, model::cash_allowed};

/// How long money stays set aside.
const LIFETIME: Duration = Duration::from_mins(15);
/// How often one member may set money aside within a day: each leaves lines in the ledger for ever.
const HOLDS_A_DAY: u32 = 100;
const HOLDS_USED_UP: Refusal = Refusal {
    code: "wallet.holds_of_a_day",
    status: 429,
    message: "You have set money aside a hundred times today.",
};
/// Overdue holds given back per look.
const BATCH: i64 = 100;
const NOTHING_TO_PAY: WalletError =
    WalletError::Amount("Nothing to pay: a free booking needs no payment.");

/// What `hundredths` paid by `method` are in its unit, where the community takes it.
fn price(method: PaymentMethod, mode: Mode, hundredths: i64) -> Result<Price, WalletError> {
    match (method, mode) {
        (_, Mode::Gift) => Err(WalletError::GiftMode),
        (PaymentMethod::SparkToken, _) => Ok(Price::Sparks(Sparks::from_minor(hundredths))),
        (PaymentMethod::Wallet, mode) => {
            cash_allowed(mode)?;
            Ok(Price::Cash(Money::from_minor(hundredths)))
        }
        (PaymentMethod::Card, mode) => {
            cash_allowed(mode)?;
            Err(WalletError::CardUnavailable)
        }
        (PaymentMethod::None, _) => Err(NOTHING_TO_PAY),
    }
}

impl WalletService {
    /// Sets `amount` of the caller's money aside: pounds, or tokens when paid so.
    pub(crate) async fn create_intent(
        &self,
        caller: &Caller,
        method: PaymentMethod,
        amount: Money,
        currency: &str,
        key: Option<&str>,
    ) -> Result<IntentId, WalletError> {
        if !currency.eq_ignore_ascii_case("gbp") {
            return Err(WalletError::Currency);
        }
        let price = price(method, self.cx.site.mode, amount.minor())?;
        if price.minor() == 0 {
            return Err(NOTHING_TO_PAY);
        }
        let now = self.cx.now();
        let hundredths = price.minor().to_be_bytes();
        let parts = [price.unit().as_bytes(), &hundredths];
        let key = idempotency(caller, "create_payment_intent", key, &parts, now)?;
        self.expire_overdue(&caller.id).await?;
        let intent = IntentId(self.cx.ids.next());
        let daily = self.cx.limits.daily("wallet.holds", HOLDS_A_DAY);
        let spent = daily.use_up(caller.id.as_str(), 1, now, &HOLDS_USED_UP);
        let lifetime = (now, now + LIFETIME);
        let held = self.store.hold(&intent, &caller.id, price, lifetime, spent, key).await;
        held.map_err(|error| allowance::explain(error, &[&HOLDS_USED_UP], now))
    }

    /// Gives `user`'s overdue holds back now rather than at the next run of the job.
    pub(crate) async fn expire_overdue(&self, user: &UserId) -> Result<(), DbError> {
        let now = self.cx.now();
        for intent in self.store.overdue_of(user, now).await? {
            self.store.expire(&intent, now).await?;
        }
        Ok(())
    }

    /// Gives everybody's overdue holds back.
    pub(crate) async fn expire_all_overdue(&self, now: Timestamp) -> Result<(), DbError> {
        loop {
            let due = self.store.due_intents(now, BATCH).await?;
            let mut failed = None;
            for intent in &due {
                // One that fails must not keep the others' money.
                if let Err(error) = self.store.expire(intent, now).await {
                    warn!(%intent, %error, "could not give a hold back");
                    failed = Some(error);
                }
            }
            if let Some(error) = failed {
                return Err(error);
            }
            if i64::try_from(due.len()).is_ok_and(|count| count < BATCH) {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pays_where() {
        let check = |method: PaymentMethod, mode, expected: &str| {
            let outcome = match price(method, mode, 900) {
                Ok(price) => price.unit().to_owned(),
                Err(error) => error.to_string(),
            };
            assert_eq!(outcome, expected, "{method:?} in {mode:?}");
        };
        check(PaymentMethod::Wallet, Mode::CashAndTokens, "gbp");
        check(PaymentMethod::SparkToken, Mode::CashAndTokens, "spark");
        check(PaymentMethod::Card, Mode::CashAndTokens, "no card provider");
        check(PaymentMethod::Wallet, Mode::TokensOnly, "no cash in this community");
        check(PaymentMethod::SparkToken, Mode::TokensOnly, "spark");
        check(PaymentMethod::Card, Mode::TokensOnly, "no cash in this community");
        for method in [PaymentMethod::Wallet, PaymentMethod::SparkToken, PaymentMethod::Card] {
            check(method, Mode::Gift, "no prices in this community");
        }
    }
}
