//! Filters, periods and downloads of a member's statement, and money that is set aside.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::Module as _;
use sparkyard_testkit::Member;
use sparkyard_wallet::Wallet;

use crate::{
    TestApp,
    funding::top_up,
    ledger_fixture::{LIFETIME, LedgerFixture, cash, tokens},
    store,
};

const DAY: Duration = Duration::from_hours(24);

async fn hold(member: &Member, amount: f64, method: &str) {
    let body = json!({ "amount": amount, "currency": "gbp", "paymentMethod": method });
    member.post("/api/users/stripe/payment/intent", body).await.ok();
}

/// Returns the amounts of a filtered list, newest first, read two at a time.
async fn amounts(member: &Member, query: &str) -> Vec<f64> {
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = member.get(&format!("/api/wallet/transactions?limit=2&{query}{cursor}")).await;
        let rows = page.ok();
        seen.extend(rows.as_array().unwrap().iter().map(|row| row["amount"].as_f64().unwrap()));
        match page.next_cursor() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return seen,
        }
    }
}

/// Creates a member with movements of all kinds on two days, 2 and 3 March.
pub(crate) async fn spender(app: &TestApp) -> Member {
    let ana = app.member("ana").await;
    app.advance(Duration::from_secs(1));
    top_up(&ana, 20.0).await;
    app.advance(Duration::from_secs(1));
    hold(&ana, 4.5, "wallet").await;
    app.advance(DAY);
    let ana = app.log_in(&ana).await;
    // Returns the hold.
    ana.get("/api/wallet/balance").await.ok();
    app.advance(Duration::from_secs(1));
    hold(&ana, 3.0, "spark_token").await;
    app.advance(Duration::from_secs(1));
    top_up(&ana, 5.0).await;
    ana
}

#[tokio::test]
async fn statement_is_filtered_by_unit_kind_and_day() {
    let app = TestApp::start().await;
    let ana = spender(&app).await;
    for (query, expected) in [
        ("", &[5.0, -3.0, 4.5, -4.5, 20.0, 10.0][..]),
        ("unit=gbp", &[5.0, 4.5, -4.5, 20.0]),
        ("unit=spark", &[-3.0, 10.0]),
        ("kind=in", &[5.0, 4.5, 20.0, 10.0]),
        ("kind=out", &[-3.0, -4.5]),
        ("kind=out&unit=spark", &[-3.0]),
        ("kind=in&unit=gbp", &[5.0, 4.5, 20.0]),
        ("kind=top_ups", &[5.0, 20.0]),
        ("kind=bookings", &[-3.0, 4.5, -4.5]),
        ("kind=bookings&unit=gbp", &[4.5, -4.5]),
        ("kind=gifts", &[10.0]),
        ("kind=gifts&unit=gbp", &[]),
        ("kind=other", &[]),
        ("from=2026-03-03", &[5.0, -3.0, 4.5]),
        ("to=2026-03-02", &[-4.5, 20.0, 10.0]),
        ("from=2026-03-03&to=2026-03-03&kind=top_ups&unit=gbp", &[5.0]),
        ("from=2026-03-04", &[]),
        ("to=2026-03-01", &[]),
        ("from=0001-01-01&to=9999-12-31", &[5.0, -3.0, 4.5, -4.5, 20.0, 10.0]),
    ] {
        assert_eq!(amounts(&ana, query).await, expected, "{query}");
    }
    assert_eq!(amounts(&app.member("bo").await, "").await, [10.0]);
}

#[tokio::test]
async fn entries_show_the_balance_after_them() {
    let app = TestApp::start().await;
    let ana = spender(&app).await;
    let rows = ana.get("/api/wallet/transactions").await.ok();
    let balances: Vec<Value> =
        rows.as_array().unwrap().iter().map(|row| row["balance_after"].clone()).collect();
    assert_eq!(json!(balances), json!([25.0, 7.0, 20.0, 15.5, 20.0, 10.0]));
}

#[tokio::test]
async fn bad_filters_are_refused() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for (query, field) in [
        ("from=2026-03-02&to=2026-03-01", "to"),
        ("from=2026-13-01", "from"),
        ("to=yesterday", "to"),
        ("from=", "from"),
    ] {
        ana.get(&format!("/api/wallet/transactions?{query}")).await.invalid(field);
    }
    for query in ["unit=eur", "kind=refunds"] {
        let response = ana.get(&format!("/api/wallet/transactions?{query}")).await;
        assert_eq!(response.status, 400, "{query}: {response:?}");
    }
}

