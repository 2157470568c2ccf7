//! Stripe that fails, responds late, twice or never.

use std::time::Duration;

use serde_json::json;
use sparkyard_testkit::{
    Member,
    stripe::{Card, Fault},
};

use crate::{balanced, begin, cash, confirm, deliver, latest, start, status};

async fn refused(member: &Member) {
    let response = member.post("/api/wallet/fund", json!({ "amount": 5 })).await;
    response.refused(503, "payments.unreachable");
    assert_eq!(response.header("retry-after"), Some("60"));
}

#[tokio::test]
async fn short_failures_do_not_affect_members() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let failures = [
        Fault::Error,
        Fault::ErrorAfterwards,
        Fault::LostAnswer,
        Fault::Garbage,
        Fault::Late(Duration::from_millis(300)),
        Fault::Late(Duration::from_millis(1300)),
    ];
    for fault in failures {
        let (before, requests) = (stripe.payments().len(), stripe.requests());
        stripe.fail([fault]);
        let (id, secret) = begin(&ana, 5.0).await;
        let made = stripe.payments().len() - before;
        // A payment that nobody can pay may remain after an error of Stripe's own.
        let remains = usize::from(fault == Fault::ErrorAfterwards);
        assert_eq!(made, 1 + remains, "{fault:?}");
        let late = fault == Fault::Late(Duration::from_millis(300));
        assert_eq!(stripe.requests() - requests, if late { 1 } else { 2 }, "{fault:?}");
        stripe.pay(&secret, Card::Pays);
        assert_eq!(status(&ana, &id).await, "credited", "{fault:?}");
    }
    assert_eq!(cash(&ana).await, 30.0);
    balanced(&app).await;
}

#[tokio::test]
async fn nothing_is_charged_while_stripe_is_down() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let faults = [Fault::LostAnswer, Fault::Garbage, Fault::Late(Duration::from_secs(5))];
    for (place, fault) in faults.into_iter().enumerate() {
        let keyed = ana.with_header("Idempotency-Key", &place.to_string());
        stripe.fail([Fault::LostAnswer; 2]);
        stripe.fail([fault]);
        refused(&keyed).await;
        stripe.recover();
        // The same request now gets the response that was lost, and the payment is the only one.
        let (id, secret) = begin(&keyed, 5.0).await;
        assert_eq!(stripe.payments().len(), place + 1, "{fault:?}");
        stripe.pay(&secret, Card::Pays);
        assert_eq!(status(&ana, &id).await, "credited", "{fault:?}");
    }
    assert_eq!(cash(&ana).await, 15.0);
    balanced(&app).await;
}

#[tokio::test]
async fn wrong_key_is_reported_without_revealing_it() {
    let stripe = sparkyard_testkit::stripe::FakeStripe::start(1_772_445_600);
    let settings = stripe.settings().replace("51SparkyardSecret", "51AnotherSecret");
    let app = crate::TestApp::with(&settings, false).await;
    let ana = app.member("ana").await;
    let response = ana.post("/api/wallet/fund", json!({ "amount": 5 })).await;
    response.refused(503, "payments.refused");
    assert!(!response.body.to_string().contains("AnotherSecret"));
    assert_eq!(stripe.requests(), 1, "a repetition would be refused as well");
}

#[tokio::test]
async fn event_is_repeated_until_it_can_be_handled() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (id, secret) = begin(&ana, 5.0).await;
    stripe.pay(&secret, Card::Pays);
    let event = latest(&stripe, "payment_intent.succeeded");
    stripe.fail([Fault::Error; 9]);
    deliver(&app, &event).await.refused(503, "payments.unreachable");
    let looked = ana.get(&format!("/api/wallet/top-ups/{id}")).await;
    looked.refused(503, "payments.unreachable");
    confirm(&ana, 5.0).await.refused(503, "payments.unreachable");
    assert_eq!(cash(&ana).await, 0.0);
    stripe.recover();
    deliver(&app, &event).await.ok();
    assert_eq!(cash(&ana).await, 5.0);
    balanced(&app).await;
}
