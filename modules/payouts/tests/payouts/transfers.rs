//! Withdrawals that Stripe pays.

use std::time::Duration;

use poem::http::Method;
use serde_json::{Value, json};
use sparkyard_kernel::{Clock, UserId};
use sparkyard_testkit::{
    Answer, count,
    stripe::{FakeStripe, Fault, WEBHOOK_SECRET, signature},
};

use crate::{
    store,
    withdrawing::{Earner, QUEUE, WITHDRAWALS, admin_path, path, request},
};

const DAY: Duration = Duration::from_hours(24);

/// A member with 100 pounds, 80 of them earned, who can be paid through Stripe.
pub(crate) struct Payee {
    pub(crate) earner: Earner,
    pub(crate) stripe: FakeStripe,
    account: String,
}

impl Payee {
    /// Returns a member whose account became ready a day ago.
    pub(crate) async fn new() -> Self {
        let mut payee = Self::just_ready().await;
        payee.wait(DAY).await;
        payee
    }

    /// Moves both clocks, and signs in again.
    async fn wait(&mut self, time: Duration) {
        self.earner.wait(time).await;
        self.stripe.set_time(self.earner.app.clock.now().as_seconds());
    }

    async fn just_ready() -> Self {
        let stripe = FakeStripe::start(1_772_445_600);
        stripe.set_balance(100_000);
        let earner = Earner::live(&stripe.settings()).await;
        let created = earner.ana.post_empty("/api/users/stripe/create/connected/account").await;
        let account = created.ok()["stripe_account_id"].as_str().unwrap().to_owned();
        stripe.set_time(earner.app.clock.now().as_seconds());
        let payee = Self { earner, stripe, account };
        payee.stripe.onboard(&payee.account);
        payee.deliver("account.updated").await;
        payee
    }

    /// Withdraws to the account at Stripe.
    async fn withdraw(&self, amount: f64) -> Answer {
        self.earner.ana.post(WITHDRAWALS, to_stripe(amount)).await
    }

    /// Delivers the latest event of this type.
    pub(crate) async fn deliver(&self, kind: &str) {
        let event = self.stripe.latest_event(|event| event["type"] == kind).unwrap();
        self.report(&event).await;
    }

    async fn report(&self, event: &Value) {
        let body = event.to_string();
        let app = &self.earner.app;
        let signed = signature(&body, app.clock.now().as_seconds(), WEBHOOK_SECRET);
        let client = app.anonymous().with_header("Stripe-Signature", &signed);
        let body = ("application/json".to_owned(), body.into_bytes());
        client.send(Method::POST, "/api/payments/stripe/webhook", Some(body)).await.ok();
        app.settle().await;
    }

    /// Lets the job run once an attempt can no longer be under way.
    async fn run_job(&mut self) {
        self.wait(Duration::from_mins(3)).await;
        self.earner.app.run_jobs().await;
    }

    async fn first(&self) -> Value {
        self.earner.ana.get(WITHDRAWALS).await.ok()[0].clone()
    }
}

fn to_stripe(amount: f64) -> Value {
    let mut body = request(amount, &json!({}));
    body.as_object_mut().unwrap().remove("withdrawal_method_id");
    body
}

#[tokio::test]
async fn withdrawal_is_one_transfer() {
    let payee = Payee::new().await;
    let Payee { earner, stripe, account } = &payee;
    let withdrawal = payee.withdraw(30.5).await.ok();
    assert_eq!(withdrawal["status"], "paid");
    assert_eq!(withdrawal["bank_name"], "Stripe");
    let transfers = stripe.transfers();
    assert_eq!(transfers.len(), 1);
    assert_eq!((&transfers[0]["amount"], &transfers[0]["currency"]), (&json!(3050), &json!("gbp")));
    assert_eq!(transfers[0]["destination"], account.as_str());
    let note = format!("Stripe transfer {}", transfers[0]["id"].as_str().unwrap());
    assert_eq!(withdrawal["note"], note);
    assert_eq!(store::balance_of(&earner.app, "external:stripe:gbp").await, 3050);
    earner.app.settle().await;
    assert_eq!(earner.app.mail_to(&earner.ana.email).subject, "£30.50 is on its way to your bank");
    // It is no work for admins.
    assert_eq!(earner.iris.get(QUEUE).await.ok(), json!([]));
    earner.ana.put_empty(&path(&withdrawal, "cancel")).await.refused(409, "payouts.closed");
    earner.adds_up().await;
    // A bank account can still be chosen, which an admin pays.
    assert_eq!(earner.withdraw(10.0).await.ok()["status"], "requested");
    assert_eq!(stripe.transfers().len(), 1);
    earner.adds_up().await;
}

