//! Sums of the ledger for the host, and earnings by year.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{
    BookingId, IntentId, Module as _,
    ports::{EscrowSplit, Ledger},
};
use sparkyard_testkit::Member;
use sparkyard_wallet::{Wallet, ledger_check};

use crate::{
    TestApp,
    funding::top_up,
    ledger_fixture::{LedgerFixture, cash, tokens},
    store,
};

const DAY: Duration = Duration::from_hours(24);

/// Lets `client` pay `provider` for a booking from the wallet.
pub(crate) async fn pay(
    app: &TestApp,
    client: &Member,
    provider: &Member,
    booking: i64,
    pounds: f64,
) {
    let body = json!({ "amount": pounds, "currency": "gbp", "paymentMethod": "wallet" });
    let intent = client.post("/api/users/stripe/payment/intent", body).await.ok();
    let intent = IntentId(intent["payment_intent_id"].as_str().unwrap().to_owned());
    let ledger = app.host.ports.require::<dyn Ledger>("test").unwrap();
    #[expect(clippy::cast_possible_truncation, reason = "a small amount")]
    let (price, at) = (cash((pounds * 100.0).round() as i64), app.host.cx.now());
    let (ana, bo) = (client.id.as_str().into(), provider.id.as_str().into());
    let booking = BookingId(booking);
    let split = EscrowSplit { to_client: 0, to_provider: price.minor() };
    app.db
        .write("test.pay")
        .call(ledger.escrow(&intent, &ana, booking, price, at))
        .call(ledger.settle(booking, &ana, &bo, price, split, at))
        .run::<()>()
        .await
        .unwrap();
}

/// Balances by kind, in the order listed.
fn by_kind(list: &Value) -> Vec<(&str, f64)> {
    let rows = list.as_array().unwrap().iter();
    rows.map(|row| (row["kind"].as_str().unwrap(), row["balance"].as_f64().unwrap())).collect()
}

#[tokio::test]
async fn sums_are_current_before_and_after_they_are_added_up() {
    let app = TestApp::start().await;
    let (iris, ana, bo) =
        (app.admin("iris").await, app.member("ana").await, app.member("bo").await);
    top_up(&ana, 20.0).await;
    pay(&app, &ana, &bo, 7, 4.5).await;
    let hold = json!({ "amount": 3, "currency": "gbp", "paymentMethod": "wallet" });
    ana.post("/api/users/stripe/payment/intent", hold).await.ok();
    let before = iris.get("/api/admin/wallet/ledger").await.ok();
    let pounds = [("booking", 0.0), ("external:sandbox", -20.0), ("intent", 3.0), ("user", 17.0)];
    assert_eq!(by_kind(&before["pounds"]), pounds);
    assert_eq!(by_kind(&before["sparks"]), [("community", -30.0), ("user", 30.0)]);
    let months = before["supply"].as_array().unwrap();
    let march = json!({ "month": "2026-03", "issued": 30.0, "returned": 0.0, "circulating": 30.0 });
    let february =
        json!({ "month": "2026-02", "issued": 0.0, "returned": 0.0, "circulating": 0.0 });
    assert_eq!((months.len(), &months[11], &months[10]), (12, &march, &february));
    assert_eq!(before.get("check"), None);

    app.run_jobs().await;
    let after = app.log_in(&iris).await.get("/api/admin/wallet/ledger").await.ok();
    assert_eq!((&after["pounds"], &after["supply"]), (&before["pounds"], &before["supply"]));
    assert_eq!(after["check"]["differences"], json!([]));
    // Later transfers are added to the stored sums.
    top_up(&ana, 1.0).await;
    let later = iris.get("/api/admin/wallet/ledger").await.ok();
    assert_eq!(by_kind(&later["pounds"])[1], ("external:sandbox", -21.0));
    assert!(ledger_check(&app.db).await.unwrap().differences.is_empty());
}

#[tokio::test]
async fn sums_are_for_admins() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for path in ["/api/admin/wallet/ledger", "/api/admin/wallet/sellers.csv?year=2026"] {
        ana.get(path).await.refused(403, "auth.forbidden");
        app.anonymous().get(path).await.refused(401, "auth.unauthorised");
    }
    app.anonymous().get("/api/wallet/earnings?year=2026").await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn figures_wait_for_the_job_after_many_transfers() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    store::fill(&app.db, app.host.cx.now(), 2100, 40, 0).await;
    let path = "/api/admin/wallet/ledger";
    iris.get(path).await.refused(503, "wallet.sums_behind");
    app.run_jobs().await;
    assert_eq!(store::unsummed(&app.db).await, 0);
    let sums = app.log_in(&iris).await.get(path).await.ok();
    assert_eq!(by_kind(&sums["pounds"]), [("external:cash", -2100.0), ("user", 2100.0)]);
}

