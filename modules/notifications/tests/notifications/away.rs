//! Mails about unseen messages and notices.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_host::mail::Email;
use sparkyard_kernel::{
    events::{
        chat::{MESSAGE_SENT, MessageSent},
        explore::FOLLOWED,
    },
    unsubscribe::Unsubscribe,
};
use sparkyard_testkit::Member;

use crate::{TestApp, follow, publish, request, tell};

const MINUTE: Duration = Duration::from_mins(1);
const GRACE: Duration = Duration::from_mins(15);
const HOUR: Duration = Duration::from_hours(1);
const PREFERENCES: &str = "/api/settings/preferences";

async fn say(app: &TestApp, from: &Member, to: &Member, content: &str) {
    let from = app.log_in(from).await;
    let body = json!({
        "senderId": from.id, "receiverId": to.id, "content": content, "mark_as_read": false,
    });
    from.post("/api/message", body).await.ok();
    app.settle().await;
}

async fn wait(app: &TestApp, by: Duration) {
    app.advance(by);
    app.run_jobs().await;
}

/// Optional mails to a member, which include those about unseen items.
fn optional_mails(app: &TestApp, who: &Member) -> Vec<Email> {
    let mails = app.mails().into_iter().filter(|mail| mail.to == who.email);
    mails.filter(|mail| mail.unsubscribe.is_some()).collect()
}

fn subjects(app: &TestApp, who: &Member) -> Vec<String> {
    optional_mails(app, who).into_iter().map(|mail| mail.subject).collect()
}

async fn read_all(app: &TestApp, who: &Member, from: &Member) {
    let who = app.log_in(who).await;
    let path = format!("/api/message/{}/{}", who.id, from.id);
    let messages = who.get(&path).await.ok();
    let last: &Value = messages.as_array().unwrap().last().unwrap();
    let path = format!("/api/message/markasread/{}", last["id"].as_str().unwrap());
    who.put_empty(&path).await.ok();
}

#[tokio::test]
async fn unread_messages_are_one_mail_per_sender() {
    let app = TestApp::start().await;
    let (ana, bo, cy) = (app.member("ana").await, app.member("bo").await, app.member("cy").await);
    for words in ["Is the ladder still to be had?", "I would need it on Friday."] {
        say(&app, &ana, &bo, words).await;
    }
    say(&app, &cy, &bo, "Would you look at my tap?").await;
    wait(&app, GRACE.saturating_sub(MINUTE)).await;
    assert_eq!(optional_mails(&app, &bo), []);
    wait(&app, MINUTE).await;
    let mut found = optional_mails(&app, &bo);
    found.sort_by(|one, other| one.subject.cmp(&other.subject));
    let [ana_wrote, cy_wrote] = &found[..] else { panic!("{found:?}") };
    assert_eq!((&*ana_wrote.subject, &*cy_wrote.subject), ("Ana wrote to you", "Cy wrote to you"));
    for words in ["Is the ladder still to be had?", "I would need it on Friday."] {
        assert!(ana_wrote.text.contains(words), "{}", ana_wrote.text);
    }
    assert!(ana_wrote.text.contains(&format!("/chat/{}", ana.id)), "{}", ana_wrote.text);
    assert!(ana_wrote.thread.is_some() && ana_wrote.thread != cy_wrote.thread);
    let token = ana_wrote.unsubscribe.as_ref().unwrap().rsplit('/').next().unwrap();
    let stops = Unsubscribe::new(&app.host.cx.keys).read(token).unwrap();
    assert_eq!(stops.user.as_str(), bo.id);
    assert_eq!(optional_mails(&app, &ana), []);
    // Nothing is mailed a second time.
    wait(&app, Duration::from_hours(48)).await;
    assert_eq!(optional_mails(&app, &bo).len(), 2);
}

#[tokio::test]
async fn read_items_are_not_mailed() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    say(&app, &ana, &bo, "Is the ladder still to be had?").await;
    follow(&app, FOLLOWED, "f", &ana, &bo).await;
    app.advance(MINUTE);
    read_all(&app, &bo, &ana).await;
    app.log_in(&bo).await.put("/api/notifications/read", json!({})).await.ok();
    wait(&app, HOUR).await;
    assert_eq!(subjects(&app, &bo), [""; 0]);
}

#[tokio::test]
async fn messages_of_blocked_members_are_not_mailed() {
    for by_reader in [true, false] {
        let app = TestApp::start().await;
        let (ana, bo) = (app.member("ana").await, app.member("bo").await);
        say(&app, &ana, &bo, "Is the ladder still to be had?").await;
        let (who, whom) = if by_reader { (&bo, &ana) } else { (&ana, &bo) };
        who.post_empty(&format!("/api/users/block/{}", whom.id)).await.ok();
        wait(&app, HOUR).await;
        assert_eq!(subjects(&app, &bo), [""; 0], "{by_reader}");
    }
}

