use crate::TestApp;

/// Mails that have not left.
pub(super) async fn waiting(app: &TestApp) -> usize {
    let rows = app.db.query("SELECT VALUE event FROM outbox WHERE consumer = 'core.mailer'");
    rows.fetch::<String>().await.unwrap().len()
}
