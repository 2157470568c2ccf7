//! Numbers of rows, by which two states of a database are compared.

use std::collections::BTreeMap;

use crate::{Db, DbError};

impl Db {
    /// Returns the number of rows of each table.
    pub async fn count_rows(&self) -> Result<BTreeMap<String, u64>, DbError> {
        let tables = self.query("SELECT VALUE object::keys(tables) FROM (INFO FOR DB)");
        let mut counts = BTreeMap::new();
        for table in tables.fetch::<Vec<String>>().await?.into_iter().flatten() {
            let count = self
                .query(
                    "SELECT VALUE count FROM (SELECT count() FROM type::table($table) GROUP ALL)",
                )
                .bind("table", table.clone());
            let count: Option<i64> = count.fetch_optional().await?;
            counts.insert(table, count.unwrap_or(0).unsigned_abs());
        }
        Ok(counts)
    }
}
