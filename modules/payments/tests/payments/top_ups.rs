//! Top-ups, from the amount to the money in the wallet.

use serde_json::json;
use sparkyard_kernel::UserId;
use sparkyard_testkit::stripe::{Card, Fault, PUBLISHABLE_KEY};

use crate::{balanced, begin, cash, confirm, deliver, latest, start, status};

#[tokio::test]
async fn paid_top_up_is_credited_by_the_event_alone() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (id, secret) = begin(&ana, 20.5).await;
    assert_eq!(stripe.payments()[0]["amount"], 2050);
    assert_eq!(stripe.payments()[0]["currency"], "gbp");
    assert_eq!(stripe.pay(&secret, Card::Pays), "succeeded");
    assert_eq!(cash(&ana).await, 0.0);
    deliver(&app, &latest(&stripe, "payment_intent.succeeded")).await.ok();
    assert_eq!(cash(&ana).await, 20.5);
    assert_eq!(status(&ana, &id).await, "credited");
    let entries = ana.get("/api/wallet/transactions").await.ok();
    let funding = entries.as_array().unwrap().iter().find(|entry| entry["reason"] == "funding");
    assert_eq!(funding.unwrap()["amount"], 20.5);
    balanced(&app).await;
}

#[tokio::test]
async fn paid_top_up_is_credited_without_an_event() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (id, secret) = begin(&ana, 5.0).await;
    confirm(&ana, 5.0).await.refused(409, "wallet.nothing_paid");
    assert_eq!(status(&ana, &id).await, "pending");
    stripe.pay(&secret, Card::Pays);
    confirm(&ana, 6.0).await.refused(409, "wallet.nothing_paid");
    assert_eq!(confirm(&ana, 5.0).await.ok()["balance"], 5.0);
    assert_eq!(confirm(&ana, 5.0).await.ok()["balance"], 5.0, "once");
    // Or by looking at the top-up.
    let (id, secret) = begin(&ana, 7.0).await;
    stripe.pay(&secret, Card::Pays);
    assert_eq!(status(&ana, &id).await, "credited");
    assert_eq!(cash(&ana).await, 12.0);
    balanced(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_events_and_confirmations_at_once_credit_once() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (id, secret) = begin(&ana, 5.0).await;
    stripe.pay(&secret, Card::Pays);
    let event = latest(&stripe, "payment_intent.succeeded");
    let confirms = (0..32).map(|_| {
        let ana = ana.clone();
        tokio::spawn(async move { confirm(&ana, 5.0).await.status })
    });
    let looks = (0..16).map(|_| {
        let (ana, id) = (ana.clone(), id.clone());
        tokio::spawn(async move { ana.get(&format!("/api/wallet/top-ups/{id}")).await.status })
    });
    let tasks: Vec<_> = confirms.chain(looks).collect();
    for _ in 0..16 {
        assert_eq!(deliver(&app, &event).await.status, 200);
    }
    for task in tasks {
        assert_eq!(task.await.unwrap(), 200);
    }
    assert_eq!(cash(&ana).await, 5.0);
    balanced(&app).await;
}

#[tokio::test]
async fn declined_card_may_be_followed_by_another() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (id, secret) = begin(&ana, 5.0).await;
    for card in [Card::Declined, Card::Empty] {
        assert_eq!(stripe.pay(&secret, card), "card_declined");
        deliver(&app, &latest(&stripe, "payment_intent.payment_failed")).await.ok();
        assert_eq!(status(&ana, &id).await, "pending");
        assert_eq!(cash(&ana).await, 0.0);
    }
    stripe.pay(&secret, Card::Pays);
    deliver(&app, &latest(&stripe, "payment_intent.succeeded")).await.ok();
    assert_eq!(cash(&ana).await, 5.0);
    balanced(&app).await;
}

#[tokio::test]
async fn holder_confirms_or_rejects_the_payment() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (id, secret) = begin(&ana, 5.0).await;
    assert_eq!(stripe.pay(&secret, Card::AsksHolder), "requires_action");
    confirm(&ana, 5.0).await.refused(409, "wallet.nothing_paid");
    assert_eq!(stripe.authenticate(&secret, false), "requires_payment_method");
    assert_eq!(status(&ana, &id).await, "pending");
    assert_eq!(stripe.pay(&secret, Card::AsksHolder), "requires_action");
    assert_eq!(stripe.authenticate(&secret, true), "succeeded");
    assert_eq!(status(&ana, &id).await, "credited");
    assert_eq!(cash(&ana).await, 5.0);
}

#[tokio::test]
async fn repeated_request_returns_the_same_payment() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let keyed = ana.with_header("Idempotency-Key", "one");
    let first = begin(&keyed, 5.0).await;
    assert_eq!(begin(&keyed, 5.0).await, first);
    assert_eq!(stripe.payments().len(), 1);
    let other = keyed.post("/api/wallet/fund", json!({ "amount": 6 })).await;
    other.refused(409, "request.idempotency_conflict");
    assert_ne!(begin(&ana, 5.0).await, first);
    assert_eq!(stripe.payments().len(), 2);
}

