//! Payments with cards that members keep.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{
    Answer, Member,
    stripe::{Card, FakeStripe, Fault},
};

use crate::{
    TestApp, balanced, begin,
    billing::{METHOD, METHODS, card, keep},
    bookings::{HOUR, Market},
    cash, deliver, latest, start, status,
};

/// Chooses a kept card for the payment with this client secret.
async fn choose(member: &Member, card: &Value, client_secret: &str) -> Answer {
    let path = format!("{METHOD}/{}/use", card["id"].as_str().unwrap());
    member.put(&path, json!({ "clientSecret": client_secret })).await
}

/// Returns the sum of all that was received at Stripe, in pence.
fn received(stripe: &FakeStripe) -> i64 {
    stripe.payments().iter().filter_map(|payment| payment["amount_received"].as_i64()).sum()
}

#[tokio::test]
async fn kept_card_pays_a_top_up_once() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let kept = keep(&ana, &stripe, Card::Pays).await;
    let (id, secret) = begin(&ana, 20.0).await;
    assert_eq!(choose(&ana, &kept, &secret).await.ok(), json!([kept]));
    choose(&ana, &kept, &secret).await.ok();
    assert_eq!(received(&stripe), 0, "a choice pays nothing");
    let chosen = stripe.payments()[0].clone();
    assert_eq!(chosen["customer"], stripe.customers()[0]["id"]);
    assert_eq!(chosen["payment_method"], kept["id"]);
    assert_eq!(stripe.pay_with_saved(&secret), "succeeded");
    assert_eq!(stripe.pay_with_saved(&secret), "payment_intent_unexpected_state");
    choose(&ana, &kept, &secret).await.refused(409, "payments.payment_ended");
    deliver(&app, &latest(&stripe, "payment_intent.succeeded")).await.ok();
    assert_eq!(status(&ana, &id).await, "credited");
    assert_eq!((cash(&ana).await, received(&stripe)), (json!(20.0), 2000));
    balanced(&app).await;
}

#[tokio::test]
async fn kept_card_pays_a_booking_when_it_is_accepted() {
    let market = Market::open("flexible").await;
    let kept = keep(&market.ana, &market.stripe, Card::Pays).await;
    let (intent, secret) = market.intent().await;
    choose(&market.ana, &kept, &secret).await.ok();
    market.ask(&market.ana, &intent, 2 * HOUR).await.refused(409, "wallet.card_not_authorised");
    assert_eq!(market.stripe.pay_with_saved(&secret), "requires_capture");
    let booking = market.ask(&market.ana, &intent, 2 * HOUR).await.ok()["id"].as_i64().unwrap();
    choose(&market.ana, &kept, &secret).await.refused(409, "payments.payment_ended");
    // Deleting the card does not undo what it has authorised.
    let path = format!("{METHOD}/{}", kept["id"].as_str().unwrap());
    market.ana.delete(&path).await.ok();
    market.put(&market.bo, "accept", booking).await.ok();
    assert_eq!(received(&market.stripe), 2000);
    balanced(&market.app).await;
}

#[tokio::test]
async fn bank_may_ask_the_holder_of_a_kept_card() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let kept = keep(&ana, &stripe, Card::AsksHolder).await;
    let (_, secret) = begin(&ana, 5.0).await;
    choose(&ana, &kept, &secret).await.ok();
    assert_eq!(stripe.pay_with_saved(&secret), "requires_action");
    assert_eq!(stripe.authenticate(&secret, false), "requires_payment_method");
    // The declined payment has forgotten its card.
    assert_eq!(stripe.pay_with_saved(&secret), "payment_intent_unexpected_state");
    choose(&ana, &kept, &secret).await.ok();
    assert_eq!(stripe.pay_with_saved(&secret), "requires_action");
    // Chosen again in another tab meanwhile.
    choose(&ana, &kept, &secret).await.ok();
    assert_eq!(stripe.pay_with_saved(&secret), "requires_action");
    assert_eq!(stripe.authenticate(&secret, true), "succeeded");
    deliver(&app, &latest(&stripe, "payment_intent.succeeded")).await.ok();
    assert_eq!(cash(&ana).await, 5.0);
    balanced(&app).await;
}

#[tokio::test]
async fn declined_kept_card_may_be_followed_by_another() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (empty, full) =
        (keep(&ana, &stripe, Card::Empty).await, keep(&ana, &stripe, Card::Pays).await);
    for typed in [false, true] {
        let (_, secret) = begin(&ana, 5.0).await;
        choose(&ana, &empty, &secret).await.ok();
        assert_eq!(stripe.pay_with_saved(&secret), "card_declined");
        if typed {
            assert_eq!(stripe.pay(&secret, Card::Pays), "succeeded");
        } else {
            choose(&ana, &full, &secret).await.ok();
            assert_eq!(stripe.pay_with_saved(&secret), "succeeded");
        }
        deliver(&app, &latest(&stripe, "payment_intent.succeeded")).await.ok();
    }
    assert_eq!(cash(&ana).await, 10.0);
    balanced(&app).await;
}

