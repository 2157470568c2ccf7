//! Data for tests of ledger checks.

use std::time::Duration;

use sparkyard_kernel::{
    Timestamp,
    db::{Db, SurrealValue},
};

/// Damage where `release:7` and `release:8` are recent, and what a recent check must report.
pub(crate) const RECENT_DAMAGE: &[(&str, &str)] = &[
    // A lost commit, while later ones were kept.
    (
        "DELETE type::record('ledger_transfer', 'release:7'), \
         type::record('ledger_entry', 'release:7/debit'), \
         type::record('ledger_entry', 'release:7/credit')",
        "account user:bo:gbp has no entry at place 1",
    ),
    (
        "DELETE type::record('ledger_transfer', 'escrow:7'), \
         type::record('ledger_entry', 'escrow:7/debit'), \
         type::record('ledger_entry', 'escrow:7/credit')",
        "counts 2 entries, its last is at place 1",
    ),
    (
        "DELETE type::record('ledger_transfer', 'release:8'), \
         type::record('ledger_entry', 'release:8/debit'), \
         type::record('ledger_entry', 'release:8/credit')",
        "account user:bo:gbp counts 2 entries, its last is at place 1",
    ),
    // Amounts.
    (
        "UPDATE type::record('ledger_transfer', 'release:7') SET amount = 899",
        "entry release:7/debit is not what transfer release:7 moved",
    ),
    (
        "UPDATE type::record('ledger_entry', 'release:7/credit') SET amount = 899",
        "entry release:7/credit leaves 9.00 on user:bo:gbp, with what was there 8.99",
    ),
    (
        "UPDATE type::record('ledger_entry', 'release:7/credit') SET balance = 899",
        "entry release:8/credit leaves 10.00 on user:bo:gbp, with what was there 9.99",
    ),
    (
        "UPDATE type::record('ledger_entry', 'release:8/credit') SET place = 1",
        "account user:bo:gbp has more than one entry at place 1",
    ),
    // Rows.
    (
        "DELETE type::record('ledger_entry', 'release:7/credit')",
        "transfer release:7 lacks entry release:7/credit",
    ),
    (
        "DELETE type::record('ledger_transfer', 'release:8')",
        "entry release:8/credit is of transfer release:8, which does not exist",
    ),
    (
        "UPDATE type::record('ledger_entry', 'release:7/credit') SET account = 'user:cy:gbp'",
        "entry release:7/credit is not what transfer release:7 moved",
    ),
    (
        "DELETE type::record('ledger_account', 'user:bo:gbp')",
        "account user:bo:gbp has transfers or entries, but does not exist",
    ),
    // Accounts.
    (
        "UPDATE type::record('ledger_account', 'user:bo:gbp') SET balance += 1, credits += 1",
        "account user:bo:gbp shows a balance of 10.01, its last entry leaves 10.00",
    ),
    (
        "UPDATE type::record('ledger_account', 'user:bo:gbp') SET credits += 5",
        "account user:bo:gbp shows a balance of 10.00, its credits and debits give 10.05",
    ),
    (
        "UPDATE type::record('ledger_account', 'user:bo:gbp') SET entries = 9",
        "account user:bo:gbp counts 9 entries, its last is at place 2",
    ),
    (
        "UPDATE type::record('ledger_account', 'user:bo:gbp') SET unit = 'spark'",
        "transfer release:7 moves gbp on user:bo:gbp, which holds spark",
    ),
    (
        "UPDATE type::record('ledger_account', 'user:bo:gbp') SET floor = 2000",
        "account user:bo:gbp has 10.00, which is below its lowest allowed 20.00",
    ),
    // Holds.
    (
        "UPDATE payment_intent SET status = 'held' WHERE booking = 7",
        "is held with 9.00 gbp, but 9.00 came in and 9.00 went out",
    ),
    (
        "UPDATE payment_intent SET booking = 9 WHERE booking = 7",
        "was used with 9.00, but its escrow got 0.00",
    ),
    ("DELETE payment_intent WHERE booking = 7", "but there is no such intent"),
];

/// Loses ana's hold of yesterday: her second entry, with no entry of today next to it.
pub(crate) const OLD_LOSS: &[&str] = &[
    "DELETE ledger_transfer WHERE reason = 'hold' AND amount = 300",
    "DELETE ledger_entry WHERE reason = 'hold' AND amount IN [300, -300]",
];

pub(crate) const MORE_WITHDRAWABLE: &str =
    "UPDATE type::record('ledger_account', 'user:ana:gbp') SET withdrawable = 500";

pub(crate) const TOO_MUCH_WITHDRAWABLE: &str =
    "UPDATE type::record('ledger_account', 'user:ana:gbp') SET withdrawable = 1200";

pub(crate) const ALL_BALANCES_UP: &str = "UPDATE ledger_account SET balance += 1";

