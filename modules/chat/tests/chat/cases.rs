//! Access of staff to pictures: only those that belong to the case they decide.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Member, picture};

use crate::pair::{HELLO, Pair, booked, messages, send};

const JPEG: [u8; 3] = [0xFF, 0xD8, 0xFF];

/// Sends a picture with text; returns the message.
async fn picture_to(from: &Member, to: &Member, words: &str) -> Value {
    let fields = [("receiverId", to.id.as_str()), ("content", words)];
    let files = [("picture", "me.png", &picture()[..])];
    from.post_form("/api/message/picture", &fields, &files).await.ok()
}

fn id(of: &Value) -> &str {
    of["id"].as_str().unwrap()
}

/// Reports a message; returns the URL of the report.
async fn report(who: &Member, message: &Value) -> String {
    let body = json!({ "subject": "message", "id": message["id"], "reason": "harassment" });
    format!("/api/admin/reports/{}", id(&who.post("/api/reports", body).await.ok()))
}

async fn remove(admin: &Member, report: &str) {
    let body = json!({ "decision": "act", "remove_message": true, "warning": "Stop.",
        "reason": "An insult." });
    admin.put(report, body).await.ok();
}

/// Number of entries with `action` in the audit log.
async fn logged(admin: &Member, action: &str) -> usize {
    let log = admin.get("/api/admin/audit?limit=100").await.ok();
    log.as_array().unwrap().iter().filter(|entry| entry["action"] == action).count()
}

/// A disputed booking of ana's; both have sent pictures since the request.
struct Dispute {
    pair: Pair,
    iris: Member,
    booking: i64,
    /// Sent before the request.
    early: Value,
    door: Value,
    tap: Value,
}

impl Dispute {
    async fn begin() -> Self {
        let pair = Pair::talking().await;
        let Pair { app, ana, bo, .. } = &pair;
        let iris = app.admin("iris").await;
        let early = picture_to(ana, bo, "Long before.").await;
        app.advance(Duration::from_secs(1));
        let booking = booked(ana, bo, "2026-03-02T12:00:00Z").await;
        let door = picture_to(bo, ana, "At your door.").await;
        let tap = picture_to(ana, bo, "It still drips.").await;
        bo.put(&format!("/api/bookings/accept/{booking}"), json!({})).await.ok();
        app.advance(Duration::from_hours(3));
        let (ana, bo) = (app.log_in(ana).await, app.log_in(bo).await);
        let number = booking.to_string();
        let fields = [("bookingId", number.as_str()), ("message", "Nobody came.")];
        ana.post_form("/api/dispute/open", &fields, &[]).await.ok();
        let iris = app.log_in(&iris).await;
        let stranger = app.log_in(&pair.stranger).await;
        let pair = Pair { ana, bo, stranger, ..pair };
        Self { pair, iris, booking, early, door, tap }
    }

    fn picture_of(&self, message: &Value) -> String {
        format!("/api/admin/disputes/{}/messages/{}/picture", self.booking, id(message))
    }
}

#[tokio::test]
async fn admin_views_dispute_pictures_and_it_is_logged() {
    let case = Dispute::begin().await;
    let Dispute { pair, iris, booking, door, tap, .. } = &case;
    let read = iris.get(&format!("/api/admin/disputes/{booking}/messages")).await.ok();
    let urls: Vec<&Value> =
        read.as_array().unwrap().iter().map(|one| &one["picture_url"]).collect();
    let expected = [door, tap].map(|message| json!(case.picture_of(message)));
    assert_eq!(urls, expected.each_ref());
    let before = logged(iris, "bookings.case_read").await;
    for _ in 0..2 {
        for url in &urls {
            let file = iris.get(url.as_str().unwrap()).await;
            assert_eq!((file.status, &file.bytes[..3]), (200, &JPEG[..]));
            assert_eq!(file.header("content-type"), Some("image/jpeg"));
            assert_eq!(file.header("cache-control"), Some("private, no-store"));
        }
    }
    assert_eq!(logged(iris, "bookings.case_read").await, before + 2, "once for each picture");
    let log = iris.get("/api/admin/audit?limit=100").await.ok();
    let is_read = |entry: &&Value| entry["action"] == "bookings.case_read";
    for message in [door, tap] {
        let detail = format!("picture of message {}", id(message));
        let mut entries = log.as_array().unwrap().iter().filter(is_read);
        let entry = entries.find(|entry| entry["detail"] == detail).unwrap();
        assert_eq!(
            (&entry["actor_id"], &entry["subject"]),
            (&json!(iris.id), &json!(format!("booking:{booking}")))
        );
    }
    // The members are not notified that staff saw a picture, and their own access is unchanged.
    let own = door["picture"]["url"].as_str().unwrap();
    assert_eq!(pair.ana.get(own).await.status, 200);
    iris.get(own).await.refused(404, "chat.not_found");
}

