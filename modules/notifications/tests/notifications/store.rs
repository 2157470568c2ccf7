use sparkyard_testkit::Member;

use crate::TestApp;

/// Gives somebody so many notices that they have not read.
pub(super) async fn fill(app: &TestApp, receiver: &Member, count: i64) {
    let fill = "FOR $n IN 0..$count { CREATE type::record('notice', [$receiver, $n]) SET \
         receiver = $receiver, kind = 'booking', title = 'x', description = 'x', \
         link = '/', read = false, created_at = $at, position = <string> $n }";
    let write = app.db.write("test.fill").bind("receiver", receiver.id.clone());
    let write = write.bind("count", count).bind("at", app.host.cx.now());
    write.step(fill).run::<()>().await.unwrap();
}

/// How many notices nobody has read.
pub(super) async fn unread(app: &TestApp) -> i64 {
    let query = app.db.query(
        "SELECT VALUE n FROM (SELECT count() AS n FROM notice WHERE read = false GROUP ALL)",
    );
    query.fetch_optional().await.unwrap().unwrap_or(0)
}

/// How much is kept that members were told while it happened.
pub(super) async fn count_live(app: &TestApp) -> i64 {
    sparkyard_testkit::count(&app.db, "live_news").await
}
