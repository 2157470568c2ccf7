//! Cards that members keep.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{
    Answer, Member, PASSWORD, count,
    stripe::{Card, FakeStripe, Fault, PUBLISHABLE_KEY},
};

use crate::{TestApp, deliver, latest, start};

pub(crate) const METHOD: &str = "/api/settings/payment/billingmethod";
pub(crate) const METHODS: &str = "/api/settings/payment/billingmethods";
const SETUP: &str = "/api/settings/payment/billingmethod/setup";
const NUMBER: &str = "4242424242424242";

pub(crate) fn card(changes: &[(&str, Value)]) -> Value {
    let mut body = json!({
        "card_number": "4242 4242 4242 4242", "expiry_date": "08/31", "cvv": "737",
        "address": "14 Crown Street", "city": "Leeds", "postal_code": "LS1 4AP",
    });
    for (field, value) in changes {
        body[*field] = value.clone();
    }
    body
}

fn path(method: &Value) -> String {
    format!("{METHOD}/{}", method["id"].as_str().unwrap())
}

/// Opens Stripe's form; returns its id and client secret.
async fn open(member: &Member) -> (String, String) {
    let begun = member.post_empty(SETUP).await.ok();
    assert_eq!(begun["publishableKey"], PUBLISHABLE_KEY);
    let text = |name: &str| begun[name].as_str().unwrap().to_owned();
    (text("id"), text("clientSecret"))
}

async fn finish(member: &Member, setup: &str) -> Answer {
    member.put_empty(&format!("{SETUP}/{setup}")).await
}

/// Saves a card that pays with Stripe's form.
async fn save(member: &Member, stripe: &FakeStripe) -> Value {
    keep(member, stripe, Card::Pays).await
}

/// Saves a card with Stripe's form.
pub(crate) async fn keep(member: &Member, stripe: &FakeStripe, card: Card) -> Value {
    let (setup, secret) = open(member).await;
    assert_eq!(stripe.save_card(&secret, card), "succeeded");
    finish(member, &setup).await.ok()
}

#[tokio::test]
async fn simulated_card_leaves_brand_last_digits_and_expiry() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let method = ana.post(METHOD, card(&[])).await.ok();
    let expected = json!({
        "id": method["id"], "brand": "visa", "card_number": "**** 4242", "expiry_date": "08/31",
        "is_default": true, "created_at": "2026-03-02T10:00:00.000Z",
    });
    assert_eq!(method, expected);
    assert_eq!(ana.get(METHODS).await.ok(), json!([method]));
    assert_eq!(bo.get(METHODS).await.ok(), json!([]));
    app.anonymous().get(METHODS).await.refused(401, "auth.unauthorised");
    ana.post_empty(SETUP).await.refused(503, "payments.not_configured");
}

#[tokio::test]
async fn wrong_fields_are_named_and_not_repeated() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for (field, wrong, message) in [
        ("card_number", "4242 4242 4242 4241", "Enter a valid 16-digit card number"),
        ("card_number", "<script>", "Enter a valid 16-digit card number"),
        ("expiry_date", "02/26", "Enter a valid date (MM/YY)"),
        ("expiry_date", "13/31", "Enter a valid date (MM/YY)"),
        ("cvv", "73", "Enter a valid CVV"),
        ("address", " ", "Address is required"),
        ("city", "", "City is required"),
    ] {
        let refused = ana.post(METHOD, card(&[(field, json!(wrong))])).await;
        assert_eq!(refused.invalid(field).body["fields"][field], message);
        assert!(!refused.body.to_string().contains("4242 4242"), "{}", refused.body);
    }
    for body in [
        card(&[("card_number", json!(4_242_424_242_424_242_u64))]),
        card(&[("cvv", json!(["737"])), ("card_number", json!(NUMBER))]),
        json!({ "card_number": NUMBER }),
        card(&[("card_number", json!(NUMBER.repeat(40)))]),
    ] {
        let refused = ana.post(METHOD, body).await;
        assert!([400, 422].contains(&refused.status), "{}", refused.body);
        assert!(!refused.body.to_string().contains(NUMBER), "{}", refused.body);
    }
    assert_eq!(ana.get(METHODS).await.ok(), json!([]));
}

