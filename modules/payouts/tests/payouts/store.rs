//! Queries on the test database.

use sparkyard_kernel::{Clock, Role, UserId, db::Fragment};

use crate::TestApp;

/// Everything that is stored about bank accounts, as text.
pub(crate) async fn stored(app: &TestApp) -> String {
    let mut stored = String::new();
    for table in ["withdrawal_method", "withdrawal_owner", "outbox", "idempotency", "audit"] {
        let text = format!("SELECT VALUE <string> $this FROM {table}");
        stored.push_str(&app.db.query(text).fetch::<String>().await.unwrap().concat());
    }
    stored
}

/// Credits a member with pence for this reason.
pub(crate) async fn earn(app: &TestApp, user: &str, pence: i64, reason: &str) {
    let transfer = Fragment::new("fn::wallet::transfer", &[])
        .arg(format!("test:{reason}:{user}"))
        .arg("external:test:gbp".to_owned())
        .arg(format!("user:{user}:gbp"))
        .arg("gbp".to_owned())
        .arg(pence)
        .arg(reason.to_owned())
        .arg(None::<String>)
        .arg(app.clock.now());
    app.db.write("test.earn").call(transfer).run::<()>().await.unwrap();
}

/// Returns the actions in the audit log.
pub(crate) async fn audited(app: &TestApp) -> Vec<String> {
    app.db.query("SELECT VALUE action FROM audit").fetch().await.unwrap()
}

/// Makes a member an admin.
pub(crate) async fn make_admin(app: &TestApp, actor: &str, user: &str) {
    let [actor, user] = [actor, user].map(|id| UserId(id.to_owned()));
    app.accounts().set_role(&actor, &user, Role::Admin).await.unwrap();
}

/// Returns the pence that a member has withdrawn on the day of the last withdrawal.
pub(crate) async fn withdrawn_today(app: &TestApp, user: &str) -> i64 {
    let query = "SELECT VALUE withdrawn FROM type::record('withdrawal_owner', $user)";
    let query = app.db.query(query).bind("user", user.to_owned());
    query.fetch_optional().await.unwrap().unwrap()
}

/// Returns the balance of an account in the ledger, in pence.
pub(crate) async fn balance_of(app: &TestApp, account: &str) -> i64 {
    let query = "SELECT VALUE balance FROM type::record('ledger_account', $account)";
    let query = app.db.query(query).bind("account", account.to_owned());
    query.fetch_optional().await.unwrap().unwrap_or_default()
}

/// Damages what is stored of every bank account, as another master key would.
pub(crate) async fn damage(app: &TestApp) {
    let damage = "UPDATE withdrawal_method SET sealed = 'AAAA'";
    app.db.write("test.damage").step(damage).run::<()>().await.unwrap();
}
