use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{TestApp, funding::top_up};

async fn lines(member: &Member) -> Vec<(Value, Value, Value)> {
    let entries = member.get("/api/wallet/transactions").await.ok();
    let line = |entry: &Value| {
        (entry["unit"].clone(), entry["amount"].clone(), entry["description"].clone())
    };
    entries.as_array().unwrap().iter().map(line).collect()
}

async fn hold(member: &Member, amount: f64, method: &str) {
    let body = json!({ "amount": amount, "currency": "gbp", "paymentMethod": method });
    member.post("/api/users/stripe/payment/intent", body).await.ok();
}

#[tokio::test]
async fn history_is_listed_newest_first() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    top_up(&ana, 20.0).await;
    app.advance(std::time::Duration::from_secs(1));
    hold(&ana, 4.5, "wallet").await;
    let line = |unit: &str, amount: f64, text: &str| (json!(unit), json!(amount), json!(text));
    let expected = [
        line("gbp", -4.5, "Set aside for a booking"),
        line("gbp", 20.0, "Wallet top-up"),
        line("spark", 10.0, "Welcome gift"),
    ];
    assert_eq!(lines(&ana).await[..1], expected[..1]);
    let mut all = lines(&ana).await;
    all.sort_by_key(|line| line.1.as_f64().unwrap().to_bits());
    let mut wanted = expected.to_vec();
    wanted.sort_by_key(|line| line.1.as_f64().unwrap().to_bits());
    assert_eq!(all, wanted);
    assert_eq!(lines(&bo).await, [line("spark", 10.0, "Welcome gift")]);
}

#[tokio::test]
async fn pagination_works_within_one_millisecond() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for _ in 0..9 {
        hold(&ana, 1.0, "spark_token").await;
    }
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = ana.get(&format!("/api/wallet/transactions?limit=4{cursor}")).await;
        seen.extend(page.ok().as_array().unwrap().iter().map(|entry| entry["id"].to_string()));
        match page.next_cursor() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    let whole = ana.get("/api/wallet/transactions?limit=100").await.ok();
    let whole: Vec<_> = whole.as_array().unwrap().iter().map(|e| e["id"].to_string()).collect();
    assert_eq!((seen.len(), &seen), (10, &whole));
}

#[tokio::test]
async fn invalid_limits_and_cursors_are_rejected() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    ana.get("/api/wallet/transactions?limit=0").await.invalid("limit");
    ana.get("/api/wallet/transactions?limit=101").await.invalid("limit");
    ana.get("/api/wallet/transactions?cursor=%25").await.invalid("cursor");
    ana.get("/api/wallet/transactions?cursor=YWJj").await.invalid("cursor");
}
