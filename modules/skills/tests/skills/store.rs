//! What only the database can tell.

use sparkyard_testkit::TestApp;

/// What the audit log says was done to skills, in no particular order.
pub(crate) async fn audited(app: &TestApp) -> Vec<String> {
    let text = "SELECT VALUE action + ' ' + subject FROM audit \
                WHERE string::starts_with(action, 'skills.')";
    app.db.query(text).fetch().await.expect("an audit log")
}
