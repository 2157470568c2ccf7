//! Transfers of withdrawals.

use sparkyard_kernel::{ItemId, Money, Timestamp, UserId, db::Fragment};

use super::ledger::transfer;
use crate::model::{Account, Reason, Transfer, Unit};

/// Returns a fragment that sets cash of a member aside.
pub(crate) fn withdraw(id: &ItemId, user: &UserId, amount: Money, at: Timestamp) -> Fragment {
    let sides = (Account::User(user, Unit::Gbp), Account::Withdrawal(id));
    step(id, sides, (Reason::Withdrawal, "withdraw"), amount, at)
}

/// Returns a fragment that gives the cash back to the member.
pub(crate) fn return_withdrawal(
    id: &ItemId,
    user: &UserId,
    amount: Money,
    at: Timestamp,
) -> Fragment {
    let sides = (Account::Withdrawal(id), Account::User(user, Unit::Gbp));
    step(id, sides, (Reason::WithdrawalReturned, "withdrawal_returned"), amount, at)
}

/// Returns a fragment that records the payment by bank transfer.
pub(crate) fn pay_withdrawal(id: &ItemId, amount: Money, at: Timestamp) -> Fragment {
    let sides = (Account::Withdrawal(id), Account::Bank);
    step(id, sides, (Reason::WithdrawalPaid, "withdrawal_paid"), amount, at)
}

/// Returns a fragment that records the payment by the card provider.
pub(crate) fn send_withdrawal(
    provider: &'static str,
    id: &ItemId,
    amount: Money,
    at: Timestamp,
) -> Fragment {
    let sides = (Account::Withdrawal(id), Account::Provider(provider));
    step(id, sides, (Reason::WithdrawalPaid, "withdrawal_paid"), amount, at)
}

/// Returns a fragment that gives cash back that the card provider has taken back; `in_all` is what
/// came back of the withdrawal with this `amount`.
pub(crate) fn reverse_withdrawal(
    provider: &'static str,
    id: &ItemId,
    user: &UserId,
    (amount, in_all): (Money, Money),
    at: Timestamp,
) -> Fragment {
    let sides = (Account::Provider(provider), Account::User(user, Unit::Gbp));
    let key = format!("withdrawal_reversed_{}", in_all.minor());
    step(id, sides, (Reason::WithdrawalReturned, &key), amount, at)
}

fn step(
    id: &ItemId,
    (from, to): (Account<'_>, Account<'_>),
    (reason, key): (Reason, &str),
    amount: Money,
    at: Timestamp,
) -> Fragment {
    transfer(Transfer {
        key: format!("{key}:{id}"),
        from,
        to,
        unit: Unit::Gbp,
        amount: amount.minor(),
        reason,
        reference: Some(format!("withdrawal:{id}")),
        at,
    })
}