#[tokio::test]
async fn two_processes_add_each_transfer_once() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    top_up(&ana, 20.0).await;
    let other = app.host_with("");
    let (one, two) = tokio::join!(app.host.run_jobs(), other.run_jobs());
    one.unwrap();
    two.unwrap();
    let sums = iris.get("/api/admin/wallet/ledger").await.ok();
    assert_eq!(by_kind(&sums["pounds"]), [("external:sandbox", -20.0), ("user", 20.0)]);
    assert!(ledger_check(&app.db).await.unwrap().differences.is_empty());
}

#[tokio::test]
async fn check_finds_a_wrong_sum() {
    let app = TestApp::start().await;
    top_up(&app.member("ana").await, 20.0).await;
    app.run_jobs().await;
    store::run(&app.db, store::MORE_IN_SUM).await.unwrap();
    let found = ledger_check(&app.db).await.unwrap().differences;
    assert_eq!(found, ["the sum total/gbp/user shows 20.01, the transfers give 20.00"]);
}

#[tokio::test]
async fn transfers_from_before_are_summed() {
    let own = Wallet::MIGRATIONS.iter().position(|step| step.name.ends_with("_sums"));
    let fixture = LedgerFixture::of_version(own.unwrap()).await;
    fixture.give("ana", cash(5000)).await;
    fixture.give("bo", tokens(1000)).await;
    fixture.upgrade_to(Wallet::MIGRATIONS.len()).await;
    assert_eq!(store::unsummed(&fixture.db).await, 2);
    fixture.adds_up().await;
}

#[tokio::test]
async fn earnings_are_counted_by_quarter() {
    let app = TestApp::start().await;
    let (iris, ana, bo) =
        (app.admin("iris").await, app.member("ana").await, app.member("bo").await);
    top_up(&ana, 100.0).await;
    pay(&app, &ana, &bo, 7, 4.5).await;
    pay(&app, &ana, &bo, 8, 10.0).await;
    app.advance(60 * DAY);
    let (ana, bo) = (app.log_in(&ana).await, app.log_in(&bo).await);
    pay(&app, &ana, &bo, 9, 20.0).await;
    let own = bo.get("/api/wallet/earnings?year=2026").await.ok();
    assert_eq!((&own["year"], &own["transactions"]), (&json!(2026), &json!(3)));
    assert_eq!((&own["paid"], &own["fees"]), (&json!(34.5), &json!(0.0)));
    let first = json!({
        "from": "2026-01-01", "to": "2026-03-31", "transactions": 2, "paid": 14.5, "fees": 0.0,
    });
    assert_eq!(own["quarters"][0], first);
    assert_eq!(own["quarters"][1]["paid"], json!(20.0));
    assert_eq!(ana.get("/api/wallet/earnings?year=2026").await.ok()["transactions"], 0);
    assert_eq!(bo.get("/api/wallet/earnings?year=2025").await.ok()["transactions"], 0);
    for year in ["2023", "2027"] {
        bo.get(&format!("/api/wallet/earnings?year={year}")).await.invalid("year");
    }

    let iris = app.log_in(&iris).await;
    let file = iris.get("/api/admin/wallet/sellers.csv?year=2026").await;
    assert_eq!(file.status, 200);
    let text = String::from_utf8(file.bytes.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "ana has earned nothing: {text}");
    assert!(lines[0].starts_with("\u{feff}Member,Name,Address,Date of birth"), "{text}");
    let expected = format!(
        "\"{}\",\"Bo Example\",\"\",\"\",\"\",\"\",\"\",2,14.50,0.00,1,20.00,0.00,0,0.00,0.00,\
         0,0.00,0.00,3,34.50,0.00",
        bo.id
    );
    assert_eq!(lines[1], expected);
    assert_eq!(
        store::exports(&app.db).await,
        [("sellers:2026".to_owned(), "1 members".to_owned())]
    );
    iris.get("/api/admin/wallet/sellers.csv?year=1999").await.invalid("year");
}

#[tokio::test]
async fn seller_file_escapes_formulas_in_names() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let name = json!({ "firstname": "=Cmd", "lastname": "<b>,\u{5d0}", "location": "Leeds" });
    let bo = app.member_with("bo", name).await;
    top_up(&ana, 100.0).await;
    pay(&app, &ana, &bo, 7, 4.5).await;
    let file = iris.get("/api/admin/wallet/sellers.csv?year=2026").await;
    let file = String::from_utf8(file.bytes.clone()).unwrap();
    assert!(file.contains("\"'=Cmd <b>,\u{5d0}\",\"Leeds\","), "{file}");
}
