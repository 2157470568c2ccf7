//! Reports of messages, and what staff see and do about them.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, picture};

use crate::{
    TestApp,
    live::events,
    pair::{HELLO, Pair, column, conversations, list, messages, send},
};

async fn report(who: &Member, message: &Value) -> Answer {
    let id = message["id"].as_str().unwrap();
    let words = "He does not stop.";
    let body = json!({ "subject": "message", "id": id, "reason": "harassment", "words": words });
    who.post("/api/reports", body).await
}

/// A pair in which bo has reported a message of ana's; the message, and the URL of the report.
pub(crate) async fn reported() -> (Pair, Value, String) {
    let pair = Pair::talking().await;
    for (from, to, words) in [
        (&pair.bo, &pair.ana, "It is gone, sorry."),
        (&pair.ana, &pair.bo, "Then you are a fool."),
        (&pair.bo, &pair.ana, "Please leave me alone."),
    ] {
        send(from, to, words).await.ok();
    }
    let rude = messages(&pair.bo, &pair.ana).await.remove(2);
    let id = report(&pair.bo, &rude).await.ok()["id"].as_str().unwrap().to_owned();
    (pair, rude, format!("/api/admin/reports/{id}"))
}

pub(crate) async fn moderator(app: &TestApp, admin: &Member, name: &str) -> Member {
    let member = app.member(name).await;
    let path = format!("/api/admin/members/{}/role", member.id);
    admin.put(&path, json!({ "role": "moderator" })).await.ok();
    member
}

/// Reason for the author of a removed message.
pub(crate) const STOP: Option<&str> = Some("Please stay polite.");

pub(crate) fn verdict(remove: bool, warning: Option<&str>) -> Value {
    json!({
        "decision": "act", "remove_message": remove, "warning": warning, "reason": "An insult.",
    })
}

#[tokio::test]
async fn only_the_receiver_can_report_a_message() {
    let Pair { app, ana, bo, stranger } = Pair::talking().await;
    let message = messages(&bo, &ana).await.remove(0);
    report(&stranger, &message).await.refused(404, "moderation.nothing_to_report");
    report(&app.admin("iris").await, &message).await.refused(404, "moderation.nothing_to_report");
    report(&ana, &message).await.refused(422, "moderation.own_thing");
    let next = json!({ "id": message["id"].as_str().unwrap().replace("-1", "-2") });
    report(&bo, &next).await.refused(404, "moderation.nothing_to_report");
    let first = report(&bo, &message).await.ok();
    // A repeated report, or the same message id written differently, is the same report.
    let padded = json!({ "id": message["id"].as_str().unwrap().replace("-1", "-01") });
    for again in [&message, &padded] {
        assert_eq!(report(&bo, again).await.ok()["id"], first["id"]);
    }
}

#[tokio::test]
async fn staff_read_a_report_in_context_and_it_is_logged() {
    let (Pair { app, ana, bo, stranger }, rude, case) = reported().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    for who in [&ana, &bo, &stranger] {
        who.get(&case).await.refused(403, "auth.forbidden");
        who.get("/api/admin/reports").await.refused(403, "auth.forbidden");
    }
    app.advance(Duration::from_secs(1));
    let read = mo.get(&case).await.ok();
    assert_eq!(read["quote"], rude["content"]);
    assert_eq!(read["words"], "He does not stop.");
    let near = |name: &str| read[name].as_array().unwrap().clone();
    let expected = [HELLO, "It is gone, sorry."].map(Value::from);
    assert_eq!(column(&near("before"), "content"), expected.each_ref());
    assert_eq!(column(&near("after"), "content"), [&json!("Please leave me alone.")]);
    assert_eq!(read["report"]["reporter"]["name"], "Bo Example");
    assert_eq!(read["member"]["email"], "ana@example.org");
    let log = iris.get("/api/admin/audit?limit=1").await.ok();
    assert_eq!(log[0]["action"], "moderation.report_read");
    assert_eq!(log[0]["actor_id"], mo.id.as_str());
    assert_eq!(log[0]["subject"], format!("user:{}", ana.id));
    // Staff cannot read the rest of the conversation.
    let path = format!("/api/message/{}/{}", ana.id, bo.id);
    mo.get(&path).await.refused(403, "auth.forbidden");
}

