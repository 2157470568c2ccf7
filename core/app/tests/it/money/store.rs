//! Queries on the ledger.

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
