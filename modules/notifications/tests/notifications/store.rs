use sparkyard_kernel::{db::SurrealValue, events::core::MAIL_TO_MANY, newest_first};
use sparkyard_testkit::Member;

use crate::TestApp;

/// Adds this many unread notices for a member.
pub(super) async fn fill(app: &TestApp, receiver: &Member, count: i64) {
    let fill = "FOR $n IN 0..$count { CREATE type::record('notice', [$receiver, $n]) SET \
         receiver = $receiver, kind = 'booking', title = 'x', description = 'x', \
         link = '/', read = false, created_at = $at, position = <string> $n }";
    let write = app.db.write("test.fill").bind("receiver", receiver.id.clone());
    let write = write.bind("count", count).bind("at", app.host.cx.now());
    write.step(fill).run::<()>().await.unwrap();
}

/// Counts the unread notices of all members.
pub(super) async fn unread(app: &TestApp) -> i64 {
    let query = app.db.query(
        "SELECT VALUE n FROM (SELECT count() AS n FROM notice WHERE read = false GROUP ALL)",
    );
    query.fetch_optional().await.unwrap().unwrap_or(0)
}

pub(super) async fn count_live(app: &TestApp) -> i64 {
    sparkyard_testkit::count(&app.db, "live_news").await
}

/// Creates this many members with an address and nothing else.
pub(super) async fn settle_in(app: &TestApp, count: usize) {
    let at = app.host.cx.now();
    let ids: Vec<[String; 2]> =
        (0..count).map(|n| format!("crowd{n:04}")).map(|id| [newest_first(at, &id), id]).collect();
    let create = "FOR $id IN $ids { LET $address = string::concat($id[1], '@example.org'); \
         fn::auth::create_account($id[1], $id[0], $address, $address, 'x', 'member', 'active', \
         NONE, $at) }";
    let write = app.db.write("test.settle_in").bind("ids", ids).bind("at", at);
    write.step(create).run::<()>().await.unwrap();
}

/// Returns actors and subjects of the letters in the audit log.
pub(super) async fn audited(app: &TestApp) -> Vec<(String, String)> {
    #[derive(SurrealValue)]
    struct Row {
        actor_id: String,
        detail: String,
    }
    let query = app.db.query(
        "SELECT actor_id, detail FROM audit \
         WHERE action IN ['notifications.letter_sent', 'notifications.letter_stopped'] LIMIT 100",
    );
    let rows: Vec<Row> = query.fetch().await.unwrap();
    rows.into_iter().map(|row| (row.actor_id, row.detail)).collect()
}

/// Marks every mail of a letter as deferred by the reader's server.
pub(super) async fn put_off(app: &TestApp) {
    let write = app.db.write("test.put_off").bind("name", MAIL_TO_MANY.name().to_owned());
    let put_off = "UPDATE outbox SET attempts = 1 WHERE name = $name RETURN NONE";
    write.step(put_off).run::<()>().await.unwrap();
}
