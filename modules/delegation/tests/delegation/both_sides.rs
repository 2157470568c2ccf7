//! Nobody acts on both sides.

use serde_json::json;

use crate::{Village, book, offer};

fn exchange(with: &str) -> serde_json::Value {
    json!({
        "with": with, "date": "2026-03-01", "hours": 1, "skill": "Shopping", "tokens": 4,
        "i_was": "giver",
    })
}

#[tokio::test]
async fn delegate_is_not_booked_for_the_member() {
    let village = Village::new().await;
    let Village { ana, bo, edith, .. } = &village;
    let skill = offer(ana).await;
    let acting = village.for_edith(ana);
    book(&acting, &ana.id, &skill).await.refused(403, "delegation.both_sides");
    // The money that was set aside comes back.
    let skill = offer(bo).await;
    book(&acting, &bo.id, &skill).await.ok();

    // A booking from before the appointment is answered by somebody else.
    let cy = village.app.member("cy").await;
    let of_ana = offer(ana).await;
    let asked = book(&cy, &ana.id, &of_ana).await.ok();
    let body = json!({ "member_id": cy.id, "delegate_id": ana.id });
    village.iris.post("/api/admin/delegations", body).await.ok();
    cy.put_empty(&format!("/api/delegations/{}/accept", cy.id)).await.ok();
    let for_cy = ana.with_header("acting-for", &cy.id);
    let cancel = format!("/api/bookings/cancel/{}", asked["id"]);
    for_cy.put_empty(&cancel).await.refused(403, "delegation.both_sides");
    for_cy.get(&format!("/api/bookings/{}", asked["id"])).await.ok();
    assert_ne!(edith, &cy.id);
}

#[tokio::test]
async fn delegate_writes_no_exchange_with_the_member() {
    let village = Village::new().await;
    let Village { ana, bo, edith, .. } = &village;
    let acting = village.for_edith(ana);
    for refused in [
        ana.post("/api/exchanges", exchange(edith)).await,
        acting.post("/api/exchanges", exchange(&ana.id)).await,
    ] {
        refused.refused(403, "delegation.both_sides");
    }
    bo.post("/api/exchanges", exchange(edith)).await.ok();
    acting.post("/api/exchanges", exchange(&bo.id)).await.ok();
}

#[tokio::test]
async fn delegate_does_not_reach_who_blocks_them() {
    let village = Village::new().await;
    let Village { ana, bo, edith, .. } = &village;
    let skill = offer(bo).await;
    bo.post_empty(&format!("/api/users/block/{}", ana.id)).await.ok();
    let acting = village.for_edith(ana);
    let body = json!({
        "senderId": edith, "receiverId": bo.id, "content": "Why did you block me, Bo?",
    });
    acting.post("/api/message", body.clone()).await.refused(403, "chat.cannot_write");
    book(&acting, &bo.id, &skill).await.refused(404, "bookings.skill_not_found");
    let written = acting.post("/api/exchanges", exchange(&bo.id)).await;
    written.refused(404, "timebank.member_not_found");
    bo.delete(&format!("/api/users/block/{}", ana.id)).await.ok();
    acting.post("/api/message", body).await.ok();
}

#[tokio::test]
async fn exchange_with_a_member_without_a_delegate_does_not_count_by_itself() {
    let mut village = Village::new().await;
    village.bo.post("/api/exchanges", exchange(&village.edith)).await.ok();
    let end = format!("/api/admin/delegations/{}/end", village.edith);
    village.iris.put(&end, json!({ "reason": "Ana is ill" })).await.ok();
    let week = std::time::Duration::from_hours(7 * 24);
    village.app.advance(week);
    village.app.run_jobs().await;
    village.again().await;
    assert_eq!(village.bo.get("/api/exchanges").await.ok()[0]["status"], "waiting");

    let body = json!({
        "member_id": village.edith, "delegate_id": village.ana.id, "agreed": "by telephone",
    });
    village.iris.post("/api/admin/delegations", body).await.ok();
    village.app.advance(week);
    village.app.run_jobs().await;
    village.again().await;
    assert_eq!(village.bo.get("/api/exchanges").await.ok()[0]["status"], "unanswered");
}