#[tokio::test]
async fn five_cards_are_kept_even_if_added_at_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for _ in 0..3 {
        ana.post(METHOD, card(&[])).await.ok();
    }
    let add = || ana.post(METHOD, card(&[]));
    let (one, two, three) = tokio::join!(add(), add(), add());
    let statuses = [one, two, three].map(|response| response.status);
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 2, "{statuses:?}");
    add().await.refused(409, "payments.too_many_cards");
    assert_eq!(ana.get(METHODS).await.ok().as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn default_card_is_chosen_and_replaced_when_deleted() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let mut cards = Vec::new();
    for _ in 0..3 {
        cards.push(ana.post(METHOD, card(&[])).await.ok());
        app.clock.advance(Duration::from_secs(1));
    }
    let default = async || {
        let listed = ana.get(METHODS).await.ok();
        let defaults: Vec<_> = listed
            .as_array()
            .unwrap()
            .iter()
            .filter(|card| card["is_default"] == true)
            .map(|card| card["id"].clone())
            .collect();
        assert_eq!(defaults.len(), 1, "{listed}");
        defaults[0].clone()
    };
    assert_eq!(default().await, cards[0]["id"]);
    let choose = format!("{}/default", path(&cards[1]));
    bo.put_empty(&choose).await.refused(404, "payments.card_not_found");
    assert_eq!(ana.put_empty(&choose).await.ok().as_array().unwrap().len(), 3);
    assert_eq!(default().await, cards[1]["id"]);
    bo.delete(&path(&cards[1])).await.refused(404, "payments.card_not_found");
    ana.delete(&path(&cards[1])).await.ok();
    assert_eq!(default().await, cards[2]["id"], "the newest");
    ana.delete(&path(&cards[1])).await.refused(404, "payments.card_not_found");
    ana.put_empty(&choose).await.refused(404, "payments.card_not_found");
}

#[tokio::test]
async fn card_forms_of_a_day_are_limited() {
    let app = TestApp::with("[limits]\nenabled = true", true).await;
    let ana = app.member("ana").await;
    for _ in 0..30 {
        let method = ana.post(METHOD, card(&[])).await.ok();
        ana.delete(&path(&method)).await.ok();
    }
    ana.post(METHOD, card(&[])).await.refused(429, "payments.setups_today");
}

#[tokio::test]
async fn communities_without_pounds_keep_no_cards() {
    for (mode, code) in [("tokens", "payments.cash_off"), ("gift", "payments.gift_mode")] {
        let app = TestApp::with(&format!("[site]\nmode = \"{mode}\""), true).await;
        let ana = app.member("ana").await;
        ana.post(METHOD, card(&[])).await.refused(409, code);
        assert_eq!(ana.get(METHODS).await.ok(), json!([]));
    }
}

#[tokio::test]
async fn real_community_takes_no_card_numbers() {
    let app = TestApp::start_live().await;
    let ana = app.member("ana").await;
    ana.post(METHOD, card(&[])).await.refused(404, "payments.sandbox_off");
    ana.post_empty(SETUP).await.refused(503, "payments.not_configured");
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    ana.post(METHOD, card(&[])).await.refused(404, "payments.sandbox_off");
    assert_eq!(stripe.requests(), 0);
}

#[tokio::test]
async fn card_saved_at_stripe_is_listed_as_at_stripe() {
    let (app, stripe) = start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let (setup, secret) = open(&ana).await;
    finish(&ana, &setup).await.refused(409, "payments.setup_unfinished");
    assert_eq!(stripe.save_card(&secret, Card::Declined), "card_declined");
    finish(&ana, &setup).await.refused(409, "payments.setup_unfinished");
    assert_eq!(stripe.save_card(&secret, Card::Pays), "succeeded");
    finish(&bo, &setup).await.refused(404, "payments.setup_not_found");
    let unknown = ["seti_unknown", "pi_1", "x"];
    for unknown in unknown {
        finish(&ana, unknown).await.refused(404, "payments.setup_not_found");
    }
    let method = finish(&ana, &setup).await.ok();
    assert_eq!(finish(&ana, &setup).await.ok(), method, "once");
    assert_eq!(method["id"], stripe.methods()[0]["id"]);
    let shown = json!([method["brand"], method["card_number"], method["expiry_date"]]);
    assert_eq!(shown, json!(["visa", "**** 4242", "08/31"]));
    assert_eq!(ana.get(METHODS).await.ok(), json!([method]));
    save(&ana, &stripe).await;
    assert_eq!(stripe.customers().len(), 1, "one for all cards");
    assert!(!stripe.customers()[0].to_string().contains(&ana.email));
}

