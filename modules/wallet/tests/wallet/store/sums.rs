use sparkyard_kernel::db::{Db, SurrealValue};

/// Damages a sum.
pub(crate) const MORE_IN_SUM: &str =
    "UPDATE type::record('ledger_sum', 'total/gbp/user') SET credits += 1";

/// Returns the number of transfers that are in no sum yet.
pub(crate) async fn unsummed(db: &Db) -> usize {
    let ids = db.query("SELECT VALUE record::id(id) FROM ledger_unsummed");
    ids.fetch::<String>().await.unwrap().len()
}

/// Returns subject and detail of the audit entries about files of sellers.
pub(crate) async fn exports(db: &Db) -> Vec<(String, String)> {
    #[derive(SurrealValue)]
    struct Entry {
        subject: String,
        detail: String,
    }
    let rows = db.query("SELECT * FROM audit WHERE action = 'wallet.sellers_exported'");
    let rows: Vec<Entry> = rows.fetch().await.unwrap();
    rows.into_iter().map(|row| (row.subject, row.detail)).collect()
}
