mod checks;
mod sums;

pub(crate) use checks::{
    ALL_BALANCES_DOWN, ALL_BALANCES_UP, KeptCheck, LOSE_HOLDS, LOSE_OLDEST_ENTRY, LOSE_PAST_500,
    LOSE_RELEASE_9, MORE_WITHDRAWABLE, OLD_LOSS, RECENT_DAMAGE, TOO_MUCH_WITHDRAWABLE,
    add_to_balance, fill, last_check,
};
use sparkyard_kernel::{
    Timestamp,
    db::{Db, DbError, Plan, SurrealValue, Value},
};
pub(crate) use sums::{MORE_IN_SUM, exports, unsummed};

/// Attempts to rewrite history, all of which must fail.
pub(crate) const REWRITES: &[&str] = &[
    "UPDATE ledger_transfer SET amount = 1",
    "DELETE ledger_transfer",
    "UPDATE ledger_entry SET amount = 1",
    "DELETE ledger_entry",
    "DELETE ledger_account",
];

/// Damage that the application cannot cause, and what the check must report.
pub(crate) const DAMAGE: &[(&str, &str)] = &[
    (
        "UPDATE type::record('ledger_account', 'user:ana:gbp') SET balance += 1",
        "account user:ana:gbp shows a balance of 11.01, its transfers give 11.00",
    ),
    (
        "UPDATE type::record('ledger_account', 'user:ana:gbp') SET balance += 1",
        "all gbp accounts together hold 0.01, which must be 0.00",
    ),
    (
        "UPDATE type::record('ledger_account', 'user:ana:gbp') SET credits += 5",
        "account user:ana:gbp shows credits of 20.05, its transfers give 20.00",
    ),
    (
        "UPDATE type::record('ledger_account', 'user:ana:gbp') SET entries = 9",
        "account user:ana:gbp counts 9 entries, its transfers give 2",
    ),
    (
        "UPDATE type::record('ledger_account', 'user:ana:gbp') SET floor = 2000",
        "account user:ana:gbp has 11.00, which is below its lowest allowed 20.00",
    ),
    (
        "UPDATE type::record('ledger_account', 'user:ana:gbp') SET unit = 'spark'",
        "account user:ana:gbp is said to hold spark, but its transfers move gbp",
    ),
    (
        "DELETE type::record('ledger_account', 'user:ana:gbp')",
        "account user:ana:gbp has transfers or entries, but does not exist",
    ),
    (
        "DELETE type::record('ledger_entry', 'escrow:7/credit')",
        "account booking:7 lists 0 entries for 1 transfers",
    ),
    (
        "UPDATE type::record('ledger_entry', 'escrow:7/credit') SET amount = 1",
        "account booking:7 lists entries that are not its transfers",
    ),
    (
        "DELETE type::record('ledger_transfer', 'escrow:7')",
        "account booking:7 shows a balance of 9.00, its transfers give 0.00",
    ),
    ("UPDATE payment_intent SET booking = 8", "was used with 9.00, but its escrow got 0.00"),
    ("UPDATE payment_intent SET booking = NONE", "is used, but by no booking"),
    ("UPDATE payment_intent SET open = false", "is counted as settled, but its money is not"),
    (
        "UPDATE payment_intent SET status = 'held'",
        "is held with 9.00 gbp, but 9.00 came in and 9.00 went out",
    ),
];

pub(crate) async fn run(db: &Db, statement: &str) -> Result<(), DbError> {
    db.write("test.statement").step(statement).run().await
}

/// Removes the events that protect history.
pub(crate) async fn unlock(db: &Db) {
    for event in [
        "REMOVE EVENT ledger_account_stays ON ledger_account",
        "REMOVE EVENT ledger_transfer_is_append_only ON ledger_transfer",
        "REMOVE EVENT ledger_entry_is_append_only ON ledger_entry",
    ] {
        run(db, event).await.unwrap();
    }
}