#[tokio::test]
async fn abandoned_form_is_completed_by_the_event() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (setup, secret) = open(&ana).await;
    stripe.save_card(&secret, Card::Pays);
    let event = latest(&stripe, "setup_intent.succeeded");
    for _ in 0..2 {
        deliver(&app, &event).await.ok();
    }
    let methods = ana.get(METHODS).await.ok();
    assert_eq!(methods.as_array().unwrap().len(), 1);
    assert_eq!(finish(&ana, &setup).await.ok(), methods[0]);
    // A late event does not bring a deleted card back.
    ana.delete(&path(&methods[0])).await.ok();
    let mut again = event.clone();
    again["id"] = json!("evt_again");
    deliver(&app, &again).await.ok();
    assert_eq!(ana.get(METHODS).await.ok(), json!([]));
    finish(&ana, &setup).await.refused(404, "payments.card_not_found");
}

#[tokio::test]
async fn deleted_card_is_detached_and_repeated_deletion_is_safe() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let method = save(&ana, &stripe).await;
    // Stripe does it, but the response never arrives.
    stripe.fail([Fault::LostAnswer; 3]);
    ana.delete(&path(&method)).await.refused(503, "payments.unreachable");
    assert_eq!(ana.get(METHODS).await.ok(), json!([method]), "until it is known");
    stripe.recover();
    assert_eq!(stripe.methods()[0]["customer"], Value::Null);
    ana.delete(&path(&method)).await.ok();
    assert_eq!(ana.get(METHODS).await.ok(), json!([]));
    // Detached in Stripe's console before.
    let method = save(&ana, &stripe).await;
    stripe.detach_card(method["id"].as_str().unwrap());
    ana.delete(&path(&method)).await.ok();
    assert_eq!(ana.get(METHODS).await.ok(), json!([]));
}

#[tokio::test]
async fn event_may_arrive_before_the_response_to_a_deletion() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let [method, other] = [save(&ana, &stripe).await, save(&ana, &stripe).await];
    stripe.fail([Fault::Late(Duration::from_millis(600))]);
    let before = stripe.requests();
    let event = async {
        while stripe.requests() == before {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        stripe.detach_card(method["id"].as_str().unwrap());
        deliver(&app, &latest(&stripe, "payment_method.detached")).await.ok();
        assert_eq!(ana.get(METHODS).await.ok().as_array().unwrap().len(), 1);
    };
    let deleted = path(&method);
    let (response, ()) = tokio::join!(ana.delete(&deleted), event);
    response.ok();
    let left = ana.get(METHODS).await.ok();
    assert_eq!(left[0]["id"], other["id"]);
    assert_eq!(left.as_array().unwrap().len(), 1);
    ana.delete(&deleted).await.refused(404, "payments.card_not_found");
}

#[tokio::test]
async fn changes_at_stripe_are_followed() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let method = save(&ana, &stripe).await;
    let id = method["id"].as_str().unwrap();
    stripe.renew_card(id, 2036);
    deliver(&app, &latest(&stripe, "payment_method.automatically_updated")).await.ok();
    assert_eq!(ana.get(METHODS).await.ok()[0]["expiry_date"], "08/36");
    stripe.detach_card(id);
    let event = latest(&stripe, "payment_method.detached");
    deliver(&app, &event).await.ok();
    deliver(&app, &event).await.ok();
    assert_eq!(ana.get(METHODS).await.ok(), json!([]));
    let mut unknown = event.clone();
    unknown["id"] = json!("evt_unknown");
    unknown["data"]["object"]["id"] = json!("pm_unknown");
    deliver(&app, &unknown).await.ok();
}

