//! Events that are forged, repeated, late, out of order, or about something else.

use serde_json::{Value, json};
use sparkyard_testkit::{
    count,
    stripe::{Card, WEBHOOK_SECRET, signature},
};

use crate::{TestApp, balanced, begin, cash, deliver, deliver_signed, latest, now, start, status};

#[tokio::test]
async fn only_fresh_signed_events_are_accepted() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (_, secret) = begin(&ana, 5.0).await;
    stripe.pay(&secret, Card::Pays);
    let body = latest(&stripe, "payment_intent.succeeded").to_string();
    let at = now(&app);
    let good = signature(&body, at, WEBHOOK_SECRET);
    let tampered = body.replace("\"amount\":500", "\"amount\":50000");
    let forged = [
        (body.clone(), String::new()),
        (body.clone(), "t=1".to_owned()),
        (body.clone(), format!("t={at},v1=00")),
        (body.clone(), format!("t={at},v1=")),
        (body.clone(), good.replace("v1=", "v0=")),
        (body.clone(), good.replace(&format!("t={at}"), &format!("t={}", at + 1))),
        (body.clone(), signature(&body, at, "")),
        (body.clone(), signature(&body, at, "whsec_another000000000000")),
        (body.clone(), signature(&body, at - 301, WEBHOOK_SECRET)),
        (body.clone(), signature(&body, at + 301, WEBHOOK_SECRET)),
        (tampered, good.clone()),
        (format!("{body} "), good.clone()),
    ];
    for (body, signed) in forged {
        let response = deliver_signed(&app, body, &signed).await;
        response.refused(400, "payments.bad_signature");
    }
    let unsigned = app.anonymous().post("/api/payments/stripe/webhook", json!({})).await;
    unsigned.refused(400, "payments.bad_signature");
    assert_eq!(cash(&ana).await, 0.0);
    // Stripe signs with two secrets while one replaces the other.
    let another = format!("t={at},v1={},{}", "0".repeat(64), good.split_once(',').unwrap().1);
    deliver_signed(&app, body.clone(), &another).await.ok();
    assert_eq!(cash(&ana).await, 5.0);
    let old = signature(&body, at - 299, WEBHOOK_SECRET);
    deliver_signed(&app, body, &old).await.ok();
    assert_eq!(cash(&ana).await, 5.0);
}

#[tokio::test]
async fn large_and_unreadable_events_are_refused() {
    let (app, _) = start().await;
    let send = async |body: String| {
        let signed = signature(&body, now(&app), WEBHOOK_SECRET);
        deliver_signed(&app, body, &signed).await
    };
    for broken in ["", "{", "[]", "null", "{\"id\":7}", "{\"id\":\"evt_1\",\"type\":\"x\"}"] {
        send(broken.to_owned()).await.refused(400, "payments.bad_event");
    }
    send("x".repeat(300_000)).await.refused(413, "payments.event_too_large");
}

#[tokio::test]
async fn repeated_event_changes_nothing() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (_, secret) = begin(&ana, 5.0).await;
    stripe.pay(&secret, Card::Pays);
    let event = latest(&stripe, "payment_intent.succeeded");
    for _ in 0..3 {
        deliver(&app, &event).await.ok();
    }
    // Under another id: the top-up itself is credited once.
    let mut again = event.clone();
    again["id"] = json!("evt_another");
    deliver(&app, &again).await.ok();
    assert_eq!(cash(&ana).await, 5.0);
    assert_eq!(count(&app.db, "stripe_event").await, 2);
    balanced(&app).await;
}

#[tokio::test]
async fn old_event_does_not_undo_a_newer_one() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (id, secret) = begin(&ana, 5.0).await;
    stripe.pay(&secret, Card::Declined);
    stripe.pay(&secret, Card::Pays);
    deliver(&app, &latest(&stripe, "payment_intent.succeeded")).await.ok();
    deliver(&app, &latest(&stripe, "payment_intent.payment_failed")).await.ok();
    deliver(&app, &latest(&stripe, "payment_intent.created")).await.ok();
    assert_eq!(status(&ana, &id).await, "credited");
    assert_eq!(cash(&ana).await, 5.0);
}

