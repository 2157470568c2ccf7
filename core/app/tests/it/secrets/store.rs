use sparkyard_db::Db;

/// Stores the kind of a database.
pub(super) async fn set_kind(db: &Db, kind: &'static str) {
    let step = "UPSERT type::record('fact', 'kind') SET value = $kind";
    db.write("test.set_kind").bind("kind", kind).step(step).run::<()>().await.unwrap();
}
