//! Delivery of a letter: once to each member despite restarts, and without delaying other mail.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use async_trait::async_trait;
use serde_json::json;
use sparkyard_host::mail::{Email, MailError, Mailer};
use sparkyard_kernel::events::core::MAIL_TO_MANY;
use tokio::time::timeout;

use super::{AUDIENCE, DAY, LETTERS, SUBJECT, count, letter, newest, suspend, switch_off};
use crate::{TestApp, store};

/// More than two batches.
const CROWD: usize = 120;

/// Counts the letters that each address received.
fn reached(app: &TestApp) -> BTreeMap<String, usize> {
    let mut reached = BTreeMap::new();
    for mail in app.mails().into_iter().filter(|mail| mail.subject == SUBJECT) {
        *reached.entry(mail.to).or_default() += 1;
    }
    reached
}

#[tokio::test]
async fn restart_between_batches_sends_each_mail_once() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    store::settle_in(&app, CROWD).await;
    let sent = app.log_in(&iris).await.post(LETTERS, letter()).await.ok();
    assert_eq!(sent["members"], CROWD + 1);
    app.host.run_jobs().await.unwrap();
    assert_eq!(newest(&app, &iris).await["sent"], 50);
    assert_eq!(reached(&app).len(), 0, "what is written is not delivered yet");
    // Two processes run at once after the restart.
    let (one, two) = (app.host_with(""), app.host_with(""));
    for _ in 0..4 {
        let (one, two) = tokio::join!(one.run_jobs(), two.run_jobs());
        one.and(two).unwrap();
    }
    let (first, second) = tokio::join!(one.settle(), two.settle());
    first.and(second).unwrap();
    app.run_jobs().await;
    let letter = newest(&app, &iris).await;
    assert_eq!((&letter["sent"], &letter["done"]), (&json!(CROWD + 1), &json!(true)));
    let reached = reached(&app);
    assert_eq!(reached.len(), CROWD + 1);
    assert!(reached.values().all(|times| *times == 1), "{reached:?}");
}

#[tokio::test]
async fn stop_at_any_moment_sends_each_mail_once() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    store::settle_in(&app, CROWD).await;
    app.log_in(&iris).await.post(LETTERS, letter()).await.ok();
    let mut stopped = 0;
    for millis in (0..200).step_by(5) {
        let host = app.host_with("");
        let round = timeout(Duration::from_millis(millis), host.run_jobs());
        stopped += usize::from(round.await.is_err());
        if newest(&app, &iris).await["done"] == true {
            break;
        }
    }
    assert!(stopped > 0, "no round was stopped");
    for _ in 0..4 {
        app.run_jobs().await;
    }
    let reached = reached(&app);
    assert_eq!(reached.len(), CROWD + 1);
    assert!(reached.values().all(|times| *times == 1), "{reached:?}");
    assert_eq!(newest(&app, &iris).await["sent"], CROWD + 1);
}

#[tokio::test]
async fn new_member_gets_only_the_next_letter() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    store::settle_in(&app, CROWD).await;
    app.log_in(&iris).await.post(LETTERS, letter()).await.ok();
    app.advance(Duration::from_secs(1));
    let early = app.member("early").await;
    app.host.run_jobs().await.unwrap();
    let late = app.member("late").await;
    for _ in 0..3 {
        app.run_jobs().await;
    }
    assert_eq!((count(&app, &early), count(&app, &late)), (0, 0));
    let reached = reached(&app);
    assert_eq!(reached.len(), CROWD + 1);
    assert!(reached.values().all(|times| *times == 1), "{reached:?}");
    app.advance(DAY);
    app.log_in(&iris).await.post(LETTERS, letter()).await.ok();
    for _ in 0..4 {
        app.run_jobs().await;
    }
    assert_eq!((count(&app, &early), count(&app, &late), count(&app, &iris)), (1, 1, 2));
}

