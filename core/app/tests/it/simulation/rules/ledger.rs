//! Money: every balance follows from the entries, and nothing is made from nothing.

use std::collections::BTreeMap;

use sparkyard_kernel::ports::Ledger;

use crate::simulation::{Checked, Simulation, store, violated};

/// Recomputes the books from their entries.
pub(super) fn balances_follow_from_entries(simulation: &Simulation) -> Checked {
    const RULE: &str = "balances_follow_from_entries";
    let (process, db) = (&simulation.process, &simulation.process.app.db);
    let accounts = process.run(store::accounts(db))?;
    let entries = process.run(store::entries(db))?;
    let transfers = process.run(store::transfers(db))?;
    let mut sums: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    let mut sides: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    for entry in &entries {
        let sum = sums.entry(&entry.account).or_default();
        *sum = (sum.0 + entry.amount, sum.1 + 1);
        *sides.entry((&*entry.transfer, &*entry.account)).or_default() += entry.amount;
    }
    let mut totals: BTreeMap<&str, i64> = BTreeMap::new();
    for account in &accounts {
        let known = sums.remove(&*account.id).unwrap_or_default();
        if known != (account.balance, account.entries) {
            return violated(RULE, format!("{account:?}, its entries give {known:?}"));
        }
        if account.floor.is_some_and(|floor| account.balance < floor) {
            return violated("nobody_has_less_than_they_may", format!("{account:?}"));
        }
        *totals.entry(&account.unit).or_default() += account.balance;
    }
    if let Some(account) = sums.keys().next() {
        return violated(RULE, format!("{account} has entries and is no account"));
    }
    if totals.values().any(|total| *total != 0) {
        return violated("each_currency_sums_to_zero", format!("{totals:?}"));
    }
    for transfer in &transfers {
        let [debit, credit] = [&transfer.debit, &transfer.credit]
            .map(|account| sides.remove(&(&*transfer.id, &**account)).unwrap_or_default());
        if (debit, credit) != (-transfer.amount, transfer.amount) {
            return violated(RULE, format!("{} has the entries {debit} and {credit}", transfer.id));
        }
    }
    match sides.keys().next() {
        Some(side) => violated(RULE, format!("{side:?} is an entry of no transfer")),
        None => Ok(()),
    }
}

/// Compares what accounts hold with the holds, bookings and withdrawals that are open.
pub(super) fn held_money_is_that_of_open_holds(simulation: &Simulation) -> Checked {
    let (process, db) = (&simulation.process, &simulation.process.app.db);
    let held = process.run(store::held(db))?.into_iter();
    let mut expected: BTreeMap<String, i64> =
        held.map(|row| (row.id, if row.open { row.amount } else { 0 })).collect();
    expected.extend(simulation.bookings.values().map(|booking| {
        let open = if booking.escrow == "held" { booking.price_minor } else { 0 };
        (format!("booking:{}", booking.id), open)
    }));
    for account in process.run(store::accounts(db))? {
        let kind = account.id.split(':').next().unwrap_or_default();
        if !["intent", "withdrawal", "booking"].contains(&kind) {
            continue;
        }
        let open = expected.remove(&account.id).unwrap_or_default();
        if account.balance != open {
            let details = format!("{} holds {}, and {open} is open", account.id, account.balance);
            return violated("held_money_is_that_of_open_holds", details);
        }
    }
    match expected.iter().find(|(_, open)| **open != 0) {
        Some((account, open)) => {
            let details = format!("{account} holds nothing, and {open} is open");
            violated("held_money_is_that_of_open_holds", details)
        }
        None => Ok(()),
    }
}

/// Lets the server check its own books.
pub(super) fn own_check_of_the_server(simulation: &Simulation) -> Checked {
    let ledger = simulation.process.app.host.ports.require::<dyn Ledger>("test").unwrap();
    match simulation.process.run(ledger.check()) {
        Ok(found) if found.differences.is_empty() => Ok(()),
        Ok(found) => violated("server_finds_its_books_right", found.differences.join("; ")),
        Err(cause) => violated("server_finds_its_books_right", format!("{cause:?}")),
    }
}
