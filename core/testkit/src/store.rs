//! What only the database can tell.

use sparkyard_db::Db;

/// How many rows a table has.
pub async fn count(db: &Db, table: &str) -> i64 {
    let text = format!("SELECT VALUE n FROM (SELECT count() AS n FROM {table} GROUP ALL)");
    db.query(text).fetch_optional().await.expect("a number").unwrap_or(0)
}
