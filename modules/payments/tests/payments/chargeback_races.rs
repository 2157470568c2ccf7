//! Chargebacks that are followed while their payment changes.

use std::time::Duration;

use sparkyard_kernel::{
    Clock, Money,
    ports::{Cards, Chargeback, ChargebackState, Chargebacks, DisputedPayment},
};

use crate::{
    bookings::{HOUR, Market},
    chargebacks::{agrees, deliver_all},
    store,
};

/// A refund that is decided after the payment was read is not taken for one that was made.
#[tokio::test]
async fn booking_cancelled_while_a_chargeback_is_followed_is_refunded_once_it_is_won() {
    let mut market = Market::open("flexible").await;
    let booking = market.booked(48 * HOUR).await;
    market.put(&market.bo, "accept", booking).await.ok();
    let payment = market.payment()["id"].as_str().unwrap().to_owned();
    let dispute = market.stripe.dispute(&payment).unwrap();

    let ports = &market.app.host.ports;
    let cards = ports.require::<dyn Cards>("test").unwrap();
    let chargebacks = ports.require::<dyn Chargebacks>("test").unwrap();
    let amount = Money::from_minor(2000);
    let shown = Chargeback {
        id: dispute.clone(),
        amount,
        status: "needs_response".to_owned(),
        state: ChargebackState::Open,
        withdrawn: amount,
        reinstated: Money::ZERO,
        evidence_due: None,
    };
    let payment = cards.retrieve(&payment).await.unwrap().unwrap();
    let disputed = DisputedPayment { payment, refunded: Money::ZERO };
    let now = market.app.clock.now();
    let found = chargebacks.chargeback_changed("stripe", &shown, &disputed, now).await;
    let found = found.unwrap().unwrap();
    // Stripe refuses the refund.
    market.put(&market.ana, "cancel", booking).await.ok();
    assert_eq!(market.refunds(), [0; 0]);
    store::write(&market.app, found.effects).await;
    assert_eq!(store::balance_of(&market.app, "external:losses:gbp").await, 0);
    agrees(&market.app).await;

    market.stripe.close_dispute(&dispute, true);
    deliver_all(&market.app, &market.stripe).await;
    market.wait(Duration::from_mins(10)).await;
    assert_eq!(market.refunds(), [2000]);
    assert_eq!(store::balance_of(&market.app, "external:stripe:gbp").await, 0);
    agrees(&market.app).await;
}
