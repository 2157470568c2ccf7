//! Replay of the whole ledger from its transfers.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
};

use sparkyard_kernel::ports::LedgerReport;

use super::{
    differences::{Differences, MAX_LISTED},
    faults::{self, amount},
};
use crate::{
    model::sums::Sums,
    store::{AccountRow, EntryRow, IntentRow, TransferRow},
};

/// Sums of one account, by its transfers and by its entries.
#[derive(Debug, Default)]
struct Tally {
    unit: String,
    debits: i128,
    credits: i128,
    transfers: Sides,
    entries: Sides,
    links: Links,
    known: bool,
    /// Whether the hold of this account was seen.
    intended: bool,
    /// Whether the hold of this account was returned.
    given_back: bool,
}

/// An unordered set of sides: their number, and the sum of their fingerprints.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sides {
    count: i64,
    fingerprint: u64,
}

impl Sides {
    fn add(&mut self, side: impl Hash) {
        self.count += 1;
        self.fingerprint = self.fingerprint.wrapping_add(fingerprint(side));
    }
}

fn fingerprint(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// The entries of an account as unordered links of a chain. Each entry states the number of entries
/// and the balance after it; with its amount, those before it follow. If these two sets differ in
/// the two ends only, the chain is unbroken.
#[derive(Debug, Default)]
struct Links {
    after: u64,
    before: u64,
    /// Number of entries from before positions were stored, and sum of their amounts: the start of
    /// the chain.
    unplaced: (i64, i128),
}

impl Links {
    fn add(&mut self, row: &EntryRow) {
        let (Some(place), Some(balance)) = (row.place, row.balance) else {
            self.unplaced.0 += 1;
            self.unplaced.1 += i128::from(row.amount);
            return;
        };
        let balance = i128::from(balance);
        let before = (place.wrapping_sub(1), balance - i128::from(row.amount));
        self.after = self.after.wrapping_add(fingerprint((place, balance)));
        self.before = self.before.wrapping_add(fingerprint(before));
    }

    /// Checks whether the links form one chain that ends with this number of entries and balance.
    fn lead_to(&self, entries: i64, balance: i64) -> bool {
        let end = fingerprint((entries, i128::from(balance)));
        let begin = fingerprint(self.unplaced);
        self.after.wrapping_add(begin) == self.before.wrapping_add(end)
    }
}

#[derive(Debug, Default)]
pub(super) struct Replay {
    pub(super) differences: Differences,
    transfers: u64,
    accounts: u64,
    tallies: HashMap<String, Tally>,
    /// Sum of all cached balances per unit.
    balances: BTreeMap<String, i128>,
    broken: Vec<AccountRow>,
    sums: Sums,
}

impl Replay {
    pub(super) fn transfer(&mut self, row: &TransferRow) {
        self.transfers += 1;
        self.differences.extend(faults::transfer(row));
        self.sums.add(&row.moved());
        for (_, account, amount) in row.sides() {
            let tally = self.tallies.entry(account.clone()).or_default();
            tally.transfers.add((&row.id, amount, &row.unit, &row.reason, &row.reference, row.at));
            if amount < 0 {
                tally.debits -= i128::from(amount);
            } else {
                tally.credits += i128::from(amount);
            }
            if amount < 0 {
                let hold = IntentRow::of(account);
                tally.given_back |= hold.is_some_and(|hold| row.id == IntentRow::expiry_of(&hold));
            }
            if tally.unit.is_empty() {
                tally.unit.clone_from(&row.unit);
            } else if tally.unit != row.unit {
                self.differences.push(format!(
                    "transfer {} moves {} on {account}, which holds {}",
                    row.id, row.unit, tally.unit
                ));
            }
        }
    }

    pub(super) fn entry(&mut self, row: &EntryRow) {
        let tally = self.tallies.entry(row.account.clone()).or_default();
        let side = (&row.transfer, row.amount, &row.unit, &row.reason, &row.reference, row.at);
        tally.entries.add(side);
        tally.links.add(row);
    }

    pub(super) fn account(&mut self, row: AccountRow) {
        self.accounts += 1;
        *self.balances.entry(row.unit.clone()).or_default() += i128::from(row.balance);
        let tally = self.tallies.entry(row.id.clone()).or_default();
        tally.known = true;
        self.differences.extend(tally.faults(&row));
        self.differences.extend(faults::below_floor(&row));
        if !tally.links.lead_to(row.entries, row.balance) && self.broken.len() < MAX_LISTED {
            self.broken.push(row);
        }
    }

    pub(super) fn intent(&mut self, row: &IntentRow) {
        let sums = |account: &str| {
            self.tallies.get(account).map_or((0, 0), |tally| (tally.credits, tally.debits))
        };
        let own = row.account();
        let escrow = row.escrow().map(|account| sums(&account));
        let credits = escrow.map(|(credits, _)| credits);
        self.differences.extend(faults::intent(row, sums(&own), credits));
        self.differences.extend(faults::open_intent(row, escrow));
        if let Some(tally) = self.tallies.get_mut(&own) {
            tally.intended = true;
        }
    }

    /// Compares the stored sums with those of the transfers.
    pub(super) fn sums(&mut self, stored: &Sums) {
        let replayed = std::mem::take(&mut self.sums);
        let keys: BTreeSet<&String> = stored.0.keys().chain(replayed.0.keys()).collect();
        for key in keys {
            let [shown, given] =
                [stored, &replayed].map(|sums| sums.0.get(key).copied().unwrap_or_default());
            if shown != given {
                let [shown, given] = [shown, given].map(|sum| amount(i128::from(sum.balance())));
                self.differences
                    .push(format!("the sum {key} shows {shown}, the transfers give {given}"));
            }
        }
    }

    /// Takes the accounts with broken chains, to be followed entry by entry.
    pub(super) fn broken_chains(&mut self) -> Vec<AccountRow> {
        std::mem::take(&mut self.broken)
    }

    pub(super) fn close(mut self) -> LedgerReport {
        let mut tallies: Vec<_> = std::mem::take(&mut self.tallies).into_iter().collect();
        tallies.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        for (id, tally) in tallies {
            if !tally.known {
                self.differences.push(faults::no_account(&id));
            }
            if id.starts_with(IntentRow::ACCOUNTS) && !tally.intended && !tally.is_forgotten_hold()
            {
                self.differences.push(faults::no_intent(&id));
            }
            let (moved, listed) = (tally.transfers.count, tally.entries.count);
            if moved != listed {
                let difference =
                    format!("account {id} lists {listed} entries for {moved} transfers");
                self.differences.push(difference);
            } else if tally.transfers != tally.entries {
                let difference = format!("account {id} lists entries that are not its transfers");
                self.differences.push(difference);
            }
        }
        for (unit, sum) in std::mem::take(&mut self.balances) {
            if sum != 0 {
                let sum = amount(sum);
                let difference =
                    format!("all {unit} accounts together hold {sum}, which must be 0.00");
                self.differences.push(difference);
            }
        }
        LedgerReport {
            transfers: self.transfers,
            accounts: self.accounts,
            differences: self.differences.close(),
        }
    }
}

impl Tally {
    /// Checks whether all incoming money was returned at once; the rows of such holds are purged
    /// after a while.
    fn is_forgotten_hold(&self) -> bool {
        self.given_back && self.transfers.count == 2 && self.credits == self.debits
    }

    /// Returns where the cached sums of an account differ from its transfers.
    fn faults(&self, row: &AccountRow) -> Vec<String> {
        let (id, mut faults) = (&row.id, Vec::new());
        if !self.unit.is_empty() && self.unit != row.unit {
            faults.push(format!(
                "account {id} is said to hold {}, but its transfers move {}",
                row.unit, self.unit
            ));
        }
        let sums = [
            ("a balance of", i128::from(row.balance), self.credits - self.debits),
            ("debits of", i128::from(row.debits), self.debits),
            ("credits of", i128::from(row.credits), self.credits),
        ];
        for (what, cached, replayed) in sums {
            if cached != replayed {
                let (cached, replayed) = (amount(cached), amount(replayed));
                faults.push(format!(
                    "account {id} shows {what} {cached}, its transfers give {replayed}"
                ));
            }
        }
        let count = self.transfers.count;
        if row.entries != count {
            faults.push(format!(
                "account {id} counts {} entries, its transfers give {count}",
                row.entries
            ));
        }
        faults
    }
}
