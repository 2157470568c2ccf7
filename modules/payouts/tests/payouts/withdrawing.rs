//! Withdrawing, and what admins do about it.

use std::{io::Cursor, time::Duration};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};
use sparkyard_wallet::ledger_check;

use crate::{TestApp, store};

pub(crate) const WITHDRAWALS: &str = "/api/withdrawals";
pub(crate) const QUEUE: &str = "/api/admin/withdrawals";
const DAY: Duration = Duration::from_hours(24);

/// A verified member who has earned 80 pounds and topped up 20, with a bank account.
pub(crate) struct Earner {
    pub(crate) app: TestApp,
    pub(crate) ana: Member,
    pub(crate) iris: Member,
    pub(crate) method: Value,
}

pub(crate) async fn document(member: &Member, admin: &Member, path: &str, shade: u8) {
    let image = RgbImage::from_pixel(24, 16, Rgb([shade, 99, 200]));
    let mut content = Cursor::new(Vec::new());
    DynamicImage::from(image).write_to(&mut content, ImageFormat::Png).unwrap();
    let (fields, content) = ([("type", "international-passport")], content.into_inner());
    let fields = if path == "identity" { &fields[..] } else { &[] };
    let upload = format!("/api/settings/kyc/upload/{path}");
    let sent = member.post_form(&upload, fields, &[("file", "paper.png", &content)]).await.ok();
    let id = sent["id"].as_str().unwrap();
    admin.put(&format!("/api/admin/kyc/{id}/approve"), json!({})).await.ok();
}

impl Earner {
    pub(crate) async fn new() -> Self {
        Self::with("").await
    }

    pub(crate) async fn with(settings: &str) -> Self {
        Self::on(TestApp::with(settings, true).await).await
    }

    /// Returns a member of a real community.
    pub(crate) async fn live(settings: &str) -> Self {
        Self::on(TestApp::with(settings, false).await).await
    }

    async fn on(app: TestApp) -> Self {
        let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
        document(&ana, &iris, "identity", 1).await;
        document(&ana, &iris, "utility", 2).await;
        let method = add(&ana).await;
        store::earn(&app, &ana.id, 8000, "release").await;
        store::earn(&app, &ana.id, 2000, "cash_in").await;
        app.settle().await;
        app.advance(DAY);
        let ana = app.log_in(&ana).await;
        let iris = app.log_in(&iris).await;
        Self { app, ana, iris, method }
    }

    /// Moves the clock, and signs in again.
    pub(crate) async fn wait(&mut self, time: Duration) {
        self.app.advance(time);
        self.ana = self.app.log_in(&self.ana).await;
        self.iris = self.app.log_in(&self.iris).await;
    }

    pub(crate) async fn withdraw(&self, amount: f64) -> Answer {
        self.ana.post(WITHDRAWALS, request(amount, &self.method)).await
    }

    /// Returns balance and withdrawable part.
    pub(crate) async fn balance(&self) -> (String, String) {
        let wallet = self.ana.get("/api/wallet/balance").await.ok();
        (wallet["balance"].to_string(), wallet["withdrawable"].to_string())
    }

    pub(crate) async fn adds_up(&self) {
        let report = ledger_check(&self.app.db).await.unwrap();
        assert!(report.differences.is_empty(), "{:#?}", report.differences);
    }
}

async fn add(member: &Member) -> Value {
    let body = json!({
        "bank_name": "Calder Bank", "account_name": "Ana Silva",
        "sort_code": "12-34-56", "account_number": "98765432",
    });
    member.post("/api/settings/payment/withdrawalmethod", body).await.ok()
}

pub(crate) fn request(amount: f64, method: &Value) -> Value {
    json!({
        "amount": amount, "withdrawal_method_id": method["id"],
        "currentPassword": sparkyard_testkit::PASSWORD,
    })
}

pub(crate) fn path(withdrawal: &Value, action: &str) -> String {
    format!("{WITHDRAWALS}/{}/{action}", withdrawal["id"].as_str().unwrap())
}

pub(crate) fn admin_path(withdrawal: &Value, action: &str) -> String {
    format!("{QUEUE}/{}{action}", withdrawal["id"].as_str().unwrap())
}

