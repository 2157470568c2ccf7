//! Queries on the test database.

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
