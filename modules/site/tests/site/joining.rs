//! Choosing who may join and what new members get, and the end of the set-up.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use super::{TestApp, store};

async fn choose(admin: &Member, body: Value) -> Answer {
    admin.put("/api/admin/site/joining", body).await
}

/// The shown policy and welcome grant, and whether the configuration says them.
async fn joining_settings(admin: &Member) -> [Value; 4] {
    let state = admin.get("/api/admin/set-up").await.ok();
    ["registration", "registration_fixed", "welcome_tokens", "welcome_tokens_fixed"]
        .map(|field| state[field].clone())
}

async fn tokens(member: &Member) -> Value {
    member.get("/api/wallet/balance").await.ok()["spark_tokens"].clone()
}

#[tokio::test]
async fn choice_applies_at_once_and_is_logged() {
    let app = TestApp::with("", false).await;
    let iris = app.admin("iris").await;
    assert_eq!(
        joining_settings(&iris).await,
        [json!("open"), json!(false), json!(10.0), json!(false)]
    );
    choose(&iris, json!({ "welcome_tokens": 2.5 })).await.ok();
    assert_eq!(tokens(&app.member("ana").await).await, 2.5);
    app.clock.advance(Duration::from_secs(1));
    let body = json!({ "registration": "invite", "welcome_tokens": 0 });
    assert_eq!(choose(&iris, body.clone()).await.ok()["registration"], "invite");
    // Choosing the same again is not a change.
    choose(&iris, body).await.ok();
    choose(&iris, json!({})).await.ok();
    assert_eq!(app.anonymous().get("/api/site").await.ok()["registration"], "invite");
    let expected = [
        "registration from \u{2018}open\u{2019} to \u{2018}invite\u{2019}, \
         welcome sparks from \u{2018}2.50\u{2019} to \u{2018}0.00\u{2019}",
        "welcome sparks from \u{2018}10.00\u{2019} to \u{2018}2.50\u{2019}",
    ];
    let logged = store::joining_changes(&app.db).await;
    assert_eq!(logged, expected.map(|detail| (iris.id.clone(), detail.to_owned())));
    // Another process on the same database reads the choice.
    let other = app.host_with("");
    other.run_jobs().await.unwrap();
    let mut elsewhere = app.anonymous();
    elsewhere.client.endpoint = other.endpoint.clone();
    assert_eq!(elsewhere.get("/api/site").await.ok()["registration"], "invite");
}

#[tokio::test]
async fn members_may_owe_up_to_the_limit_from_the_same_moment() {
    let app = TestApp::with("", false).await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let pay = async |amount: f64| {
        let body = json!({ "amount": amount, "currency": "gbp", "paymentMethod": "spark_token" });
        ana.post("/api/users/stripe/payment/intent", body).await
    };
    pay(14.0).await.refused(409, "wallet.insufficient_funds");
    choose(&iris, json!({ "credit_limit": 4 })).await.ok();
    assert_eq!(ana.get("/api/wallet/balance").await.ok()["credit_limit"], 4.0);
    pay(14.0).await.ok();
    assert_eq!(tokens(&ana).await, -4.0);
    pay(0.01).await.refused(409, "wallet.insufficient_funds");
    let logged = store::joining_changes(&app.db).await;
    let detail = "credit limit in sparks from \u{2018}0.00\u{2019} to \u{2018}4.00\u{2019}";
    assert_eq!(logged, [(iris.id.clone(), detail.to_owned())]);
}

#[tokio::test]
async fn configured_values_win() {
    let settings = "[auth]\nregistration = \"approval\"\n[wallet]\nwelcome_tokens = 3";
    let app = TestApp::with("", false).await;
    let mut iris = app.admin("iris").await;
    let configured = app.host_with(settings);
    iris.client.endpoint = configured.endpoint.clone();
    let fixed = [json!("approval"), json!(true), json!(3.0), json!(true)];
    assert_eq!(joining_settings(&iris).await, fixed);
    for body in [json!({ "registration": "open" }), json!({ "welcome_tokens": 4 })] {
        choose(&iris, body).await.refused(409, "site.joining_fixed");
    }
    // What the configuration says may be sent back.
    choose(&iris, json!({ "registration": "approval", "welcome_tokens": 3 })).await.ok();
    assert_eq!(joining_settings(&iris).await, fixed);
    assert!(store::joining_changes(&app.db).await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_admins_at_once_do_not_undo_each_other() {
    let app = TestApp::with("", false).await;
    let (iris, otto) = (app.admin("iris").await, app.admin("otto").await);
    let (one, two) = tokio::join!(
        choose(&iris, json!({ "registration": "approval" })),
        choose(&otto, json!({ "welcome_tokens": 1 })),
    );
    one.ok();
    two.ok();
    assert_eq!(
        joining_settings(&iris).await,
        [json!("approval"), json!(false), json!(1.0), json!(false)]
    );
}

#[tokio::test]
async fn wrong_values_and_other_people_are_refused() {
    let app = TestApp::with("", false).await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    for wrong in [
        json!({ "registration": "<script>" }),
        json!({ "registration": "" }),
        json!({ "welcome_tokens": "viele" }),
    ] {
        choose(&iris, wrong).await.refused(400, "request.malformed");
    }
    for wrong in [-1.0, 0.001, 1000.01, 1e300] {
        for field in ["welcome_tokens", "credit_limit"] {
            choose(&iris, json!({ field: wrong })).await.invalid(field);
        }
    }
    for (member, status, code) in
        [(&ana, 403, "auth.forbidden"), (&app.anonymous(), 401, "auth.unauthorised")]
    {
        choose(member, json!({ "registration": "invite" })).await.refused(status, code);
        let finish = member.put("/api/admin/set-up/finish", json!({})).await;
        finish.refused(status, code);
    }
    assert_eq!(
        joining_settings(&iris).await,
        [json!("open"), json!(false), json!(10.0), json!(false)]
    );
}

#[tokio::test]
async fn set_up_is_finished_once() {
    let app = TestApp::with("[site]\npublic_url = \"https://swap.example.org\"", false).await;
    let iris = app.admin("iris").await;
    let state = iris.get("/api/admin/set-up").await.ok();
    assert_eq!((&state["finished"], &state["local_only"]), (&json!(false), &json!(false)));
    assert_eq!(state["public_url"], "https://swap.example.org");
    for _ in 0..2 {
        let state = iris.put("/api/admin/set-up/finish", json!({})).await.ok();
        assert_eq!(state["finished"], true);
    }
    assert_eq!(store::finished_set_ups(&app.db).await, 1);
}

#[tokio::test]
async fn community_from_before_is_set_up() {
    assert_eq!(
        store::set_up(&store::database_from_before().await).await.as_deref(),
        Some("finished")
    );
    assert_eq!(store::set_up(&store::new_database().await).await, None);
}
