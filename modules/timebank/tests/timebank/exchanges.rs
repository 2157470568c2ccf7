//! Exchanges that members write down, and their answers.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::{TestApp, adds_up, history, members, notices, sparks, texts};

pub(crate) const EXCHANGES: &str = "/api/exchanges";

pub(crate) async fn write(writer: &Member, with: &str, changes: &[(&str, Value)]) -> Answer {
    let mut body = json!({
        "with": with, "date": "2026-03-01", "hours": 1.5, "skill": "Weeding", "tokens": 2.5,
        "i_was": "giver",
    });
    for (field, value) in changes {
        body[*field] = value.clone();
    }
    writer.post(EXCHANGES, body).await
}

pub(crate) async fn answer(member: &Member, exchange: &Value, answer: &str) -> Answer {
    let path = format!("{EXCHANGES}/{}/{answer}", exchange["id"].as_str().unwrap());
    member.put(&path, json!({ "reason": "That was not me" })).await
}

async fn waiting(member: &Member) -> usize {
    let list = member.get(&format!("{EXCHANGES}?waiting=true")).await.ok();
    list.as_array().unwrap().len()
}

#[tokio::test]
async fn confirmed_exchange_pays_the_helper_once() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let written = write(&maya, &dev.id, &[]).await.ok();
    assert_eq!((&written["status"], &written["i_was"]), (&json!("waiting"), &json!("giver")));
    assert_eq!(written["counts_at"], "2026-03-09T10:00:00.000Z");
    app.settle().await;
    assert_eq!(notices(&dev).await, ["Maya wrote down an exchange with you"]);
    assert_eq!((waiting(&maya).await, waiting(&dev).await), (0, 1));

    let confirmed = answer(&dev, &written, "confirm").await.ok();
    assert_eq!(
        (&confirmed["status"], &confirmed["i_was"]),
        (&json!("confirmed"), &json!("receiver"))
    );
    answer(&dev, &written, "confirm").await.ok();
    assert_eq!((sparks(&maya).await, sparks(&dev).await), (12.5, 7.5));
    answer(&dev, &written, "object").await.refused(409, "timebank.exchange_closed");
    answer(&maya, &written, "withdraw").await.refused(409, "timebank.exchange_closed");
    app.settle().await;
    assert_eq!(notices(&maya).await, ["Dev confirmed your exchange"]);
    assert_eq!(history(&maya).await[0], "Thanks from Dev for your help");
    assert_eq!(history(&dev).await[0], "Thanks to Maya for their help");
    assert_eq!(waiting(&dev).await, 0);
    adds_up(&app).await;
}

#[tokio::test]
async fn payer_may_record_an_exchange() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let written = write(&maya, &dev.id, &[("i_was", json!("receiver"))]).await.ok();
    answer(&dev, &written, "confirm").await.ok();
    assert_eq!((sparks(&maya).await, sparks(&dev).await), (7.5, 12.5));
    let free = write(&maya, &dev.id, &[("tokens", json!(0))]).await.ok();
    answer(&dev, &free, "confirm").await.ok();
    assert_eq!(sparks(&dev).await, 12.5);
    adds_up(&app).await;
}

#[tokio::test]
async fn objection_and_withdrawal_move_no_sparks() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let first = write(&maya, &dev.id, &[]).await.ok();
    let second = write(&maya, &dev.id, &[]).await.ok();
    assert_eq!(answer(&dev, &first, "object").await.ok()["reason"], "That was not me");
    answer(&dev, &first, "object").await.ok();
    answer(&dev, &first, "confirm").await.refused(409, "timebank.exchange_closed");
    answer(&maya, &second, "withdraw").await.ok();
    answer(&dev, &second, "confirm").await.refused(409, "timebank.exchange_closed");
    app.settle().await;
    assert!(notices(&maya).await.contains(&"Dev objects to your exchange".to_owned()));
    assert!(notices(&dev).await.contains(&"Maya withdrew an exchange with you".to_owned()));
    assert_eq!((sparks(&maya).await, sparks(&dev).await), (10.0, 10.0));
}

#[tokio::test]
async fn each_side_has_its_own_answers_and_strangers_none() {
    let app = TestApp::start().await;
    let [maya, dev, cy] = members(&app, ["maya", "dev", "cy"]).await;
    let written = write(&maya, &dev.id, &[]).await.ok();
    for (member, step) in [(&maya, "confirm"), (&maya, "object"), (&dev, "withdraw")] {
        answer(member, &written, step).await.refused(403, "timebank.not_yours_to_answer");
    }
    for step in ["confirm", "object", "withdraw"] {
        answer(&cy, &written, step).await.refused(404, "timebank.exchange_not_found");
        assert_eq!(answer(&app.anonymous(), &written, step).await.status, 401);
    }
    assert_eq!(cy.get(EXCHANGES).await.ok(), json!([]));
    assert_eq!(texts(&dev.get(EXCHANGES).await.ok(), "skill"), ["Weeding"]);
    let path = format!("{EXCHANGES}/{}/object", written["id"].as_str().unwrap());
    dev.put(&path, json!({ "reason": "x".repeat(201) })).await.invalid("reason");
    assert!(dev.put(&path, json!({})).await.ok()["reason"].is_null());
}

