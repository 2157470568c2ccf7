use std::time::Duration;

use sparkyard_db::Db;

use crate::TestApp;

/// Returns the number of mails in the outbox.
pub(super) async fn waiting(app: &TestApp) -> usize {
    let rows = app.db.query("SELECT VALUE event FROM outbox WHERE consumer = 'core.mailer'");
    rows.fetch::<String>().await.unwrap().len()
}

/// Moves unseen items and deliveries of events back in time by `time`.
pub(super) async fn wait(db: &Db, time: Duration) {
    db.write("test.wait")
        .bind("time", time)
        .step("UPDATE away_item SET at -= $time RETURN NONE")
        .step("UPDATE away_member SET due_at -= $time WHERE due_at != NONE RETURN NONE")
        .step("UPDATE outbox SET due_at -= $time RETURN NONE")
        .step("RETURN NONE")
        .run::<()>()
        .await
        .unwrap();
}

/// Returns the number of unseen items still to be mailed.
pub(super) async fn waiting_items(db: &Db) -> usize {
    let rows = db.query("SELECT VALUE item FROM away_item WHERE waiting = true");
    rows.fetch::<String>().await.unwrap().len()
}
