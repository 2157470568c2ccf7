//! Direct database queries for tests.

use sparkyard_db::Db;

/// Returns the number of rows of a table.
pub async fn count(db: &Db, table: &str) -> i64 {
    let text = format!("SELECT VALUE n FROM (SELECT count() AS n FROM {table} GROUP ALL)");
    db.query(text).fetch_optional().await.expect("a number").unwrap_or(0)
}
