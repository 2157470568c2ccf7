//! Requests of delegates: allowed, refused because they are the member's own, and recorded.

use serde_json::json;

use crate::{Village, audited, book, offer};

#[tokio::test]
async fn only_the_delegate_acts() {
    let village = Village::new().await;
    let Village { app, iris, ana, bo, edith } = &village;
    for stranger in [bo, iris] {
        let refused = village.for_edith(stranger).get("/api/message/unread").await;
        refused.refused(403, "delegation.not_delegate");
    }
    village
        .for_edith(&app.anonymous())
        .get("/api/message/unread")
        .await
        .refused(401, "auth.unauthorised");
    for member in ["", "nobody", "../../x", "\u{e9}dith", &bo.id, &ana.id] {
        let acting = ana.with_header("acting-for", member);
        assert_eq!(acting.get("/api/message/unread").await.status, 403, "{member:?}");
    }
    // A delegate of Edith is no delegate of those whom she helps, and never staff.
    let acting = village.for_edith(ana);
    acting.get("/api/admin/overview").await.refused(403, "auth.own_account_only");
    let elsewhere = acting.with_header("acting-for", edith);
    elsewhere.get("/api/message/unread").await.ok();
}

#[tokio::test]
async fn operations_reserved_to_the_member_are_refused() {
    let village = Village::new().await;
    let acting = village.for_edith(&village.ana);
    let empty = || json!({});
    for response in [
        acting.put("/api/auth/password", empty()).await,
        acting.post("/api/spark-gifts", empty()).await,
        acting.post("/api/wallet/fund", empty()).await,
        acting.get("/api/delegations").await,
        acting.get("/api/live").await,
        acting.get("/api/moderation/decisions").await,
        acting.post_empty("/api/auth/logout").await,
    ] {
        assert!([403, 404, 405].contains(&response.status), "{}", response.body);
        assert_ne!(response.body["code"], "delegation.not_delegate");
    }
    let card = json!({ "amount": 5, "currency": "gbp", "paymentMethod": "card" });
    let refused = acting.post("/api/users/stripe/payment/intent", card).await;
    refused.refused(403, "auth.own_account_only");
    assert_eq!(acting.get("/api/live?once=true").await.status, 200);
}

#[tokio::test]
async fn suspended_members_and_delegates_stop() {
    let village = Village::new().await;
    let Village { iris, ana, edith, .. } = &village;
    let acting = village.for_edith(ana);
    let suspend = |id: &str| format!("/api/admin/members/{id}/suspend");
    iris.put(&suspend(edith), json!({ "reason": "To be sure" })).await.ok();
    acting.get("/api/message/unread").await.refused(403, "auth.forbidden");
    iris.put_empty(&format!("/api/admin/members/{edith}/reinstate")).await.ok();
    acting.get("/api/message/unread").await.ok();
    iris.put(&suspend(&ana.id), json!({ "reason": "To be sure" })).await.ok();
    assert_eq!(acting.get("/api/message/unread").await.status, 401);
}

#[tokio::test]
async fn changes_are_recorded_before_they_happen() {
    let village = Village::new().await;
    let Village { iris, ana, bo, edith, .. } = &village;
    let skill = offer(bo).await;
    let acting = village.for_edith(ana);
    book(&acting, &bo.id, &skill).await.ok();
    acting.put_empty("/api/bookings/accept/1").await.refused(409, "bookings.illegal_transition");
    acting.get("/api/bookings/1").await.ok();
    acting.get("/api/bookings/1").await.ok();
    let acted: Vec<_> = audited(iris, edith)
        .await
        .into_iter()
        .filter(|(action, _)| ["delegation.acted", "delegation.read"].contains(&action.as_str()))
        .collect();
    let entry = |action: &str, detail: &str| (action.to_owned(), detail.to_owned());
    for expected in [
        entry("delegation.acted", "POST /api/users/stripe/payment/intent"),
        entry("delegation.acted", "POST /api/bookings"),
        entry("delegation.acted", "PUT /api/bookings/accept/1"),
        entry("delegation.read", ""),
    ] {
        assert_eq!(acted.iter().filter(|found| **found == expected).count(), 1, "{acted:?}");
    }
}