#[tokio::test]
async fn each_page_is_logged_and_closed_cases_are_unreadable() {
    let case = Dispute::begin().await;
    let Dispute { pair, iris, booking, door, .. } = &case;
    let path = format!("/api/admin/disputes/{booking}/messages");
    let first = iris.get(&format!("{path}?limit=1")).await;
    assert_eq!(first.ok()[0]["content"], "It still drips.");
    let cursor = first.next_cursor().unwrap();
    for _ in 0..2 {
        let next = iris.get(&format!("{path}?limit=1&cursor={cursor}")).await.ok();
        assert_eq!(next[0]["content"], "At your door.");
    }
    let log = iris.get("/api/admin/audit?limit=100").await.ok();
    let read = log.as_array().unwrap().iter();
    let read = read.filter(|entry| entry["action"] == "bookings.case_read");
    let mut details: Vec<_> = read.map(|entry| entry["detail"].as_str().unwrap()).collect();
    details.sort_unstable();
    assert_eq!(details, ["messages", "messages before number 4"]);

    let decision = json!({ "outcome": "refund", "reason": "Heard." });
    iris.put(&format!("/api/admin/disputes/{booking}"), decision).await.ok();
    send(&pair.ana, &pair.bo, "Between us again.").await.ok();
    for path in [path, case.picture_of(door)] {
        iris.get(&path).await.refused(409, "bookings.case_closed");
    }
    assert_eq!(logged(iris, "bookings.case_read").await, 2);
}

#[tokio::test]
async fn case_pictures_are_limited_to_case_and_admin() {
    let case = Dispute::begin().await;
    let Dispute { pair, iris, booking, early, door, .. } = &case;
    let Pair { app, ana, bo, stranger } = pair;
    let url = case.picture_of(door);
    for who in [ana, bo, stranger] {
        who.get(&url).await.refused(403, "auth.forbidden");
    }
    app.anonymous().get(&url).await.refused(401, "auth.unauthorised");
    let mo = app.member("mo").await;
    let role = format!("/api/admin/members/{}/role", mo.id);
    iris.put(&role, json!({ "role": "moderator" })).await.ok();
    mo.get(&url).await.refused(403, "auth.forbidden");

    // Messages before the request, or to somebody else, do not belong to the case.
    send(ana, stranger, HELLO).await.ok();
    let elsewhere = picture_to(ana, stranger, "To somebody else.").await;
    let none = json!({ "id": "01jnbxv3q4w8h7k2m5p6r9s0tz-1" });
    for message in [early, &elsewhere, &none, &json!({ "id": "x" })] {
        iris.get(&case.picture_of(message)).await.refused(404, "bookings.message_not_found");
    }
    // No dispute: no case. The message of another booking: no access.
    let other = booked(stranger, bo, "2026-03-05T12:00:00Z").await;
    let wrong = |number: i64| format!("/api/admin/disputes/{number}/messages/{}/picture", id(door));
    iris.get(&wrong(other)).await.refused(404, "bookings.dispute_not_found");
    iris.get(&wrong(99)).await.refused(404, "bookings.not_found");
    let words = send(ana, bo, "Are you still there?").await.ok();
    iris.get(&case.picture_of(&words)).await.refused(404, "bookings.no_picture");
    assert_eq!(logged(iris, "bookings.case_read").await, 0, "nothing was read");

    let removed = report(ana, door).await;
    remove(iris, &removed).await;
    iris.get(&url).await.refused(404, "bookings.no_picture");
    let read = iris.get(&format!("/api/admin/disputes/{booking}/messages")).await.ok();
    assert_eq!(read[0]["picture_url"], Value::Null);

    app.accounts().add_admin(&bo.email).await.unwrap();
    let bo = app.log_in(bo).await;
    bo.get(&url).await.refused(403, "bookings.own_dispute");
}