#[tokio::test]
async fn parties_cannot_read_or_decide_their_report() {
    let (Pair { app, ana, bo, .. }, _, case) = reported().await;
    let iris = app.admin("iris").await;
    for party in [&ana, &bo] {
        let role = format!("/api/admin/members/{}/role", party.id);
        iris.put(&role, json!({ "role": "admin" })).await.ok();
        party.get(&case).await.refused(403, "moderation.own_report");
        let refused = party.put(&case, verdict(true, STOP)).await;
        refused.refused(403, "moderation.own_report");
        party.get(&format!("{case}/picture")).await.refused(403, "moderation.own_report");
        assert_eq!(party.get("/api/admin/reports").await.ok(), json!([]));
        assert_eq!(party.get("/api/admin/waiting").await.ok()["reports"], 0);
    }
    assert_eq!(iris.get("/api/admin/waiting").await.ok()["reports"], 1);
    // Only admins decide reports about staff.
    let mo = moderator(&app, &iris, "mo").await;
    mo.put(&case, verdict(false, None)).await.refused(403, "auth.forbidden");
    iris.put(&case, verdict(false, None)).await.ok();
}

#[tokio::test]
async fn removed_message_is_blank_for_both() {
    let (Pair { app, ana, bo, .. }, rude, case) = reported().await;
    let iris = app.admin("iris").await;
    let words = verdict(true, Some("Please stay polite."));
    app.advance(Duration::from_secs(1));
    let decided = iris.put(&case, words.clone()).await.ok();
    assert_eq!(decided["quote"], rude["content"], "what it was about stays known");
    assert_eq!(decided["report"]["decision"]["message_removed"], true);
    for (who, other) in [(&ana, &bo), (&bo, &ana)] {
        let seen = messages(who, other).await.remove(2);
        assert_eq!((&seen["content"], &seen["removed"]), (&json!(""), &json!(true)));
        let found = who.get("/api/message/chat/history/users?q=fool").await;
        assert_eq!(found.ok(), json!([]));
        let all = messages(who, other).await;
        let removed = all.iter().filter(|message| message["removed"] == true).count();
        assert_eq!((all.len(), removed), (4, 1));
    }
    // Its author is notified of the reason, so it cannot be left out.
    iris.put(&case, verdict(true, None)).await.invalid("warning");
    // Repeating the decision changes nothing; a different one is too late.
    iris.put(&case, words).await.ok();
    iris.put(&case, verdict(false, None)).await.refused(409, "moderation.decided");
    assert_eq!(iris.get("/api/admin/reports").await.ok(), json!([]));
    let done = list(&iris.get("/api/admin/reports?status=decided").await);
    assert_eq!(done.len(), 1);

    app.settle().await;
    let notice = async |who: &Member| who.get("/api/notifications").await.ok()[0].clone();
    let received = notice(&ana).await;
    assert_eq!(received["title"], "A message of yours was removed");
    let reason = "The reason: Please stay polite. You can appeal until ";
    assert!(received["description"].as_str().unwrap().starts_with(reason), "{received}");
    let received = notice(&bo).await;
    assert_eq!(received["title"], "We acted on your report");
    assert!(!received.to_string().contains("polite"), "{received}");
    let log = iris.get("/api/admin/audit?limit=1").await.ok();
    assert_eq!(log[0]["action"], "moderation.report_decided");
    let detail = log[0]["detail"].as_str().unwrap();
    assert!(detail.ends_with("acted, message removed: An insult."), "{detail}");
}

