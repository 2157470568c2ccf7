//! Follows the entries of one account, each of which must continue from the one before.

use std::collections::{HashMap, HashSet};

use sparkyard_kernel::db::DbError;

use super::{
    differences::Differences,
    faults::{self, amount},
};
use crate::store::{AccountRow, ENTRY_PAGE, EntryRow, TransferRow, WalletStore};

/// Starting point in the entries of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Start {
    /// First entry that has a place.
    First,
    /// Entry at this place.
    Place(i64),
    /// Last entry.
    Last,
}

/// Number of entries so far, and their balance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reached {
    place: i64,
    balance: i128,
}

/// Rows that were read already; their transfers and entries agree, or the difference was reported.
#[derive(Debug, Default)]
pub(super) struct InHand<'a> {
    /// Ids of transfers that were compared with their entries.
    pub(super) transfers: HashSet<&'a str>,
    /// Entries of these transfers, by account.
    pub(super) entries: HashMap<&'a str, Vec<&'a EntryRow>>,
}

impl InHand<'_> {
    /// Returns the entries of an account after `so_far`, in order, if they are all that the account
    /// counts.
    fn rest(&self, so_far: Reached, account: &AccountRow) -> Option<Vec<&EntryRow>> {
        let mut entries = self.entries.get(account.id.as_str())?.clone();
        entries.sort_by_key(|entry| entry.place);
        let places = entries.iter().map(|entry| entry.place);
        places.eq((so_far.place + 1..=account.entries).map(Some)).then_some(entries)
    }
}

/// Follows the entries of `account` from `start` to the end, and compares those with their
/// transfers that are not in hand. Returns the number of entries.
pub(super) async fn follow(
    store: &WalletStore,
    account: &AccountRow,
    start: Start,
    in_hand: &InHand<'_>,
    differences: &mut Differences,
) -> Result<usize, DbError> {
    let mut so_far = begin(store, account, start).await?;
    if let Some(entries) = in_hand.rest(so_far, account) {
        for entry in &entries {
            differences.extend(link(so_far, entry));
            so_far = Reached::by(entry);
        }
        differences.extend(end(so_far, account));
        return Ok(entries.len());
    }
    let mut count = 0;
    loop {
        let from = so_far.place.saturating_add(1);
        let entries = store.entries_from(&account.id, from).await?;
        for entry in &entries {
            differences.extend(link(so_far, entry));
            so_far = Reached::by(entry);
        }
        differences.extend(strangers(store, &entries, in_hand).await?);
        count += entries.len();
        if entries.len() < ENTRY_PAGE {
            differences.extend(end(so_far, account));
            return Ok(count);
        }
    }
}

/// Returns the state before `start`, according to the preceding entry. If that is missing, the
/// chain starts with the entries without a place.
async fn begin(
    store: &WalletStore,
    account: &AccountRow,
    start: Start,
) -> Result<Reached, DbError> {
    let first = match start {
        Start::First => 1,
        Start::Place(1) => return Ok(Reached::default()),
        Start::Place(place) => place.min(account.entries),
        Start::Last => account.entries,
    };
    if first > 1
        && let Some(before) = store.entry_at(&account.id, first - 1).await?
    {
        return Ok(Reached::by(&before));
    }
    let (place, balance) = store.unplaced_entries(&account.id).await?;
    Ok(Reached { place, balance: balance.into() })
}

impl Reached {
    /// Returns the state after an entry, according to the entry itself.
    fn by(entry: &EntryRow) -> Self {
        Self {
            place: entry.place.unwrap_or_default(),
            balance: entry.balance.unwrap_or_default().into(),
        }
    }
}

/// Returns the difference between an entry and the one before.
fn link(before: Reached, entry: &EntryRow) -> Option<String> {
    let (account, Reached { place, balance }) = (&entry.account, Reached::by(entry));
    if place <= before.place {
        return Some(format!("account {account} has more than one entry at place {place}"));
    }
    match place - before.place {
        1 => {}
        2 => return Some(format!("account {account} has no entry at place {}", place - 1)),
        _ => {
            let (first, last) = (before.place + 1, place - 1);
            return Some(format!("account {account} has no entries at places {first} to {last}"));
        }
    }
    let expected = before.balance + i128::from(entry.amount);
    (balance != expected).then(|| {
        let (shown, expected) = (amount(balance), amount(expected));
        format!("entry {} leaves {shown} on {account}, with what was there {expected}", entry.id)
    })
}

/// Returns the difference between the last entry and the account.
fn end(last: Reached, account: &AccountRow) -> Option<String> {
    let (id, count) = (&account.id, account.entries);
    if last.place != count {
        let place = last.place;
        return Some(format!("account {id} counts {count} entries, its last is at place {place}"));
    }
    (last.balance != i128::from(account.balance)).then(|| {
        let (shown, left) = (amount(account.balance.into()), amount(last.balance));
        format!("account {id} shows a balance of {shown}, its last entry leaves {left}")
    })
}

/// Returns the entries that do not match their transfers.
async fn strangers(
    store: &WalletStore,
    entries: &[EntryRow],
    in_hand: &InHand<'_>,
) -> Result<Vec<String>, DbError> {
    let is_open = |entry: &&EntryRow| !in_hand.transfers.contains(entry.transfer.as_str());
    let open: Vec<&EntryRow> = entries.iter().filter(is_open).collect();
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let ids: HashSet<String> = open.iter().map(|entry| entry.transfer.clone()).collect();
    let found = store.transfer_rows(ids.into_iter().collect()).await?;
    let found: HashMap<String, TransferRow> =
        found.into_iter().map(|transfer| (transfer.id.clone(), transfer)).collect();
    let faults = open.into_iter().filter_map(|row| faults::entry(row, found.get(&row.transfer)));
    Ok(faults.collect())
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::Timestamp;

    use super::*;

    fn entry(place: i64, amount: i64, balance: i64) -> EntryRow {
        EntryRow {
            id: "t/credit".to_owned(),
            transfer: "t".to_owned(),
            account: "user:ana:gbp".to_owned(),
            unit: "gbp".to_owned(),
            amount,
            reason: "cash_in".to_owned(),
            reference: None,
            at: Timestamp::EPOCH,
            place: Some(place),
            balance: Some(balance),
        }
    }

    #[test]
    fn entry_must_continue_from_the_previous_one() {
        let before = Reached { place: 3, balance: 500 };
        let check = |next: EntryRow, expected: Option<&str>| {
            assert_eq!(link(before, &next).as_deref(), expected);
        };
        check(entry(4, -200, 300), None);
        check(
            entry(4, -200, 301),
            Some("entry t/credit leaves 3.01 on user:ana:gbp, with what was there 3.00"),
        );
        check(entry(5, 1, 501), Some("account user:ana:gbp has no entry at place 4"));
        check(entry(8, 1, 501), Some("account user:ana:gbp has no entries at places 4 to 7"));
        check(entry(3, 1, 501), Some("account user:ana:gbp has more than one entry at place 3"));
        check(entry(2, 1, 501), Some("account user:ana:gbp has more than one entry at place 2"));
    }
}
