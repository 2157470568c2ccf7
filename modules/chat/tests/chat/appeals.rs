//! Appeals against removed messages and warnings.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{
    pair::{Pair, conversations, messages, send},
    reported::{STOP, moderator, reported, verdict},
};

const DECISIONS: &str = "/api/decisions";

/// Appeals against the newest decision about `member`; returns the path of the appeal in the queue.
async fn appeal(member: &Member) -> String {
    let decision = member.get(DECISIONS).await.ok()[0].clone();
    let id = decision["id"].as_str().unwrap();
    let body = json!({ "text": "It was a joke between us." });
    member.post(&format!("{DECISIONS}/{id}/appeal"), body).await.ok();
    format!("/api/admin/appeals/{id}/decide")
}

fn overturn() -> Value {
    json!({ "decision": "overturn", "reason": "It was a joke." })
}

#[tokio::test]
async fn removed_message_returns_after_an_appeal() {
    let (Pair { app, ana, bo, .. }, rude, case) = reported().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    mo.put(&case, verdict(true, STOP)).await.ok();
    let decision = ana.get(DECISIONS).await.ok()[0].clone();
    assert_eq!((&decision["kind"], &decision["in_force"]), (&json!("message"), &json!(true)));
    assert_eq!(decision["reason"], "Please stay polite.");
    assert_eq!(bo.get(DECISIONS).await.ok(), json!([]), "it is nothing against the reporter");

    app.settle().await;
    app.advance(Duration::from_secs(1));
    let decide = appeal(&ana).await;
    mo.put(&decide, overturn()).await.refused(403, "moderation.own_decision");
    iris.put(&decide, overturn()).await.ok();
    for (who, other) in [(&ana, &bo), (&bo, &ana)] {
        let seen = messages(who, other).await.remove(2);
        assert_eq!((&seen["content"], &seen["removed"]), (&rude["content"], &json!(false)));
    }
    assert_eq!(ana.get(DECISIONS).await.ok()[0]["in_force"], false);
    app.settle().await;
    let notice = ana.get("/api/notifications").await.ok()[0].clone();
    let title = "Your appeal succeeded: we have reversed the removal of your message";
    assert_eq!(notice["title"], title);
}

#[tokio::test]
async fn last_message_returns_to_the_lists_as_it_was() {
    for words in ["You  fool.\n\nGo away!", &"word ".repeat(100)] {
        let Pair { app, ana, bo, .. } = Pair::talking().await;
        let iris = app.admin("iris").await;
        send(&ana, &bo, words).await.ok();
        let rude = messages(&bo, &ana).await.pop().unwrap();
        let before = conversations(&bo).await.remove(0);
        let body = json!({ "subject": "message", "id": rude["id"], "reason": "harassment" });
        let report = bo.post("/api/reports", body).await.ok();
        let case = format!("/api/admin/reports/{}", report["id"].as_str().unwrap());
        iris.put(&case, verdict(true, STOP)).await.ok();
        assert_eq!(conversations(&bo).await[0]["lastmessage"], "Removed by staff");
        // Iris is the only one who can look at it again.
        iris.put(&appeal(&ana).await, overturn()).await.ok();
        assert_eq!(conversations(&bo).await[0], before);
    }
}

#[tokio::test]
async fn warning_is_notified_and_can_be_appealed() {
    let (Pair { app, ana, .. }, _, case) = reported().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    mo.put(&case, verdict(false, STOP)).await.ok();
    app.settle().await;
    let notice = ana.get("/api/notifications").await.ok()[0].clone();
    assert_eq!(notice["title"], "Message from the moderators");
    let words = "Please stay polite. You can appeal until ";
    assert!(notice["description"].as_str().unwrap().starts_with(words), "{notice}");
    assert_eq!(ana.get(DECISIONS).await.ok()[0]["kind"], "warning");
    iris.put(&appeal(&ana).await, overturn()).await.ok();
    assert_eq!(ana.get(DECISIONS).await.ok()[0]["in_force"], false);
    assert_eq!(messages(&ana, &ana).await.len(), 0, "nothing else has changed");
}

#[tokio::test]
async fn action_without_a_warning_makes_no_decision_about_the_author() {
    let (Pair { app, ana, .. }, _, case) = reported().await;
    app.admin("iris").await.put(&case, verdict(false, None)).await.ok();
    assert_eq!(ana.get(DECISIONS).await.ok(), json!([]));
}

#[tokio::test]
async fn archive_for_staff_has_no_messages() {
    let Pair { app, ana, .. } = Pair::talking().await;
    let iris = app.admin("iris").await;
    let path = format!("/api/admin/members/{}/export", ana.id);
    let proof = json!({ "currentPassword": sparkyard_testkit::PASSWORD, "reason": "By letter." });
    iris.post(&path, proof.clone()).await.ok();
    app.run_jobs().await;
    let archive = iris.post(&format!("{path}/download"), proof).await;
    assert_eq!(archive.status, 200, "{}", archive.body);
    let names = |needle: &[u8]| archive.bytes.windows(needle.len()).any(|part| part == needle);
    assert!(names(b"data/auth-account.json"), "names of files are not compressed");
    assert!(!names(b"data/chat-messages.json"));
}
