//! Proves the ledger: replays every transfer and compares the result with all that is cached or
//! derived from it.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
};

use sparkyard_kernel::{
    Money,
    db::{Db, DbError},
    ports::LedgerReport,
};

use crate::store::{self, AccountRow, IntentRow, SideRow, TransferRow};

/// More than this many differences are counted, not told.
const MAX_TOLD: usize = 100;

/// Replays the whole ledger of `db`. Memory grows with the number of accounts, not of transfers.
///
/// Run it while nobody writes: tables are read one after the other, so a transfer made meanwhile
/// shows as a difference.
pub async fn ledger_check(db: &Db) -> Result<LedgerReport, DbError> {
    let mut books = Books::default();
    store::replay(db, |row: TransferRow| books.transfer(&row)).await?;
    store::replay(db, |row: SideRow| books.side(&row)).await?;
    store::replay(db, |row: AccountRow| books.account(&row)).await?;
    store::replay(db, |row: IntentRow| books.intent(&row)).await?;
    Ok(books.close())
}

/// What the transfers say about one account, and what its entries say.
#[derive(Debug, Default)]
struct Tally {
    unit: String,
    debits: i128,
    credits: i128,
    transfers: Sides,
    entries: Sides,
    known: bool,
}

/// A set of sides, order left out: how many, and the sum of their fingerprints.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sides {
    count: i64,
    fingerprint: u64,
}

impl Sides {
    fn add(&mut self, side: impl Hash) {
        let mut hasher = DefaultHasher::new();
        side.hash(&mut hasher);
        self.count += 1;
        self.fingerprint = self.fingerprint.wrapping_add(hasher.finish());
    }
}

#[derive(Debug, Default)]
struct Books {
    transfers: u64,
    accounts: u64,
    tallies: HashMap<String, Tally>,
    /// Sum of all cached balances per unit.
    balances: BTreeMap<String, i128>,
    told: Vec<String>,
    untold: usize,
}

impl Books {
    fn differ(&mut self, difference: String) {
        if self.told.len() < MAX_TOLD {
            self.told.push(difference);
        } else {
            self.untold += 1;
        }
    }

    fn transfer(&mut self, row: &TransferRow) {
        self.transfers += 1;
        if row.amount <= 0 {
            self.differ(format!(
                "transfer {} moves {}, which is not more than 0",
                row.id, row.amount
            ));
        }
        for (account, amount) in [(&row.debit, -row.amount), (&row.credit, row.amount)] {
            let tally = self.tallies.entry(account.clone()).or_default();
            tally.transfers.add((&row.id, amount, &row.unit, &row.reason, row.at));
            if amount < 0 {
                tally.debits -= i128::from(amount);
            } else {
                tally.credits += i128::from(amount);
            }
            if tally.unit.is_empty() {
                tally.unit.clone_from(&row.unit);
            } else if tally.unit != row.unit {
                let unit = tally.unit.clone();
                self.differ(format!(
                    "transfer {} moves {} on {account}, which holds {unit}",
                    row.id, row.unit
                ));
            }
        }
    }

    fn side(&mut self, row: &SideRow) {
        let tally = self.tallies.entry(row.account.clone()).or_default();
        tally.entries.add((&row.transfer, row.amount, &row.unit, &row.reason, row.at));
    }

    fn account(&mut self, row: &AccountRow) {
        self.accounts += 1;
        *self.balances.entry(row.unit.clone()).or_default() += i128::from(row.balance);
        let id = &row.id;
        let tally = self.tallies.entry(id.clone()).or_default();
        tally.known = true;
        let (debits, credits, count) = (tally.debits, tally.credits, tally.transfers.count);
        let other_unit =
            (!tally.unit.is_empty() && tally.unit != row.unit).then(|| tally.unit.clone());
        if let Some(unit) = other_unit {
            self.differ(format!(
                "account {id} is said to hold {}, but its transfers move {unit}",
                row.unit
            ));
        }
        let sums = [
            ("a balance of", i128::from(row.balance), credits - debits),
            ("debits of", i128::from(row.debits), debits),
            ("credits of", i128::from(row.credits), credits),
        ];
        for (what, cached, replayed) in sums {
            if cached != replayed {
                let (cached, replayed) = (amount(cached), amount(replayed));
                self.differ(format!(
                    "account {id} shows {what} {cached}, its transfers give {replayed}"
                ));
            }
        }
        if row.entries != count {
            self.differ(format!(
                "account {id} counts {} entries, its transfers give {count}",
                row.entries
            ));
        }
        if let Some(floor) = row.floor.filter(|floor| row.balance < *floor) {
            let (balance, floor) = (amount(row.balance.into()), amount(floor.into()));
            self.differ(format!(
                "account {id} has {balance}, which is below its lowest allowed {floor}"
            ));
        }
    }

    fn intent(&mut self, row: &IntentRow) {
        let (id, held) = (&row.id, i128::from(row.amount));
        let sums = |account: &str| {
            self.tallies.get(account).map_or((0, 0), |tally| (tally.credits, tally.debits))
        };
        let (came_in, went_out) = sums(&format!("intent:{id}"));
        let expected_out = if row.status == "held" { 0 } else { held };
        let escrow = row.booking.map(|booking| sums(&format!("booking:{booking}")).0);
        if (came_in, went_out) != (held, expected_out) {
            let (came_in, went_out, held) = (amount(came_in), amount(went_out), amount(held));
            self.differ(format!(
                "intent {id} is {} with {held} {}, but {came_in} came in and {went_out} went out",
                row.status, row.unit
            ));
        }
        let wrong = match (row.status.as_str(), escrow) {
            ("used", None) => Some("is used, but by no booking".to_owned()),
            ("used", Some(escrow)) if escrow != held => {
                let (escrow, held) = (amount(escrow), amount(held));
                Some(format!("was used with {held}, but its escrow got {escrow}"))
            }
            ("used", Some(_)) | (_, None) => None,
            (status, Some(_)) => Some(format!("is {status}, yet names a booking")),
        };
        if let Some(wrong) = wrong {
            self.differ(format!("intent {id} {wrong}"));
        }
    }

    fn close(mut self) -> LedgerReport {
        let mut tallies: Vec<_> = std::mem::take(&mut self.tallies).into_iter().collect();
        tallies.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        for (id, tally) in tallies {
            if !tally.known {
                self.differ(format!("account {id} has transfers or entries, but does not exist"));
            }
            let (moved, listed) = (tally.transfers.count, tally.entries.count);
            if moved != listed {
                self.differ(format!("account {id} lists {listed} entries for {moved} transfers"));
            } else if tally.transfers != tally.entries {
                self.differ(format!("account {id} lists entries that are not its transfers"));
            }
        }
        for (unit, sum) in std::mem::take(&mut self.balances) {
            if sum != 0 {
                let sum = amount(sum);
                self.differ(format!("all {unit} accounts together hold {sum}, which must be 0.00"));
            }
        }
        if self.untold > 0 {
            self.told.push(format!("and {} differences more", self.untold));
        }
        LedgerReport { transfers: self.transfers, accounts: self.accounts, differences: self.told }
    }
}

/// Hundredths as people read them; a sum too large for an amount stays as it is.
fn amount(hundredths: i128) -> String {
    match i64::try_from(hundredths) {
        Ok(minor) => Money::from_minor(minor).to_string(),
        Err(_) => format!("{hundredths} hundredths"),
    }
}
