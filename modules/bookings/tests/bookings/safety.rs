//! The private question whether a client felt safe.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::fixture::Street;

const DONE: [(&str, &str); 3] = [("bo", "accept"), ("ana", "in-progress"), ("ana", "complete")];
const WORDS: &str = "He would not leave. <script>alert(1)</script>";

async fn review(street: &Street, safety: &Value) -> Answer {
    let mut body = json!({
        "skillId": street.skill, "revieweeId": street.bo.id, "rating": 4, "comment": "Dry floor.",
    });
    for (field, value) in safety.as_object().unwrap() {
        body[field] = value.clone();
    }
    street.ana.post("/api/reviews", body).await
}

async fn felt_unsafe(staff: &Member, whom: &Member) -> Value {
    staff.get(&format!("/api/admin/members/{}/safety", whom.id)).await.ok()["felt_unsafe"].clone()
}

#[tokio::test]
async fn unsafe_answer_opens_a_case_for_moderators() {
    let street = Street::open().await;
    let iris = street.app.admin("iris").await;
    let booking = street.visited(&DONE).await;
    let long = json!({ "feltSafe": false, "safetyWords": "x".repeat(1_001) });
    review(&street, &long).await.invalid("safetyWords");
    review(&street, &json!({ "safetyWords": "Hm." })).await.invalid("feltSafe");
    let shown = review(&street, &json!({ "feltSafe": false, "safetyWords": WORDS })).await.ok();
    assert!(!shown.to_string().contains("leave"), "{shown}");
    // The same answer once more, with the same review, is neither another answer nor another case.
    let again = review(&street, &json!({ "feltSafe": false })).await;
    again.refused(409, "bookings.already_reviewed");

    let queue = iris.get("/api/admin/reports").await.ok();
    assert_eq!(queue.as_array().unwrap().len(), 1);
    let row = &queue[0];
    assert_eq!((&row["subject"], &row["reason"]), (&json!("safety"), &json!("unsafe")));
    assert_eq!(row["subject_id"], booking.to_string());
    assert_eq!(row["reporter"]["id"], street.ana.id.as_str());
    assert_eq!(row["reported"]["id"], street.bo.id.as_str());
    let case = format!("/api/admin/reports/{}", row["id"].as_str().unwrap());
    let read = iris.get(&case).await.ok();
    assert_eq!(
        (&read["words"], &read["quote"]),
        (&json!(WORDS), &json!("4 of 5 stars\n\nDry floor."))
    );
    assert_eq!(felt_unsafe(&iris, &street.bo).await, 1);
    assert_eq!(felt_unsafe(&iris, &street.ana).await, 0);
    street.app.settle().await;
    let notices = iris.get("/api/notifications").await.ok();
    assert!(!notices.as_array().unwrap().is_empty(), "staff are notified");

    // Nothing that decides the case reaches the other one.
    let warned =
        json!({ "decision": "act", "warning": "Please leave in time.", "reason": "Called her." });
    iris.put(&case, warned).await.invalid("warning");
    let down = json!({
        "decision": "act", "take_down_review": true, "warning": "Why.", "reason": "Called her.",
    });
    iris.put(&case, down).await.invalid("take_down");
    iris.put(&case, json!({ "decision": "act", "reason": "Called her." })).await.ok();
    street.app.settle().await;
    let received = street.ana.get("/api/notifications").await.ok().to_string();
    assert!(received.contains("report"), "{received}");
    let received = street.bo.get("/api/notifications").await.ok().to_string();
    assert!(!received.contains("report") && !received.contains("moderator"), "{received}");
}

#[tokio::test]
async fn safe_answer_opens_no_case() {
    let street = Street::open().await;
    let iris = street.app.admin("iris").await;
    street.visited(&DONE).await;
    review(&street, &json!({ "feltSafe": true, "safetyWords": "All fine." })).await.ok();
    assert_eq!(iris.get("/api/admin/reports").await.ok(), json!([]));
    assert_eq!(felt_unsafe(&iris, &street.bo).await, 0);
}

#[tokio::test]
async fn concurrent_answers_open_one_case() {
    let street = Street::open().await;
    let iris = street.app.admin("iris").await;
    street.visited(&DONE).await;
    let body = json!({ "feltSafe": false });
    let rivals = (0..8).map(|_| review(&street, &body));
    let responses = futures_util::future::join_all(rivals).await;
    assert_eq!(responses.iter().filter(|response| response.status == 200).count(), 1);
    assert_eq!(iris.get("/api/admin/reports").await.ok().as_array().unwrap().len(), 1);
    assert_eq!(felt_unsafe(&iris, &street.bo).await, 1);
}

#[tokio::test]
async fn members_cannot_report_safety_without_a_review() {
    let street = Street::open().await;
    let booking = street.visited(&DONE).await;
    let body = json!({ "subject": "safety", "id": booking.to_string(), "reason": "unsafe" });
    street.ana.post("/api/reports", body).await.refused(404, "moderation.nothing_to_report");
}

#[tokio::test]
async fn staff_do_not_see_answers_about_themselves() {
    let street = Street::open().await;
    let iris = street.app.admin("iris").await;
    let role = json!({ "role": "admin" });
    iris.put(&format!("/api/admin/members/{}/role", street.bo.id), role).await.ok();
    street.visited(&DONE).await;
    review(&street, &json!({ "feltSafe": false, "safetyWords": WORDS })).await.ok();
    street.app.settle().await;
    let bo = &street.bo;
    let case = iris.get("/api/admin/reports").await.ok()[0]["id"].clone();
    let path = format!("/api/admin/reports/{}", case.as_str().unwrap());
    iris.get(&path).await.ok();
    assert_eq!(felt_unsafe(&iris, bo).await, 1);
    let own = format!("/api/admin/members/{}/safety", bo.id);
    bo.get(&own).await.refused(403, "moderation.own_account");
    bo.get(&path).await.refused(403, "moderation.own_report");
    assert_eq!(bo.get("/api/admin/reports").await.ok(), json!([]));
    assert_eq!(bo.get("/api/admin/waiting").await.ok()["reports"], 0);
    let notices = bo.get("/api/notifications").await.ok().to_string();
    assert!(!notices.contains("report"), "{notices}");
    let audit = bo.get("/api/admin/audit?limit=100").await.ok();
    for entry in audit.as_array().unwrap() {
        let about = entry["subject"] == format!("user:{}", bo.id);
        assert!(!about || entry["action"] != "moderation.report_read", "{entry}");
        assert!(!entry.to_string().contains("leave"), "{entry}");
    }
    for who in [&street.ana, &street.stranger] {
        who.get(&own).await.refused(403, "auth.forbidden");
    }
}

#[tokio::test]
async fn answers_are_deleted_after_a_year() {
    let mut street = Street::open().await;
    let mut iris = street.app.admin("iris").await;
    street.visited(&DONE).await;
    review(&street, &json!({ "feltSafe": false })).await.ok();
    for (days, left) in [(364, 1), (2, 0)] {
        street.wait(Duration::from_hours(days * 24)).await;
        iris = street.app.log_in(&iris).await;
        assert_eq!(felt_unsafe(&iris, &street.bo).await, left, "{days}");
    }
}

#[tokio::test]
async fn safety_answer_is_refused_without_moderation() {
    let street = Street::with("[modules]\ndisabled = [\"moderation\"]").await;
    street.visited(&DONE).await;
    review(&street, &json!({ "feltSafe": true })).await.invalid("feltSafe");
    review(&street, &json!({})).await.ok();
}