#[tokio::test]
async fn same_rules_apply_as_to_bank_accounts() {
    let mut payee = Payee::just_ready().await;
    payee.withdraw(10.0).await.refused(409, "payouts.new_account");
    payee.wait(DAY).await;
    let mut body = to_stripe(10.0);
    body["currentPassword"] = json!("wrong");
    payee.earner.ana.post(WITHDRAWALS, body).await.refused(422, "auth.wrong_password");
    payee.withdraw(0.5).await.invalid("amount");
    payee.withdraw(80.01).await.refused(409, "wallet.not_withdrawable");
    let bo = payee.earner.app.member("bo").await;
    bo.post(WITHDRAWALS, to_stripe(1.0)).await.refused(403, "payouts.not_verified");
    assert_eq!(payee.stripe.transfers(), Vec::<Value>::new());
    let keyed = payee.earner.ana.with_header("Idempotency-Key", "once");
    let first = keyed.post(WITHDRAWALS, to_stripe(20.0)).await.ok();
    assert_eq!(keyed.post(WITHDRAWALS, to_stripe(20.0)).await.ok(), first);
    assert_eq!(payee.stripe.transfers().len(), 1);
    assert_eq!(store::withdrawn_today(&payee.earner.app, &payee.earner.ana.id).await, 2000);
    payee.earner.adds_up().await;
}

#[tokio::test]
async fn account_that_loses_its_permissions_falls_back_to_an_admin() {
    let payee = Payee::new().await;
    payee.stripe.restrict(&payee.account, &["individual.verification.document"]);
    payee.deliver("account.updated").await;
    payee.withdraw(10.0).await.refused(409, "payouts.account_not_ready");
    assert_eq!(payee.earner.withdraw(10.0).await.ok()["status"], "requested");
    assert_eq!(payee.stripe.transfers(), Vec::<Value>::new());
    // Nobody has an account without having created one.
    let other = Earner::live(&payee.stripe.settings()).await;
    other.ana.post(WITHDRAWALS, to_stripe(1.0)).await.refused(409, "payouts.account_not_ready");
    let without = Earner::new().await;
    let refused = without.ana.post(WITHDRAWALS, to_stripe(1.0)).await;
    refused.invalid("withdrawal_method_id");
}

#[tokio::test]
async fn refused_transfer_gives_the_money_back() {
    let payee = Payee::new().await;
    let before = payee.earner.balance().await;
    payee.stripe.set_balance(1000);
    let refused = payee.withdraw(30.0).await.ok();
    assert_eq!(refused["status"], "refused");
    assert!(refused["note"].as_str().unwrap().contains("balance at Stripe is too low"));
    assert_eq!(payee.earner.balance().await, before);
    payee.earner.app.settle().await;
    let mail = payee.earner.app.mail_to(&payee.earner.ana.email);
    assert_eq!(mail.subject, "We could not pay your withdrawal");
    // Stripe knows that the account has lost its permissions before its event arrives.
    payee.stripe.set_balance(10_000);
    payee.stripe.restrict(&payee.account, &[]);
    payee.earner.app.clock.advance(Duration::from_secs(1));
    let refused = payee.withdraw(30.0).await.ok();
    assert_eq!(refused["status"], "refused");
    assert_eq!(payee.earner.balance().await, before);
    assert_eq!(payee.stripe.transfers(), Vec::<Value>::new());
    assert_eq!(store::withdrawn_today(&payee.earner.app, &payee.earner.ana.id).await, 0);
    payee.earner.adds_up().await;
}

#[tokio::test]
async fn unknown_outcome_is_resolved_without_paying_twice() {
    let failures = [Fault::Error, Fault::ErrorAfterwards, Fault::LostAnswer, Fault::Garbage];
    for fault in failures {
        let mut payee = Payee::new().await;
        payee.stripe.fail([fault; 3]);
        let asked = payee.withdraw(30.0).await.ok();
        assert_eq!(asked["status"], "sending", "{fault:?}");
        payee.stripe.recover();
        // Money whose whereabouts are unknown is neither given back nor paid by hand.
        let cancel = payee.earner.ana.put_empty(&path(&asked, "cancel")).await;
        cancel.refused(409, "payouts.sending");
        let pay = json!({ "reference": "SY-1" });
        let paid = payee.earner.iris.put(&admin_path(&asked, "/pay"), pay).await;
        paid.refused(409, "payouts.sending");
        assert_eq!(
            payee.earner.iris.get("/api/admin/withdrawals?status=sending").await.ok()[0]["id"],
            asked["id"]
        );
        payee.earner.adds_up().await;
        payee.run_job().await;
        payee.run_job().await;
        assert_eq!(payee.first().await["status"], "paid", "{fault:?}");
        assert_eq!(payee.stripe.transfers().len(), 1, "{fault:?}");
        assert_eq!(store::balance_of(&payee.earner.app, "external:stripe:gbp").await, 3000);
        payee.earner.adds_up().await;
    }
}

