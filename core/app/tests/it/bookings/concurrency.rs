//! Concurrent requests for the same thing: only as many succeed as there is to have.

use futures_util::future::join_all;
use sparkyard_testkit::{Answer, Member};

use super::fixture::{DATE, Market, WELCOME, balance, fund, intent, intent_id, pay};

const REQUESTS: usize = 64;

/// Returns the number of successes; all others must be a 409 with one of these codes.
fn successes(responses: &[Answer], codes: &[&str]) -> usize {
    let (successes, failures): (Vec<_>, Vec<_>) =
        responses.iter().partition(|response| response.status == 200);
    for response in failures {
        let code = response.body["code"].as_str().unwrap_or_default();
        assert!(response.status == 409 && codes.contains(&code), "{}", response.body);
    }
    successes.len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_payments_never_overdraw_a_balance() {
    let market = Market::open().await;
    let responses = join_all((0..REQUESTS).map(|_| intent(&market.ana, "wallet"))).await;
    assert_eq!(successes(&responses, &["wallet.insufficient_funds"]), 4);
    assert_eq!(market.cash().await, (0.6, 0.0));
    market.adds_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_bookings_use_a_payment_once() {
    let market = Market::open().await;
    let payment = pay(&market.ana, "wallet").await;
    let dates: Vec<_> = (0..REQUESTS)
        .map(|rival| format!("2026-03-{:02}T{:02}:00:00Z", 4 + rival / 16, 4 + rival % 16))
        .collect();
    let asked = dates.iter().map(|date| market.ask(&market.ana, date, "wallet", &payment));
    let responses = join_all(asked).await;
    assert_eq!(successes(&responses, &["wallet.intent_used"]), 1);
    assert_eq!(market.cash().await, (37.65, 0.0));
    market.adds_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_bookings_take_a_slot_once() {
    let market = Market::open().await;
    let clients = clients(&market, 16).await;
    let payments =
        join_all((0..REQUESTS).map(|rival| intent(&clients[rival % 16], "wallet"))).await;
    let payments: Vec<_> = payments.iter().map(intent_id).collect();
    let asked = payments
        .iter()
        .enumerate()
        .map(|(rival, payment)| market.ask(&clients[rival % 16], DATE, "wallet", payment));
    let responses = join_all(asked).await;
    assert_eq!(successes(&responses, &["bookings.slot_taken"]), 1);

    // The payment of a rejected request can still be used for another hour.
    let loser = responses.iter().position(|response| response.status != 200).unwrap();
    let another = "2026-03-05T10:00:00Z";
    market.ask(&clients[loser % 16], another, "wallet", &payments[loser]).await.ok();
    for client in &clients {
        assert_eq!(balance(client).await, (0.6, WELCOME));
    }
    market.adds_up().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_endings_settle_a_booking_once() {
    let before = [("ana", "cancel"), ("bo", "cancel")];
    let at_its_time = [("bo", "cancel"), ("bo", "complete"), ("ana", "dispute"), ("ana", "cancel")];
    for actions in [&before[..], &at_its_time] {
        let mut market = Market::open().await;
        let booking = market.booked("wallet", &[("bo", "accept")]).await;
        if actions.len() > before.len() {
            market.visit().await;
        }
        let responses = (0..REQUESTS).map(|rival| {
            let (who, action) = actions[rival % actions.len()];
            market.put(who, action, booking)
        });
        let responses = join_all(responses).await;
        let refused = ["bookings.illegal_transition", "bookings.too_late"];
        assert!(
            successes(&responses, &refused) >= REQUESTS / actions.len(),
            "one's own last change is fine"
        );
        let escrow = market.see(booking).await["escrow"].clone();
        let (ana, bo) = market.cash().await;
        match escrow.as_str() {
            Some("held") => assert_eq!((ana, bo), (37.65, 0.0)),
            _ => assert_eq!((ana, bo), (50.0, 0.0)),
        }
        market.adds_up().await;
    }
}

/// Returns clients with money for four hours each.
async fn clients(market: &Market, count: usize) -> Vec<Member> {
    let mut clients = Vec::new();
    for number in 0..count {
        let client = market.app.member(&format!("client{number}")).await;
        fund(&client, 50.0).await;
        clients.push(client);
    }
    clients
}