#[tokio::test]
async fn confirming_needs_the_payers_sparks() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let written = write(&maya, &dev.id, &[("tokens", json!(10.01))]).await.ok();
    answer(&dev, &written, "confirm").await.refused(409, "timebank.payer_short");
    assert_eq!(waiting(&dev).await, 1);
    maya.post("/api/spark-gifts", json!({ "to": dev.id, "amount": 1 })).await.ok();
    answer(&dev, &written, "confirm").await.ok();
    assert_eq!((sparks(&maya).await, sparks(&dev).await), (19.01, 0.99));
    adds_up(&app).await;
}

#[tokio::test]
async fn wrong_exchanges_are_refused() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    write(&maya, &maya.id, &[]).await.refused(409, "timebank.own_exchange");
    write(&maya, "nobody", &[]).await.refused(404, "timebank.member_not_found");
    for (field, value) in [
        ("date", json!("2026-03-03")),
        ("date", json!("2025-12-01")),
        ("hours", json!(0.2)),
        ("hours", json!(24.5)),
        ("skill", json!("")),
        ("skill", json!("x".repeat(81))),
        ("tokens", json!(-1)),
        ("tokens", json!(0.001)),
    ] {
        write(&maya, &dev.id, &[(field, value)]).await.invalid(field);
    }
    let odd = write(&maya, &dev.id, &[("skill", json!("<b>Копати</b>"))]).await.ok();
    assert_eq!(odd["skill"], "<b>Копати</b>");
    dev.post(&format!("/api/users/block/{}", maya.id), json!({})).await.ok();
    write(&maya, &dev.id, &[]).await.refused(404, "timebank.member_not_found");
    write(&dev, &maya.id, &[]).await.refused(404, "timebank.member_not_found");
    // What they share already goes on, without names.
    let shown = dev.get(EXCHANGES).await.ok();
    assert_eq!(shown[0]["other"]["name"], "A neighbour");
    answer(&dev, &odd, "object").await.ok();

    let app = TestApp::with("[site]\nmode = \"gift\"", true).await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    write(&maya, &dev.id, &[]).await.refused(409, "timebank.no_sparks");
}

#[tokio::test]
async fn unanswered_and_daily_exchanges_are_limited() {
    let app = TestApp::with("[limits]\nenabled = true", true).await;
    let [maya, dev, cy] = members(&app, ["maya", "dev", "cy"]).await;
    let mut last = Value::Null;
    for _ in 0..5 {
        last = write(&maya, &dev.id, &[]).await.ok();
    }
    write(&maya, &dev.id, &[]).await.refused(409, "timebank.too_many_unanswered");
    write(&dev, &maya.id, &[]).await.ok();
    answer(&dev, &last, "object").await.ok();
    write(&maya, &dev.id, &[]).await.ok();
    for _ in 0..4 {
        write(&maya, &cy.id, &[]).await.ok();
    }
    write(&maya, &cy.id, &[]).await.refused(429, "timebank.exchanges_of_a_day");
}

#[tokio::test]
async fn repeated_request_is_written_once() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    let keyed = maya.with_header("Idempotency-Key", "e1");
    let first = write(&keyed, &dev.id, &[]).await.ok();
    app.advance(Duration::from_mins(5));
    assert_eq!(write(&keyed, &dev.id, &[]).await.ok(), first);
    let other = write(&keyed, &dev.id, &[("hours", json!(2))]).await;
    other.refused(409, "request.idempotency_conflict");
    assert_eq!(waiting(&dev).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_concurrent_answers_wins() {
    let app = TestApp::start().await;
    let [maya, dev] = members(&app, ["maya", "dev"]).await;
    for _ in 0..4 {
        let written = write(&maya, &dev.id, &[]).await.ok();
        let before = (sparks(&maya).await, sparks(&dev).await);
        let (confirmed, objected, withdrawn) = tokio::join!(
            answer(&dev, &written, "confirm"),
            answer(&dev, &written, "object"),
            answer(&maya, &written, "withdraw"),
        );
        let won = [&confirmed, &objected, &withdrawn];
        assert_eq!(won.iter().filter(|answer| answer.status == 200).count(), 1);
        let paid = if confirmed.status == 200 { 2.5 } else { 0.0 };
        assert_eq!(sparks(&maya).await, before.0 + paid);
        assert_eq!(sparks(&dev).await, before.1 - paid);
    }
    // Each frees its place among the five that may wait.
    for _ in 0..5 {
        write(&maya, &dev.id, &[]).await.ok();
    }
    write(&maya, &dev.id, &[]).await.refused(409, "timebank.too_many_unanswered");
    adds_up(&app).await;
}
