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

/// Gives a skill a title, as a request would that read the categories before they changed.
pub(crate) async fn give_title(app: &TestApp, skill: &str, title: &str) {
    let write = app.db.write("test").bind("id", skill.to_owned()).bind("title", title.to_owned());
    let text = "UPDATE type::record('skill', $id) SET skill_type = $title RETURN NONE";
    write.step(text).run::<()>().await.expect("a write");
}

/// Returns the title of a skill as it is stored.
pub(crate) async fn stored_title(app: &TestApp, skill: &str) -> String {
    let text = "SELECT VALUE skill_type FROM type::record('skill', $id)";
    let query = app.db.query(text).bind("id", skill.to_owned());
    query.fetch_optional().await.expect("a skill").expect("a title")
}

/// Counts the categories whose skills may lack their title.
pub(crate) async fn unsettled(app: &TestApp) -> usize {
    let text = "SELECT VALUE entries[WHERE unsettled_at != NONE].id FROM skill_catalogue";
    let found = app.db.query(text).fetch::<Vec<String>>().await.expect("the categories");
    found.iter().map(Vec::len).sum()
}