#[tokio::test]
async fn unpaid_payment_is_cancelled_after_a_day() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (unpaid, secret) = begin(&ana, 5.0).await;
    app.advance(std::time::Duration::from_hours(23));
    let ana = app.log_in(&ana).await;
    let (paid, paid_secret) = begin(&ana, 6.0).await;
    app.run_jobs().await;
    assert_eq!(status(&ana, &unpaid).await, "pending");
    app.advance(std::time::Duration::from_hours(2));
    let ana = app.log_in(&ana).await;
    app.run_jobs().await;
    assert_eq!(status(&ana, &unpaid).await, "cancelled");
    assert_eq!(stripe.pay(&secret, Card::Pays), "payment_intent_unexpected_state");
    // Paid just before it would have been cancelled.
    stripe.pay(&paid_secret, Card::Pays);
    app.advance(std::time::Duration::from_hours(25));
    app.run_jobs().await;
    let ana = app.log_in(&ana).await;
    assert_eq!(status(&ana, &paid).await, "credited");
    assert_eq!(cash(&ana).await, 6.0);
    // The row of a cancelled one is deleted after a week, that of a credited one stays.
    app.advance(std::time::Duration::from_hours(8 * 24));
    app.run_jobs().await;
    let ana = app.log_in(&ana).await;
    let gone = ana.get(&format!("/api/wallet/top-ups/{unpaid}")).await;
    gone.refused(404, "wallet.funding_not_found");
    assert_eq!(status(&ana, &paid).await, "credited");
    balanced(&app).await;
}

#[tokio::test]
async fn top_up_is_private_to_its_member() {
    let (app, stripe) = start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let (id, secret) = begin(&ana, 5.0).await;
    stripe.pay(&secret, Card::Pays);
    let path = format!("/api/wallet/top-ups/{id}");
    bo.get(&path).await.refused(404, "wallet.funding_not_found");
    confirm(&bo, 5.0).await.refused(409, "wallet.nothing_paid");
    assert_eq!(app.anonymous().get(&path).await.status, 401);
    let unknown = ana.get("/api/wallet/top-ups/unknown").await;
    unknown.refused(404, "wallet.funding_not_found");
    assert_eq!(cash(&bo).await, 0.0);
    assert_eq!(status(&ana, &id).await, "credited");
}

#[tokio::test]
async fn simulated_card_is_off_and_amounts_are_limited() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let body = json!({ "clientSecret": "sandbox_1_x", "outcome": "succeed" });
    ana.post("/api/wallet/sandbox/pay", body).await.refused(404, "wallet.sandbox_off");
    for wrong in [0.0, 0.99, 500.01, 5.005, -1.0] {
        ana.post("/api/wallet/fund", json!({ "amount": wrong })).await.invalid("amount");
    }
    assert_eq!(stripe.requests(), 0);
    let begun = ana.post("/api/wallet/fund", json!({ "amount": 500 })).await.ok();
    assert_eq!(begun["publishableKey"], PUBLISHABLE_KEY);
}

/// The fault loses Stripe's record of the key, so the repetition creates another payment there.
#[tokio::test]
async fn repeated_request_after_a_failure_returns_the_payment_that_counts() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let keyed = ana.with_header("Idempotency-Key", "one");
    stripe.fail([Fault::Error]);
    let (id, secret) = begin(&keyed, 5.0).await;
    assert_eq!(begin(&keyed, 5.0).await, (id.clone(), secret.clone()));
    assert_eq!(stripe.payments().len(), 2);
    stripe.pay(&secret, Card::Pays);
    deliver(&app, &latest(&stripe, "payment_intent.succeeded")).await.ok();
    assert_eq!(status(&ana, &id).await, "credited");
    assert_eq!(cash(&ana).await, 5.0);
    balanced(&app).await;
}

#[tokio::test]
async fn payments_that_a_bank_is_processing_do_not_keep_others_open() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    for _ in 0..51 {
        let (_, secret) = begin(&ana, 5.0).await;
        assert_eq!(stripe.pay(&secret, Card::Slow), "processing");
    }
    let (unpaid, _) = begin(&ana, 6.0).await;
    app.advance(std::time::Duration::from_hours(25));
    app.run_jobs().await;
    let ana = app.log_in(&ana).await;
    assert_eq!(status(&ana, &unpaid).await, "cancelled");
    let open = stripe.payments().iter().filter(|payment| payment["status"] == "processing").count();
    assert_eq!(open, 51);
}

#[tokio::test]
async fn payment_of_a_suspended_member_is_credited() {
    let (app, stripe) = start().await;
    let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
    let (id, secret) = begin(&ana, 5.0).await;
    let [actor, user] = [&iris.id, &ana.id].map(|id| UserId(id.clone()));
    app.accounts().suspend(&actor, &user, "Rude messages").await.unwrap();
    let refused = ana.post("/api/wallet/fund", json!({ "amount": 5 })).await;
    assert_eq!(refused.status, 401, "{}", refused.body);
    stripe.pay(&secret, Card::Pays);
    deliver(&app, &latest(&stripe, "payment_intent.succeeded")).await.ok();
    app.accounts().reinstate(&actor, &user).await.unwrap();
    let ana = app.log_in(&ana).await;
    assert_eq!(status(&ana, &id).await, "credited");
    assert_eq!(cash(&ana).await, 5.0);
    balanced(&app).await;
}