#[tokio::test]
async fn suspended_member_is_not_sent_money() {
    let mut payee = Payee::new().await;
    payee.stripe.fail([Fault::Error; 3]);
    payee.withdraw(30.0).await.ok();
    payee.stripe.recover();
    let accounts = payee.earner.app.accounts();
    let [iris, ana] = [&payee.earner.iris.id, &payee.earner.ana.id].map(|id| UserId(id.clone()));
    accounts.suspend(&iris, &ana, "Under review").await.unwrap();
    payee.earner.app.advance(Duration::from_mins(3));
    payee.earner.app.run_jobs().await;
    assert_eq!(payee.stripe.transfers(), Vec::<Value>::new());
    payee.earner.adds_up().await;
    accounts.reinstate(&iris, &ana).await.unwrap();
    payee.run_job().await;
    assert_eq!(payee.first().await["status"], "paid");
    assert_eq!(payee.stripe.transfers().len(), 1);
    payee.earner.adds_up().await;
}

#[tokio::test]
async fn wrong_key_after_an_unknown_outcome_gives_nothing_back() {
    let mut payee = Payee::new().await;
    payee.stripe.fail([Fault::LostAnswer; 3]);
    payee.withdraw(30.0).await.ok();
    payee.stripe.recover();
    payee.stripe.deny(true);
    payee.wait(Duration::from_mins(3)).await;
    // First the job of this module, then the one that fetches events, which fails.
    payee.earner.app.host.run_jobs().await.unwrap_err();
    assert_eq!(payee.first().await["status"], "sending");
    payee.stripe.deny(false);
    payee.run_job().await;
    assert_eq!(payee.first().await["status"], "paid");
    assert_eq!(payee.stripe.transfers().len(), 1);
    payee.earner.adds_up().await;
}

#[tokio::test]
async fn reversed_transfer_gives_back_exactly_what_came_back() {
    let mut payee = Payee::new().await;
    payee.withdraw(30.0).await.ok();
    let after = payee.earner.balance().await;
    let transfer = payee.stripe.transfers()[0]["id"].as_str().unwrap().to_owned();
    payee.stripe.reverse(&transfer, 1000);
    let first = payee.stripe.latest_event(|_| true).unwrap();
    payee.report(&first).await;
    payee.report(&first).await;
    assert_eq!(payee.first().await["returned"], 10.0);
    assert_eq!(payee.first().await["status"], "paid");
    payee.earner.adds_up().await;
    let mail = payee.earner.app.mail_to(&payee.earner.ana.email);
    assert_eq!(mail.subject, "£10.00 of a withdrawal is back in your wallet");
    // Two more, reported in the wrong order.
    payee.stripe.reverse(&transfer, 500);
    let second = payee.stripe.latest_event(|_| true).unwrap();
    payee.stripe.reverse(&transfer, 1500);
    let third = payee.stripe.latest_event(|_| true).unwrap();
    payee.report(&third).await;
    payee.report(&second).await;
    assert_eq!(payee.first().await["returned"], 30.0);
    assert_ne!(payee.earner.balance().await, after);
    assert_eq!(store::balance_of(&payee.earner.app, "external:stripe:gbp").await, 0);
    payee.earner.wait(Duration::from_mins(1)).await;
    payee.earner.adds_up().await;
    // What came back can be withdrawn again.
    assert_eq!(payee.withdraw(80.0).await.ok()["status"], "paid");
    payee.earner.adds_up().await;
}

#[tokio::test]
async fn reversal_of_another_transfer_changes_nothing() {
    let payee = Payee::new().await;
    payee.withdraw(30.0).await.ok();
    let transfer = payee.stripe.transfers()[0]["id"].as_str().unwrap().to_owned();
    payee.stripe.reverse(&transfer, 1000);
    let event = payee.stripe.latest_event(|_| true).unwrap();
    let transfers = count(&payee.earner.app.db, "ledger_transfer").await;
    for (place, other) in ["tr_unknown", "tr_1/x", "", "pi_1"].into_iter().enumerate() {
        let mut event = event.clone();
        event["id"] = json!(format!("evt_other{place}"));
        event["data"]["object"]["id"] = json!(other);
        payee.report(&event).await;
    }
    assert_eq!(count(&payee.earner.app.db, "ledger_transfer").await, transfers);
}

/// After an error of Stripe's own the key changes, so only the job, which looks first, may send
/// again.
#[tokio::test]
async fn repeated_request_after_an_error_sends_nothing() {
    let mut payee = Payee::new().await;
    let keyed = payee.earner.ana.with_header("Idempotency-Key", "once");
    payee.stripe.fail([Fault::ErrorAfterwards]);
    let first = keyed.post(WITHDRAWALS, to_stripe(20.0)).await.ok();
    assert_eq!(first["status"], "sending");
    assert_eq!(keyed.post(WITHDRAWALS, to_stripe(20.0)).await.ok()["id"], first["id"]);
    assert_eq!(payee.stripe.transfers().len(), 1);
    payee.run_job().await;
    assert_eq!(payee.first().await["status"], "paid");
    assert_eq!(payee.stripe.transfers().len(), 1);
    payee.earner.adds_up().await;
}