#[tokio::test]
async fn pauses_between_mails_grow_until_the_return() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    say(&app, &ana, &bo, "Is the ladder still to be had?").await;
    wait(&app, GRACE).await;
    assert_eq!(optional_mails(&app, &bo).len(), 1);
    say(&app, &ana, &bo, "Hello?").await;
    wait(&app, GRACE).await;
    wait(&app, GRACE * 2).await;
    assert_eq!(optional_mails(&app, &bo).len(), 1, "an hour has not passed");
    wait(&app, GRACE).await;
    assert_eq!(optional_mails(&app, &bo).len(), 2);
    assert!(!optional_mails(&app, &bo)[1].text.contains("ladder"), "it was in an earlier mail");
    // Back, and away again.
    read_all(&app, &bo, &ana).await;
    say(&app, &ana, &bo, "See you on Friday.").await;
    wait(&app, GRACE).await;
    assert_eq!(optional_mails(&app, &bo).len(), 3);
}

#[tokio::test]
async fn only_notices_without_a_mail_are_mailed() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    // The mail about a request is sent at once.
    request(&app, "e1", &ana, &bo).await;
    follow(&app, FOLLOWED, "f1", &ana, &bo).await;
    follow(&app, FOLLOWED, "f2", &bo, &ana).await;
    app.advance(MINUTE);
    publish(&app, "p", &ana).await;
    for _ in 0..2 {
        // A repeated event has no effect.
        follow(&app, FOLLOWED, "f1", &ana, &bo).await;
        wait(&app, GRACE).await;
    }
    let found = optional_mails(&app, &bo);
    let [mail] = &found[..] else { panic!("{found:?}") };
    assert_eq!(mail.subject, "Ana follows you \u{2013} and more");
    assert!(mail.text.contains("Ana offers Plumbing"), "{}", mail.text);
    assert!(!mail.text.contains("wants to book"), "{}", mail.text);
    let link = mail.unsubscribe.as_ref().unwrap();
    assert!(link.contains("/account~promotions."), "{link}");
}

#[tokio::test]
async fn repeated_message_event_is_mailed_once() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    say(&app, &ana, &bo, "Is the ladder still to be had?").await;
    let path = format!("/api/message/{}/{}", bo.id, ana.id);
    let id = bo.get(&path).await.ok()[0]["id"].as_str().unwrap().to_owned();
    wait(&app, GRACE).await;
    let again = MessageSent {
        id: id.as_str().into(),
        from: ana.id.as_str().into(),
        to: bo.id.as_str().into(),
        excerpt: "Is the ladder still to be had?".to_owned(),
    };
    tell(&app, MESSAGE_SENT, &id, again).await;
    wait(&app, Duration::from_hours(5)).await;
    assert_eq!(optional_mails(&app, &bo).len(), 1);
}

#[tokio::test]
async fn concurrent_runs_and_a_stop_send_one_mail() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    for words in ["Is the ladder still to be had?", "I would need it on Friday."] {
        say(&app, &ana, &bo, words).await;
    }
    app.advance(GRACE);
    let other = app.host_with("");
    let (one, two) = tokio::join!(app.host.run_jobs(), other.run_jobs());
    one.and(two).unwrap();
    // The process that wrote the mail has not delivered it: another one does.
    assert_eq!(optional_mails(&app, &bo), []);
    let third = app.host_with("");
    third.run_jobs().await.unwrap();
    third.settle().await.unwrap();
    app.settle().await;
    assert_eq!(subjects(&app, &bo), ["Ana wrote to you"]);
}

#[tokio::test]
async fn preferences_quiet_hours_and_digests_are_honoured() {
    let app = TestApp::start().await;
    let [ana, bo, cy, di] = [
        app.member("ana").await,
        app.member("bo").await,
        app.member("cy").await,
        app.member("di").await,
    ];
    let mut choices = bo.get("/api/settings/notifications").await.ok();
    choices["orderMessages"] = json!(false);
    bo.put("/api/settings/notifications", choices).await.ok();
    let quiet = json!({ "digest": "off", "quietHours": { "from": 540, "until": 1080 } });
    cy.put(PREFERENCES, quiet).await.ok();
    di.put(PREFERENCES, json!({ "digest": "daily" })).await.ok();
    for other in [&bo, &cy, &di] {
        say(&app, &ana, other, "Is the ladder still to be had?").await;
    }
    follow(&app, FOLLOWED, "f", &ana, &di).await;
    wait(&app, GRACE).await;
    for other in [&bo, &cy, &di] {
        assert_eq!(subjects(&app, other), [""; 0], "{}", other.email);
    }
    wait(&app, Duration::from_mins(7 * 60 + 45)).await;
    assert_eq!(subjects(&app, &cy), ["Ana wrote to you"], "the quiet hours end at 18:00");
    wait(&app, Duration::from_hours(14)).await;
    let found = optional_mails(&app, &di);
    let [digest] = &found[..] else { panic!("{found:?}") };
    assert_eq!(digest.subject, "Your day in Sparkyard");
    for line in ["Ana: Is the ladder still to be had?", "Ana follows you"] {
        assert!(digest.text.contains(line), "{}", digest.text);
    }
    // Nothing is repeated, and no empty mail is sent.
    for _ in 0..3 {
        wait(&app, Duration::from_hours(24)).await;
    }
    assert_eq!(optional_mails(&app, &di).len(), 1);
    assert_eq!(subjects(&app, &bo), [""; 0]);
}
