//! A mail server that accepts connections and then stays silent.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_mail::Security;
use sparkyard_testkit::Member;
use tokio::{sync::watch, task::yield_now, time::timeout};

use super::{MailServer, PASSWORD, mailer, settings};
use crate::TestApp;

/// Less than the SMTP timeout, and far more than anything else takes.
const SOON: Duration = Duration::from_secs(10);

async fn first_notice(member: &Member) -> Value {
    loop {
        let notices = member.get("/api/notifications").await.ok();
        if let Some(notice) = notices.as_array().and_then(|list| list.first()) {
            return notice.clone();
        }
        yield_now().await;
    }
}

#[tokio::test]
async fn a_silent_mail_server_delays_mail_only() {
    let mut server = MailServer::start(Security::StartTls, PASSWORD).await;
    let app = TestApp::with_mailer("", mailer(&settings(&server))).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    server.set_mode("hang").await;
    let (_shutdown, stop) = watch::channel(false);
    let deliveries = tokio::spawn(app.host.clone().deliver_until(stop));

    for index in 0..8 {
        let email = format!("cy{index}@example.org");
        let ask = app.anonymous();
        let asked = ask.post("/api/auth/resend/code", json!({ "email": email }));
        timeout(SOON, asked).await.expect("an answer").ok();
    }
    server.next_report("hanging").await;
    ana.post(&format!("/api/follows/follow/{}", bo.id), json!({})).await.ok();
    let notice = timeout(SOON, first_notice(&bo)).await.expect("a notice");
    assert!(notice.to_string().contains("Ana"), "{notice}");
    assert_eq!(server.taken().await.len(), 0);
    deliveries.abort();
}