#[tokio::test]
async fn suspended_or_unsubscribed_member_gets_no_letter() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let (bo, cy) = (app.member("bo").await, app.member("cy").await);
    let iris = app.log_in(&iris).await;
    iris.post(LETTERS, letter()).await.ok();
    app.host.run_jobs().await.unwrap();
    suspend(&app, &iris, &bo).await;
    switch_off(&cy).await;
    app.settle().await;
    assert_eq!((count(&app, &ana), count(&app, &bo), count(&app, &cy)), (1, 0, 0));
}

/// A mail server that rejects one address.
struct Server;

#[async_trait]
impl Mailer for Server {
    async fn send(&self, email: &Email) -> Result<(), MailError> {
        match email.to == "gone@example.org" && email.subject == SUBJECT {
            true => Err(MailError::AddressRefused("550 no such mailbox".to_owned())),
            false => Ok(()),
        }
    }
}

#[tokio::test]
async fn rejected_address_gets_no_further_letter() {
    let app = TestApp::with_mailer("", Arc::new(Server)).await;
    let (iris, gone) = (app.admin("iris").await, app.member("gone").await);
    let admin = app.log_in(&iris).await;
    admin.post(LETTERS, letter()).await.ok();
    app.run_jobs().await;
    assert_eq!(newest(&app, &iris).await["sent"], 2);
    app.advance(DAY);
    let admin = app.log_in(&iris).await;
    assert_eq!(admin.get(AUDIENCE).await.ok(), json!({ "members": 1 }));
    admin.post(LETTERS, letter()).await.ok();
    app.run_jobs().await;
    assert_eq!(newest(&app, &iris).await["sent"], 1);
    // Until the owner asks to be sent mail again.
    app.log_in(&gone).await.post_empty("/api/settings/mail/retry").await.ok();
    assert_eq!(admin.get(AUDIENCE).await.ok()["members"], 2);
}

#[tokio::test]
async fn everybody_gets_letters_without_the_settings_module() {
    let app = TestApp::with("[modules]\ndisabled = ['settings']", true).await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let iris = app.log_in(&iris).await;
    assert_eq!(iris.get(AUDIENCE).await.ok(), json!({ "members": 2 }));
    iris.post(LETTERS, letter()).await.ok();
    app.run_jobs().await;
    assert_eq!((count(&app, &iris), count(&app, &ana)), (1, 1));
}

#[tokio::test]
async fn other_mail_does_not_wait_for_a_letter() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    store::settle_in(&app, CROWD).await;
    app.log_in(&iris).await.post(LETTERS, letter()).await.ok();
    app.host.run_jobs().await.unwrap();
    let body = json!({ "email": "zoe@example.org" });
    app.anonymous().post("/api/auth/resend/code", body).await.ok();
    app.host.deliver().await.unwrap();
    assert_eq!(app.code_for("zoe@example.org").len(), 4);
    let letters: usize = reached(&app).values().sum();
    assert!((1..50).contains(&letters), "{letters} letters left first");
}

#[tokio::test]
async fn undeliverable_letter_does_not_fill_the_database() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    store::settle_in(&app, 620).await;
    app.log_in(&iris).await.post(LETTERS, letter()).await.ok();
    for _ in 0..14 {
        app.host.run_jobs().await.unwrap();
    }
    assert_eq!(app.db.waiting(MAIL_TO_MANY, 1000).await.unwrap(), 500);
    let letter = newest(&app, &iris).await;
    assert_eq!((&letter["sent"], &letter["done"]), (&json!(500), &json!(false)));
    // Resumes once mails have left, or were deferred by the readers' servers.
    app.host.deliver().await.unwrap();
    app.host.run_jobs().await.unwrap();
    assert_eq!(newest(&app, &iris).await["sent"], 550);
    store::put_off(&app).await;
    app.host.run_jobs().await.unwrap();
    assert_eq!(newest(&app, &iris).await["sent"], 600);
}