#[tokio::test]
async fn withdrawal_is_paid_by_one_admin() {
    let earner = Earner::new().await;
    let Earner { app, ana, iris, .. } = &earner;
    let withdrawal = earner.withdraw(30.5).await.ok();
    assert_eq!(withdrawal["status"], "requested");
    assert_eq!(withdrawal["account_number"], "****5432");
    app.settle().await;
    assert_eq!(app.mail_to(&ana.email).subject, "You asked to withdraw £30.50");
    let method = earner.method["id"].as_str().unwrap();
    let delete = format!("/api/settings/payment/withdrawalmethod/{method}");
    ana.delete(&delete).await.refused(409, "payouts.method_in_use");

    let queue = iris.get(QUEUE).await.ok();
    assert_eq!(queue[0]["name"], "Ana Example");
    assert!(!queue.to_string().contains("98765432"), "{queue}");
    let details = iris.get(&admin_path(&withdrawal, "")).await.ok();
    let expected = json!({
        "account_name": "Ana Silva", "sort_code": "12-34-56", "account_number": "98765432",
    });
    assert_eq!(details["account"], expected);
    assert!(store::audited(app).await.contains(&"payouts.account_read".to_owned()));

    iris.put(&admin_path(&withdrawal, "/pay"), json!({ "reference": " " }))
        .await
        .invalid("reference");
    let (pay, refuse) = (admin_path(&withdrawal, "/pay"), admin_path(&withdrawal, "/refuse"));
    let (paid, refused) = tokio::join!(
        iris.put(&pay, json!({ "reference": "SY-1" })),
        iris.put(&refuse, json!({ "reason": "No such account" })),
    );
    assert!((paid.status == 200) != (refused.status == 200), "one wins");
    let lost = if paid.status == 200 { &refused } else { &paid };
    lost.refused(409, "payouts.closed");
    earner.adds_up().await;
    ana.put_empty(&path(&withdrawal, "cancel")).await.refused(409, "payouts.closed");
    assert_eq!(iris.get(&admin_path(&withdrawal, "")).await.ok()["account"], Value::Null);
    app.settle().await;
    let own = ana.get(WITHDRAWALS).await.ok();
    let subject = match own[0]["status"].as_str().unwrap() {
        "paid" => "£30.50 is on its way to your bank",
        _ => "We could not pay your withdrawal",
    };
    assert_eq!(app.mail_to(&ana.email).subject, subject);
    ana.delete(&delete).await.ok();
}

#[tokio::test]
async fn refused_and_cancelled_money_comes_back() {
    let earner = Earner::new().await;
    let before = earner.balance().await;
    let first = earner.withdraw(80.0).await.ok();
    assert_ne!(earner.balance().await, before);
    earner.withdraw(1.0).await.refused(409, "wallet.not_withdrawable");
    earner.adds_up().await;
    earner.ana.put_empty(&path(&first, "cancel")).await.ok();
    assert_eq!(earner.balance().await, before);
    earner.app.clock.advance(Duration::from_secs(1));
    let second = earner.withdraw(80.0).await.ok();
    earner.app.settle().await;
    let refuse = admin_path(&second, "/refuse");
    let reason = "The name <b>differs</b>";
    let refused = earner.iris.put(&refuse, json!({ "reason": reason })).await.ok();
    assert_eq!(refused["withdrawal"]["note"], reason);
    assert_eq!(earner.balance().await, before);
    earner.adds_up().await;
    earner.app.settle().await;
    let mail = earner.app.mail_to(&earner.ana.email);
    assert!(mail.text.contains(reason) && !mail.html.contains("<b>differs"), "{}", mail.html);
    let listed = earner.ana.get(&format!("{WITHDRAWALS}?limit=1")).await;
    assert_eq!(listed.ok()[0]["status"], "refused");
    assert!(listed.next_cursor().is_some());
}