#[tokio::test]
async fn statement_is_downloaded_as_a_table() {
    let app = TestApp::start().await;
    let ana = spender(&app).await;
    let path = "/api/wallet/statement.csv?from=2026-03-01&to=2026-03-31";
    let response = ana.get(path).await;
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(response.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(response.header("cache-control"), Some("private, no-store"));
    let name = "attachment; filename=\"statement-2026-03-01-to-2026-03-31.csv\"";
    assert_eq!(response.header("content-disposition"), Some(name));
    let text = String::from_utf8(response.bytes.clone()).unwrap();
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 7, "{text}");
    assert_eq!(lines[0], "\u{feff}Date,Time,Description,Booking,Unit,In,Out,Balance");
    assert_eq!(lines[1], "2026-03-02,10:00,\"Welcome gift\",,sparks,10.00,,10.00");
    assert_eq!(lines[3], "2026-03-02,10:00,\"Set aside for a booking\",,GBP,,4.50,15.50");
    assert_eq!(lines[6], "2026-03-03,10:00,\"Wallet top-up\",,GBP,5.00,,25.00");
    let narrow = ana.get(&format!("{path}&unit=spark&kind=out")).await;
    assert_eq!(String::from_utf8(narrow.bytes.clone()).unwrap().lines().count(), 2);
    for (query, field) in [
        ("from=1926-01-01&to=2026-01-01", "to"),
        ("from=2026-03-02&to=2026-03-01", "to"),
        ("from=x&to=2026-03-01", "from"),
    ] {
        ana.get(&format!("/api/wallet/statement.csv?{query}")).await.invalid(field);
    }
    assert_eq!(ana.get("/api/wallet/statement.csv?from=2026-03-01").await.status, 400);
    app.anonymous().get(path).await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn download_has_at_most_ten_thousand_entries() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let at = "2026-03-01T12:00:00Z".parse().unwrap();
    let path = "/api/wallet/statement.csv?from=2026-01-01&to=2026-03-01";
    store::repeat_entries(&app.host.cx.db, &ana.id, at, 10_000).await;
    let whole = ana.get(path).await;
    assert_eq!(String::from_utf8(whole.bytes.clone()).unwrap().lines().count(), 10_001);
    // The welcome gift of 2 March is one too many.
    ana.get(&path.replace("03-01", "03-02")).await.invalid("to");
}

#[tokio::test]
async fn balance_includes_held_and_escrowed_amounts() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    top_up(&ana, 20.0).await;
    hold(&ana, 4.5, "wallet").await;
    hold(&ana, 1.5, "wallet").await;
    hold(&ana, 3.0, "spark_token").await;
    let balance = ana.get("/api/wallet/balance").await.ok();
    assert_eq!(balance["balance"], 14.0);
    assert_eq!(balance["held"], json!({ "gbp": 6.0, "spark": 3.0 }));
    assert_eq!(balance["in_escrow"], json!({ "gbp": 0.0, "spark": 0.0 }));
    app.advance(LIFETIME);
    let ana = app.log_in(&ana).await;
    let balance = ana.get("/api/wallet/balance").await.ok();
    assert_eq!(balance["balance"], 20.0);
    assert_eq!(balance["held"], json!({ "gbp": 0.0, "spark": 0.0 }));
}

#[tokio::test]
async fn intent_is_open_until_its_escrow_is_empty() {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", cash(3000)).await;
    fixture.give("ana", tokens(1000)).await;
    let open = async |status: &str, open: bool| {
        assert_eq!(store::open_intents(&fixture.db, "ana").await, [(status.to_owned(), open)]);
    };
    let intent = fixture.hold("ana", cash(900)).await.unwrap();
    open("held", true).await;
    fixture.escrow(&intent, "ana", 7, cash(900)).await.unwrap();
    open("used", true).await;
    fixture.settle(7, cash(900), (400, 500)).await.unwrap();
    open("used", false).await;
    // Settling again changes nothing.
    fixture.settle(7, cash(900), (400, 500)).await.unwrap();
    open("used", false).await;
    fixture.clock.advance(Duration::from_secs(1));
    let unused = fixture.hold("ana", tokens(100)).await.unwrap();
    fixture.expire(&unused, fixture.clock_in(LIFETIME)).await;
    let both = [("used".to_owned(), false), ("expired".to_owned(), false)];
    assert_eq!(store::open_intents(&fixture.db, "ana").await, both);
    fixture.adds_up().await;
}

#[tokio::test]
async fn upgrade_sorts_earlier_entries_and_finds_open_intents() {
    let own = Wallet::MIGRATIONS.iter().position(|step| step.name.ends_with("_statement"));
    let fixture = LedgerFixture::of_version(own.unwrap()).await;
    fixture.give("ana", cash(3000)).await;
    for (booking, settled) in [(7, true), (8, false)] {
        fixture.clock.advance(Duration::from_secs(1));
        let intent = fixture.hold("ana", cash(900)).await.unwrap();
        fixture.escrow(&intent, "ana", booking, cash(900)).await.unwrap();
        if settled {
            fixture.settle(booking, cash(900), (900, 0)).await.unwrap();
        }
    }
    fixture.clock.advance(Duration::from_secs(1));
    fixture.hold("ana", cash(100)).await.unwrap();
    fixture.upgrade_to(Wallet::MIGRATIONS.len()).await;
    let open = store::open_intents(&fixture.db, "ana").await;
    let expected = [("used", false), ("used", true), ("held", true)];
    assert_eq!(open, expected.map(|(status, open)| (status.to_owned(), open)));
    let listed = store::listed(&fixture.db, "ana").await;
    let listed: Vec<_> =
        listed.iter().map(|row| (row.reason.as_str(), row.incoming, row.kind.as_str())).collect();
    let expected = [
        ("cash_in", true, "top_up"),
        ("hold", false, "booking"),
        ("refund", true, "booking"),
        ("hold", false, "booking"),
        ("hold", false, "booking"),
    ];
    assert_eq!(listed, expected);
    fixture.adds_up().await;
    for rewrite in store::REWRITES {
        let outcome = store::run(&fixture.db, rewrite).await;
        assert!(outcome.is_err(), "{rewrite}");
    }
}
