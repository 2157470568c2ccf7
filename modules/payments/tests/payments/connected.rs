//! Accounts of members at Stripe.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{UserId, ports::Transfers};
use sparkyard_testkit::{
    Answer, Member, count,
    stripe::{FakeStripe, Fault, signature},
};

use crate::{TestApp, deliver, deliver_signed, latest, now, start};

const CREATE: &str = "/api/users/stripe/create/connected/account";
const ACCOUNT: &str = "/api/users/stripe/connected/account";
const LINK: &str = "/api/users/stripe/connected/account/link";

async fn create(member: &Member) -> String {
    let created = member.post_empty(CREATE).await.ok();
    created["stripe_account_id"].as_str().unwrap().to_owned()
}

async fn link(member: &Member, account: &str) -> Answer {
    member.post(LINK, json!({ "stripeAccountId": account })).await
}

/// Returns the state of the member's account, as Stripe shows it now.
async fn fresh(member: &Member) -> Value {
    member.get(&format!("{ACCOUNT}?fresh=true")).await.ok()
}

async fn is_ready(app: &TestApp, member: &Member) -> bool {
    let transfers = app.host.ports.require::<dyn Transfers>("test").unwrap();
    let payee = transfers.payee(&UserId(member.id.clone())).await.unwrap();
    payee.unwrap().ready_since.is_some()
}

#[tokio::test]
async fn account_is_created_once_and_completed_at_stripe() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    assert_eq!(ana.get(ACCOUNT).await.ok(), Value::Null);
    let created = ana.post_empty(CREATE).await.ok();
    let account = created["stripe_account_id"].as_str().unwrap();
    let expected = json!({
        "stripe_account_id": account, "created_at": "2026-03-02T10:00:00.000Z",
        "charges_enabled": false, "payouts_enabled": false, "details_submitted": false,
        "state": "not_started",
        "missing": ["a bank account", "your agreement to Stripe's terms", "your date of birth"],
    });
    assert_eq!(created, expected);
    assert_eq!(create(&ana).await, account);
    assert_eq!(stripe.accounts().len(), 1);

    let (one, two) = (link(&ana, account).await.ok(), link(&ana, account).await.ok());
    assert_ne!(one["url"], two["url"], "a link works once");
    assert!(one["url"].as_str().unwrap().starts_with("https://connect.stripe.com/"));

    stripe.submit(account);
    assert_eq!(ana.get(ACCOUNT).await.ok()["state"], "not_started", "as far as is known");
    assert_eq!(fresh(&ana).await["state"], "under_way");
    stripe.onboard(account);
    let ready = fresh(&ana).await;
    assert_eq!((&ready["state"], &ready["missing"]), (&json!("ready"), &json!([])));
    assert_eq!(ana.get(ACCOUNT).await.ok(), ready);
    app.settle().await;
    assert_eq!(app.mail_to(&ana.email).subject, "You can be paid through Stripe");
}

#[tokio::test]
async fn missed_event_of_an_account_is_found_by_a_job() {
    let (app, stripe) = start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let account = create(&ana).await;
    create(&bo).await;
    stripe.onboard(&account);
    app.run_jobs().await;
    assert!(is_ready(&app, &ana).await && !is_ready(&app, &bo).await);
    assert_eq!(app.mail_to(&ana.email).subject, "You can be paid through Stripe");
}

#[tokio::test]
async fn events_report_that_an_account_can_be_paid_and_no_longer() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let account = create(&ana).await;
    assert!(!is_ready(&app, &ana).await);
    stripe.onboard(&account);
    let event = latest(&stripe, "account.updated");
    for _ in 0..2 {
        deliver(&app, &event).await.ok();
    }
    assert!(is_ready(&app, &ana).await);
    app.settle().await;
    assert_eq!(app.mails().len(), 2, "the code of the sign-up, and one");

    stripe.restrict(&account, &["individual.verification.document", "individual.phone"]);
    deliver(&app, &latest(&stripe, "account.updated")).await.ok();
    assert!(!is_ready(&app, &ana).await);
    let restricted = ana.get(ACCOUNT).await.ok();
    assert_eq!(restricted["state"], "restricted");
    let missing = json!(["a photo of an identity document", "your phone number"]);
    assert_eq!(restricted["missing"], missing);
    app.settle().await;
    assert_eq!(app.mail_to(&ana.email).subject, "Stripe needs something from you");
    // The first event again, late and under another id: Stripe is asked, and knows better.
    let mut late = event.clone();
    late["id"] = json!("evt_late");
    deliver(&app, &late).await.ok();
    assert!(!is_ready(&app, &ana).await);
}

#[tokio::test]
async fn endpoint_of_connected_accounts_has_its_own_secret() {
    const SECRET: &str = "whsec_0123456789abcdef";
    let stripe = FakeStripe::start(1_772_445_600);
    let settings = format!("{}connect_webhook_secret = \"{SECRET}\"\n", stripe.settings());
    let app = TestApp::with(&settings, false).await;
    let ana = app.member("ana").await;
    stripe.onboard(&create(&ana).await);
    let event = latest(&stripe, "account.updated");
    let body = event.to_string();
    let forged = signature(&body, now(&app), "");
    let refused = deliver_signed(&app, body.clone(), &forged).await;
    refused.refused(400, "payments.bad_signature");
    let signed = signature(&body, now(&app), SECRET);
    deliver_signed(&app, body, &signed).await.ok();
    assert!(is_ready(&app, &ana).await);
    let mut other = event.clone();
    other["id"] = json!("evt_other");
    deliver(&app, &other).await.ok();
}