#[tokio::test]
async fn repeated_and_concurrent_requests_take_the_money_once() {
    let earner = Earner::new().await;
    let keyed = earner.ana.with_header("Idempotency-Key", "once");
    let body = request(30.0, &earner.method);
    let first = keyed.post(WITHDRAWALS, body.clone()).await.ok();
    assert_eq!(keyed.post(WITHDRAWALS, body).await.ok()["id"], first["id"]);
    let other = keyed.post(WITHDRAWALS, request(31.0, &earner.method)).await;
    assert_eq!(other.status, 409);
    let (one, two) = tokio::join!(earner.withdraw(30.0), earner.withdraw(30.0));
    assert!((one.status == 200) != (two.status == 200), "{} {}", one.status, two.status);
    assert_eq!(earner.ana.get(WITHDRAWALS).await.ok().as_array().unwrap().len(), 2);
    earner.adds_up().await;
}

#[tokio::test]
async fn each_condition_is_checked() {
    let earner = Earner::with("[payouts]\nwithdraw_a_day = 50").await;
    let Earner { app, ana, iris, method } = &earner;
    for amount in [0.0, 0.5, -1.0, 1.005, 1e30] {
        earner.withdraw(amount).await.invalid("amount");
    }
    let mut body = request(10.0, method);
    body["currentPassword"] = json!("wrong");
    let refused = ana.post(WITHDRAWALS, body).await;
    refused.refused(422, "auth.wrong_password").invalid("currentPassword");
    let mut body = request(10.0, method);
    body.as_object_mut().unwrap().remove("currentPassword");
    ana.post(WITHDRAWALS, body).await.invalid("currentPassword");
    earner.withdraw(50.01).await.refused(409, "payouts.over_daily");
    earner.withdraw(30.0).await.ok();
    earner.withdraw(20.01).await.refused(409, "payouts.over_daily");

    let bo = app.member("bo").await;
    bo.post(WITHDRAWALS, request(10.0, method)).await.refused(403, "payouts.not_verified");
    document(&bo, iris, "identity", 3).await;
    document(&bo, iris, "utility", 4).await;
    bo.post(WITHDRAWALS, request(10.0, method)).await.refused(404, "payouts.not_found");
    let own = add(&bo).await;
    bo.post(WITHDRAWALS, request(10.0, &own)).await.refused(409, "payouts.new_method");
    assert_eq!(bo.get(WITHDRAWALS).await.ok(), json!([]));
    app.anonymous().post(WITHDRAWALS, request(1.0, method)).await.refused(401, "auth.unauthorised");
    bo.get(QUEUE).await.refused(403, "auth.forbidden");
}

#[tokio::test]
async fn changed_password_delays_withdrawals_by_a_day() {
    let earner = Earner::new().await;
    let changed = "a-much-newer-password-7";
    let body = json!({ "password": sparkyard_testkit::PASSWORD, "newPassword": changed });
    earner.ana.put("/api/users/change/password", body).await.ok();
    let mut body = request(10.0, &earner.method);
    body["currentPassword"] = json!(changed);
    let refused = earner.ana.post(WITHDRAWALS, body.clone()).await;
    refused.refused(409, "payouts.sign_in_changed");
}

#[tokio::test]
async fn others_cannot_change_a_withdrawal_and_admins_cannot_pay_their_own() {
    let earner = Earner::new().await;
    let withdrawal = earner.withdraw(10.0).await.ok();
    let bo = earner.app.member("bo").await;
    let cancel = path(&withdrawal, "cancel");
    bo.put_empty(&cancel).await.refused(404, "payouts.withdrawal_not_found");
    bo.get(&admin_path(&withdrawal, "")).await.refused(403, "auth.forbidden");
    store::make_admin(&earner.app, &earner.iris.id, &earner.ana.id).await;
    let pay = admin_path(&withdrawal, "/pay");
    let own = earner.ana.put(&pay, json!({ "reference": "SY-1" })).await;
    own.refused(403, "payouts.own_withdrawal");
}

#[tokio::test]
async fn communities_without_pounds_pay_nobody() {
    for (mode, code) in [("tokens", "payouts.cash_off"), ("gift", "payouts.gift_mode")] {
        let app = TestApp::with(&format!("[site]\nmode = \"{mode}\""), false).await;
        let ana = app.member("ana").await;
        let body = request(10.0, &json!({ "id": "x" }));
        ana.post(WITHDRAWALS, body).await.refused(409, code);
        assert_eq!(ana.get(WITHDRAWALS).await.ok(), json!([]));
    }
}
