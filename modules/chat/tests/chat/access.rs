//! Access to conversations and messages.

use serde_json::json;
use sparkyard_kernel::ports::People;
use sparkyard_testkit::Member;

use crate::pair::{
    HELLO, Pair, befriend, body, booked, conversations, head, mark_read, messages, path, send,
};

async fn moderate(admin: &Member, member: &Member, what: &str) {
    let body = json!({ "reason": "Pesters others." });
    admin.put(&format!("/api/admin/members/{}/{what}", member.id), body).await.ok();
}

#[tokio::test]
async fn only_its_two_members_read_a_conversation() {
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
        // The header describes the caller's own conversation with that member.
        for other in [&ana, &bo] {
            let head = head(who, other).await;
            assert_eq!((&head["first"], &head["unread"]), (&json!(true), &json!(0)));
            assert_eq!(head["last_read_seq"], 0);
        }
        let unread = who.get("/api/message/unread").await.ok();
        assert_eq!(unread, json!({ "unread": 0, "conversations": 0 }));
    }
    app.anonymous().get(&path(&ana, &bo)).await.refused(401, "auth.unauthorised");
    // The sender cannot mark a message as read.
    mark_read(&ana, &message).await.refused(404, "chat.not_found");
    assert_eq!(head(&bo, &ana).await["unread"], 1);
}

#[tokio::test]
async fn sender_must_be_the_caller() {
    let Pair { ana, bo, stranger, .. } = Pair::talking().await;
    stranger.post("/api/message", body(&ana, &bo, HELLO)).await.refused(403, "auth.forbidden");
    assert_eq!(messages(&bo, &ana).await.len(), 1);
}

#[tokio::test]
async fn cannot_write_to_oneself_or_unknown_member() {
    let Pair { ana, .. } = Pair::meet().await;
    send(&ana, &ana, HELLO).await.invalid("receiverId");
    assert_eq!(head(&ana, &ana).await["cannot_write_reason"], "yourself");
    let nobody = Member { id: "nobody".to_owned(), ..ana.clone() };
    send(&ana, &nobody, HELLO).await.refused(404, "chat.person_not_found");
    ana.get("/api/message/with/nobody").await.refused(404, "chat.person_not_found");
    ana.post_empty("/api/message/typing/nobody").await.ok();
}

#[tokio::test]
async fn block_stops_messages_both_ways() {
    let Pair { ana, bo, .. } = Pair::talking().await;
    let block = format!("/api/users/block/{}", ana.id);
    assert_eq!(head(&ana, &bo).await["can_write"], true);
    bo.post_empty(&block).await.ok();
    let mut errors = Vec::new();
    for (who, other) in [(&ana, &bo), (&bo, &ana)] {
        let refused = send(who, other, HELLO).await;
        refused.refused(403, "chat.cannot_write");
        errors.push(refused.body["message"].clone());
        let head = head(who, other).await;
        assert_eq!(
            (&head["can_write"], &head["cannot_write_reason"]),
            (&json!(false), &json!("blocked"))
        );
        assert_eq!(messages(who, other).await.len(), 1, "what was written stays");
    }
    assert_eq!(errors[0], errors[1], "who blocked whom is not revealed");
    bo.delete(&block).await.ok();
    send(&ana, &bo, "Thank you!").await.ok();
}

#[tokio::test]
async fn suspended_member_takes_no_messages() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    let iris = app.admin("iris").await;
    moderate(&iris, &bo, "suspend").await;
    send(&ana, &bo, "Are you there?").await.refused(403, "chat.cannot_write");
    assert_eq!(head(&ana, &bo).await["cannot_write_reason"], "suspended");
    moderate(&iris, &bo, "reinstate").await;
    send(&ana, &bo, "Are you there?").await.ok();
}

#[tokio::test]
async fn suspended_and_blocking_members_look_unknown_to_strangers() {
    let Pair { app, ana, bo, stranger } = Pair::meet().await;
    let iris = app.admin("iris").await;
    moderate(&iris, &bo, "suspend").await;
    stranger.post_empty(&format!("/api/users/block/{}", ana.id)).await.ok();
    for hidden in [&bo, &stranger] {
        let unknown = ana.get("/api/message/with/nobody").await;
        let refused = ana.get(&format!("/api/message/with/{}", hidden.id)).await;
        refused.refused(404, "chat.person_not_found");
        assert_eq!(refused.body["message"], unknown.body["message"]);
        send(&ana, hidden, HELLO).await.refused(404, "chat.person_not_found");
        ana.post_empty(&format!("/api/message/typing/{}", hidden.id)).await.ok();
    }
}

#[tokio::test]
async fn header_shows_shared_bookings_and_follows() {
    let Pair { ana, bo, stranger, .. } = Pair::meet().await;
    let before = head(&ana, &bo).await;
    assert_eq!((&before["first"], &before["name"]), (&json!(true), &json!("Bo Example")));
    let common = json!({ "bookings": 0, "mutual_follows": 0, "follow_each_other": false });
    assert_eq!(before["in_common"], common);
    befriend(&ana, &bo).await;
    for who in [&ana, &bo] {
        who.post_empty(&format!("/api/follows/follow/{}", stranger.id)).await.ok();
    }
    let booking = booked(&ana, &bo, "2026-03-04T10:00:00Z").await;
    send(&ana, &bo, HELLO).await.ok();
    assert_eq!(head(&ana, &bo).await["in_common"]["bookings"], 0, "a request alone is nothing");
    bo.put(&format!("/api/bookings/accept/{booking}"), json!({})).await.ok();
    for (who, other) in [(&ana, &bo), (&bo, &ana)] {
        follow(&stranger, who).await;
        let after = head(who, other).await;
        assert_eq!(after["first"], false);
        let common = json!({ "bookings": 1, "mutual_follows": 1, "follow_each_other": true });
        assert_eq!(after["in_common"], common);
    }
}

#[tokio::test]
async fn mutual_follows_do_not_reveal_who_follows_whom() {
    let Pair { ana, bo, stranger: cy, .. } = Pair::meet().await;
    let mutual = async || head(&ana, &bo).await["in_common"]["mutual_follows"].clone();
    // Bo follows cy; ana follows cy alone and asks.
    follow(&bo, &cy).await;
    follow(&ana, &cy).await;
    assert_eq!(mutual().await, 0, "cy does not follow ana");
    follow(&cy, &ana).await;
    assert_eq!(mutual().await, 1);
    let visible = |visible: bool| json!({ "visible": visible });
    for hidden in [&bo, &cy] {
        hidden.put("/api/users/visibility", visible(false)).await.ok();
        assert_eq!(mutual().await, 0, "{} is hidden", hidden.email);
        hidden.put("/api/users/visibility", visible(true)).await.ok();
        assert_eq!(mutual().await, 1);
    }
    send(&ana, &bo, HELLO).await.ok();
    bo.post_empty(&format!("/api/users/block/{}", ana.id)).await.ok();
    let nothing = json!({ "bookings": 0, "mutual_follows": 0, "follow_each_other": false });
    for (who, other) in [(&ana, &bo), (&bo, &ana)] {
        assert_eq!(head(who, other).await["in_common"], nothing);
    }
}

async fn follow(who: &Member, whom: &Member) {
    who.post_empty(&format!("/api/follows/follow/{}", whom.id)).await.ok();
}

#[tokio::test]
async fn messages_of_a_former_member_stay_readable() {
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
