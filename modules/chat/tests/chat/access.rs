//! Who may read and write what.

use serde_json::json;
use sparkyard_kernel::ports::People;
use sparkyard_testkit::Member;

use crate::pair::{HELLO, Pair, body, conversations, head, mark_read, messages, path, send};

async fn moderate(admin: &Member, member: &Member, what: &str) {
    let body = json!({ "reason": "Pesters others." });
    admin.put(&format!("/api/admin/members/{}/{what}", member.id), body).await.ok();
}

#[tokio::test]
async fn only_the_two_read_a_conversation() {
    let Pair { app, ana, bo, stranger } = Pair::talking().await;
    let iris = app.admin("iris").await;
    let message = messages(&bo, &ana).await.remove(0);
    for who in [&stranger, &iris] {
        who.get(&path(&ana, &bo)).await.refused(403, "auth.forbidden");
        who.get(&path(&bo, &ana)).await.refused(403, "auth.forbidden");
        assert!(messages(who, &ana).await.is_empty());
        assert!(conversations(who).await.is_empty());
        mark_read(who, &message).await.refused(404, "chat.not_found");
        let after = format!("{}?after={}", path(who, &ana), message["id"].as_str().unwrap());
        who.get(&after).await.invalid("after");
        let found = who.get("/api/message/chat/history/users?q=ladder").await;
        assert_eq!(found.ok(), json!([]));
        // What stands above a conversation is about the caller's own with that person.
        for other in [&ana, &bo] {
            let head = head(who, other).await;
            assert_eq!((&head["first"], &head["unread"]), (&json!(true), &json!(0)));
            assert_eq!(head["last_read_seq"], 0);
        }
        let unread = who.get("/api/message/unread").await.ok();
        assert_eq!(unread, json!({ "unread": 0, "conversations": 0 }));
    }
    app.anonymous().get(&path(&ana, &bo)).await.refused(401, "auth.unauthorised");
    // Its sender cannot say that it was read.
    mark_read(&ana, &message).await.refused(404, "chat.not_found");
    assert_eq!(head(&bo, &ana).await["unread"], 1);
}

#[tokio::test]
async fn nobody_writes_in_the_name_of_another() {
    let Pair { ana, bo, stranger, .. } = Pair::talking().await;
    stranger.post("/api/message", body(&ana, &bo, HELLO)).await.refused(403, "auth.forbidden");
    assert_eq!(messages(&bo, &ana).await.len(), 1);
}

#[tokio::test]
async fn nobody_writes_to_themselves_or_to_nobody() {
    let Pair { ana, .. } = Pair::meet().await;
    send(&ana, &ana, HELLO).await.invalid("receiverId");
    assert_eq!(head(&ana, &ana).await["cannot_write_reason"], "yourself");
    let nobody = Member { id: "nobody".to_owned(), ..ana.clone() };
    send(&ana, &nobody, HELLO).await.refused(404, "chat.person_not_found");
    ana.get("/api/message/with/nobody").await.refused(404, "chat.person_not_found");
    ana.post_empty("/api/message/typing/nobody").await.ok();
}

#[tokio::test]
async fn neither_writes_once_one_has_blocked_the_other() {
    let Pair { ana, bo, .. } = Pair::talking().await;
    let block = format!("/api/users/block/{}", ana.id);
    assert_eq!(head(&ana, &bo).await["can_write"], true);
    bo.post_empty(&block).await.ok();
    let mut told = Vec::new();
    for (who, other) in [(&ana, &bo), (&bo, &ana)] {
        let refused = send(who, other, HELLO).await;
        refused.refused(403, "chat.cannot_write");
        told.push(refused.body["message"].clone());
        let head = head(who, other).await;
        assert_eq!(
            (&head["can_write"], &head["cannot_write_reason"]),
            (&json!(false), &json!("blocked"))
        );
        assert_eq!(messages(who, other).await.len(), 1, "what was written stays");
    }
    assert_eq!(told[0], told[1], "nobody is told who blocked whom");
    bo.delete(&block).await.ok();
    send(&ana, &bo, "Thank you!").await.ok();
}

#[tokio::test]
async fn nobody_writes_to_a_suspended_member() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    let iris = app.admin("iris").await;
    moderate(&iris, &bo, "suspend").await;
    send(&ana, &bo, "Are you there?").await.refused(403, "chat.cannot_write");
    assert_eq!(head(&ana, &bo).await["cannot_write_reason"], "suspended");
    moderate(&iris, &bo, "reinstate").await;
    send(&ana, &bo, "Are you there?").await.ok();
}

#[tokio::test]
async fn what_two_have_in_common_stands_above_their_conversation() {
    let Pair { ana, bo, stranger, .. } = Pair::meet().await;
    let before = head(&ana, &bo).await;
    assert_eq!((&before["first"], &before["name"]), (&json!(true), &json!("Bo Example")));
    let common = json!({ "bookings": 0, "mutual_follows": 0, "follow_each_other": false });
    assert_eq!(before["in_common"], common);
    for (who, whom) in [(&ana, &bo), (&bo, &ana), (&ana, &stranger), (&bo, &stranger)] {
        who.post_empty(&format!("/api/follows/follow/{}", whom.id)).await.ok();
    }
    let skill = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "0"),
        ("description", "Taps."),
    ];
    let skill = bo.post_form("/api/skills", &skill, &[]).await.ok()["id"].clone();
    let booking = [
        ("skills_id", skill.as_str().unwrap()),
        ("booked_user_id", bo.id.as_str()),
        ("title", ""),
        ("description", "The kitchen tap drips."),
        ("booking_location", "14 Crown Street, Leeds LS1 4AP"),
        ("booking_date", "2026-03-04T10:00:00Z"),
        ("payment_method", "none"),
    ];
    ana.post_form("/api/bookings", &booking, &[]).await.ok();
    send(&ana, &bo, HELLO).await.ok();
    for (who, other) in [(&ana, &bo), (&bo, &ana)] {
        let after = head(who, other).await;
        assert_eq!(after["first"], false);
        let common = json!({ "bookings": 1, "mutual_follows": 1, "follow_each_other": true });
        assert_eq!(after["in_common"], common);
    }
}

#[tokio::test]
async fn what_somebody_wrote_who_has_left_stays_with_the_other() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    let people: std::sync::Arc<dyn People> = app.host.ports.require("test").unwrap();
    app.db.write("test").call(people.remove(&ana.id.as_str().into())).run::<()>().await.unwrap();
    let listed = conversations(&bo).await.remove(0);
    assert_eq!(
        (&listed["name"], &listed["photourl"], &listed["lastmessage"]),
        (&json!("Former member"), &json!(null), &json!(HELLO))
    );
    let left = messages(&bo, &ana).await;
    assert_eq!(left.len(), 1);
    mark_read(&bo, &left[0]).await.ok();
    let found = bo.get("/api/message/chat/history/users?q=ladder").await.ok();
    assert_eq!(found[0]["name"], "Former member");
    assert!(!found.to_string().contains("Ana"), "{found}");
    bo.post_empty(&format!("/api/message/typing/{}", ana.id)).await.ok();
    let head = head(&bo, &ana).await;
    assert_eq!(
        (&head["name"], &head["cannot_write_reason"]),
        (&json!("Former member"), &json!("deleted"))
    );
    send(&bo, &ana, "Where have you gone?").await.refused(403, "chat.cannot_write");
}
