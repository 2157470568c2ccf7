//! Letters of the admins to members.

mod delivery;
mod segments;

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_host::mail::Email;
use sparkyard_kernel::{Role, UserId, ports::MailTopic, unsubscribe::Unsubscribe};
use sparkyard_testkit::Member;

use crate::{TestApp, store};

const LETTERS: &str = "/api/admin/letters";
const TRIAL: &str = "/api/admin/letters/trial";
const AUDIENCE: &str = "/api/admin/letters/audience";
const SUBJECT: &str = "The barn opens";
const DAY: Duration = Duration::from_hours(24);

fn letter() -> Value {
    json!({ "subject": SUBJECT, "text": "Come on Friday.\n\nBring cake." })
}

/// Returns the letters delivered to an address.
fn letters_to(app: &TestApp, address: &str) -> Vec<Email> {
    let mails = app.mails().into_iter();
    mails.filter(|mail| mail.subject == SUBJECT && mail.to == address).collect()
}

fn count(app: &TestApp, who: &Member) -> usize {
    letters_to(app, &who.email).len()
}

async fn switch_off(member: &Member) {
    let mut choices = member.get("/api/settings/notifications").await.ok();
    choices["marketingNotifications"] = json!(false);
    member.put("/api/settings/notifications", choices).await.ok();
}

async fn suspend(app: &TestApp, by: &Member, whom: &Member) {
    let (by, whom): (UserId, UserId) = (by.id.as_str().into(), whom.id.as_str().into());
    app.accounts().suspend(&by, &whom, "A test").await.unwrap();
}

/// Returns the newest letter, with its progress.
async fn newest(app: &TestApp, admin: &Member) -> Value {
    let admin = app.log_in(admin).await;
    admin.get(LETTERS).await.ok()[0].clone()
}

#[tokio::test]
async fn only_admins_write_letters() {
    let app = TestApp::start().await;
    let (maya, mo) = (app.member("maya").await, app.member("mo").await);
    app.accounts()
        .set_role(&"operator".into(), &mo.id.as_str().into(), Role::Moderator)
        .await
        .unwrap();
    let mo = app.log_in(&mo).await;
    for (who, status) in [(&app.anonymous(), 401), (&maya, 403), (&mo, 403)] {
        for path in [LETTERS, AUDIENCE] {
            assert_eq!(who.get(path).await.status, status, "{path}");
        }
        for path in [LETTERS, TRIAL] {
            assert_eq!(who.post(path, letter()).await.status, status, "{path}");
        }
    }
    app.run_jobs().await;
    assert_eq!((count(&app, &maya), count(&app, &mo)), (0, 0));
}

#[tokio::test]
async fn invalid_letter_does_not_use_up_the_day() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let iris = app.log_in(&iris).await;
    let (long, longer) = ("a".repeat(121), "b".repeat(10_000));
    for (subject, text, field) in [
        ("", "Hello", "subject"),
        (" \u{200b} ", "Hello", "subject"),
        (&long, "Hello", "subject"),
        ("News\nBcc: everyone@example.org", "Hello", "subject"),
        ("News\r\nBcc: everyone@example.org", "Hello", "subject"),
        ("News", " \n\n ", "text"),
        ("News", &longer, "text"),
        ("News", "\u{0}", "text"),
    ] {
        for path in [LETTERS, TRIAL] {
            iris.post(path, json!({ "subject": subject, "text": text })).await.invalid(field);
        }
    }
    let half = iris.post(LETTERS, json!({ "subject": "News" })).await;
    assert!([400, 422].contains(&half.status), "{}", half.body);
    assert_eq!(iris.get(LETTERS).await.ok(), json!([]));
    iris.post(LETTERS, letter()).await.ok();
}

