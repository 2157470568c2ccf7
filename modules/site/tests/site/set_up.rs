//! Set-up warnings and test mails.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use serde_json::{Value, json};
use sparkyard_host::{
    data_dir::{BackupFailure, BackupRecord},
    mail::{Email, MailError, Mailer},
};
use sparkyard_testkit::Member;

use super::TestApp;

const PUBLIC: &str = "[site]\npublic_url = \"https://swap.example.org\"";
const DAY: Duration = Duration::from_hours(24);

/// Topics of the warnings, in order.
async fn topics(admin: &Member) -> Vec<String> {
    let state = admin.get("/api/admin/set-up").await.ok();
    let warnings = state["warnings"].as_array().unwrap();
    let topic = |warning: &Value| warning["topic"].as_str().unwrap().to_owned();
    warnings.iter().map(topic).collect()
}

/// A mailer that gives the same result for every test mail.
struct TestMailer {
    outcome: fn() -> Result<(), MailError>,
    delivers: bool,
}

#[async_trait]
impl Mailer for TestMailer {
    async fn send(&self, email: &Email) -> Result<(), MailError> {
        // Sign-up codes are always accepted.
        match email.subject.starts_with("A test email") {
            true => (self.outcome)(),
            false => Ok(()),
        }
    }

    fn delivers(&self) -> bool {
        self.delivers
    }
}

#[tokio::test]
async fn fresh_server_has_three_warnings() {
    let to_files = Arc::new(TestMailer { outcome: || Ok(()), delivers: false });
    let app = TestApp::with_mailer("", to_files).await;
    let iris = app.admin("iris").await;
    assert_eq!(topics(&iris).await, ["mail", "public_address", "backup"]);
    for warning in iris.get("/api/admin/set-up").await.ok()["warnings"].as_array().unwrap() {
        let [problem, remedy] = ["problem", "remedy"].map(|field| warning[field].as_str().unwrap());
        assert!(problem.ends_with('.') && remedy.ends_with('.'), "{warning}");
    }
}

#[tokio::test]
async fn address_must_be_public_and_https() {
    for (address, fine) in [
        ("https://swap.example.org", true),
        ("http://swap.example.org", false),
        ("https://localhost", false),
        ("http://0.0.0.0:8080", false),
    ] {
        let settings = format!("[site]\npublic_url = \"{address}\"");
        let app = TestApp::with(&settings, false).await;
        let warnings = topics(&app.admin("iris").await).await;
        assert_eq!(!warnings.contains(&"public_address".to_owned()), fine, "{address}");
    }
}

#[tokio::test]
async fn backup_problems_are_warned_of() {
    let app = TestApp::with(PUBLIC, false).await;
    let iris = app.admin("iris").await;
    let record = |change: &dyn Fn(&mut BackupRecord)| {
        BackupRecord::change(&app.host.cx.data_dir, change).unwrap();
    };
    let (made_at, failed_at) = (app.host.cx.now(), app.host.cx.now());
    assert_eq!(topics(&iris).await, ["backup"]);
    record(&|record| record.made_at = Some(made_at));
    assert!(problem(&iris).await.contains("its key is nowhere else"));
    record(&|record| record.key_exported_at = Some(made_at));
    assert!(topics(&iris).await.is_empty());
    app.advance(7 * DAY);
    assert!(topics(&app.log_in(&iris).await).await.is_empty());
    app.advance(DAY);
    let iris = app.log_in(&iris).await;
    assert_eq!(problem(&iris).await, "The last backup is 8 days old.");
    let reason = "the disk is full".to_owned();
    record(&|record| {
        record.failure = Some(BackupFailure { at: failed_at, reason: reason.clone() });
    });
    assert_eq!(problem(&iris).await, "The last backup failed: the disk is full.");
}

/// Problem of the first warning.
async fn problem(admin: &Member) -> String {
    let state = admin.get("/api/admin/set-up").await.ok();
    state["warnings"][0]["problem"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn demo_has_no_warnings_and_others_no_access() {
    let app = TestApp::start().await;
    assert!(topics(&app.admin("iris").await).await.is_empty());
    let ana = app.member("ana").await;
    for (member, status, code) in
        [(&ana, 403, "auth.forbidden"), (&app.anonymous(), 401, "auth.unauthorised")]
    {
        member.get("/api/admin/set-up").await.refused(status, code);
        member.post("/api/admin/test-mail", json!({})).await.refused(status, code);
    }
}

#[tokio::test]
async fn test_mail_reports_its_result() {
    let away = || Err(MailError::Unreachable("connection refused".to_owned()));
    for (outcome, delivers, result, cause) in [
        ((|| Ok(())) as fn() -> _, true, "sent", None),
        (|| Ok(()), false, "written", None),
        (away, true, "failed", Some("not sent: connection refused")),
    ] {
        let mailer = Arc::new(TestMailer { outcome, delivers });
        let app = TestApp::with_mailer(PUBLIC, mailer).await;
        let iris = app.admin("iris").await;
        let outcome = iris.post_empty("/api/admin/test-mail").await.ok();
        assert_eq!(outcome["result"], result);
        assert_eq!(outcome.get("cause").and_then(Value::as_str), cause);
        if result != "failed" {
            let mail = app.mail_to("iris@example.org");
            assert_eq!(mail.subject, "A test email from Sparkyard");
        }
    }
}
