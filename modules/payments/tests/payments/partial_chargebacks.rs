//! Payments of which parts are disputed at the cardholder's bank.

use std::time::Duration;

use serde_json::json;
use sparkyard_testkit::{Member, PASSWORD};

use crate::{
    bookings::{HOUR, Market},
    cash,
    chargebacks::{accepted, agrees, deliver_all, listed, seen, topped_up},
    start, store,
};

const DAY: Duration = Duration::from_hours(24);

/// Disputes an accepted booking of 20 pounds in parts of 5 and 15; returns the two disputes.
async fn disputed_in_parts() -> (Market, Member, i64, [String; 2]) {
    let (market, iris, booking) = accepted().await;
    let payment = market.payment()["id"].as_str().unwrap().to_owned();
    let disputes = [500, 1500].map(|part| market.stripe.dispute_part(&payment, part).unwrap());
    assert_eq!(market.stripe.dispute_part(&payment, 1), None, "nothing is left");
    deliver_all(&market.app, &market.stripe).await;
    assert_eq!(listed(&iris, "open").await.len(), 2);
    (market, iris, booking, disputes)
}

#[tokio::test]
async fn top_up_disputed_in_parts_comes_back_as_far_as_it_is_won() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let payment = topped_up(&app, &stripe, &ana, 20.0).await;
    let disputes = [500, 1500].map(|part| stripe.dispute_part(&payment, part).unwrap());
    deliver_all(&app, &stripe).await;
    assert_eq!(cash(&ana).await, 0.0);
    stripe.close_dispute(&disputes[0], true);
    deliver_all(&app, &stripe).await;
    assert_eq!(cash(&ana).await, 5.0);
    stripe.close_dispute(&disputes[1], false);
    deliver_all(&app, &stripe).await;
    assert_eq!(cash(&ana).await, 5.0);
    assert_eq!(store::balance_of(&app, "external:losses:gbp").await, 0);
    agrees(&app).await;
}

#[tokio::test]
async fn booking_disputed_in_parts_is_frozen_until_the_last_is_decided() {
    for order in [[0, 1], [1, 0]] {
        let (mut market, _, booking, disputes) = disputed_in_parts().await;
        market.stripe.close_dispute(&disputes[order[0]], true);
        deliver_all(&market.app, &market.stripe).await;
        assert_eq!(seen(&market, booking).await["chargeback"], "open");
        let cancel = market.put(&market.ana, "cancel", booking).await;
        cancel.refused(409, "bookings.chargeback_open");
        market.stripe.close_dispute(&disputes[order[1]], true);
        deliver_all(&market.app, &market.stripe).await;
        assert_eq!(seen(&market, booking).await["chargeback"], "won");
        market.put(&market.ana, "cancel", booking).await.ok();
        market.wait(HOUR).await;
        assert_eq!(market.refunds(), [2000]);
        agrees(&market.app).await;
    }
}

#[tokio::test]
async fn part_that_the_bank_leaves_is_credited_to_the_wallet_once() {
    // The smaller part is won, before or after the larger one is lost.
    for order in [[0, 1], [1, 0]] {
        let (mut market, iris, booking, disputes) = disputed_in_parts().await;
        for part in order {
            market.stripe.close_dispute(&disputes[part], part == 0);
            deliver_all(&market.app, &market.stripe).await;
        }
        let shown = seen(&market, booking).await;
        assert_eq!((&shown["status"], &shown["chargeback"]), (&json!("cancelled"), &json!("lost")));
        // Stripe refunds nothing of a payment that was charged back.
        market.wait(HOUR).await;
        market.wait(DAY).await;
        assert!(market.refunds().is_empty());
        assert_eq!(cash(&market.ana).await, 5.0);
        assert_eq!(store::balance_of(&market.app, "card_refunds:stripe:gbp").await, 0);
        let iris = market.app.log_in(&iris).await;
        let failed = iris.get("/api/admin/wallet/failed-refunds").await.ok();
        assert_eq!(failed.as_array().unwrap().len(), 1);
        assert_eq!(
            (&failed[0]["amount"], &failed[0]["booking_id"]),
            (&json!(5.0), &json!(booking))
        );
        agrees(&market.app).await;
    }
}

#[tokio::test]
async fn rest_of_a_booking_that_is_lost_in_part_is_credited_to_the_wallet() {
    let (mut market, _, booking) = accepted().await;
    let payment = market.payment()["id"].as_str().unwrap().to_owned();
    let dispute = market.stripe.dispute_part(&payment, 500).unwrap();
    // Cancelled before the event of the dispute arrives: Stripe refuses the refund.
    market.put(&market.ana, "cancel", booking).await.ok();
    market.stripe.close_dispute(&dispute, false);
    market.app.run_jobs().await;
    deliver_all(&market.app, &market.stripe).await;
    market.wait(HOUR).await;
    market.wait(HOUR).await;
    assert_eq!(cash(&market.ana).await, 15.0);
    assert_eq!(store::balance_of(&market.app, "external:losses:gbp").await, 0);
    agrees(&market.app).await;
}

#[tokio::test]
async fn rest_that_comes_back_to_a_former_member_is_left_to_the_host() {
    let (market, _, booking) = accepted().await;
    let Market { app, stripe, ana, .. } = &market;
    let payment = market.payment()["id"].as_str().unwrap().to_owned();
    let dispute = stripe.dispute_part(&payment, 500).unwrap();
    market.put(ana, "cancel", booking).await.ok();
    let body = json!({ "currentPassword": PASSWORD, "giveUp": false });
    ana.post("/api/settings/leaving", body).await.ok();
    stripe.close_dispute(&dispute, false);
    app.run_jobs().await;
    deliver_all(app, stripe).await;
    for _ in 0..2 {
        app.advance(HOUR);
        app.run_jobs().await;
    }
    assert_eq!(store::balance_of(app, &format!("user:{}:gbp", ana.id)).await, 0);
    assert_eq!(store::balance_of(app, "external:given_up:gbp").await, 1500);
    agrees(app).await;
}
