//! Migration of preferences from the notifications module, which stored them before the settings
//! module existed.

mod store;

use serde_json::json;
use sparkyard::modules::Installed;
use sparkyard_db::{Db, DbConfig, ModuleMigrations, Routes};
use sparkyard_host::{Host, ModuleSet, config::Config};
use sparkyard_kernel::{ManualClock, Timestamp};
use tempfile::TempDir;

/// Number of notifications migrations at that time.
const NOTIFICATIONS: usize = 5;

fn clock() -> ManualClock {
    ManualClock::at("2026-03-02T10:00:00Z".parse::<Timestamp>().unwrap())
}

/// Returns the schema from before the settings module.
fn old_schema() -> Vec<ModuleMigrations> {
    let mut sets = Vec::new();
    Installed::migrations(&mut sets);
    sets.retain(|set| set.module != "settings");
    for set in sets.iter_mut().filter(|set| set.module == "notifications") {
        set.migrations = &set.migrations[..NOTIFICATIONS];
    }
    sets
}

/// Opens the database with today's schema, reads the preferences, and closes it.
async fn start(data_dir: &TempDir, settings: &str) -> store::Kept {
    let mut config = Config::layered(&[settings]).unwrap();
    config.data_dir = data_dir.path().to_owned();
    let db = Host::open_db::<Installed>(&config, &clock()).await.unwrap();
    let kept = store::kept(&db).await;
    db.close().await.unwrap();
    kept
}

#[tokio::test]
async fn preferences_are_migrated_once() {
    let data_dir = TempDir::new().unwrap();
    let url = format!("surrealkv://{}", data_dir.path().join("db").display());
    let now = "2026-03-01T10:00:00Z".parse().unwrap();
    let db = Db::connect(&DbConfig::at(url.clone()), Routes::default()).await.unwrap();
    db.migrate(&old_schema(), now).await.unwrap();
    store::choose_as_before(&db, "ana", [true, false, true, false, true, false]).await;
    store::choose_as_before(&db, "bo", [false, true, true, true, true, true]).await;
    db.close().await.unwrap();

    let ana = json!({
        "booking_messages": true, "order_updates": false, "order_messages": true,
        "promotions": false, "account_notifications": true, "marketing_notifications": false,
        "digest": "off", "language": "en", "read_receipts": true,
        "link_preview": false,
    });
    let bo = json!({
        "booking_messages": false, "order_updates": true, "order_messages": true,
        "promotions": true, "account_notifications": true, "marketing_notifications": true,
        "digest": "off", "language": "en", "read_receipts": true,
        "link_preview": false,
    });
    let expected = store::Kept { preferences: vec![ana, bo], has_old_table: false };
    // Migrated even when the module is disabled, so that nothing is lost when it is enabled.
    assert_eq!(start(&data_dir, "[modules]\ndisabled = ['settings']").await, expected);
    for _ in 0..2 {
        assert_eq!(start(&data_dir, "").await, expected);
    }
}

#[tokio::test]
async fn new_database_has_no_old_table() {
    let data_dir = TempDir::new().unwrap();
    let expected = store::Kept { preferences: Vec::new(), has_old_table: false };
    assert_eq!(start(&data_dir, "").await, expected);
}
