//! Direct database queries for tests.

use sparkyard_db::{Db, Value};

/// Returns the number of rows of a table.
pub async fn count(db: &Db, table: &str) -> i64 {
    let text = format!("SELECT VALUE n FROM (SELECT count() AS n FROM {table} GROUP ALL)");
    db.query(text).fetch_optional().await.expect("a number").unwrap_or(0)
}

/// Returns the names of all tables.
pub async fn table_names(db: &Db) -> Vec<String> {
    let text = "RETURN [object::keys((INFO FOR DB).tables)]";
    let rows = db.query(text).fetch_optional::<Vec<String>>().await.expect("the tables");
    rows.unwrap_or_default()
}

/// Returns the rows of a table that hold one of `needles` in any field, or in their id, as text.
pub async fn rows_with(db: &Db, table: &str, needles: &[&str]) -> Vec<String> {
    let rows: Vec<Value> = db.query(format!("SELECT * FROM {table}")).fetch().await.expect("rows");
    let rows = rows.iter().map(|row| format!("{row:?}"));
    rows.filter(|row| needles.iter().any(|needle| row.contains(needle))).collect()
}
