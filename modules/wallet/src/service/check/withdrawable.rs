//! Replay of what members can withdraw. It depends on the order of the entries, so each account is
//! followed from its first one.

use std::collections::HashMap;

use sparkyard_kernel::db::DbError;

use super::faults::amount;
use crate::store::{AccountRow, ENTRY_PAGE, EntryRow, WalletStore};

/// Reasons of entries that change what can be withdrawn by their whole amount.
const COUNTED: [&str; 5] =
    ["release", "refund", "refund_failed", "withdrawal", "withdrawal_returned"];

/// Balance of an account and what can be withdrawn of it.
#[derive(Clone, Debug, Default)]
struct Cash {
    balance: i128,
    withdrawable: i128,
    /// Part of each hold and each chargeback that could have been withdrawn, by its reference.
    holds: HashMap<String, i128>,
}

impl Cash {
    /// Returns the state after an entry.
    fn after(mut self, entry: &EntryRow) -> Self {
        let moved = i128::from(entry.amount);
        let hold = entry.reference.as_deref().unwrap_or_default();
        let change = match entry.reason.as_str() {
            reason if COUNTED.contains(&reason) => moved,
            "expenses" => moved.max(0),
            "hold_expired" | "chargeback_returned" => {
                self.holds.get(hold).copied().unwrap_or_default()
            }
            _ => 0,
        };
        self.balance += moved;
        let before = self.withdrawable;
        self.withdrawable = (before + change).min(self.balance).max(0);
        if matches!(entry.reason.as_str(), "hold" | "chargeback") {
            self.holds.insert(hold.to_owned(), before - self.withdrawable);
        }
        self
    }
}

/// Returns the difference between what an account shows as withdrawable and what its entries give.
/// Accounts that are not a member's in pounds always show 0.
pub(super) async fn fault(
    store: &WalletStore,
    account: &AccountRow,
) -> Result<Option<String>, DbError> {
    let cash = match account.is_cash_of_member() {
        true => replay(store, account).await?,
        false => Cash::default(),
    };
    let shown = i128::from(account.withdrawable);
    Ok((shown != cash.withdrawable).then(|| {
        let (id, shown, given) = (&account.id, amount(shown), amount(cash.withdrawable));
        format!("account {id} shows {shown} as withdrawable, its entries give {given}")
    }))
}

async fn replay(store: &WalletStore, account: &AccountRow) -> Result<Cash, DbError> {
    let mut placed = store.entries_from(&account.id, 1).await?;
    let mut cash = Cash::default();
    if placed.first().is_none_or(|entry| entry.place != Some(1)) {
        let unplaced = store.unplaced_rows(&account.id).await?;
        cash = unplaced.iter().fold(cash, Cash::after);
    }
    loop {
        cash = placed.iter().fold(cash, Cash::after);
        let next = placed.last().and_then(|entry| entry.place);
        match next.filter(|_| placed.len() == ENTRY_PAGE) {
            Some(place) => placed = store.entries_from(&account.id, place + 1).await?,
            None => return Ok(cash),
        }
    }
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::Timestamp;

    use super::*;

    #[test]
    fn spending_uses_topped_up_money_first() {
        let mut cash = Cash::default();
        let mut check = |amount: i64, reason: &str, reference: &str, expected: (i128, i128)| {
            cash = cash.clone().after(&EntryRow {
                id: "t/credit".to_owned(),
                transfer: "t".to_owned(),
                account: "user:ana:gbp".to_owned(),
                unit: "gbp".to_owned(),
                amount,
                reason: reason.to_owned(),
                reference: Some(reference.to_owned()),
                at: Timestamp::EPOCH,
                place: None,
                balance: None,
            });
            assert_eq!((cash.balance, cash.withdrawable), expected, "{amount} {reason}");
        };
        check(1000, "funding", "funding:a", (1000, 0));
        check(500, "release", "booking:1", (1500, 500));
        check(-800, "hold", "intent:a", (700, 500));
        check(-300, "hold", "intent:b", (400, 400));
        check(300, "hold_expired", "intent:b", (700, 500));
        check(800, "hold_expired", "intent:a", (1500, 500));
        check(200, "refund", "booking:2", (1700, 700));
        check(-600, "withdrawal", "withdrawal:a", (1100, 100));
        check(600, "withdrawal_returned", "withdrawal:a", (1700, 700));
        check(50, "expenses", "booking:3", (1750, 750));
        check(-1050, "expenses", "booking:4", (700, 700));
        check(-700, "hold", "intent:c", (0, 0));
        check(100, "cash_in", "cash_in:a", (100, 0));
        check(300, "refund_failed", "booking:5", (400, 300));
        check(-250, "chargeback", "chargeback:dp_1", (150, 150));
        check(50, "funding", "funding:b", (200, 150));
        check(250, "chargeback_returned", "chargeback:dp_1", (450, 300));
    }
}