#[tokio::test]
async fn pictures_near_a_report_need_that_report() {
    let Pair { app, ana, bo, stranger } = Pair::talking().await;
    let iris = app.admin("iris").await;
    let far = picture_to(&ana, &bo, "Long before.").await;
    for number in 0..9 {
        send(&bo, &ana, &format!("This is number {number}.")).await.ok();
    }
    let before = picture_to(&ana, &bo, "Look at this.").await;
    let rude = send(&ana, &bo, "Then you are a fool.").await.ok();
    let after = picture_to(&bo, &ana, "And at this.").await;
    let case = report(&bo, &rude).await;
    let url = |message: &Value| format!("{case}/messages/{}/picture", id(message));

    let read = iris.get(&case).await.ok();
    let shown = |side: &str, index: usize| read[side][index]["picture_url"].clone();
    assert_eq!((shown("before", 9), shown("after", 0)), (json!(url(&before)), json!(url(&after))));
    app.advance(Duration::from_secs(1));
    for message in [&before, &after, &before] {
        let file = iris.get(&url(message)).await;
        assert_eq!((file.status, &file.bytes[..3]), (200, &JPEG[..]));
        assert_eq!(file.header("cache-control"), Some("private, no-store"));
    }
    assert_eq!(logged(&iris, "moderation.report_picture_read").await, 1);

    let words = messages(&bo, &ana).await.remove(9);
    iris.get(&url(&words)).await.refused(404, "moderation.no_picture");
    for message in [&far, &rude, &json!({ "id": "x" })] {
        iris.get(&url(message)).await.refused(404, "moderation.no_message");
    }
    let elsewhere = report(&bo, &messages(&bo, &ana).await[0]).await;
    let wrong = url(&after).replace(&case, &elsewhere);
    iris.get(&wrong).await.refused(404, "moderation.no_message");
    iris.get(&url(&after).replace(&case, "/api/admin/reports/x"))
        .await
        .refused(404, "moderation.no_report");
    for who in [&ana, &bo, &stranger] {
        who.get(&url(&after)).await.refused(403, "auth.forbidden");
    }
    let role = format!("/api/admin/members/{}/role", bo.id);
    iris.put(&role, json!({ "role": "moderator" })).await.ok();
    bo.get(&url(&after)).await.refused(403, "moderation.own_report");
    let person = json!({ "subject": "person", "id": ana.id, "reason": "fake" });
    let person = stranger.post("/api/reports", person).await.ok();
    let none = format!("/api/admin/reports/{}/messages/{}/picture", id(&person), id(&after));
    iris.get(&none).await.refused(404, "moderation.no_message");

    remove(&iris, &report(&bo, &before).await).await;
    iris.get(&url(&before)).await.refused(404, "moderation.no_picture");
    assert_eq!(iris.get(&case).await.ok()["before"][9]["picture_url"], Value::Null);

    let dismissed = json!({ "decision": "dismiss", "reason": "They have made up." });
    let decided = iris.put(&case, dismissed).await.ok();
    for read in [decided, iris.get(&case).await.ok()] {
        assert_eq!((&read["before"], &read["after"]), (&json!([]), &json!([])));
    }
    iris.get(&url(&after)).await.refused(404, "moderation.no_message");
}
