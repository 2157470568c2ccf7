//! Rows that the API would take long to make.

use crate::TestApp;

/// Saves this many searches for plumbing, each of a member who does not exist.
pub(crate) async fn fill_searches(app: &TestApp, count: i64) {
    let fill = "FOR $n IN 0..$count { CREATE type::record('saved_search', <string> $n) SET \
         member = string::concat('crowd', <string> $n), kind = 'skills', words = 'tap', \
         category = 'plumbing', bucket = 'skills:plumbing', matches = 0, created_at = $at, \
         newest = string::concat('0', <string> $n) RETURN NONE }";
    let write = app.db.write("test.fill_searches").bind("count", count);
    write.bind("at", app.host.cx.now()).step(fill).run::<()>().await.unwrap();
}
