//! What only the database can tell.

use crate::TestApp;

/// What the audit log says was done to skills, in no particular order.
pub(crate) async fn audited(app: &TestApp) -> Vec<String> {
    let text = "SELECT VALUE action + ' ' + subject FROM audit \
                WHERE string::starts_with(action, 'skills.')";
    app.db.query(text).fetch().await.expect("an audit log")
}

/// How much of a daily allowance all members together have used up.
pub(crate) async fn spent(app: &TestApp, what: &str) -> i64 {
    let text = "SELECT VALUE used FROM allowance WHERE record::id(id)[1] = $what";
    let used = app.db.query(text).bind("what", what.to_owned()).fetch::<i64>().await;
    used.expect("numbers").into_iter().sum()
}
