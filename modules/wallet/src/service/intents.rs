//! Payment intents: money held for a booking about to be made, and returned after 15 minutes.

use std::time::Duration;

use sparkyard_kernel::{
    Caller, IntentId, Money, PaymentMethod, Price, Sparks, Timestamp, UserId, allowance,
    auth::own_account_only,
    db::{DbError, RuleViolation},
    idempotency::idempotency,
    site::Mode,
};
use tracing::warn;

use super::WalletService;
use crate::{
    error::WalletError,
    model::{BegunPayment, cash_allowed},
};

const LIFETIME: Duration = Duration::from_mins(15);
/// Maximum number of holds per member and day: each leaves permanent entries in the ledger.
const HOLDS_A_DAY: u32 = 100;
const HOLDS_USED_UP: RuleViolation = RuleViolation::new(
    429,
    "wallet.holds_of_a_day",
    "You have set money aside a hundred times today.",
);
/// Expired holds returned per query.
const BATCH: i64 = 100;
const NOTHING_TO_PAY: WalletError =
    WalletError::Amount("Nothing to pay: a free booking needs no payment.");

/// Converts `hundredths` paid by `method` to a price, if the community accepts that method.
fn price(method: PaymentMethod, mode: Mode, hundredths: i64) -> Result<Price, WalletError> {
    match (method, mode) {
        (_, Mode::Gift) => Err(WalletError::GiftMode),
        (PaymentMethod::SparkToken, _) => Ok(Price::Sparks(Sparks::from_minor(hundredths))),
        (PaymentMethod::Wallet | PaymentMethod::Card, mode) => {
            cash_allowed(mode)?;
            Ok(Price::Cash(Money::from_minor(hundredths)))
        }
        (PaymentMethod::None, _) => Err(NOTHING_TO_PAY),
    }
}

impl WalletService {
    /// Holds `amount` of the caller's money, in pounds or tokens depending on the method, or begins
    /// its payment by card.
    pub(crate) async fn create_intent(
        &self,
        caller: &Caller,
        method: PaymentMethod,
        amount: Money,
        currency: &str,
        key: Option<&str>,
    ) -> Result<BegunPayment, WalletError> {
        if !currency.eq_ignore_ascii_case("gbp") {
            return Err(WalletError::Currency);
        }
        let price = price(method, self.cx.site.mode(), amount.minor())?;
        if price.minor() == 0 {
            return Err(NOTHING_TO_PAY);
        }
        let now = self.cx.now();
        let hundredths = price.minor().to_be_bytes();
        let by_card = method == PaymentMethod::Card;
        // A delegate would pay with a card of their own.
        if by_card && caller.delegate.is_some() {
            return Err(own_account_only().into());
        }
        let unit = if by_card { "card" } else { price.unit() };
        let parts = [unit.as_bytes(), &hundredths];
        let key = idempotency(caller, "create_payment_intent", key, &parts, now)?;
        self.expire_overdue(&caller.id).await?;
        let intent = IntentId(self.cx.ids.next());
        let daily = self.cx.limits.daily("wallet.holds", HOLDS_A_DAY);
        let spent = daily.use_up(caller.id.as_str(), 1, now, &HOLDS_USED_UP);
        let lifetime = (now, now + LIFETIME);
        let explained = |error| allowance::explain(error, &[&HOLDS_USED_UP], now);
        if by_card {
            let begun = self.begin_card(caller, amount, lifetime, spent, key).await;
            return begun.map_err(|error| match error {
                WalletError::Db(error) => explained(error),
                other => other,
            });
        }
        let held = self.store.hold(&intent, &caller.id, price, lifetime, spent, key).await;
        let id = held.map_err(explained)?;
        Ok(BegunPayment { id, client_secret: None, publishable_key: None })
    }

    /// Returns the expired holds of `user` now, without waiting for the job.
    pub(crate) async fn expire_overdue(&self, user: &UserId) -> Result<(), DbError> {
        let now = self.cx.now();
        for intent in self.store.overdue_of(user, now).await? {
            self.store.expire(&intent, now).await?;
        }
        Ok(())
    }

    /// Returns the expired holds of all members.
    pub(crate) async fn expire_all_overdue(&self, now: Timestamp) -> Result<(), DbError> {
        loop {
            let due = self.store.due_intents(now, BATCH).await?;
            let mut failed = None;
            for intent in &due {
                // A failure must not delay the return of other holds.
                if let Err(error) = self.store.expire(intent, now).await {
                    warn!(%intent, %error, "could not return an unused hold");
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
    fn payment_methods_depend_on_the_mode() {
        let check = |method: PaymentMethod, mode, expected: &str| {
            let outcome = match price(method, mode, 900) {
                Ok(price) => price.unit().to_owned(),
                Err(error) => sparkyard_kernel::ApiError::from(error).code.to_owned(),
            };
            assert_eq!(outcome, expected, "{method:?} in {mode:?}");
        };
        check(PaymentMethod::Wallet, Mode::CashAndTokens, "gbp");
        check(PaymentMethod::SparkToken, Mode::CashAndTokens, "spark");
        check(PaymentMethod::Card, Mode::CashAndTokens, "gbp");
        check(PaymentMethod::Wallet, Mode::TokensOnly, "wallet.cash_off");
        check(PaymentMethod::SparkToken, Mode::TokensOnly, "spark");
        check(PaymentMethod::Card, Mode::TokensOnly, "wallet.cash_off");
        for method in [PaymentMethod::Wallet, PaymentMethod::SparkToken, PaymentMethod::Card] {
            check(method, Mode::Gift, "wallet.gift_mode");
        }
    }
}
