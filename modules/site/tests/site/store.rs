use sparkyard_kernel::{
    Clock, ManualClock, Module,
    db::{Db, DbConfig, ModuleMigrations, Routes, SurrealValue},
};
use sparkyard_site::Site;

#[derive(SurrealValue)]
struct Entry {
    actor_id: String,
    detail: String,
}

#[derive(SurrealValue)]
struct Action {
    action: String,
}

/// Audit entries about site details, newest first: actor and detail.
pub(super) async fn entries(db: &Db) -> Vec<(String, String)> {
    audited(db, "site.details_changed").await
}

/// Audit entries about the payment mode, newest first: actor and detail.
pub(super) async fn mode_changes(db: &Db) -> Vec<(String, String)> {
    audited(db, "site.mode_changed").await
}

/// Audit entries about who may join, newest first: actor and detail.
pub(super) async fn joining_changes(db: &Db) -> Vec<(String, String)> {
    audited(db, "site.joining_changed").await
}

/// Number of times that the set-up was finished, by the audit log.
pub(super) async fn finished_set_ups(db: &Db) -> usize {
    audited(db, "site.set_up_finished").await.len()
}

/// Names of the audited actions on messages from the contact page, newest first.
pub(super) async fn contact_actions(db: &Db) -> Vec<String> {
    let query = "SELECT * FROM audit WHERE string::starts_with(subject, 'contact:') \
                 ORDER BY newest";
    let rows: Vec<Action> = db.query(query).fetch().await.unwrap();
    rows.into_iter().map(|row| row.action).collect()
}

async fn audited(db: &Db, action: &str) -> Vec<(String, String)> {
    let query = "SELECT * FROM audit WHERE action = $action ORDER BY newest";
    let query = db.query(query).bind("action", action.to_owned());
    let rows: Vec<Entry> = query.fetch().await.unwrap();
    rows.into_iter().map(|row| (row.actor_id, row.detail)).collect()
}

/// Returns a new database with the schema of the site.
pub(super) async fn new_database() -> Db {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    migrate(&db).await;
    db
}

/// Returns a database that was made before admins could choose the mode or set the site up, and
/// upgraded now.
pub(super) async fn database_from_before() -> Db {
    let db = new_database().await;
    db.write("test.go_back")
        .step("DELETE migration WHERE name IN ['core/0008_mode', 'core/0010_set_up']")
        .step("DELETE fact:mode, fact:set_up")
        .run::<()>()
        .await
        .unwrap();
    migrate(&db).await;
    db
}

async fn migrate(db: &Db) {
    let schema = ModuleMigrations { module: Site::NAME, migrations: Site::MIGRATIONS };
    let clock = ManualClock::at("2026-03-02T10:00:00Z".parse().unwrap());
    db.migrate(&[schema], clock.now()).await.unwrap();
}

/// Returns the stored mode.
pub(super) async fn chosen_mode(db: &Db) -> Option<String> {
    db.query("SELECT VALUE value FROM fact:mode").fetch_optional().await.unwrap()
}

/// Returns the stored state of the set-up.
pub(super) async fn set_up(db: &Db) -> Option<String> {
    db.query("SELECT VALUE value FROM fact:set_up").fetch_optional().await.unwrap()
}
