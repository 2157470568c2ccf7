//! Receipts, statement lines and incoming payments of bookings.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use super::fixture::{DAY, Market};
use crate::TestApp;

/// The largest integer that JSON clients can represent exactly.
const MAX_SAFE_INTEGER: i64 = 9_007_199_254_740_991;

async fn newest_statement_line(market: &Market) -> Value {
    market.ana.get("/api/wallet/transactions?kind=bookings").await.ok()[0].clone()
}

fn path(booking: i64) -> String {
    format!("/api/wallet/receipts/{booking}")
}

#[tokio::test]
async fn payment_is_in_escrow_until_it_settles() {
    let mut market = Market::open().await;
    let booking = market.booked("wallet", &[("bo", "accept")]).await;
    let line = newest_statement_line(&market).await;
    assert_eq!(line["booking_id"], booking);
    assert_eq!((&line["settles_at"], &line["has_receipt"]), (&Value::Null, &json!(false)));
    let balance = market.ana.get("/api/wallet/balance").await.ok();
    assert_eq!(balance["in_escrow"], json!({ "gbp": 12.35, "spark": 0.0 }));
    assert_eq!(balance["held"], json!({ "gbp": 0.0, "spark": 0.0 }));
    // Money in escrow is in the client's balance only.
    let provider_balance = market.bo.get("/api/wallet/balance").await.ok();
    assert_eq!(provider_balance["in_escrow"], json!({ "gbp": 0.0, "spark": 0.0 }));

    market.visit().await;
    market.put("bo", "complete", booking).await.ok();
    assert_eq!(newest_statement_line(&market).await["settles_at"], "2026-03-07T10:00:00.000Z");
    market.ana.get(&path(booking)).await.refused(409, "wallet.booking_not_settled");

    market.wait(DAY * 4).await;
    let line = newest_statement_line(&market).await;
    assert_eq!((&line["settles_at"], &line["has_receipt"]), (&Value::Null, &json!(true)));
    let balance = market.ana.get("/api/wallet/balance").await.ok();
    assert_eq!(balance["in_escrow"], json!({ "gbp": 0.0, "spark": 0.0 }));
    market.adds_up().await;
}

