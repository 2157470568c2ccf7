//! Withdrawals, and the conditions for one.

use std::time::Duration;

use poem_openapi::Enum;
use sparkyard_kernel::{
    ApiError, ItemId, Money, Timestamp, UserId,
    ports::{AccountInfo, Payee},
};
use surrealdb::types::SurrealValue;

use super::Method;
use crate::error::PayoutsError;

/// Minimum amount.
pub(crate) const MIN: Money = Money::from_minor(100);
/// Time for which a changed sign-in and a new bank account prevent withdrawals, so that somebody
/// who took over an account cannot empty it before its owner reads the mail.
const COOLING_OFF: Duration = Duration::from_hours(24);
/// Maximum length of a bank reference or a reason, in characters.
pub(crate) const MAX_NOTE: usize = 200;

/// Status of a withdrawal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum WithdrawalStatus {
    /// Waits for an admin.
    Requested,
    /// On its way through Stripe.
    Sending,
    /// Paid by bank transfer, or by Stripe.
    Paid,
    /// Refused by an admin or by Stripe; the money went back.
    Refused,
    /// Cancelled by the member; the money went back.
    Cancelled,
}

/// A withdrawal.
#[derive(Clone, SurrealValue)]
pub(crate) struct Withdrawal {
    pub(crate) id: ItemId,
    pub(crate) user_id: UserId,
    /// Bank account of a withdrawal that an admin pays.
    pub(crate) method: Option<ItemId>,
    /// Account at Stripe of a withdrawal that Stripe pays.
    pub(crate) account: Option<String>,
    /// Id of the transfer at Stripe, once it is made.
    pub(crate) transfer: Option<String>,
    /// Attempts that Stripe answered with an error of its own.
    pub(crate) failures: u32,
    /// Amount that came back because the transfer was reversed.
    pub(crate) returned: Money,
    /// Name of the bank; `Stripe` for its transfers.
    pub(crate) bank_name: String,
    /// Last four digits of the account number; for transfers, of the account's id.
    pub(crate) account_number: String,
    pub(crate) amount: Money,
    pub(crate) status: WithdrawalStatus,
    /// Reference of the bank transfer, or reason of a refusal.
    pub(crate) note: Option<String>,
    pub(crate) created_at: Timestamp,
    pub(crate) closed_at: Option<Timestamp>,
    pub(crate) day: String,
    pub(crate) newest: String,
    pub(crate) place: String,
}

/// A withdrawal with the name of its member.
pub(crate) struct NamedWithdrawal {
    pub(crate) withdrawal: Withdrawal,
    pub(crate) name: String,
}

/// A withdrawal with the bank account, if it still has to be paid.
pub(crate) struct WithdrawalDetails {
    pub(crate) named: NamedWithdrawal,
    pub(crate) method: Option<Method>,
}

/// Reads an amount of pounds from a request.
pub(crate) fn pounds(amount: f64) -> Result<Money, ApiError> {
    let amount = Money::from_number(amount).filter(|amount| *amount >= MIN);
    amount.ok_or_else(|| {
        ApiError::invalid("amount", "Enter an amount of at least 1.00 with at most two decimals.")
    })
}

/// Destination of a withdrawal.
pub(crate) enum Destination {
    /// A bank account, which an admin pays.
    Bank(Method),
    /// The member's account at Stripe.
    Stripe(Payee),
}

/// Checks that neither the sign-in nor the destination was changed lately.
pub(crate) fn check_cooled_off(
    account: &AccountInfo,
    destination: &Destination,
    now: Timestamp,
) -> Result<(), PayoutsError> {
    let is_recent = |since: Timestamp| now < since + COOLING_OFF;
    if account.sign_in_changed_at.is_some_and(is_recent) {
        return Err(PayoutsError::SignInChanged);
    }
    match destination {
        Destination::Bank(method) if is_recent(method.created_at) => Err(PayoutsError::NewMethod),
        Destination::Stripe(payee) => match payee.ready_since {
            None => Err(PayoutsError::AccountNotReady),
            Some(since) if is_recent(since) => Err(PayoutsError::NewAccount),
            Some(_) => Ok(()),
        },
        Destination::Bank(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_at_least_a_pound_with_two_decimals() {
        assert_eq!(pounds(1.0).ok(), Some(MIN));
        assert_eq!(pounds(12.34).ok().map(Money::minor), Some(1234));
        for wrong in [0.0, 0.99, -5.0, 1.005, 1e30, f64::NAN, f64::INFINITY] {
            assert!(pounds(wrong).is_err(), "{wrong}");
        }
    }
}
