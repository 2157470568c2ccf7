//! What only the database can tell.

use crate::TestApp;

/// What the audit log says about documents, oldest first: who, what, about whom.
pub(crate) async fn audited(app: &TestApp) -> Vec<[String; 3]> {
    let text = "SELECT VALUE [actor_id, action, subject] FROM \
                (SELECT actor_id, action, subject, id FROM audit \
                WHERE string::starts_with(action, 'kyc.') ORDER BY id)";
    app.db.query(text).fetch().await.expect("an audit log")
}

/// Keys of all pictures that documents name.
pub(crate) async fn keys(app: &TestApp) -> Vec<String> {
    let text = "SELECT VALUE file FROM kyc_document WHERE file != NONE";
    app.db.query(text).fetch().await.expect("documents")
}

/// How many rows there are that reading could leave behind.
pub(crate) async fn rows(app: &TestApp) -> usize {
    let mut rows = 0;
    for table in ["audit", "outbox", "allowance", "idempotency", "kyc_document", "kyc_owner"] {
        let text = format!("SELECT VALUE record::tb(id) FROM {table}");
        rows += app.db.query(text).fetch::<String>().await.expect("rows").len();
    }
    rows
}