/// Rows of the ledger's tables.
pub(crate) type Copied = Vec<(&'static str, Vec<Value>)>;

const TABLES: [&str; 4] = ["ledger_transfer", "ledger_entry", "ledger_account", "payment_intent"];

/// Copies all tables of the ledger.
pub(crate) async fn copy(db: &Db) -> Copied {
    let mut copied = Vec::new();
    for table in TABLES {
        copied.push((table, db.query(format!("SELECT * FROM {table}")).fetch().await.unwrap()));
    }
    copied
}

/// Restores an [unlocked](unlock) ledger.
pub(crate) async fn put_back(db: &Db, copied: &Copied) {
    for (table, rows) in copied {
        db.write("test.put_back")
            .bind("rows", rows.clone())
            .step(&format!("DELETE {table}"))
            .step(&format!("INSERT INTO {table} $rows RETURN NONE"))
            .run::<()>()
            .await
            .unwrap();
    }
}

/// Returns the plans of all list queries, and the index expected for each.
pub(crate) async fn plans(db: &Db) -> Vec<(Plan, &'static str)> {
    let mut plans = Vec::new();
    for (query, index) in [
        (
            "SELECT id FROM ledger_entry WHERE owner = 'ana' AND newest > -9 ORDER BY newest \
             LIMIT 5",
            "ledger_entry_history",
        ),
        (
            "SELECT id FROM ledger_entry WITH INDEX ledger_entry_history WHERE owner = 'ana' \
             AND newest > -9 AND newest <= -1 ORDER BY newest LIMIT 5",
            "ledger_entry_history",
        ),
        (
            "SELECT id FROM ledger_entry WITH INDEX ledger_entry_direction WHERE owner = 'ana' \
             AND unit = 'gbp' AND incoming = true AND newest > -9 AND newest <= -1 \
             ORDER BY newest LIMIT 5",
            "ledger_entry_direction",
        ),
        (
            "SELECT id FROM ledger_entry WITH INDEX ledger_entry_kind WHERE owner = 'ana' \
             AND unit = 'spark' AND kind = 'booking' AND newest > -9 AND newest <= -1 \
             ORDER BY newest LIMIT 5",
            "ledger_entry_kind",
        ),
        (
            "SELECT id FROM payment_intent WITH INDEX payment_intent_open \
             WHERE user_id = 'a' AND open = true",
            "payment_intent_open",
        ),
        (
            "SELECT id FROM payment_intent WHERE status = 'held' AND expires_at <= time::now() \
             LIMIT 5",
            "payment_intent_due",
        ),
        (
            "SELECT id FROM payment_intent WHERE user_id = 'a' AND status = 'held' \
             AND expires_at <= time::now()",
            "payment_intent_of_user",
        ),
        (
            "SELECT id, created_at FROM funding WHERE user_id = 'a' AND amount = 5 \
             AND status = 'pending' ORDER BY created_at LIMIT 5",
            "funding_by_status",
        ),
        (
            "SELECT id, created_at FROM funding WHERE status = 'pending' \
             AND created_at < time::now() AND payment != NONE ORDER BY created_at LIMIT 5",
            "funding_age",
        ),
        (
            "SELECT id, due_at FROM card_payment WHERE due_at > d'1970-01-01T00:00:00Z' \
             AND due_at <= time::now() LIMIT 5",
            "card_payment_due",
        ),
        ("SELECT id FROM card_payment WHERE booking = 7 LIMIT 1", "card_payment_of_booking"),
        (
            "SELECT id FROM chargeback WHERE state = 'open' AND newest > '0' ORDER BY newest LIMIT 5",
            "chargeback_newest",
        ),
        ("SELECT VALUE state FROM chargeback WHERE booking = 7", "chargeback_booking"),
        (
            "SELECT id FROM failed_refund WHERE newest > '0' ORDER BY newest LIMIT 5",
            "failed_refund_newest",
        ),
        (
            "SELECT id FROM card_payment WHERE state = 'expired' AND expires_at < time::now() \
             LIMIT 5",
            "card_payment_age",
        ),
        (
            "SELECT id FROM ledger_transfer WHERE at_micros > 7 ORDER BY at_micros LIMIT 5",
            "ledger_transfer_at",
        ),
        (
            "SELECT owner FROM ledger_account WITH INDEX ledger_account_on_credit \
             WHERE on_credit > 'a' ORDER BY on_credit LIMIT 5",
            "ledger_account_on_credit",
        ),
        (
            "SELECT id FROM ledger_entry WHERE account = 'a' AND place >= 7 ORDER BY place LIMIT 5",
            "ledger_entry_place",
        ),
        (
            "SELECT count() AS n, math::sum(amount) AS sum FROM ledger_entry \
             WHERE account = 'a' AND place = NONE GROUP ALL",
            "ledger_entry_place",
        ),
        (
            "SELECT id FROM ledger_entry WHERE account = 'a' AND place = 7 LIMIT 1",
            "ledger_entry_place",
        ),
    ] {
        plans.push((db.query(query).plan().await.unwrap(), index));
    }
    plans
}

pub(crate) async fn intents(db: &Db) -> usize {
    db.query("SELECT VALUE status FROM payment_intent").fetch::<String>().await.unwrap().len()
}

pub(crate) async fn top_ups(db: &Db) -> usize {
    db.query("SELECT VALUE status FROM funding").fetch::<String>().await.unwrap().len()
}

/// Inserts this many returned holds.
pub(crate) async fn repeat_holds(db: &Db, at: Timestamp, count: i64) {
    repeat(
        db,
        (at, count),
        "INSERT INTO payment_intent (SELECT 'past-' + <string> n AS id, 'cy' AS user_id, \
         'gbp' AS unit, 100 AS amount, 'expired' AS status, $at AS created_at, \
         $at AS expires_at, $at AS closed_at FROM $rows)",
    )
    .await;
}

/// Inserts this many pending or declined top-ups, and one credited.
pub(crate) async fn repeat_top_ups(db: &Db, at: Timestamp, count: i64) {
    repeat(
        db,
        (at, count),
        "INSERT INTO funding (SELECT 'past-' + <string> n AS id, 'cy' AS user_id, \
         100 AS amount, 'sandbox' AS provider, \
         IF n % 2 = 0 { 'pending' } ELSE { 'declined' } AS status, \
         $at AS created_at, -n AS newest FROM $rows)",
    )
    .await;
    run(db, "UPDATE type::record('funding', 'past-0') SET status = 'credited'").await.unwrap();
}

async fn repeat(db: &Db, (at, count): (Timestamp, i64), insert: &'static str) {
    let rows: Vec<N> = (0..count).map(|n| N { n }).collect();
    for rows in rows.chunks(1000) {
        let write = db.write("test.repeat").bind("rows", rows.to_vec()).bind("at", at);
        write.step(insert).run::<()>().await.unwrap();
    }
}

/// Inserts this many credits of a penny to a member, a second apart and the newest at `at`, without
/// their transfers.
pub(crate) async fn repeat_entries(db: &Db, owner: &str, at: Timestamp, count: i64) {
    let insert = "INSERT INTO ledger_entry (SELECT 'past-' + <string> n AS id, \
         'past-' + <string> n AS transfer, 'user:' + $owner + ':gbp' AS account, \
         $owner AS owner, 'gbp' AS unit, 1 AS amount, 'cash_in' AS reason, $at AS at, \
         0 - (time::millis($at) - n * 1000) * 1000000 AS newest FROM $rows) RETURN NONE";
    let rows: Vec<N> = (0..count).map(|n| N { n }).collect();
    for rows in rows.chunks(1000) {
        db.write("test.repeat")
            .bind("rows", rows.to_vec())
            .bind("owner", owner.to_owned())
            .bind("at", at)
            .step(insert)
            .run::<()>()
            .await
            .unwrap();
    }
}

#[derive(Clone, SurrealValue)]
struct N {
    n: i64,
}

/// An entry's direction and kind, as stored.
#[derive(Debug, PartialEq, SurrealValue)]
pub(crate) struct Listed {
    pub(crate) reason: String,
    pub(crate) incoming: bool,
    pub(crate) kind: String,
}

/// Returns the direction and kind of all entries of a member, oldest first.
pub(crate) async fn listed(db: &Db, owner: &str) -> Vec<Listed> {
    db.query(
        "SELECT reason, incoming, kind, newest FROM ledger_entry WHERE owner = $owner \
         ORDER BY newest DESC",
    )
    .bind("owner", owner.to_owned())
    .fetch()
    .await
    .unwrap()
}

/// Returns which intents of a member are open, by their status.
pub(crate) async fn open_intents(db: &Db, user: &str) -> Vec<(String, bool)> {
    #[derive(SurrealValue)]
    struct Row {
        status: String,
        open: bool,
    }
    let rows = db
        .query(
            "SELECT status, open, created_at FROM payment_intent WHERE user_id = $user \
             ORDER BY created_at, status",
        )
        .bind("user", user.to_owned())
        .fetch::<Row>()
        .await
        .unwrap();
    rows.into_iter().map(|row| (row.status, row.open)).collect()
}

/// Chooses how many tokens, in hundredths, members may owe.
pub(crate) async fn set_credit_limit(db: &Db, hundredths: i64) {
    let (sparks, rest) = (hundredths / 100, hundredths % 100);
    db.write("test.credit_limit")
        .bind("limit", format!("{sparks}.{rest:02}"))
        .step("UPSERT fact:credit_limit SET value = $limit RETURN NONE")
        .run::<()>()
        .await
        .unwrap();
}
