use sparkyard_db::{Db, DbError, SurrealValue, Timestamp};
use sparkyard_testkit::count;

/// Attempts to rewrite the audit log, all of which must fail.
pub(super) const REWRITES: &[&str] = &[
    "DELETE audit WHERE action = 'test.did'",
    "UPDATE audit SET detail = 'nothing'",
    "UPDATE audit SET read_at = 1",
];

#[derive(Clone, SurrealValue)]
struct Row {
    n: i64,
}

/// Runs a single statement.
pub(super) async fn run(db: &Db, statement: &str) -> Result<(), DbError> {
    db.write("test.statement").step(statement).run().await
}

async fn many(db: &Db, at: Timestamp, count: i64, insert: &str) {
    let rows: Vec<Row> = (0..count).map(|n| Row { n }).collect();
    for rows in rows.chunks(1000) {
        let write = db.write("test.many").bind("rows", rows.to_vec()).bind("at", at);
        write.step(insert).run::<()>().await.unwrap();
    }
}

/// Inserts idempotency records.
pub(super) async fn answers(db: &Db, at: Timestamp, count: i64) {
    let insert = "INSERT INTO idempotency (SELECT 'k' + <string> n AS id, 'f' AS fingerprint, \
                  n AS answer, $at AS created_at FROM $rows)";
    many(db, at, count, insert).await;
}

/// Inserts audit records of read access.
pub(super) async fn readings(db: &Db, at: Timestamp, count: i64) {
    let insert = "FOR $row IN $rows { fn::core::audit_reading('r' + <string> $row.n, $at, 'iris', \
                  'test.read', 'user:ana', '') }";
    many(db, at, count, insert).await;
}

/// Inserts audit records of actions.
pub(super) async fn deeds(db: &Db, at: Timestamp, count: i64) {
    let insert = "FOR $row IN $rows { fn::core::audit('d' + <string> $row.n, $at, 'iris', \
                  'test.did', 'user:ana', '') }";
    many(db, at, count, insert).await;
}

/// Inserts records of daily quotas.
pub(super) async fn allowances(db: &Db, day: &str, count: i64) {
    let insert = format!(
        "FOR $row IN $rows {{ fn::core::spend('{day}', 'test.things', <string> $row.n, 1, 9) }}"
    );
    many(db, Timestamp::EPOCH, count, &insert).await;
}

/// Returns the number of rows of every table.
pub(super) async fn all(db: &Db) -> Vec<(String, i64)> {
    let tables = db.query("SELECT VALUE object::keys(tables) FROM (INFO FOR DB)");
    let mut rows = Vec::new();
    for table in tables.fetch::<Vec<String>>().await.unwrap().into_iter().flatten() {
        let count = count(db, &table).await;
        rows.push((table, count));
    }
    assert!(rows.len() > 20, "{rows:?}");
    rows
}
