//! Withdrawals of members whose account is in doubt: second factor, new address, suspension,
//! blocks.

use serde_json::json;
use sparkyard_kernel::{Clock, UserId};
use sparkyard_testkit::PASSWORD;

use crate::{
    TestApp, store,
    withdrawing::{Earner, WITHDRAWALS, admin_path, request},
};

/// Returns the code that an authenticator app shows now.
fn code(app: &TestApp, secret: &str) -> String {
    let secret = totp_rs::Secret::try_from_base32(secret).unwrap();
    let totp = totp_rs::Builder::new().with_secret(secret).build().unwrap();
    totp.generate(app.clock.now().as_seconds().unsigned_abs()).to_string()
}

#[tokio::test]
async fn second_factor_is_required() {
    let earner = Earner::new().await;
    let Earner { app, ana, method, .. } = &earner;
    let factor = "/api/auth/second-factor/totp";
    let begun = ana.post(factor, json!({ "password": PASSWORD })).await.ok();
    let secret = begun["secret"].as_str().unwrap();
    let confirm = json!({ "code": code(app, secret) });
    ana.post(&format!("{factor}/confirm"), confirm).await.ok();
    app.clock.advance(std::time::Duration::from_secs(30));

    let mut body = request(10.0, method);
    ana.post(WITHDRAWALS, body.clone()).await.refused(403, "auth.second_factor_required");
    body["code"] = json!("000000x");
    ana.post(WITHDRAWALS, body.clone()).await.invalid("code");
    body["code"] = json!(code(app, secret));
    assert_eq!(ana.post(WITHDRAWALS, body).await.ok()["status"], "requested");
    earner.adds_up().await;
}

#[tokio::test]
async fn changed_address_delays_withdrawals_by_a_day() {
    let earner = Earner::new().await;
    let Earner { app, ana, method, .. } = &earner;
    let body = json!({
        "email": "anna@example.org", "firstname": "Ana", "lastname": "Silva",
        "gender": "female", "password": "", "currentPassword": PASSWORD, "location": "",
        "street": "", "zip_code": "", "website": "",
    });
    ana.put(&format!("/api/users/update/{}", ana.id), body).await.ok();
    earner.withdraw(10.0).await.ok();
    app.settle().await;
    let body = json!({ "code": app.code_for("anna@example.org") });
    ana.post("/api/auth/verify/new-email", body).await.ok();
    earner.withdraw(10.0).await.refused(409, "payouts.sign_in_changed");

    let login = json!({ "email": "anna@example.org", "password": PASSWORD });
    app.advance(std::time::Duration::from_hours(24));
    let tokens = app.anonymous().post("/api/auth/login", login).await.ok();
    let ana = ana.with_token(tokens["accessToken"].as_str().unwrap());
    ana.post(WITHDRAWALS, request(10.0, method)).await.ok();
    earner.adds_up().await;
}

#[tokio::test]
async fn suspended_member_can_neither_withdraw_nor_cancel() {
    let earner = Earner::new().await;
    let Earner { app, ana, iris, .. } = &earner;
    let withdrawal = earner.withdraw(10.0).await.ok();
    let [actor, user] = [&iris.id, &ana.id].map(|id| UserId(id.clone()));
    app.accounts().suspend(&actor, &user, "Under review").await.unwrap();
    assert_eq!(earner.withdraw(10.0).await.status, 401);
    let cancel = format!("{WITHDRAWALS}/{}/cancel", withdrawal["id"].as_str().unwrap());
    assert_eq!(ana.put_empty(&cancel).await.status, 401);
    // Nobody pays a member who is suspended; an admin may give the money back.
    let pay = json!({ "reference": "SY-1" });
    let paid = iris.put(&admin_path(&withdrawal, "/pay"), pay.clone()).await;
    paid.refused(409, "payouts.member_suspended");
    app.accounts().reinstate(&actor, &user).await.unwrap();
    iris.put(&admin_path(&withdrawal, "/pay"), pay).await.ok();
    earner.adds_up().await;
}

#[tokio::test]
async fn block_by_another_member_does_not_affect_withdrawals() {
    let earner = Earner::new().await;
    let Earner { app, ana, iris, .. } = &earner;
    let bo = app.member("bo").await;
    bo.post(&format!("/api/users/block/{}", ana.id), json!({})).await.ok();
    // Not even between the member and the admin who pays.
    ana.post(&format!("/api/users/block/{}", iris.id), json!({})).await.ok();
    let withdrawal = earner.withdraw(10.0).await.ok();
    assert_eq!(iris.get("/api/admin/withdrawals").await.ok()[0]["name"], "Ana Example");
    let pay = json!({ "reference": "SY-1" });
    iris.put(&admin_path(&withdrawal, "/pay"), pay).await.ok();
    earner.adds_up().await;
}

#[tokio::test]
async fn two_devices_stay_below_the_daily_limit_together() {
    let earner = Earner::with("[payouts]\nwithdraw_a_day = 50").await;
    let Earner { app, ana, method, .. } = &earner;
    let phone = app.log_in(ana).await;
    let (one, two) = tokio::join!(
        ana.post(WITHDRAWALS, request(30.0, method)),
        phone.post(WITHDRAWALS, request(30.0, method)),
    );
    let refused = if one.status == 200 { &two } else { &one };
    assert!((one.status == 200) != (two.status == 200), "{} {}", one.status, two.status);
    refused.refused(409, "payouts.over_daily");
    assert_eq!(ana.get(WITHDRAWALS).await.ok().as_array().unwrap().len(), 1);
    assert_eq!(store::withdrawn_today(app, &ana.id).await, 3000);
    earner.adds_up().await;
}