#[tokio::test]
async fn removed_message_disappears_from_the_list() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    let iris = app.admin("iris").await;
    let message = messages(&bo, &ana).await.remove(0);
    let id = report(&bo, &message).await.ok()["id"].as_str().unwrap().to_owned();
    iris.put(&format!("/api/admin/reports/{id}"), verdict(true, STOP)).await.ok();
    for who in [&ana, &bo] {
        let listed = conversations(who).await.remove(0);
        assert_eq!(listed["lastmessage"], "Removed by staff");
        assert_eq!(listed["lastmessage_kind"], "text");
    }
    send(&ana, &bo, "And now?").await.ok();
    assert_eq!(conversations(&bo).await[0]["lastmessage"], "And now?");
}

#[tokio::test]
async fn staff_see_a_reported_picture_until_they_decide() {
    let Pair { app, ana, bo, stranger } = Pair::talking().await;
    let iris = app.admin("iris").await;
    let words = messages(&bo, &ana).await.remove(0);
    let fields = [("receiverId", bo.id.as_str())];
    let files = [("picture", "me.png", &picture()[..])];
    let sent = ana.post_form("/api/message/picture", &fields, &files).await.ok();
    let own = sent["picture"]["url"].as_str().unwrap();
    let id = report(&bo, &sent).await.ok()["id"].as_str().unwrap().to_owned();
    let case = format!("/api/admin/reports/{id}");
    let shown = iris.get(&case).await.ok()["picture_url"].as_str().unwrap().to_owned();
    stranger.get(&shown).await.refused(403, "auth.forbidden");
    app.advance(Duration::from_secs(1));
    let file = iris.get(&shown).await;
    assert_eq!((file.status, &file.bytes[..3]), (200, &[0xFF, 0xD8, 0xFF][..]));
    let log = iris.get("/api/admin/audit?limit=1").await.ok();
    assert_eq!(log[0]["action"], "moderation.report_picture_read");
    let decided = iris.put(&case, verdict(true, STOP)).await.ok();
    for who in [&ana, &bo] {
        who.get(own).await.refused(404, "chat.no_picture");
    }
    for read in [decided, iris.get(&case).await.ok()] {
        assert_eq!(read["picture_url"], Value::Null);
    }
    iris.get(&shown).await.refused(404, "moderation.no_picture");
    let other = report(&bo, &words).await.ok()["id"].as_str().unwrap().to_owned();
    let none = format!("/api/admin/reports/{other}/picture");
    iris.get(&none).await.refused(404, "moderation.no_picture");
}

#[tokio::test]
async fn a_dismissed_report_shows_no_picture() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    let iris = app.admin("iris").await;
    let fields = [("receiverId", bo.id.as_str())];
    let files = [("picture", "me.png", &picture()[..])];
    let sent = ana.post_form("/api/message/picture", &fields, &files).await.ok();
    let id = report(&bo, &sent).await.ok()["id"].as_str().unwrap().to_owned();
    let case = format!("/api/admin/reports/{id}");
    iris.put(&case, verdict(false, None)).await.ok();
    assert_eq!(iris.get(&case).await.ok()["picture_url"], Value::Null);
    iris.get(&format!("{case}/picture")).await.refused(404, "moderation.no_picture");
    assert_eq!(
        bo.get(sent["picture"]["url"].as_str().unwrap()).await.status,
        200,
        "it stays theirs"
    );
}

#[tokio::test]
async fn reports_and_removals_send_events() {
    let (Pair { app, ana, bo, .. }, rude, case) = reported().await;
    let iris = app.admin("iris").await;
    let another = messages(&bo, &ana).await.remove(0);
    report(&bo, &another).await.ok();
    iris.put(&case, verdict(true, STOP)).await.ok();
    let queue = json!({ "kind": "queue", "queue": "reports" });
    assert_eq!(events(&iris).await, [queue.clone(), queue.clone()]);
    let removed = json!({ "kind": "removed", "id": rude["id"] });
    for who in [&ana, &bo] {
        let heard = events(who).await;
        assert_eq!(heard.iter().filter(|news| **news == removed).count(), 1);
        assert!(!heard.contains(&queue), "what waits is for staff");
    }
}
