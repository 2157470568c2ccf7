//! Mail while its server is down or rejects it.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use sparkyard_host::mail::Mailer;
use sparkyard_mail::Security;

use super::{MailServer, PASSWORD, mailer, settings, store::waiting};
use crate::TestApp;

/// Maximum backoff of deliveries.
const LONGEST_WAIT: Duration = Duration::from_mins(15);

async fn community(server: &MailServer) -> TestApp {
    let mailer: Arc<dyn Mailer> = mailer(&settings(server));
    TestApp::with_mailer("", mailer).await
}

async fn ask_for_code(app: &TestApp, email: &str) {
    app.anonymous().post("/api/auth/resend/code", json!({ "email": email })).await.ok();
    app.settle().await;
}

#[tokio::test]
async fn mail_is_sent_once_the_server_returns() {
    let mut server = MailServer::start(Security::StartTls, PASSWORD).await;
    let app = community(&server).await;
    server.stop();
    for attempt in 0..5 {
        ask_for_code(&app, &format!("ana{attempt}@example.org")).await;
        app.advance(Duration::from_secs(30));
        app.settle().await;
    }
    assert_eq!(waiting(&app).await, 5);
    server.restart().await;
    app.advance(Duration::from_mins(4));
    app.settle().await;
    assert_eq!(waiting(&app).await, 0);
    app.advance(LONGEST_WAIT);
    app.settle().await;
    let taken = server.taken().await;
    let mut receivers: Vec<_> =
        taken.iter().map(|mail| mail["to"][0].as_str().unwrap().to_owned()).collect();
    receivers.sort();
    let expected: Vec<_> = (0..5).map(|attempt| format!("ana{attempt}@example.org")).collect();
    assert_eq!(receivers, expected, "each exactly once");
}

#[tokio::test]
async fn mail_is_sent_after_correcting_the_password() {
    let mut server = MailServer::start(Security::Tls, PASSWORD).await;
    server.set_password("another password");
    server.stop();
    server.restart().await;
    let app = community(&server).await;
    ask_for_code(&app, "ana@example.org").await;
    app.advance(Duration::from_mins(5));
    app.settle().await;
    assert_eq!(waiting(&app).await, 1, "the mail is not to blame");
    server.set_password(PASSWORD);
    server.stop();
    server.restart().await;
    app.advance(Duration::from_mins(5));
    app.settle().await;
    assert_eq!((server.taken().await.len(), waiting(&app).await), (1, 0));
}

#[tokio::test]
async fn deferred_mail_is_retried() {
    let mut server = MailServer::start(Security::Tls, PASSWORD).await;
    let app = community(&server).await;
    server.set_mode("refuse 451 Come back later").await;
    ask_for_code(&app, "ana@example.org").await;
    assert_eq!((server.taken().await.len(), waiting(&app).await), (0, 1));
    server.set_mode("accept").await;
    app.settle().await;
    assert!(server.taken().await.is_empty(), "not at once");
    app.advance(Duration::from_secs(2));
    app.settle().await;
    assert_eq!((server.taken().await.len(), waiting(&app).await), (1, 0));
}

#[tokio::test]
async fn permanently_rejected_mail_is_not_retried() {
    let mut server = MailServer::start(Security::Tls, PASSWORD).await;
    let app = community(&server).await;
    server.set_mode("refuse 550 No such person").await;
    ask_for_code(&app, "nobody@example.org").await;
    assert_eq!(waiting(&app).await, 0);
    server.set_mode("accept").await;
    ask_for_code(&app, "ana@example.org").await;
    assert_eq!(server.taken().await.len(), 1, "only to who is there");
}

#[tokio::test]
async fn expired_code_is_not_sent() {
    let mut server = MailServer::start(Security::Tls, PASSWORD).await;
    let app = community(&server).await;
    server.set_mode("refuse 451 Come back later").await;
    ask_for_code(&app, "ana@example.org").await;
    app.advance(Duration::from_mins(9));
    app.settle().await;
    assert_eq!(waiting(&app).await, 1);
    server.set_mode("accept").await;
    app.advance(LONGEST_WAIT);
    app.settle().await;
    assert_eq!((server.taken().await.len(), waiting(&app).await), (0, 0));
}
