//! Queries on the ledger.

use std::path::Path;

use sparkyard_db::{Db, DbConfig, Routes};
use surrealdb::types::SurrealValue;

use crate::TestApp;

#[derive(SurrealValue)]
struct Account {
    id: String,
    balance: i64,
}

/// Returns the balance of an account, in its smallest unit.
pub(crate) async fn balance(app: &TestApp, account: &str) -> i64 {
    let query = "SELECT VALUE balance FROM ledger_account WHERE record::id(id) = $account";
    let found: Vec<i64> =
        app.db.query(query).bind("account", account.to_owned()).fetch().await.unwrap();
    found.iter().sum()
}

/// Returns accounts that have less than they may, with their balances.
pub(super) async fn below_floor(app: &TestApp) -> Vec<(String, i64)> {
    let query = "SELECT record::id(id) AS id, balance FROM ledger_account \
                 WHERE floor != NONE AND balance < floor";
    let found: Vec<Account> = app.db.query(query).fetch().await.unwrap();
    found.into_iter().map(|Account { id, balance }| (id, balance)).collect()
}

/// Returns accounts of payments, bookings and withdrawals that are not settled.
pub(super) async fn held(app: &TestApp) -> Vec<String> {
    let query = "SELECT record::id(id) AS id, balance FROM ledger_account WHERE balance != 0";
    let found: Vec<Account> = app.db.query(query).fetch().await.unwrap();
    let lasting = ["user:", "external:", "community:", "pot:"];
    let open = |id: &String| !lasting.iter().any(|kind| id.starts_with(kind));
    found.into_iter().map(|account| account.id).filter(open).collect()
}

/// Moves the time at which accounts at the provider became ready two days back, with no server
/// running.
pub(super) async fn age_accounts(data_dir: &Path) {
    let step = "UPDATE connected_account SET ready_since -= 2d WHERE ready_since != NONE";
    change(data_dir, step).await;
}

/// Moves the time of withdrawals under way an hour back, with no server running.
pub(super) async fn age_withdrawals(data_dir: &Path) {
    change(data_dir, "UPDATE withdrawal SET created_at -= 1h WHERE status = 'sending'").await;
}

async fn change(data_dir: &Path, step: &'static str) {
    let config = DbConfig::at(format!("surrealkv://{}", data_dir.join("db").display()));
    let db = Db::connect(&config, Routes::default()).await.unwrap();
    db.write("test.age").step(step).run::<()>().await.unwrap();
    db.close().await.unwrap();
}
