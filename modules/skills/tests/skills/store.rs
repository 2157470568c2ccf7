//! What only the database can tell.

use sparkyard_testkit::TestApp;

/// What the audit log says was done to skills, in no particular order.
pub(crate) async fn audited(app: &TestApp) -> Vec<String> {
    let text = "SELECT VALUE action + ' ' + subject FROM audit \
                WHERE string::starts_with(action, 'skills.')";
    app.db.query(text).fetch().await.expect("an audit log")
}

/// How many skills there are, deleted ones included.
pub(crate) async fn remembered(app: &TestApp) -> i64 {
    let text = "SELECT VALUE n FROM (SELECT count() AS n FROM skill GROUP ALL)";
    app.db.query(text).fetch_optional().await.expect("a number").unwrap_or(0)
}

/// How much of a daily allowance all members together have used up.
pub(crate) async fn spent(app: &TestApp, what: &str) -> i64 {
    let text = "SELECT VALUE used FROM allowance WHERE record::id(id)[1] = $what";
    let used = app.db.query(text).bind("what", what.to_owned()).fetch::<i64>().await;
    used.expect("numbers").into_iter().sum()
}
