//! Withdrawals of a member whose top-up is disputed at their bank.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, stripe::Card};
use sparkyard_wallet::ledger_check;

use crate::{
    store,
    transfers::Payee,
    withdrawing::{QUEUE, WITHDRAWALS, admin_path, request},
};

/// Tops up 50 pounds by card; returns the payment.
async fn topped_up(payee: &Payee) -> String {
    let ana = &payee.earner.ana;
    let begun = ana.post("/api/wallet/fund", json!({ "amount": 50 })).await.ok();
    let secret = begun["clientSecret"].as_str().unwrap();
    payee.stripe.pay(secret, Card::Pays);
    payee.deliver("payment_intent.succeeded").await;
    secret.split_once("_secret_").unwrap().0.to_owned()
}

async fn withdraw(payee: &Payee, amount: f64) -> Answer {
    payee.earner.ana.post(WITHDRAWALS, request(amount, &payee.earner.method)).await
}

async fn balance(payee: &Payee) -> (Value, Value) {
    let balance = payee.earner.ana.get("/api/wallet/balance").await.ok();
    (balance["balance"].clone(), balance["withdrawable"].clone())
}

#[tokio::test]
async fn requested_withdrawals_are_stopped_and_new_ones_wait_for_the_bank() {
    let payee = Payee::new().await;
    let payment = topped_up(&payee).await;
    let requested = withdraw(&payee, 70.0).await.ok();
    assert_eq!(balance(&payee).await, (json!(80.0), json!(10.0)));
    let dispute = payee.stripe.dispute(&payment).unwrap();
    payee.deliver("charge.dispute.created").await;
    // The withdrawal came back first; then the top-up was set aside.
    assert_eq!(balance(&payee).await, (json!(100.0), json!(80.0)));
    let stopped = payee.earner.ana.get(WITHDRAWALS).await.ok()[0].clone();
    assert_eq!((&stopped["id"], &stopped["status"]), (&requested["id"], &json!("refused")));
    assert!(stopped["note"].as_str().unwrap().contains("disputed at your bank"), "{stopped}");
    assert_eq!(payee.earner.iris.get(QUEUE).await.ok(), json!([]));
    let pay = admin_path(&requested, "/pay");
    let paid = payee.earner.iris.put(&pay, json!({ "reference": "FT-1" })).await;
    paid.refused(409, "payouts.closed");
    assert_eq!(store::withdrawn_today(&payee.earner.app, &payee.earner.ana.id).await, 0);
    withdraw(&payee, 5.0).await.refused(409, "wallet.chargeback_open");
    payee.stripe.close_dispute(&dispute, false);
    payee.deliver("charge.dispute.closed").await;
    assert_eq!(balance(&payee).await, (json!(100.0), json!(80.0)));
    withdraw(&payee, 5.0).await.ok();
    let report = ledger_check(&payee.earner.app.db).await.unwrap();
    assert_eq!(report.differences, [""; 0]);
}

#[tokio::test]
async fn earned_money_that_was_set_aside_can_be_withdrawn_again() {
    let payee = Payee::new().await;
    let payment = topped_up(&payee).await;
    // Of 150 pounds, 80 of them earned, 120 are spent on a booking that is about to be made.
    let body = json!({ "amount": 120, "currency": "gbp", "paymentMethod": "wallet" });
    payee.earner.ana.post("/api/users/stripe/payment/intent", body).await.ok();
    assert_eq!(balance(&payee).await, (json!(30.0), json!(30.0)));
    let dispute = payee.stripe.dispute(&payment).unwrap();
    payee.deliver("charge.dispute.created").await;
    assert_eq!(balance(&payee).await, (json!(0.0), json!(0.0)));
    payee.stripe.close_dispute(&dispute, true);
    payee.deliver("charge.dispute.closed").await;
    assert_eq!(balance(&payee).await, (json!(30.0), json!(30.0)));
    let report = ledger_check(&payee.earner.app.db).await.unwrap();
    assert_eq!(report.differences, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn withdrawal_and_dispute_at_once_leave_nothing_requested() {
    for _ in 0..4 {
        let payee = Payee::new().await;
        let payment = topped_up(&payee).await;
        payee.stripe.dispute(&payment).unwrap();
        let (asked, ()) =
            tokio::join!(withdraw(&payee, 60.0), payee.deliver("charge.dispute.created"));
        assert!([200, 409].contains(&asked.status), "{}", asked.body);
        assert_eq!(payee.earner.iris.get(QUEUE).await.ok(), json!([]));
        assert_eq!(balance(&payee).await, (json!(100.0), json!(80.0)));
        let report = ledger_check(&payee.earner.app.db).await.unwrap();
        assert_eq!(report.differences, [""; 0]);
    }
}