pub(crate) const ALL_BALANCES_DOWN: &str = "UPDATE ledger_account SET balance -= 1";

pub(crate) async fn add_to_balance(db: &Db, account: &str, hundredths: i64) {
    db.write("test.add_to_balance")
        .bind("account", account.to_owned())
        .bind("more", hundredths)
        .step("UPDATE type::record('ledger_account', $account) SET balance += $more")
        .run::<()>()
        .await
        .unwrap();
}

pub(crate) const LOSE_RELEASE_9: &str = "DELETE type::record('ledger_transfer', 'release:9'), \
    type::record('ledger_entry', 'release:9/debit'), \
    type::record('ledger_entry', 'release:9/credit')";

pub(crate) const LOSE_HOLDS: &str = "DELETE payment_intent";

/// Loses one transfer made by [`fill`].
pub(crate) const LOSE_PAST_500: &str = "DELETE type::record('ledger_transfer', 'past-000500'), \
    type::record('ledger_entry', 'past-000500/debit'), \
    type::record('ledger_entry', 'past-000500/credit')";

/// Loses ana's first entry, which has no place.
pub(crate) const LOSE_OLDEST_ENTRY: &str = "DELETE ledger_entry \
    WHERE account = 'user:ana:gbp' AND place = NONE AND amount = 2000";

/// Inserts `count` old transfers of a pound each from outside to `members` in turn, `apart_ms`
/// apart from `first` on, with their entries and accounts.
pub(crate) async fn fill(db: &Db, first: Timestamp, count: i64, members: i64, apart_ms: u64) {
    let rows: Vec<Past> = (0..count).map(|n| Past::new(n, first, members, apart_ms)).collect();
    for rows in rows.chunks(1000) {
        db.write("test.fill")
            .bind("rows", rows.to_vec())
            .step(
                "INSERT INTO ledger_transfer (SELECT key AS id, debit, credit, 'gbp' AS unit, \
                 100 AS amount, 'cash_in' AS reason, at FROM $rows)",
            )
            .step(
                "INSERT INTO ledger_entry (SELECT key + '/debit' AS id, key AS transfer, \
                 debit AS account, 'gbp' AS unit, -100 AS amount, 'cash_in' AS reason, at, \
                 0 AS newest, n + 1 AS place, -(n + 1) * 100 AS balance FROM $rows)",
            )
            .step(
                "INSERT INTO ledger_entry (SELECT key + '/credit' AS id, key AS transfer, \
                 credit AS account, 'gbp' AS unit, 100 AS amount, 'cash_in' AS reason, at, \
                 0 AS newest, place, place * 100 AS balance FROM $rows)",
            )
            .run::<()>()
            .await
            .unwrap();
    }
    let of = |member: i64| (count - member + members - 1) / members;
    let accounts = (0..members.min(count)).map(|member| (credit(member), of(member), 1));
    for (id, entries, sign) in accounts.chain([("external:cash:gbp".to_owned(), count, -1)]) {
        db.write("test.fill")
            .bind("id", id)
            .bind("entries", entries)
            .bind("balance", sign * entries * 100)
            .bind("sum", entries * 100)
            .bind("sign", sign)
            .step(
                "CREATE type::record('ledger_account', $id) SET unit = 'gbp', entries = $entries, \
                 balance = $balance, debits = IF $sign < 0 { $sum } ELSE { 0 }, \
                 credits = IF $sign > 0 { $sum } ELSE { 0 }",
            )
            .run::<()>()
            .await
            .unwrap();
    }
}

#[derive(Clone, SurrealValue)]
struct Past {
    n: i64,
    key: String,
    debit: String,
    credit: String,
    at: Timestamp,
    /// Place among the entries of the member.
    place: i64,
}

impl Past {
    fn new(n: i64, first: Timestamp, members: i64, apart_ms: u64) -> Self {
        let apart = Duration::from_millis(n.unsigned_abs() * apart_ms);
        Self {
            n,
            key: format!("past-{n:06}"),
            debit: "external:cash:gbp".to_owned(),
            credit: credit(n % members),
            at: first + apart,
            place: n / members + 1,
        }
    }
}

fn credit(member: i64) -> String {
    format!("user:m{member}:gbp")
}

pub(crate) async fn last_check(db: &Db) -> Option<KeptCheck> {
    let query = "SELECT * OMIT id FROM type::record('ledger_check', 'latest')";
    db.query(query).fetch_optional().await.unwrap()
}

#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct KeptCheck {
    pub(crate) ran_at: Timestamp,
    pub(crate) kind: String,
    pub(crate) since: Option<Timestamp>,
    pub(crate) transfers: i64,
    pub(crate) differences: Vec<String>,
    pub(crate) found_at: Option<Timestamp>,
    pub(crate) passed_at: Option<Timestamp>,
    pub(crate) full_at: Option<Timestamp>,
}
