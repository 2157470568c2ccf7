//! Bookings paid by card while Stripe fails.

use std::time::Duration;

use sparkyard_testkit::stripe::{Card, Fault};
use tokio::time::{sleep, timeout};

use crate::{
    balanced,
    bookings::{HOUR, Market, intent},
};

const FAULTS: [Fault; 5] = [
    Fault::Error,
    Fault::ErrorAfterwards,
    Fault::LostAnswer,
    Fault::Garbage,
    Fault::Late(Duration::from_millis(1300)),
];

#[tokio::test]
async fn short_failures_charge_and_refund_once() {
    for fault in FAULTS {
        let market = Market::open("moderate").await;
        let booking = market.booked(2 * HOUR).await;
        market.stripe.fail([fault]);
        market.put(&market.bo, "accept", booking).await.ok();
        assert_eq!(market.payment()["amount_received"], 2000, "{fault:?}");
        balanced(&market.app).await;
        // The list of refunds is answered, the refund is not.
        market.stripe.fail([Fault::Late(Duration::ZERO), fault]);
        market.put(&market.ana, "cancel", booking).await.ok();
        assert_eq!(market.refunds(), [1000], "{fault:?}");
        balanced(&market.app).await;
    }
}

#[tokio::test]
async fn unknown_capture_is_repeated_without_a_second_charge() {
    for fault in FAULTS {
        let market = Market::open("flexible").await;
        let booking = market.booked(2 * HOUR).await;
        // Three attempts, and a look at the payment.
        market.stripe.fail([fault; 3]);
        market.stripe.fail([Fault::Error; 3]);
        let response = market.put(&market.bo, "accept", booking).await;
        response.refused(503, "wallet.capture_unknown");
        assert_eq!(market.status(booking).await, "pending", "{fault:?}");
        balanced(&market.app).await;
        market.stripe.recover();
        market.app.advance(Duration::from_mins(2));
        market.put(&market.bo, "accept", booking).await.ok();
        assert_eq!(market.payment()["amount_received"], 2000, "{fault:?}");
        balanced(&market.app).await;
    }
}

#[tokio::test]
async fn capture_is_booked_though_the_provider_disconnects() {
    let market = Market::open("flexible").await;
    let booking = market.booked(2 * HOUR).await;
    market.stripe.fail([Fault::Late(Duration::from_millis(500))]);
    let accepting = market.put(&market.bo, "accept", booking);
    timeout(Duration::from_millis(100), accepting).await.unwrap_err();
    let answered = async {
        while market.status(booking).await == "pending" {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(10), answered).await.unwrap();
    assert_eq!(market.status(booking).await, "accepted");
    assert_eq!(market.payment()["amount_received"], 2000);
    balanced(&market.app).await;
}

#[tokio::test]
async fn unknown_refund_is_finished_by_the_job_once() {
    for fault in FAULTS {
        let mut market = Market::open("moderate").await;
        let booking = market.booked(2 * HOUR).await;
        market.put(&market.bo, "accept", booking).await.ok();
        market.stripe.fail([Fault::Late(Duration::ZERO), fault]);
        market.stripe.fail([Fault::Error; 12]);
        market.put(&market.ana, "cancel", booking).await.ok();
        balanced(&market.app).await;
        market.stripe.recover();
        market.wait(Duration::from_mins(10)).await;
        assert_eq!(market.refunds(), [1000], "{fault:?}");
        balanced(&market.app).await;
    }
}

#[tokio::test]
async fn unknown_cancellation_is_finished_by_the_job() {
    let mut market = Market::open("flexible").await;
    let booking = market.booked(2 * HOUR).await;
    market.stripe.fail([Fault::Error; 12]);
    market.put(&market.bo, "reject", booking).await.ok();
    assert_eq!(market.payment()["status"], "requires_capture");
    balanced(&market.app).await;
    market.stripe.recover();
    market.wait(Duration::from_mins(10)).await;
    assert_eq!(market.payment()["status"], "canceled");
    balanced(&market.app).await;
}

/// The fault loses Stripe's record of the key, so the repetition creates another payment there.
#[tokio::test]
async fn repeated_request_after_a_failure_returns_the_payment_that_counts() {
    let market = Market::open("flexible").await;
    let keyed = market.ana.with_header("Idempotency-Key", "one");
    market.stripe.fail([Fault::Error]);
    let first = intent(&keyed, 20).await.ok();
    let again = intent(&keyed, 20).await.ok();
    assert_eq!(again["clientSecret"], first["clientSecret"]);
    assert_eq!(market.stripe.payments().len(), 2);
    market.stripe.pay(first["clientSecret"].as_str().unwrap(), Card::Pays);
    let id = first["payment_intent_id"].as_str().unwrap();
    market.ask(&market.ana, id, 2 * HOUR).await.ok();
    balanced(&market.app).await;
}