#[tokio::test]
async fn no_failure_makes_a_second_customer_or_card() {
    let failures = [
        Fault::Error,
        Fault::ErrorAfterwards,
        Fault::LostAnswer,
        Fault::Garbage,
        Fault::Late(Duration::from_millis(1300)),
    ];
    for fault in failures {
        let (app, stripe) = start().await;
        let ana = app.member("ana").await;
        // On the customer, then on the form.
        stripe.fail([fault]);
        let (setup, secret) = open(&ana).await;
        assert_eq!(stripe.customers().len(), 1, "{fault:?}");
        stripe.fail([fault]);
        open(&ana).await;
        assert_eq!(stripe.customers().len(), 1, "{fault:?}");
        stripe.save_card(&secret, Card::Pays);
        stripe.fail([fault, fault]);
        finish(&ana, &setup).await.ok();
        assert_eq!(ana.get(METHODS).await.ok().as_array().unwrap().len(), 1, "{fault:?}");
        assert_eq!(count(&app.db, "billing_method").await, 1);
    }
    // For long, then again.
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    for fault in [Fault::LostAnswer, Fault::ErrorAfterwards] {
        stripe.fail([fault; 9]);
        ana.post_empty(SETUP).await.refused(503, "payments.unreachable");
        stripe.recover();
        open(&ana).await;
        assert_eq!(stripe.customers().len(), 1, "{fault:?}");
    }
}

#[tokio::test]
async fn sixth_card_is_detached_at_stripe() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let (setup, secret) = open(&ana).await;
    for _ in 0..5 {
        save(&ana, &stripe).await;
    }
    ana.post_empty(SETUP).await.refused(409, "payments.too_many_cards");
    stripe.save_card(&secret, Card::Pays);
    finish(&ana, &setup).await.refused(409, "payments.too_many_cards");
    let attached = stripe.methods().iter().filter(|method| !method["customer"].is_null()).count();
    assert_eq!(attached, 5);
    assert_eq!(ana.get(METHODS).await.ok().as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn card_numbers_are_in_no_file_of_the_database() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let keyed = ana.with_header("Idempotency-Key", "once");
    keyed.post(METHOD, card(&[("card_number", json!(NUMBER)), ("cvv", json!("7371"))])).await.ok();
    keyed.post(METHOD, card(&[("card_number", json!("4000 0027 6000 3184"))])).await.ok();
    app.settle().await;
    let kept = crate::store::bytes_of(&app);
    assert!(kept.windows(4).any(|bytes| bytes == b"visa"), "the files hold the cards");
    for secret in [NUMBER, "4242 4242 4242", "4000002760003184", "4000 0027 6000", "Crown Street"] {
        let found = kept.windows(secret.len()).any(|bytes| bytes == secret.as_bytes());
        assert!(!found, "{secret} is stored");
    }
}

#[tokio::test]
async fn cards_of_a_member_who_left_are_detached_at_stripe() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    save(&ana, &stripe).await;
    stripe.fail([Fault::Error; 9]);
    let body = json!({ "currentPassword": PASSWORD });
    ana.post("/api/settings/leaving", body).await.ok();
    app.settle().await;
    assert_eq!(count(&app.db, "billing_method").await, 1, "until Stripe has answered");
    stripe.recover();
    app.advance(Duration::from_mins(20));
    app.settle().await;
    assert_eq!(stripe.methods()[0]["customer"], Value::Null);
    for table in ["billing_method", "billing_owner"] {
        assert_eq!(count(&app.db, table).await, 0, "{table}");
    }
}

#[tokio::test]
async fn customer_deleted_at_stripe_is_replaced_and_its_cards_deleted() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    save(&ana, &stripe).await;
    stripe.delete_customer(stripe.customers()[0]["id"].as_str().unwrap());
    let (one, two) = tokio::join!(ana.post_empty(SETUP), ana.post_empty(SETUP));
    one.ok();
    let secret = two.ok()["clientSecret"].as_str().unwrap().to_owned();
    assert_eq!(ana.get(METHODS).await.ok(), json!([]));
    assert_eq!(stripe.customers().len(), 2, "the new one is created once");
    assert_eq!(stripe.save_card(&secret, Card::Pays), "succeeded");
    assert_eq!(save(&ana, &stripe).await["is_default"], true);
    assert_eq!(stripe.customers().len(), 2);
}
