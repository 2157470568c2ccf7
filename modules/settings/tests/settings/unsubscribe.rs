//! Unsubscribe links in mails.

use serde_json::json;
use sparkyard_kernel::{
    ports::{MailTopic, OptionalMail},
    unsubscribe::Unsubscribe,
};
use sparkyard_testkit::Member;

use crate::{TestApp, id};

const CHOICES: &str = "/api/settings/notifications";

fn link(app: &TestApp, member: &Member, topic: MailTopic, also: &[MailTopic]) -> String {
    let mail = OptionalMail { also: also.to_vec(), ..OptionalMail::new(&id(member), topic) };
    format!("/api/unsubscribe/{}", Unsubscribe::new(&app.host.cx.keys).token(&mail))
}

#[tokio::test]
async fn one_click_unsubscribe_switches_one_topic_off() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let before = ana.get(CHOICES).await.ok();
    let link = link(&app, &ana, MailTopic::OrderUpdates, &[]);
    assert!(!link.contains("example.org"), "{link}");
    let program = app.anonymous();
    let mails = format!("{link}/mails");
    let expected = json!({ "topics": ["order_updates"], "wanted": true });
    assert_eq!(program.get(&mails).await.ok(), expected);
    for _ in 0..2 {
        let body = Some((
            "application/x-www-form-urlencoded".to_owned(),
            b"List-Unsubscribe=One-Click".to_vec(),
        ));
        program.send(poem::http::Method::POST, &link, body).await.ok();
    }
    assert_eq!(program.get(&mails).await.ok()["wanted"], false);
    let mut after = before.clone();
    after["orderUpdates"] = json!(false);
    assert_eq!(ana.get(CHOICES).await.ok(), after);
    assert_eq!(bo.get(CHOICES).await.ok(), before);
}

#[tokio::test]
async fn opening_a_link_changes_nothing() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let before = ana.get(CHOICES).await.ok();
    let link = link(&app, &ana, MailTopic::Account, &[]);
    let response = app.anonymous().get(&link).await;
    assert_eq!(response.status, 302);
    let page = link.strip_prefix("/api").unwrap();
    assert!(
        response.header("location").unwrap().ends_with(page),
        "{:?}",
        response.header("location")
    );
    assert_eq!(ana.get(CHOICES).await.ok(), before);
}

#[tokio::test]
async fn link_switches_off_all_topics_of_its_mail() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let link = link(&app, &ana, MailTopic::Account, &[MailTopic::OrderMessages]);
    app.anonymous().post_empty(&link).await.ok();
    let choices = ana.get(CHOICES).await.ok();
    assert_eq!(choices["accountNotifications"], false);
    assert_eq!(choices["orderMessages"], false);
    assert_eq!(choices["orderUpdates"], true);
}

#[tokio::test]
async fn forged_link_changes_nothing() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let before = ana.get(CHOICES).await.ok();
    let link = link(&app, &ana, MailTopic::Account, &[]);
    let stranger = app.anonymous();
    for forged in [&link[..link.len() - 2], &link.replace("account", "promotions")] {
        stranger.post_empty(forged).await.refused(404, "settings.unknown_link");
        stranger.get(&format!("{forged}/mails")).await.refused(404, "settings.unknown_link");
    }
    assert_eq!(ana.get(CHOICES).await.ok(), before);
}