#[tokio::test]
async fn letter_reaches_members_who_want_it_unchanged() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let (bo, cy) = (app.member("bo").await, app.member("cy").await);
    let iris = app.log_in(&iris).await;
    switch_off(&bo).await;
    suspend(&app, &iris, &cy).await;
    assert_eq!(iris.get(AUDIENCE).await.ok(), json!({ "members": 2 }));
    let text = "Bore da, 你好, مرحبا.\n\nCome <script>alert(1)</script> {{ url }} & bring cake.";
    let body = json!({ "subject": SUBJECT, "text": text });
    let sent = iris.post(LETTERS, body).await.ok();
    let expected = json!({
        "id": sent["id"], "subject": SUBJECT, "text": text, "sent_by": iris.id,
        "sent_by_name": "Iris Example", "sent_at": "2026-03-02T10:00:00.000Z",
        "members": 2, "sent": 0, "segment": {}, "done": false, "stopped": false,
    });
    assert_eq!(sent, expected);
    assert_eq!(iris.get(LETTERS).await.ok(), json!([expected]));
    for _ in 0..2 {
        app.run_jobs().await;
    }
    let mut expected = expected;
    (expected["sent"], expected["done"]) = (json!(2), json!(true));
    assert_eq!(iris.get(LETTERS).await.ok(), json!([expected]));
    assert_eq!((count(&app, &iris), count(&app, &bo), count(&app, &cy)), (1, 0, 0));
    let found = letters_to(&app, &ana.email);
    let [mail] = &found[..] else { panic!("{found:?}") };
    assert!(mail.text.starts_with(&format!("Hello Ana,\n\n{text}\n")), "{}", mail.text);
    let why = "You get this email because emails about letters and announcements from the people who \
         run this site are";
    assert!(mail.text.contains(why) && mail.html.contains(why), "{}", mail.text);
    assert!(mail.html.contains("&lt;script&gt;") && !mail.html.contains("<script"));
    let token = mail.unsubscribe.as_ref().unwrap().rsplit('/').next().unwrap();
    let stops = Unsubscribe::new(&app.host.cx.keys).read(token).unwrap();
    assert_eq!((stops.user.as_str(), stops.topic), (&*ana.id, MailTopic::Marketing));
    assert_eq!(store::audited(&app).await, [(iris.id.clone(), SUBJECT.to_owned())]);
}

#[tokio::test]
async fn unsubscribe_link_ends_letters() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    app.log_in(&iris).await.post(LETTERS, letter()).await.ok();
    app.run_jobs().await;
    let link = letters_to(&app, &ana.email)[0].unsubscribe.clone().unwrap();
    let path = &link[link.find("/api/").unwrap()..];
    app.anonymous().post_empty(path).await.ok();
    app.advance(DAY);
    app.log_in(&iris).await.post(LETTERS, letter()).await.ok();
    app.run_jobs().await;
    assert_eq!((count(&app, &ana), count(&app, &iris)), (1, 2));
}

#[tokio::test]
async fn only_one_letter_is_sent_per_day() {
    let app = TestApp::start().await;
    let (iris, ivo) = (app.admin("iris").await, app.admin("ivo").await);
    app.log_in(&iris).await.post(LETTERS, letter()).await.ok();
    app.advance(DAY.saturating_sub(Duration::from_secs(90)));
    for admin in [&iris, &ivo] {
        let admin = app.log_in(admin).await;
        let response = admin.post(LETTERS, letter()).await;
        response.refused(409, "notifications.letter_too_soon");
        let message = response.body["message"].as_str().unwrap();
        assert!(message.ends_with("The next can go on Tue 3 Mar, 10:00."), "{message}");
        let audience = admin.get(AUDIENCE).await.ok();
        assert_eq!(audience, json!({ "members": 2, "next_at": "2026-03-03T10:00:00.000Z" }));
    }
    app.advance(Duration::from_secs(90));
    let ivo = app.log_in(&ivo).await;
    assert_eq!(ivo.get(AUDIENCE).await.ok(), json!({ "members": 2 }));
    ivo.post(LETTERS, letter()).await.ok();
    assert_eq!(store::audited(&app).await.len(), 2);
    let first = ivo.get(&format!("{LETTERS}?limit=1")).await;
    assert_eq!(first.ok()[0]["sent_by_name"], "Ivo Example", "the newest first");
    let next = format!("{LETTERS}?limit=1&cursor={}", first.next_cursor().unwrap());
    let second = ivo.get(&next).await;
    assert_eq!(
        (&second.ok()[0]["sent_by_name"], second.next_cursor()),
        (&json!("Iris Example"), None)
    );
    for both in [1, 2] {
        app.run_jobs().await;
        assert_eq!(count(&app, &ivo), 2, "after {both} rounds");
    }
}

