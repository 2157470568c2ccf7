//! Check of the part of the ledger that recent transfers touched.

use std::collections::{BTreeMap, HashMap, HashSet};

use sparkyard_kernel::{db::DbError, ports::LedgerReport};

use super::{
    differences::Differences,
    entry_chain::{self, InHand, Start},
    faults::{self, amount},
};
use crate::store::{AccountRow, EntryRow, IntentRow, TransferRow, WalletStore};

/// Number of entries from which an account is remembered, so that it is not followed again for
/// every page. Most accounts, those of holds and bookings, have two or three entries.
const LONG: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Review {
    differences: Differences,
    transfers: u64,
    accounts: u64,
    /// Long accounts, and where following them began.
    followed: HashMap<String, Start>,
}

/// Accounts by id, and where to begin following each.
type Touched = BTreeMap<String, Start>;

impl Review {
    /// Compares a page of transfers with everything they touched.
    pub(super) async fn page(
        &mut self,
        store: &WalletStore,
        transfers: Vec<TransferRow>,
    ) -> Result<(), DbError> {
        let sides = transfers.iter().flat_map(TransferRow::sides);
        let entries = store.entry_rows(sides.map(|(id, ..)| id).collect()).await?;
        let touched = self.compare(&transfers, &entries);
        let accounts = store.account_rows(touched.keys().cloned().collect()).await?;
        let accounts: HashMap<String, AccountRow> =
            accounts.into_iter().map(|row| (row.id.clone(), row)).collect();
        self.units(&transfers, &accounts);
        let mut in_hand = InHand::default();
        in_hand.transfers.extend(transfers.iter().map(|row| row.id.as_str()));
        for entry in &entries {
            in_hand.entries.entry(entry.account.as_str()).or_default().push(entry);
        }
        for (id, start) in touched {
            match accounts.get(&id) {
                Some(account) => self.account(store, account, start, &in_hand).await?,
                None => self.differences.push(faults::no_account(&id)),
            }
        }
        self.intents(store, accounts).await
    }

    pub(super) fn close(self) -> LedgerReport {
        LedgerReport {
            transfers: self.transfers,
            accounts: self.accounts,
            differences: self.differences.close(),
        }
    }

    /// Compares transfers with their entries; returns the accounts to follow.
    fn compare(&mut self, transfers: &[TransferRow], entries: &[EntryRow]) -> Touched {
        let entries: HashMap<&str, &EntryRow> =
            entries.iter().map(|row| (row.id.as_str(), row)).collect();
        let mut touched = Touched::new();
        for transfer in transfers {
            self.transfers += 1;
            self.differences.extend(faults::transfer(transfer));
            for (id, account, _) in transfer.sides() {
                let start = if let Some(entry) = entries.get(id.as_str()) {
                    self.differences.extend(faults::entry(entry, Some(transfer)));
                    entry.place.map_or(Start::First, Start::Place)
                } else {
                    self.differences.push(format!("transfer {} lacks entry {id}", transfer.id));
                    Start::Last
                };
                let known = touched.entry(account.clone()).or_insert(start);
                *known = start.min(*known);
            }
        }
        touched
    }

    /// Compares the units of transfers with those of their accounts.
    fn units(&mut self, transfers: &[TransferRow], accounts: &HashMap<String, AccountRow>) {
        for TransferRow { id, debit, credit, unit, .. } in transfers {
            for account in [debit, credit].into_iter().filter_map(|account| accounts.get(account)) {
                if account.unit != *unit {
                    let (account, holds) = (&account.id, &account.unit);
                    let difference =
                        format!("transfer {id} moves {unit} on {account}, which holds {holds}");
                    self.differences.push(difference);
                }
            }
        }
    }

    /// Compares an account with its own sums and with its entries from `start` on.
    async fn account(
        &mut self,
        store: &WalletStore,
        account: &AccountRow,
        start: Start,
        in_hand: &InHand<'_>,
    ) -> Result<(), DbError> {
        let id = &account.id;
        if self.followed.get(id).is_some_and(|followed| *followed <= start) {
            return Ok(());
        }
        self.accounts += 1;
        let sum = i128::from(account.credits) - i128::from(account.debits);
        if sum != i128::from(account.balance) {
            let (balance, sum) = (amount(account.balance.into()), amount(sum));
            let difference = format!(
                "account {id} shows a balance of {balance}, its credits and debits give {sum}"
            );
            self.differences.push(difference);
        }
        self.differences.extend(faults::below_floor(account));
        // What its entries give depends on all of them: only a full check replays it.
        self.differences.extend(faults::withdrawable(account));
        let long =
            entry_chain::follow(store, account, start, in_hand, &mut self.differences).await?;
        if long >= LONG {
            self.followed.insert(id.clone(), start);
        }
        Ok(())
    }

    /// Compares the holds of the given accounts with these, and with the escrow of their bookings.
    async fn intents(
        &mut self,
        store: &WalletStore,
        mut accounts: HashMap<String, AccountRow>,
    ) -> Result<(), DbError> {
        let ids: Vec<String> = accounts.keys().filter_map(|id| IntentRow::of(id)).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let intents = store.intent_rows(ids.clone()).await?;
        let found: HashSet<&str> = intents.iter().map(|row| row.id.as_str()).collect();
        let mut lost: Vec<&String> = ids.iter().filter(|id| !found.contains(id.as_str())).collect();
        lost.sort_unstable();
        let forgotten = forgotten_holds(store, &lost, &accounts).await?;
        lost.retain(|id| !forgotten.contains(*id));
        let lost = lost.into_iter().map(|id| faults::no_intent(&IntentRow::account_of(id)));
        self.differences.extend(lost);
        let escrows = intents.iter().filter_map(IntentRow::escrow);
        let escrows: Vec<String> = escrows.filter(|id| !accounts.contains_key(id)).collect();
        if !escrows.is_empty() {
            let more = store.account_rows(escrows).await?;
            accounts.extend(more.into_iter().map(|row| (row.id.clone(), row)));
        }
        let sums = |id: &str| {
            accounts.get(id).map_or((0, 0), |row| (row.credits.into(), row.debits.into()))
        };
        for row in &intents {
            let escrow = row.escrow().map(|account| sums(&account).0);
            self.differences.extend(faults::intent(row, sums(&row.account()), escrow));
        }
        Ok(())
    }
}

/// Returns those of the missing holds that were returned, according to their transfers: the rows of
/// such holds are purged after a while.
async fn forgotten_holds(
    store: &WalletStore,
    lost: &[&String],
    accounts: &HashMap<String, AccountRow>,
) -> Result<HashSet<String>, DbError> {
    if lost.is_empty() {
        return Ok(HashSet::new());
    }
    let expiries = lost.iter().map(|id| IntentRow::expiry_of(id)).collect();
    let expiries = store.transfer_rows(expiries).await?;
    let is_over = |row: &TransferRow| {
        let account = accounts.get(&row.debit);
        account.is_some_and(|account| {
            account.entries == 2
                && account.balance == 0
                && account.credits == row.amount
                && account.debits == row.amount
        })
    };
    let given_back = expiries.into_iter().filter(is_over);
    Ok(given_back
        .filter_map(|row| {
            let hold = IntentRow::of(&row.debit)?;
            (row.id == IntentRow::expiry_of(&hold)).then_some(hold)
        })
        .collect())
}
