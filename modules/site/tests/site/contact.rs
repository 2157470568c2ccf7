//! Messages from the contact page.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use super::{TestApp, store};

const QUEUE: &str = "/api/admin/contact-messages";
const DAY: Duration = Duration::from_hours(24);

/// Opens a form and returns the body of a message, to be sent after three seconds.
async fn written(visitor: &Member, message: &str) -> Value {
    let form = visitor.get("/api/contact").await.ok()["form"].clone();
    json!({
        "firstname": "Chlo\u{e9}", "email": "chloe@example.org", "message": message,
        "privacy": true, "form": form,
    })
}

/// Sends a message as a person does.
async fn send(app: &TestApp, message: &str) -> Answer {
    let visitor = app.anonymous();
    let body = written(&visitor, message).await;
    app.advance(Duration::from_secs(3));
    visitor.post("/api/contact", body).await
}

/// Sends a message and returns its id.
async fn sent(app: &TestApp, staff: &Member, message: &str) -> String {
    send(app, message).await.ok();
    let queue = staff.get(QUEUE).await.ok();
    assert_eq!(queue[0]["message"], message);
    queue[0]["id"].as_str().unwrap().to_owned()
}

async fn put(staff: &Member, id: &str, what: &str, text: &str) -> Answer {
    staff.put(&format!("{QUEUE}/{id}/{what}"), json!({ "answer": text, "note": text })).await
}

async fn messages(staff: &Member, status: &str) -> Vec<String> {
    let queue = staff.get(&format!("{QUEUE}?status={status}")).await.ok();
    let text = |message: &Value| message["message"].as_str().unwrap().to_owned();
    queue.as_array().unwrap().iter().map(text).collect()
}

/// Checks whether anything was mailed to the address that messages give.
fn was_mailed(app: &TestApp) -> bool {
    app.mails().iter().any(|mail| mail.to == "chloe@example.org")
}

#[tokio::test]
async fn message_reaches_admins_and_the_queue() {
    let app = TestApp::start_live().await;
    let iris = app.admin("iris").await;
    let response = send(&app, "Is <script>alert(1)</script> this \u{5f20}?\r\n\r\n\r\nC.").await;
    let expected = "Thank you. We have your message, and answer by email.";
    assert_eq!((response.status, &response.body["message"]), (200, &json!(expected)));
    let queue = iris.get(QUEUE).await.ok();
    assert_eq!(queue[0]["message"], "Is <script>alert(1)</script> this \u{5f20}?\n\nC.");
    assert_eq!(queue[0]["firstname"], "Chlo\u{e9}");
    app.settle().await;
    let mail = app.mail_to("iris@example.org");
    assert_eq!(mail.subject, "Chlo\u{e9} has written to you by Sparkyard");
    assert!(mail.text.contains("this \u{5f20}?\n\nC."), "{}", mail.text);
    assert_eq!(mail.reply_to.as_deref(), Some("chloe@example.org"));
    assert!(!mail.html.contains("<script"), "{}", mail.html);
    // Nobody has proved the address, so nothing is sent there.
    assert!(!was_mailed(&app));
}

#[tokio::test]
async fn bots_get_the_same_response_and_nothing_is_stored() {
    let app = TestApp::start_live().await;
    let (iris, visitor) = (app.admin("iris").await, app.anonymous());
    let person = send(&app, "From a person").await;
    let fresh = written(&visitor, "Too fast").await;
    let mut filled = written(&visitor, "Filled in").await;
    filled["subject"] = json!("Offer");
    let mut forged = written(&visitor, "Forged").await;
    forged["form"] = json!("AAAA");
    let too_fast = visitor.post("/api/contact", fresh).await;
    app.advance(Duration::from_secs(3));
    let others =
        [visitor.post("/api/contact", filled).await, visitor.post("/api/contact", forged).await];
    for robot in [too_fast].iter().chain(&others) {
        assert_eq!((robot.status, &robot.body), (person.status, &person.body));
    }
    assert_eq!(messages(&iris, "open").await, ["From a person"]);
}

