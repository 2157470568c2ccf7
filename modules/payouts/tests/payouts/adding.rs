//! Adding, listing and deleting bank accounts.

use serde_json::{Value, json};
use sparkyard_kernel::{UserId, ports::Payouts};
use sparkyard_testkit::{Answer, Member};

use crate::{TestApp, store};

const METHODS: &str = "/api/settings/payment/withdrawalmethods";
const METHOD: &str = "/api/settings/payment/withdrawalmethod";

fn account(changes: &[(&str, &str)]) -> Value {
    let mut body = json!({
        "bank_name": "Calder Bank", "account_name": "Ana Silva",
        "sort_code": "12-34-56", "account_number": "9876 5432",
    });
    for (field, value) in changes {
        body[*field] = json!(value);
    }
    body
}

async fn add(member: &Member) -> Answer {
    member.post(METHOD, account(&[])).await
}

fn path(method: &Value) -> String {
    format!("{METHOD}/{}", method["id"].as_str().unwrap())
}

async fn is_linked(member: &Member) -> (bool, bool) {
    let profile = member.get(&format!("/api/users/profile/{}", member.id)).await.ok();
    let is = |value: &Value| value.as_bool().unwrap();
    (is(&profile["linked_account"]), is(&profile["checklist"]["linked_account"]))
}

#[tokio::test]
async fn accounts_are_shown_masked_and_stored_encrypted() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let method = add(&ana).await.ok();
    assert_eq!(
        method,
        json!({
            "id": method["id"], "bank_name": "Calder Bank", "account_name": "Ana Silva",
            "sort_code": "**-**-56", "account_number": "****5432",
            "created_at": "2026-03-02T10:00:00.000Z",
        })
    );
    app.clock.advance(std::time::Duration::from_secs(1));
    let second = ana.post(METHOD, account(&[("bank_name", "Ünïon <b>")])).await.ok();
    assert_eq!(ana.get(METHODS).await.ok(), json!([second, method]));
    let stored = store::stored(&app).await;
    assert!(stored.contains("Calder Bank"), "{stored}");
    for secret in ["123456", "98765432", "12-34-56", "9876 5432"] {
        assert!(!stored.contains(secret), "{secret} in {stored}");
    }
    assert_eq!(bo.get(METHODS).await.ok(), json!([]));
    app.anonymous().get(METHODS).await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn wrong_fields_are_named() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let long = "x".repeat(71);
    for (field, wrong) in [
        ("bank_name", " "),
        ("bank_name", &*long),
        ("account_name", ""),
        ("account_name", "Ana\nSilva"),
        ("sort_code", "12-34-5"),
        ("sort_code", "<script>"),
        ("sort_code", "١٢٣٤٥٦"),
        ("account_number", "1234567"),
        ("account_number", "123456789"),
        ("account_number", "1234567O"),
    ] {
        ana.post(METHOD, account(&[(field, wrong)])).await.invalid(field);
    }
    let all = ana.post(METHOD, account(&[("sort_code", ""), ("account_number", "")])).await;
    let fields = &all.invalid("sort_code").body["fields"];
    assert_eq!(fields.as_object().unwrap().len(), 2, "{fields}");
    assert_eq!(ana.get(METHODS).await.ok(), json!([]));
}

#[tokio::test]
async fn member_is_notified_of_every_addition() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    add(&ana).await.ok();
    app.settle().await;
    let mail = app.mail_to("ana@example.org");
    assert_eq!(mail.subject, "A bank account was added");
    assert!(mail.text.contains("Calder Bank, account number ****5432"), "{}", mail.text);
    assert!(!mail.text.contains("98765432"), "{}", mail.text);
}

#[tokio::test]
async fn five_accounts_are_kept_even_if_added_at_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for _ in 0..3 {
        add(&ana).await.ok();
    }
    let (one, two, three) = tokio::join!(add(&ana), add(&ana), add(&ana));
    let statuses = [one, two, three].map(|response| response.status);
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 2, "{statuses:?}");
    add(&ana).await.refused(409, "payouts.too_many");
    let methods = ana.get(METHODS).await.ok();
    assert_eq!(methods.as_array().unwrap().len(), 5);
    ana.delete(&path(&methods[0])).await.ok();
    add(&ana).await.ok();
}

#[tokio::test]
async fn only_their_owner_can_delete_accounts() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let method = add(&ana).await.ok();
    assert_eq!((is_linked(&ana).await, is_linked(&bo).await), ((true, true), (false, false)));
    bo.delete(&path(&method)).await.refused(404, "payouts.not_found");
    app.anonymous().delete(&path(&method)).await.refused(401, "auth.unauthorised");
    let path = path(&method);
    let (first, second) = tokio::join!(ana.delete(&path), ana.delete(&path));
    let gone = if first.status == 200 { second } else { first };
    gone.refused(404, "payouts.not_found");
    assert_eq!(ana.get(METHODS).await.ok(), json!([]));
    assert_eq!(is_linked(&ana).await, (false, false));
}

#[tokio::test]
async fn additions_of_a_day_are_limited() {
    let app = TestApp::with("[limits]\nenabled = true", false).await;
    let ana = app.member("ana").await;
    for _ in 0..10 {
        let method = add(&ana).await.ok();
        ana.delete(&path(&method)).await.ok();
    }
    add(&ana).await.refused(429, "payouts.added_today");
}

#[tokio::test]
async fn communities_without_pounds_take_no_new_accounts() {
    for (mode, code) in [("tokens", "payouts.cash_off"), ("gift", "payouts.gift_mode")] {
        let app = TestApp::with(&format!("[site]\nmode = \"{mode}\""), false).await;
        let ana = app.member("ana").await;
        add(&ana).await.refused(409, code);
        assert_eq!(ana.get(METHODS).await.ok(), json!([]));
        ana.delete(&format!("{METHOD}/x")).await.refused(404, "payouts.not_found");
    }
}

#[tokio::test]
async fn account_that_cannot_be_decrypted_does_not_stop_the_file_of_sellers() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    add(&ana).await.ok();
    let payouts = app.host.ports.require::<dyn Payouts>("test").unwrap();
    let number = async || {
        let account = payouts.bank_account(&UserId(ana.id.clone())).await.unwrap().unwrap();
        (account.holder, account.number)
    };
    assert_eq!(number().await, ("Ana Silva".to_owned(), "12-34-56 98765432".to_owned()));
    store::damage(&app).await;
    assert_eq!(number().await, ("Ana Silva".to_owned(), "cannot be read".to_owned()));
}
