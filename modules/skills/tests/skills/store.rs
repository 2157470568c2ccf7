//! Queries of the database, for facts that the API does not show.

use crate::TestApp;

/// Returns actions on skills in the audit log, in no particular order.
pub(crate) async fn audited(app: &TestApp) -> Vec<String> {
    let text = "SELECT VALUE action + ' ' + subject FROM audit \
                WHERE string::starts_with(action, 'skills.')";
    app.db.query(text).fetch().await.expect("an audit log")
}

/// Returns how much of a daily allowance all members together have used.
pub(crate) async fn spent(app: &TestApp, what: &str) -> i64 {
    let text = "SELECT VALUE used FROM allowance WHERE record::id(id)[1] = $what";
    let used = app.db.query(text).bind("what", what.to_owned()).fetch::<i64>().await;
    used.expect("numbers").into_iter().sum()
}