#[tokio::test]
async fn concurrent_letters_are_sent_once() {
    let app = TestApp::start().await;
    let (iris, ivo) = (app.admin("iris").await, app.admin("ivo").await);
    let (iris, ivo) = (app.log_in(&iris).await, app.log_in(&ivo).await);
    // A double click, and a retry after a lost response.
    let pressed = iris.with_header("Idempotency-Key", "press 1");
    let (one, two, other) = tokio::join!(
        pressed.post(LETTERS, letter()),
        pressed.post(LETTERS, letter()),
        ivo.post(LETTERS, letter()),
    );
    let again = pressed.post(LETTERS, letter()).await;
    if other.status == 200 {
        for response in [one, two, again] {
            response.refused(409, "notifications.letter_too_soon");
        }
    } else {
        other.refused(409, "notifications.letter_too_soon");
        assert_eq!((one.ok(), two.ok()), (again.ok(), again.ok()));
        let changed = json!({ "subject": "Another", "text": "Other words." });
        let response = pressed.post(LETTERS, changed).await;
        response.refused(409, "request.idempotency_conflict");
    }
    assert_eq!(iris.get(LETTERS).await.ok().as_array().unwrap().len(), 1);
    assert_eq!(store::audited(&app).await.len(), 1);
    app.run_jobs().await;
    assert_eq!((count(&app, &iris), count(&app, &ivo)), (1, 1));
}

#[tokio::test]
async fn trial_goes_only_to_its_author() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let iris = app.log_in(&iris).await;
    switch_off(&iris).await;
    assert_eq!(iris.post(TRIAL, letter()).await.ok(), json!({ "to": iris.email }));
    app.run_jobs().await;
    assert_eq!(count(&app, &ana), 0);
    let found = letters_to(&app, &iris.email);
    let [mail] = &found[..] else { panic!("{found:?}") };
    assert!(mail.text.contains("This letter was sent only to you"), "{}", mail.text);
    assert_eq!(mail.unsubscribe, None);
    assert_eq!(iris.get(LETTERS).await.ok(), json!([]));
    assert_eq!(iris.get(AUDIENCE).await.ok(), json!({ "members": 1 }));
    assert_eq!(store::audited(&app).await, []);
}

#[tokio::test]
async fn trials_are_limited_per_hour() {
    let app = TestApp::with("[limits]\nenabled = true", true).await;
    let (iris, ivo) = (app.admin("iris").await, app.admin("ivo").await);
    app.advance(Duration::from_mins(45));
    let admin = app.log_in(&iris).await;
    for _ in 0..10 {
        admin.post(TRIAL, letter()).await.ok();
    }
    let response = admin.post(TRIAL, letter()).await;
    response.refused(429, "notifications.too_many_trials");
    assert_eq!(response.header("retry-after"), Some("900"));
    app.log_in(&ivo).await.post(TRIAL, letter()).await.ok();
    app.advance(Duration::from_mins(15));
    app.log_in(&iris).await.post(TRIAL, letter()).await.ok();
    app.settle().await;
    assert_eq!((count(&app, &iris), count(&app, &ivo)), (11, 1));
}
