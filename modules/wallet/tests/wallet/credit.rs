//! Sparks that members may owe.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use sparkyard_kernel::ports::Ledger;
use sparkyard_testkit::{Answer, Member};

use crate::{
    TestApp,
    ledger_fixture::{LedgerFixture, code, tokens},
    store,
};

const LIMITS: &str = "/api/admin/wallet/credit-limits";

async fn limit(admin: &Member, user: &str, body: Value) -> Answer {
    admin.put(&format!("{LIMITS}/{user}"), body).await
}

async fn hold(member: &Member, amount: f64) -> Answer {
    let body = json!({ "amount": amount, "currency": "gbp", "paymentMethod": "spark_token" });
    member.post("/api/users/stripe/payment/intent", body).await
}

/// Sparks, and the limit in force.
async fn sparks(member: &Member) -> (Value, Value) {
    let balance = member.get("/api/wallet/balance").await.ok();
    (balance["spark_tokens"].clone(), balance["credit_limit"].clone())
}

#[tokio::test]
async fn admin_sets_and_removes_a_credit_limit() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    hold(&ana, 12.0).await.refused(409, "wallet.insufficient_funds");

    let body = json!({ "limit": 5, "reason": " A new  baby " });
    let set = limit(&iris, &ana.id, body.clone()).await.ok();
    assert_eq!(
        (&set["limit"], &set["own"], &set["balance"]),
        (&json!(5.0), &json!(true), &json!(10.0))
    );
    // The same again is not a change.
    limit(&iris, &ana.id, body).await.ok();
    app.settle().await;
    let notice = &ana.get("/api/notifications").await.ok()[0];
    assert_eq!(notice["title"], "You can now owe up to 5 sparks");
    assert_eq!(notice["description"], "An admin changed this. The reason: A new baby");

    hold(&ana, 12.0).await.ok();
    assert_eq!(sparks(&ana).await, (json!(-2.0), json!(5.0)));
    hold(&ana, 3.01).await.refused(409, "wallet.insufficient_funds");
    hold(&ana, 3.0).await.ok();
    let listed = iris.get(LIMITS).await.ok();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!((&listed[0]["name"], &listed[0]["balance"]), (&json!("Ana Example"), &json!(-5.0)));

    app.advance(Duration::from_secs(1));
    // Without the limit the debt stays, and nothing more can be spent.
    let none = json!({ "reason": "Back to the same as all" });
    assert_eq!(limit(&iris, &ana.id, none).await.ok()["own"], false);
    assert_eq!(sparks(&ana).await, (json!(-5.0), json!(0.0)));
    assert_eq!(iris.get(LIMITS).await.ok()[0]["own"], false, "still owes");
    hold(&ana, 0.01).await.refused(409, "wallet.insufficient_funds");
    app.advance(Duration::from_mins(15));
    let (ana, iris) = (app.log_in(&ana).await, app.log_in(&iris).await);
    assert_eq!(sparks(&ana).await, (json!(10.0), json!(0.0)));
    assert_eq!(iris.get(LIMITS).await.ok(), json!([]));

    let logged = iris.get("/api/admin/audit?action=wallet.credit_limit").await.ok();
    let details = logged.as_array().unwrap().iter().map(|entry| entry["detail"].clone());
    assert_eq!(
        details.collect::<Vec<_>>(),
        [
            "from 5.00 sparks to the site's limit: Back to the same as all",
            "from the site's limit to 5.00 sparks: A new baby",
        ]
    );
    let ledger = app.host.ports.require::<dyn Ledger>("test").unwrap();
    assert_eq!(ledger.check().await.unwrap().differences, Vec::<String>::new());
}

#[tokio::test]
async fn wrong_limits_and_other_people_are_refused() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let body = json!({ "limit": 5, "reason": "x" });
    limit(&iris, &iris.id, body.clone()).await.refused(403, "wallet.own_credit_limit");
    limit(&iris, "nobody", body.clone()).await.refused(404, "wallet.member_not_found");
    for wrong in [-1.0, 0.001, 10_000.01, 1e300] {
        limit(&iris, &ana.id, json!({ "limit": wrong, "reason": "x" })).await.invalid("limit");
    }
    for wrong in ["", " ", &"x".repeat(201)] {
        limit(&iris, &ana.id, json!({ "limit": 1, "reason": wrong })).await.invalid("reason");
    }
    for path in [LIMITS.to_owned(), format!("{LIMITS}/{}", ana.id)] {
        ana.get(&path).await.refused(403, "auth.forbidden");
        app.anonymous().get(&path).await.refused(401, "auth.unauthorised");
    }
    limit(&ana, &iris.id, body.clone()).await.refused(403, "auth.forbidden");
    limit(&app.anonymous(), &ana.id, body).await.refused(401, "auth.unauthorised");
    assert_eq!(sparks(&ana).await, (json!(10.0), json!(0.0)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_holds_stop_at_the_limit() {
    let fixture = Arc::new(LedgerFixture::open().await);
    store::set_credit_limit(&fixture.db, 550).await;
    let holds = (0..32).map(|_| {
        let fixture = fixture.clone();
        tokio::spawn(async move { fixture.hold("ana", tokens(100)).await.is_some() })
    });
    let mut made = 0;
    for hold in holds.collect::<Vec<_>>() {
        made += usize::from(hold.await.unwrap());
    }
    assert_eq!((made, fixture.balances("ana").await), (5, (0, -500)));
    fixture.adds_up().await;
}

#[tokio::test]
async fn member_above_a_lowered_limit_can_receive_but_not_spend() {
    let fixture = LedgerFixture::open().await;
    store::set_credit_limit(&fixture.db, 500).await;
    let first = fixture.hold("ana", tokens(500)).await.unwrap();
    store::set_credit_limit(&fixture.db, 200).await;
    assert!(fixture.hold("ana", tokens(1)).await.is_none());
    fixture.give("ana", tokens(300)).await;
    fixture.adds_up().await;
    assert!(fixture.hold("ana", tokens(1)).await.is_none(), "exactly at the limit");
    fixture.give("ana", tokens(100)).await;
    assert!(fixture.hold("ana", tokens(101)).await.is_none());
    let second = fixture.hold("ana", tokens(100)).await.unwrap();
    for (booking, (intent, amount)) in (7..).zip([(first, 500), (second, 100)]) {
        fixture.escrow(&intent, "ana", booking, tokens(amount)).await.unwrap();
        fixture.settle(booking, tokens(amount), (0, amount)).await.unwrap();
    }
    assert_eq!(
        (fixture.balances("ana").await, fixture.balances("bo").await),
        ((0, -200), (0, 600))
    );
    // Cash is never lent.
    assert!(fixture.hold("ana", crate::ledger_fixture::cash(1)).await.is_none());
    assert_eq!(code(fixture.pay_expenses(7, 1).await), "wallet.insufficient_funds");
    fixture.adds_up().await;
}
