//! Changes by a delegate name the delegate, for everybody who sees them.

use serde_json::{Value, json};

use crate::{Village, book, offer, texts};

fn of<'a>(timeline: &'a Value, field: &str) -> Vec<&'a str> {
    texts(timeline, field)
}

#[tokio::test]
async fn booking_names_who_acted() {
    let village = Village::new().await;
    let Village { app, ana, bo, .. } = &village;
    let skill = offer(bo).await;
    let acting = village.for_edith(ana);
    let booking = book(&acting, &bo.id, &skill).await.ok();
    let id = booking["id"].as_i64().unwrap();
    bo.put_empty(&format!("/api/bookings/accept/{id}")).await.ok();
    let time = json!({ "booking_date": "2026-03-05T10:00:00Z", "words": "Thursday?" });
    acting.put(&format!("/api/bookings/propose/{id}"), time).await.ok();
    acting.put_empty(&format!("/api/bookings/cancel/{id}")).await.ok();
    for viewer in [&acting, bo] {
        let seen = viewer.get(&format!("/api/bookings/{id}")).await.ok();
        let timeline = &seen["timeline"];
        assert_eq!(of(timeline, "by"), ["client", "provider", "client", "client"]);
        assert_eq!(of(timeline, "delegate"), ["Ana Example", "", "Ana Example", "Ana Example"]);
        assert_eq!(seen["client"]["firstname"], "Edith");
        assert!(seen["client"]["email"].is_null(), "{seen}");
    }
    app.settle().await;
    // The delegate's own bookings are others.
    assert_eq!(ana.get("/api/bookings/get/user/outward").await.ok(), json!([]));
    ana.get(&format!("/api/bookings/{id}")).await.refused(404, "bookings.not_found");
}

#[tokio::test]
async fn message_names_who_wrote_it() {
    let village = Village::new().await;
    let Village { ana, bo, edith, .. } = &village;
    let acting = village.for_edith(ana);
    let words = "Could you look at my hedge? <b>Edith</b>";
    let body = json!({ "senderId": edith, "receiverId": bo.id, "content": words });
    let sent = acting.post("/api/message", body.clone()).await.ok();
    assert_eq!((&sent["delegate"], &sent["sender_id"]), (&json!("Ana Example"), &json!(edith)));
    let answer = json!({ "senderId": bo.id, "receiverId": edith, "content": "Gladly, on Monday." });
    bo.post("/api/message", answer).await.ok();
    let path = format!("/api/message/{}/{edith}", bo.id);
    let read = bo.get(&path).await.ok();
    assert_eq!(of(&read, "delegate"), ["Ana Example", ""]);
    assert_eq!(of(&read, "content"), [words, "Gladly, on Monday."]);
    // Neither can one write in the name of the other.
    ana.post("/api/message", body).await.refused(403, "auth.forbidden");
    let own = json!({ "senderId": ana.id, "receiverId": bo.id, "content": "Hello, neighbour!" });
    acting.post("/api/message", own).await.refused(403, "auth.forbidden");
    assert_eq!(ana.get("/api/message/unread").await.ok()["unread"], 0);
    assert_eq!(acting.get("/api/message/unread").await.ok()["unread"], 1);
}

#[tokio::test]
async fn exchange_names_who_wrote_and_answered_it() {
    let village = Village::new().await;
    let Village { app, ana, bo, edith, .. } = &village;
    let acting = village.for_edith(ana);
    let exchange = |with: &str| {
        json!({
            "with": with, "date": "2026-03-01", "hours": 1.5, "skill": "Weeding", "tokens": 3,
            "i_was": "giver",
        })
    };
    let by_edith = acting.post("/api/exchanges", exchange(&bo.id)).await.ok();
    assert_eq!(by_edith["writer_delegate"], "Ana Example");
    app.advance(std::time::Duration::from_millis(1));
    let by_bo = bo.post("/api/exchanges", exchange(edith)).await.ok();
    assert!(by_bo["writer_delegate"].is_null());
    let confirm =
        |exchange: &Value| format!("/api/exchanges/{}/confirm", exchange["id"].as_str().unwrap());
    acting.put_empty(&confirm(&by_bo)).await.ok();
    bo.put_empty(&confirm(&by_edith)).await.ok();
    let seen = bo.get("/api/exchanges").await.ok();
    assert_eq!(of(&seen, "answer_delegate"), ["Ana Example", ""]);
    assert_eq!(of(&seen, "writer_delegate"), ["", "Ana Example"]);
    assert_eq!(bo.get("/api/wallet/balance").await.ok()["spark_tokens"], 10.0);
}