#[tokio::test]
async fn events_of_unknown_accounts_change_nothing() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let account = create(&ana).await;
    stripe.onboard(&account);
    let event = latest(&stripe, "account.updated");
    for (place, other) in ["acct_unknown", "acct_1/x", "../accounts", ""].into_iter().enumerate() {
        let mut event = event.clone();
        event["id"] = json!(format!("evt_other{place}"));
        event["data"]["object"]["id"] = json!(other);
        deliver(&app, &event).await.ok();
    }
    assert!(!is_ready(&app, &ana).await);
    // Of another installation with the same account of Stripe.
    let other = TestApp::with(&stripe.settings(), false).await;
    deliver(&other, &event).await.ok();
    assert_eq!(count(&other.db, "connected_account").await, 0);
}

#[tokio::test]
async fn others_cannot_use_an_account() {
    let (app, _stripe) = start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let account = create(&ana).await;
    link(&bo, &account).await.refused(404, "payments.account_not_found");
    assert_ne!(create(&bo).await, account);
    link(&bo, &account).await.refused(404, "payments.account_not_found");
    link(&ana, "acct_unknown").await.refused(404, "payments.account_not_found");
    assert_eq!(link(&ana, "<script>").await.status, 400);
    for path in [CREATE, LINK] {
        app.anonymous().post(path, json!({})).await.refused(401, "auth.unauthorised");
    }
    app.anonymous().get(ACCOUNT).await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn no_failure_makes_a_second_account() {
    let failures = [
        Fault::Error,
        Fault::ErrorAfterwards,
        Fault::LostAnswer,
        Fault::Garbage,
        Fault::Late(Duration::from_millis(1300)),
    ];
    let (app, stripe) = start().await;
    for (place, fault) in failures.into_iter().enumerate() {
        let ana = app.member(&format!("ana{place}")).await;
        stripe.fail([fault]);
        let account = create(&ana).await;
        assert_eq!(create(&ana).await, account, "{fault:?}");
        assert_eq!(stripe.accounts().len(), place + 1, "{fault:?}");
    }
    let made = stripe.accounts().len();
    for (place, fault) in [Fault::LostAnswer, Fault::ErrorAfterwards].into_iter().enumerate() {
        let bo = app.member(&format!("bo{place}")).await;
        stripe.fail([fault; 9]);
        bo.post_empty(CREATE).await.refused(503, "payments.unreachable");
        assert_eq!(bo.get(ACCOUNT).await.ok(), Value::Null);
        stripe.recover();
        create(&bo).await;
        assert_eq!(stripe.accounts().len(), made + place + 1, "{fault:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_requests_at_once_create_one_account() {
    let (app, stripe) = start().await;
    let ana = app.member("ana").await;
    let requests = (0..8).map(|_| {
        let ana = ana.clone();
        tokio::spawn(async move { create(&ana).await })
    });
    let mut accounts = Vec::new();
    for request in requests.collect::<Vec<_>>() {
        accounts.push(request.await.unwrap());
    }
    accounts.dedup();
    assert_eq!(accounts.len(), 1);
    assert_eq!(stripe.accounts().len(), 1);
}

#[tokio::test]
async fn communities_without_stripe_or_pounds_have_no_accounts() {
    let app = TestApp::start_live().await;
    let ana = app.member("ana").await;
    ana.post_empty(CREATE).await.refused(503, "payments.not_configured");
    ana.get(ACCOUNT).await.refused(503, "payments.not_configured");
    link(&ana, "acct_1").await.refused(503, "payments.not_configured");
    let stripe = FakeStripe::start(1_772_445_600);
    let settings = format!("{}\n[site]\nmode = \"tokens\"", stripe.settings());
    let app = TestApp::with(&settings, false).await;
    let ana = app.member("ana").await;
    ana.post_empty(CREATE).await.refused(409, "payments.cash_off");
    ana.post_empty("/api/settings/payment/billingmethod/setup")
        .await
        .refused(409, "payments.cash_off");
    assert_eq!(stripe.requests(), 0);
}

#[tokio::test]
async fn account_closed_at_stripe_is_replaced_when_the_member_asks() {
    let (app, stripe) = start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    for member in [&ana, &bo] {
        let account = create(member).await;
        stripe.close_account(&account);
        // The keys in the configuration may be wrong: a job forgets nothing.
        app.run_jobs().await;
        assert_eq!(member.get(ACCOUNT).await.ok()["stripe_account_id"], json!(account));
        if member.id == ana.id {
            assert_eq!(fresh(member).await, Value::Null);
        } else {
            link(member, &account).await.refused(404, "payments.account_not_found");
        }
        let next = create(member).await;
        assert_ne!(next, account);
        link(member, &next).await.ok();
    }
}
