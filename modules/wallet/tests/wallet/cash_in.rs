use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, TestApp};

const PATH: &str = "/api/admin/wallet/cash-in";

async fn record(by: &Member, user: &str, amount: impl Into<Value>, note: &str) -> Answer {
    let amount: Value = amount.into();
    by.post(PATH, json!({ "user_id": user, "amount": amount, "note": note })).await
}

async fn cash(member: &Member) -> Value {
    member.get("/api/wallet/balance").await.ok()["balance"].clone()
}

#[tokio::test]
async fn an_admin_records_cash_also_where_no_cards_are_taken() {
    let app = TestApp::start_live().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    app.advance(std::time::Duration::from_secs(1));
    let recorded = record(&iris, &ana.id, 20.5, "Receipt 14").await.ok();
    assert_eq!(recorded["user_id"], json!(ana.id));
    assert_eq!((&recorded["amount"], &recorded["note"]), (&json!(20.5), &json!("Receipt 14")));
    assert_eq!(recorded["created_at"], "2026-03-02T10:00:01.000Z");
    assert_eq!(cash(&ana).await, 20.5);
    let entries = ana.get("/api/wallet/transactions").await.ok();
    assert_eq!(entries[0]["description"], "Cash paid in");
    let audit = iris.get("/api/admin/audit").await.ok();
    assert_eq!(audit[0]["action"], "wallet.cash_in");
    assert_eq!(audit[0]["subject"], json!(format!("user:{}", ana.id)));
    assert_eq!(audit[0]["actor_id"], json!(iris.id));
    assert_eq!(audit[0]["detail"], "20.50 GBP: Receipt 14");
}

#[tokio::test]
async fn only_admins_record_cash_and_only_for_members() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    record(&ana, &ana.id, 20, "For me").await.refused(403, "auth.forbidden");
    record(&iris, "nobody", 20, "Receipt").await.refused(404, "wallet.member_not_found");
    record(&iris, &ana.id, 0, "Receipt").await.invalid("amount");
    record(&iris, &ana.id, 10_000.01, "Receipt").await.invalid("amount");
    record(&iris, &ana.id, 5, " ").await.invalid("note");
    record(&iris, &ana.id, 5, &"x".repeat(201)).await.invalid("note");
    record(&iris, &ana.id, -5, "Receipt").await.invalid("amount");
    record(&iris, &ana.id, 0.001, "Receipt").await.invalid("amount");
    assert_eq!(cash(&ana).await, 0.0);
}

#[tokio::test]
async fn a_repeated_request_records_once() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let keyed = iris.with_header("Idempotency-Key", "one");
    let first = record(&keyed, &ana.id, 5, "Receipt").await.ok();
    app.advance(std::time::Duration::from_secs(5));
    assert_eq!(record(&keyed, &ana.id, 5, "Receipt").await.ok(), first);
    let other = record(&keyed, &ana.id, 5, "Another receipt").await;
    other.refused(409, "request.idempotency_conflict");
    assert_eq!(cash(&ana).await, 5.0);
}

#[tokio::test]
async fn where_there_is_no_cash_none_is_recorded() {
    for (mode, code) in [("tokens", "wallet.cash_off"), ("gift", "wallet.gift_mode")] {
        let app = TestApp::with(&format!("[site]\nmode = \"{mode}\""), false).await;
        let iris = app.admin("iris").await;
        record(&iris, &iris.id, 5, "Receipt").await.refused(409, code);
    }
}
