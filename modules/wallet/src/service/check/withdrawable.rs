//! Replay of what members can withdraw. It depends on the order of the entries, so each account is
//! followed from its first one.

use sparkyard_kernel::db::DbError;

use super::faults::amount;
use crate::store::{AccountRow, CHAIN_PAGE, SideRow, WalletStore};

/// Reasons of credits that can be withdrawn.
const EARNED: [&str; 2] = ["release", "refund"];

/// Balance of an account and what can be withdrawn of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cash {
    balance: i128,
    withdrawable: i128,
}

impl Cash {
    /// Returns the state after an entry.
    fn after(self, entry: &SideRow) -> Self {
        let moved = i128::from(entry.amount);
        let is_earned = moved > 0 && EARNED.contains(&entry.reason.as_str());
        let balance = self.balance + moved;
        let earned = self.withdrawable + if is_earned { moved } else { 0 };
        Self { balance, withdrawable: earned.min(balance).max(0) }
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
        match next.filter(|_| placed.len() == CHAIN_PAGE) {
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
        let mut check = |amount: i64, reason: &str, expected: (i128, i128)| {
            cash = cash.after(&SideRow {
                id: "t/credit".to_owned(),
                transfer: "t".to_owned(),
                account: "user:ana:gbp".to_owned(),
                unit: "gbp".to_owned(),
                amount,
                reason: reason.to_owned(),
                reference: None,
                at: Timestamp::EPOCH,
                place: None,
                balance: None,
            });
            assert_eq!((cash.balance, cash.withdrawable), expected, "{amount} {reason}");
        };
        check(1000, "funding", (1000, 0));
        check(500, "release", (1500, 500));
        check(-800, "hold", (700, 500));
        check(-300, "hold", (400, 400));
        check(300, "hold_expired", (700, 400));
        check(200, "refund", (900, 600));
        check(-900, "hold", (0, 0));
        check(100, "cash_in", (100, 0));
    }
}
