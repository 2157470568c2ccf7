use sparkyard_kernel::db::{Db, SurrealValue};

#[derive(SurrealValue)]
struct Entry {
    actor_id: String,
    detail: String,
}

/// Audit entries about site details, newest first: actor and detail.
pub(super) async fn entries(db: &Db) -> Vec<(String, String)> {
    let query = "SELECT * FROM audit WHERE action = 'site.details_changed' ORDER BY newest";
    let rows: Vec<Entry> = db.query(query).fetch().await.unwrap();
    rows.into_iter().map(|row| (row.actor_id, row.detail)).collect()
}