#[tokio::test]
async fn a_form_sends_one_message_and_lasts_a_day() {
    let app = TestApp::start_live().await;
    let (iris, visitor) = (app.admin("iris").await, app.anonymous());
    let body = written(&visitor, "Once").await;
    app.advance(Duration::from_secs(3));
    let (one, two) = tokio::join!(
        visitor.post("/api/contact", body.clone()),
        visitor.post("/api/contact", body.clone()),
    );
    assert_eq!((one.status, two.status), (200, 200));
    visitor.post("/api/contact", body).await.ok();
    assert_eq!(messages(&iris, "open").await, ["Once"]);
    let old = written(&visitor, "Late").await;
    app.advance(DAY + Duration::from_secs(1));
    visitor.post("/api/contact", old).await.refused(409, "site.form_expired");
}

#[tokio::test]
async fn wrong_fields_are_named() {
    let app = TestApp::start_live().await;
    let visitor = app.anonymous();
    let good = written(&visitor, "Hello").await;
    app.advance(Duration::from_secs(3));
    for (field, value) in [
        ("firstname", json!("")),
        ("firstname", json!("Ana\r\nBcc: all@example.org")),
        ("firstname", json!("evil.example")),
        ("firstname", json!("x".repeat(61))),
        ("email", json!("nobody")),
        ("email", json!("a@example.org\r\nBcc: all@example.org")),
        ("email", json!("a@example.org,b@example.org")),
        ("message", json!(" \n ")),
        ("message", json!("\u{e9}".repeat(4001))),
        ("message", json!("bell \u{7}")),
        ("privacy", json!(false)),
    ] {
        let mut body = good.clone();
        body[field] = value;
        visitor.post("/api/contact", body).await.invalid(field);
    }
    let mut huge = good.clone();
    huge["message"] = json!("x".repeat(16_001));
    visitor.post("/api/contact", huge).await.invalid("message");
}

#[tokio::test]
async fn message_is_claimed_by_one_of_two_admins() {
    let app = TestApp::start_live().await;
    let (iris, ivo) = (app.admin("iris").await, app.admin("ivo").await);
    let id = sent(&app, &iris, "Who answers?").await;
    let (one, two) = tokio::join!(put(&iris, &id, "claim", ""), put(&ivo, &id, "claim", ""));
    let (winner, loser) = if one.status == 200 { (&iris, &ivo) } else { (&ivo, &iris) };
    let lost = if one.status == 200 { two } else { one };
    lost.refused(409, "site.contact_taken");
    let claim = put(winner, &id, "claim", "").await.ok()["claim"].clone();
    assert_eq!(claim["user_id"], winner.id);
    for what in ["release", "answer", "close"] {
        put(loser, &id, what, "Mine").await.refused(409, "site.contact_taken");
    }
    put(winner, &id, "release", "").await.ok();
    put(winner, &id, "release", "").await.ok();
    put(loser, &id, "claim", "").await.ok();
    // After a day, a colleague may take over.
    app.advance(DAY + Duration::from_secs(1));
    let winner = app.log_in(winner).await;
    assert_eq!(put(&winner, &id, "claim", "").await.ok()["claim"]["user_id"], winner.id);
    let logged = store::contact_actions(&app.db).await;
    assert_eq!(logged.iter().filter(|action| *action == "site.contact_claimed").count(), 3);
    assert!(logged.contains(&"site.contact_released".to_owned()), "{logged:?}");
}