#[tokio::test]
async fn amount_is_what_stripe_received() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (_, secret) = begin(&ana, 5.0).await;
    stripe.pay(&secret, Card::Pays);
    let mut event = latest(&stripe, "payment_intent.succeeded");
    event["data"]["object"]["amount_received"] = json!(50_000);
    let payment = event["data"]["object"]["id"].as_str().unwrap().to_owned();
    stripe.set_received(&payment, 499);
    deliver(&app, &event).await.ok();
    assert_eq!(cash(&ana).await, 4.99);
    balanced(&app).await;
}

/// Delivers an event about a payment that must change nothing.
async fn without_effect(app: &TestApp, event: &Value) {
    let transfers = count(&app.db, "ledger_transfer").await;
    deliver(app, event).await.ok();
    assert_eq!(count(&app.db, "ledger_transfer").await, transfers, "{event}");
}

#[tokio::test]
async fn events_about_anything_else_change_nothing() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (id, secret) = begin(&ana, 5.0).await;
    stripe.pay(&secret, Card::Pays);
    let event = latest(&stripe, "payment_intent.succeeded");
    let changed = |id: &str, change: &dyn Fn(&mut Value)| {
        let mut other = event.clone();
        other["id"] = json!(id);
        change(&mut other);
        other
    };
    let kinds = ["customer.created", "charge.succeeded", "some.new.type", "payment_intent.created"];
    for (place, kind) in kinds.into_iter().enumerate() {
        let other = changed(&format!("evt_kind{place}"), &|event| event["type"] = json!(kind));
        without_effect(&app, &other).await;
    }
    for (place, payment) in ["pi_unknown", "pi_1/cancel", "../x", ""].into_iter().enumerate() {
        let other = changed(&format!("evt_payment{place}"), &|event| {
            event["data"]["object"]["id"] = json!(payment);
        });
        without_effect(&app, &other).await;
    }
    for wrong in ["", "evt_", "evt_a b", "evt_⟩", "x"] {
        without_effect(&app, &changed(wrong, &|_| {})).await;
    }
    // Another program on the same account has made the payment.
    let payment = event["data"]["object"]["id"].as_str().unwrap();
    stripe.forget_metadata(payment);
    without_effect(&app, &event).await;
    assert_eq!(cash(&ana).await, 0.0);
    // Our own row knows the payment, and asks for it.
    assert_eq!(status(&ana, &id).await, "credited");
}

#[tokio::test]
async fn event_of_another_installation_changes_nothing() {
    let (app, stripe) = start().await;
    let other = TestApp::with(&stripe.settings(), false).await;
    let (ana, bo) = (app.member("ana").await, other.member("bo").await);
    let (_, secret) = begin(&ana, 5.0).await;
    begin(&bo, 5.0).await;
    stripe.pay(&secret, Card::Pays);
    without_effect(&other, &latest(&stripe, "payment_intent.succeeded")).await;
    assert_eq!(cash(&bo).await, 0.0);
}

#[tokio::test]
async fn without_a_provider_there_are_no_events() {
    let app = TestApp::start_live().await;
    let response = app.anonymous().post("/api/payments/stripe/webhook", json!({})).await;
    response.refused(404, "payments.off");
}

#[tokio::test]
async fn events_are_limited_per_address() {
    let stripe = sparkyard_testkit::stripe::FakeStripe::start(1_772_445_600);
    let limits = "[limits]\nenabled = true\nwebhooks_per_minute = 3\n";
    let app = TestApp::with(&format!("{limits}{}", stripe.settings()), false).await;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(app.anonymous().post("/api/payments/stripe/webhook", json!({})).await.status);
    }
    assert_eq!(statuses, [400, 400, 400, 429]);
}