#[tokio::test]
async fn cards_of_others_and_deleted_ones_are_refused() {
    let (app, stripe) = start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let kept = keep(&ana, &stripe, Card::Pays).await;
    let (_, secret) = begin(&bo, 5.0).await;
    choose(&bo, &kept, &secret).await.refused(404, "payments.card_not_found");
    keep(&bo, &stripe, Card::Pays).await;
    choose(&bo, &kept, &secret).await.refused(404, "payments.card_not_found");
    choose(&bo, &json!({ "id": "pm_unknown" }), &secret)
        .await
        .refused(404, "payments.card_not_found");
    let path = format!("{METHOD}/{}/use", kept["id"].as_str().unwrap());
    let nobody = app.anonymous().put(&path, json!({ "clientSecret": secret })).await;
    nobody.refused(401, "auth.unauthorised");
    assert_eq!(stripe.pay_with_saved(&secret), "payment_intent_unexpected_state");

    let (_, secret) = begin(&ana, 5.0).await;
    let second = keep(&ana, &stripe, Card::Pays).await;
    ana.delete(&format!("{METHOD}/{}", second["id"].as_str().unwrap())).await.ok();
    choose(&ana, &second, &secret).await.refused(404, "payments.card_not_found");
    // Detached in Stripe's console, of which no event has told yet.
    stripe.detach_card(kept["id"].as_str().unwrap());
    choose(&ana, &kept, &secret).await.refused(409, "payments.card_unusable");
    assert_eq!(ana.get(METHODS).await.ok(), json!([]), "and it is offered no more");
    assert_eq!(received(&stripe), 0);
}

#[tokio::test]
async fn secrets_that_open_no_payment_are_refused() {
    let (app, stripe) = start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let kept = keep(&ana, &stripe, Card::Pays).await;
    let (_, secret) = begin(&bo, 5.0).await;
    let id = secret.split('_').take(2).collect::<Vec<_>>().join("_");
    let guess = format!("{id}_secret_1");
    for wrong in ["", "_secret_", &id, &guess, "pi_1/cancel_secret_2", "<script>", "\u{5d0}"] {
        choose(&ana, &kept, wrong).await.invalid("clientSecret");
    }
    choose(&ana, &kept, &"x".repeat(257)).await.invalid("clientSecret");
    let payment = stripe.payments()[0].clone();
    assert_eq!((&payment["customer"], &payment["payment_method"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn failures_of_stripe_leave_a_choice_that_can_be_repeated() {
    for fault in [Fault::Error, Fault::ErrorAfterwards, Fault::LostAnswer, Fault::Garbage] {
        let (app, stripe) = start().await;
        let ana = app.member("ana").await;
        let kept = keep(&ana, &stripe, Card::Pays).await;
        let (_, secret) = begin(&ana, 5.0).await;
        stripe.fail([fault, fault]);
        choose(&ana, &kept, &secret).await.ok();
        stripe.fail([fault; 9]);
        choose(&ana, &kept, &secret).await.refused(503, "payments.unreachable");
        stripe.recover();
        assert_eq!(stripe.pay_with_saved(&secret), "succeeded", "{fault:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_cards_chosen_at_once_pay_once() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (one, two) = (keep(&ana, &stripe, Card::Pays).await, keep(&ana, &stripe, Card::Pays).await);
    let (_, secret) = begin(&ana, 5.0).await;
    let chosen = tokio::join!(choose(&ana, &one, &secret), choose(&ana, &two, &secret));
    assert_eq!((chosen.0.status, chosen.1.status), (200, 200));
    let paid = [stripe.pay_with_saved(&secret), stripe.pay_with_saved(&secret)];
    assert_eq!(paid, ["succeeded", "payment_intent_unexpected_state"]);
    deliver(&app, &latest(&stripe, "payment_intent.succeeded")).await.ok();
    assert_eq!((cash(&ana).await, received(&stripe)), (json!(5.0), 500));
    balanced(&app).await;
}

#[tokio::test]
async fn simulated_card_must_be_kept_and_valid() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let kept = ana.post(METHOD, card(&[("expiry_date", json!("03/26"))])).await.ok();
    let begun = ana.post("/api/wallet/fund", json!({ "amount": 5 })).await.ok();
    let secret = begun["clientSecret"].as_str().unwrap();
    choose(&ana, &kept, secret).await.ok();
    choose(&bo, &kept, secret).await.refused(404, "payments.card_not_found");
    app.advance(Duration::from_hours(24 * 31));
    let ana = app.log_in(&ana).await;
    choose(&ana, &kept, secret).await.refused(409, "payments.card_unusable");
    ana.delete(&format!("{METHOD}/{}", kept["id"].as_str().unwrap())).await.ok();
    choose(&ana, &kept, secret).await.refused(404, "payments.card_not_found");
    let app = TestApp::with("[site]\nmode = \"tokens\"", true).await;
    let ana = app.member("ana").await;
    choose(&ana, &kept, secret).await.refused(409, "payments.cash_off");
}

#[tokio::test]
async fn kept_card_is_a_step_of_the_profile() {
    let (app, stripe) = start().await;
    let sample = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, sample.member("bo").await);
    let is_done = async |member: &Member| {
        let own = member.get(&format!("/api/users/profile/{}", member.id)).await.ok();
        assert!(own["checklist"]["needed"].as_array().unwrap().contains(&json!("payment_method")));
        assert_eq!(own["payment_method"], own["checklist"]["payment_method"]);
        own["payment_method"].as_bool().unwrap()
    };
    for member in [&ana, &bo] {
        assert!(!is_done(member).await);
    }
    let cards = [
        (&ana, keep(&ana, &stripe, Card::Pays).await),
        (&bo, bo.post(METHOD, card(&[])).await.ok()),
    ];
    for (member, card) in cards {
        assert!(is_done(member).await);
        member.delete(&format!("{METHOD}/{}", card["id"].as_str().unwrap())).await.ok();
        assert!(!is_done(member).await);
    }
}