#[tokio::test]
async fn provider_sees_when_money_in_escrow_typically_settles() {
    let mut market = Market::open().await;
    let incoming = async |who: &Member| who.get("/api/bookings/incoming-payments").await.ok();
    let booking = market.booked("wallet", &[]).await;
    assert_eq!(incoming(&market.bo).await, json!([]), "it is not accepted yet");
    market.put("bo", "accept", booking).await.ok();
    let expected = |status: &str| {
        json!([{
            "booking_id": booking, "title": "Booking for Plumbing", "status": status,
            "payment_method": "wallet", "price": 12.35, "settles_at": "2026-03-07T10:00:00.000Z",
        }])
    };
    assert_eq!(incoming(&market.bo).await, expected("accepted"));
    assert_eq!(incoming(&market.ana).await, json!([]), "nothing comes to the client");

    market.visit().await;
    market.put("bo", "complete", booking).await.ok();
    let seen = incoming(&market.bo).await;
    assert_eq!(seen, expected("completed"));
    // Client and provider see the same date.
    assert_eq!(newest_statement_line(&market).await["settles_at"], seen[0]["settles_at"]);
    market.put("ana", "dispute", booking).await.ok();
    let seen = incoming(&market.bo).await;
    assert_eq!((&seen[0]["status"], &seen[0]["settles_at"]), (&json!("disputed"), &Value::Null));

    let path = format!("/api/admin/disputes/{booking}");
    let decision = json!({ "outcome": "release", "reason": "We have heard both." });
    market.app.admin("iris").await.put(&path, decision).await.ok();
    assert_eq!(incoming(&market.bo).await, json!([]), "it has arrived");
    market
        .app
        .anonymous()
        .get("/api/bookings/incoming-payments")
        .await
        .refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn settled_booking_has_a_receipt_for_its_parties() {
    let mut market = Market::open().await;
    let booking = market
        .booked("wallet", &[("bo", "accept"), ("bo", "complete"), ("ana", "completed")])
        .await;
    let receipt = market.ana.get(&path(booking)).await.ok();
    assert_eq!(market.bo.get(&path(booking)).await.ok(), receipt);
    assert_eq!(receipt["number"], format!("R{booking:06}"));
    assert_eq!(receipt["client"]["id"], market.ana.id);
    assert!(receipt["provider"]["name"].as_str().unwrap().starts_with("Bo"), "{receipt}");
    for (field, expected) in [
        ("booking_id", json!(booking)),
        ("booking_date", json!("2026-03-04T10:00:00.000Z")),
        ("settled_at", json!("2026-03-04T10:00:00.000Z")),
        ("paid_at", json!("2026-03-02T10:00:00.000Z")),
        ("hours", json!(1)),
        ("skill", json!("Plumbing")),
        ("unit", json!("gbp")),
        ("price", json!(12.35)),
        ("refunded", json!(0.0)),
        ("released", json!(12.35)),
        ("payment_method", json!("wallet")),
        ("site_name", json!("Sparkyard")),
    ] {
        assert_eq!(receipt[field], expected, "{field} of {receipt}");
    }
    let stranger = market.app.member("sid").await;
    for booking in [booking, booking + 1, MAX_SAFE_INTEGER] {
        stranger.get(&path(booking)).await.refused(404, "wallet.receipt_not_found");
    }
    market.app.anonymous().get(&path(booking)).await.refused(401, "auth.unauthorised");
    // A block hides people, but not what the two already share.
    market.bo.post(&format!("/api/users/block/{}", market.ana.id), json!({})).await.ok();
    assert_eq!(market.ana.get(&path(booking)).await.ok(), receipt);
}

#[tokio::test]
async fn receipt_of_a_late_cancellation_shows_refund_and_payment() {
    let mut market = Market::with_policy("strict").await;
    let booking = market.booked("spark_token", &[("bo", "accept"), ("ana", "cancel")]).await;
    let receipt = market.ana.get(&path(booking)).await.ok();
    let amounts = ["unit", "price", "refunded", "released"].map(|field| receipt[field].clone());
    assert_eq!(json!(amounts), json!(["spark", 6.18, 3.09, 3.09]));
    market.adds_up().await;
}

#[tokio::test]
async fn parties_can_download_the_receipt_as_pdf() {
    let settings = "[site]\nname = \"Łódź & <b>Ridgeway</b>\"\ncontact = \"hosts@example.org\"";
    let mut market = Market::with_settings(settings, "strict").await;
    market.ana = market
        .app
        .member_with("olena", json!({ "firstname": "Олена <script>", "lastname": "李" }))
        .await;
    let booking = market.booked("spark_token", &[("bo", "accept")]).await;
    let file = format!("{}/file", path(booking));
    market.ana.get(&file).await.refused(409, "wallet.booking_not_settled");
    market.put("ana", "cancel", booking).await.ok();

    let response = market.ana.get(&file).await;
    let name = format!("attachment; filename=\"receipt-R{booking:06}.pdf\"");
    assert_eq!(response.header("content-disposition"), Some(name.as_str()));
    assert_eq!(response.header("cache-control"), Some("private, no-store"));
    let pages = response.pdf_pages();
    let receipt = market.ana.get(&path(booking)).await.ok();
    let provider = receipt["provider"]["name"].as_str().unwrap();
    let title = receipt["title"].as_str().unwrap();
    let (client, site) = ("Олена <script> 李", "Łódź & <b>Ridgeway</b>");
    let expected = format!(
        "{site} Receipt R{booking:06} For {title} Booking ID {booking} When 4 March 2026, 10:00 \
         Length 1 hour Booked by {client} Done by {provider} Paid 2 March 2026, 10:00 Payment \
         method Wallet, in sparks Settled 2 March 2026, 10:00 Payment Amount Paid to {provider} \
         3.09 sparks Returned to {client} 3.09 sparks Price 6.18 sparks Questions about this \
         receipt? Write to hosts@example.org. \u{fffd} stands for a letter that this document \
         cannot show. Copying the text gives the letter itself. Receipt R{booking:06} \u{b7} \
         {site} \u{b7} 2 March 2026, 10:00 Page 1 of 1"
    );
    assert_eq!(pages, [expected]);
    assert_eq!(market.bo.get(&file).await.bytes, response.bytes);
    let stranger = market.app.member("sid").await;
    for booking in [booking, booking + 1, MAX_SAFE_INTEGER] {
        let file = format!("{}/file", path(booking));
        stranger.get(&file).await.refused(404, "wallet.receipt_not_found");
    }
    market.app.anonymous().get(&file).await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn site_without_prices_has_no_receipts() {
    let app = TestApp::with("[site]\nmode = \"gift\"", true).await;
    let ana = app.member("ana").await;
    ana.get(&path(1)).await.refused(404, "wallet.receipt_not_found");
    ana.get(&format!("{}/file", path(1))).await.refused(404, "wallet.receipt_not_found");
}
