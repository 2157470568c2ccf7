//! Queries on the test database.

use crate::TestApp;

/// Audit entries about documents, oldest first: actor, action, subject.
pub(crate) async fn audited(app: &TestApp) -> Vec<[String; 3]> {
    let text = "SELECT VALUE [actor_id, action, subject] FROM \
                (SELECT actor_id, action, subject, id FROM audit \
                WHERE string::starts_with(action, 'kyc.') ORDER BY id)";
    app.db.query(text).fetch().await.expect("an audit log")
}

/// Keys of all pictures referenced by documents.
pub(crate) async fn keys(app: &TestApp) -> Vec<String> {
    let text = "SELECT VALUE file FROM kyc_document WHERE file != NONE";
    app.db.query(text).fetch().await.expect("documents")
}

/// Number of rows in all tables that a read could write to.
pub(crate) async fn rows(app: &TestApp) -> usize {
    let mut rows = 0;
    for table in ["audit", "outbox", "allowance", "idempotency", "kyc_document", "kyc_owner"] {
        let text = format!("SELECT VALUE record::tb(id) FROM {table}");
        rows += app.db.query(text).fetch::<String>().await.expect("rows").len();
    }
    rows
}