#[tokio::test]
async fn one_of_concurrent_answer_and_closing_wins() {
    let app = TestApp::start_live().await;
    let (iris, ivo) = (app.admin("iris").await, app.admin("ivo").await);
    let id = sent(&app, &iris, "When do you <b>open</b>?").await;
    put(&iris, &id, "answer", " ").await.invalid("answer");
    put(&iris, &id, "close", &"x".repeat(4001)).await.invalid("note");
    let (one, two) =
        tokio::join!(put(&iris, &id, "answer", "At nine."), put(&ivo, &id, "close", "Spam"));
    let statuses = [one.status, two.status];
    assert!(statuses == [200, 409] || statuses == [409, 200], "{statuses:?}");
    let (closer, what, text) = match one.status {
        200 => (&iris, "answer", "At nine."),
        _ => (&ivo, "close", "Spam"),
    };
    // The response may have been lost: the same again changes nothing.
    let outcome = put(closer, &id, what, text).await.ok()["outcome"].clone();
    assert_eq!((&outcome["text"], &outcome["answered"]), (&json!(text), &json!(what == "answer")));
    put(closer, &id, "answer", "Another").await.refused(409, "site.contact_closed");
    put(closer, &id, "claim", "").await.refused(409, "site.contact_closed");
    assert_eq!(messages(&iris, "open").await, [""; 0]);
    assert_eq!(messages(&iris, "closed").await, ["When do you <b>open</b>?"]);
    app.settle().await;
    assert_eq!(was_mailed(&app), what == "answer");

    let id = sent(&app, &iris, "And on <b>Sunday</b>?").await;
    put(&iris, &id, "answer", "Closed on <i>Sunday</i>.").await.ok();
    app.settle().await;
    let mail = app.mail_to("chloe@example.org");
    assert_eq!(mail.subject, "Your message to Sparkyard");
    for words in ["Closed on <i>Sunday</i>.", "And on <b>Sunday</b>?"] {
        assert!(mail.text.contains(words), "{}", mail.text);
    }
    assert!(!mail.html.contains("<b>") && !mail.html.contains("<i>"), "{}", mail.html);
}

#[tokio::test]
async fn only_staff_see_and_handle_messages() {
    let app = TestApp::start_live().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let id = sent(&app, &iris, "Private").await;
    for (caller, status, code) in
        [(&ana, 403, "auth.forbidden"), (&app.anonymous(), 401, "auth.unauthorised")]
    {
        caller.get(QUEUE).await.refused(status, code);
        for what in ["claim", "release", "answer", "close"] {
            put(caller, &id, what, "Mine").await.refused(status, code);
        }
    }
    put(&iris, "01nobody", "claim", "").await.refused(404, "site.no_contact");
    put(&iris, "01nobody", "answer", "x").await.refused(404, "site.no_contact");
}

#[tokio::test]
async fn closed_messages_are_deleted_in_time() {
    let app = TestApp::with("[site]\ncontact_days = 30", false).await;
    let iris = app.admin("iris").await;
    let id = sent(&app, &iris, "Old").await;
    put(&iris, &id, "close", "Settled").await.ok();
    sent(&app, &iris, "Still open").await;
    app.advance(29 * DAY);
    app.run_jobs().await;
    let iris = app.log_in(&iris).await;
    assert_eq!(messages(&iris, "closed").await, ["Old"]);
    app.advance(DAY + Duration::from_secs(1));
    app.run_jobs().await;
    let iris = app.log_in(&iris).await;
    assert_eq!(messages(&iris, "closed").await, [""; 0]);
    assert_eq!(messages(&iris, "open").await, ["Still open"]);
}

#[tokio::test]
async fn one_network_sends_twenty_messages_a_day() {
    let app = TestApp::with("[limits]\nenabled = true\nmail_per_minute = 1000", false).await;
    let iris = app.admin("iris").await;
    for number in 0..20 {
        send(&app, &format!("Message {number}")).await.ok();
    }
    let refused = send(&app, "One more").await;
    refused.refused(429, "site.too_many_messages");
    app.advance(DAY);
    send(&app, "Tomorrow").await.ok();
    let iris = app.log_in(&iris).await;
    assert_eq!(messages(&iris, "open").await[0], "Tomorrow");
}

#[tokio::test]
async fn messages_are_paged_newest_first() {
    let app = TestApp::start_live().await;
    let iris = app.admin("iris").await;
    for text in ["1", "2", "3"] {
        send(&app, text).await.ok();
    }
    let first = iris.get(&format!("{QUEUE}?limit=2")).await;
    let texts = |page: &Value| {
        let page = page.as_array().unwrap();
        page.iter()
            .map(|message| message["message"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(&first.ok()), ["3", "2"]);
    let cursor = first.next_cursor().unwrap();
    let rest = iris.get(&format!("{QUEUE}?limit=2&cursor={cursor}")).await;
    assert_eq!((texts(&rest.ok()), rest.next_cursor()), (vec!["1".to_owned()], None));
    iris.get(&format!("{QUEUE}?status=lost")).await.refused(400, "request.malformed");
}
