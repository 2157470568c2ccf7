//! People and data in the sample requests.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::TestApp;

/// Vera, who owns data; Paul, whom she booked; Sid, a stranger to both.
pub(crate) struct World {
    pub(crate) app: TestApp,
    pub(crate) vera: Member,
    pub(crate) paul: Member,
    pub(crate) sid: Member,
    pub(crate) skill: String,
    pub(crate) booking: Value,
    pub(crate) intent: String,
    pub(crate) client_secret: String,
    pub(crate) top_up: String,
    /// A payment by card for a booking.
    pub(crate) card_payment: String,
    pub(crate) notice: String,
    /// Id of a session of Vera's.
    pub(crate) session: String,
    /// Id of an identity document of Vera's.
    pub(crate) document_id: String,
    /// Bank account of Vera.
    pub(crate) bank_account: String,
    /// Id of a simulated card of Vera's.
    pub(crate) card: String,
    /// Id of a message from Vera to Paul.
    pub(crate) message: String,
    /// Id of an exchange that Paul wrote down and Vera is to answer.
    pub(crate) exchange: String,
    /// Id of a need of Vera's on the board.
    pub(crate) need: String,
    /// Id of a saved search of Vera's.
    pub(crate) saved_search: String,
    /// Id of a need of Sid's.
    pub(crate) need_of_stranger: String,
}

pub(crate) async fn world() -> World {
    let app = TestApp::start().await;
    let (vera, paul) = (app.member_in("vera", "Leeds").await, app.member_in("paul", "Leeds").await);
    let sid = app.member_in("sid", "Leeds").await;
    let place = json!({
        "bio": "I live here.", "location": "Leeds", "street": "14 Secret Street",
        "zip_code": "LS1 4ZZ", "lat": 53.80125, "lon": -1.54875,
    });
    vera.put("/api/users/profile/update/bio", place).await.ok();
    let fields = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "20"),
        ("description", "Taps."),
    ];
    let skill = paul.post_form("/api/skills", &fields, &[]).await.ok()["id"].clone();
    let skill = skill.as_str().unwrap().to_owned();
    let fund = vera.post("/api/wallet/fund", json!({ "amount": 100 })).await.ok();
    let pay = json!({ "clientSecret": fund["clientSecret"], "outcome": "succeed" });
    vera.post("/api/wallet/sandbox/pay", pay).await.ok();
    vera.post("/api/wallet/confirm", json!({ "amount": 100 })).await.ok();
    let hold = async |method: &str| {
        let body = json!({ "amount": 20, "currency": "gbp", "paymentMethod": method });
        let intent = vera.post("/api/users/stripe/payment/intent", body).await.ok();
        intent["payment_intent_id"].as_str().unwrap().to_owned()
    };
    let used = hold("wallet").await;
    let (fields, file) = (booking_fields(&skill, &paul.id, &used), [("file", "a.png", &b"x"[..])]);
    let booking = vera.post_form("/api/bookings", &borrowed(&fields), &file).await.ok();
    app.settle().await;
    let notices = paul.get("/api/notifications").await.ok();
    let document_id = if app.host.cx.has("kyc") { hand_in(&vera).await } else { String::new() };
    let bank_account =
        if app.host.cx.has("payouts") { link_bank(&vera).await } else { String::new() };
    let card = if app.host.cx.has("payments") { keep_card(&vera).await } else { String::new() };
    let message = if app.host.cx.has("chat") { write(&vera, &paul).await } else { String::new() };
    let exchange =
        if app.host.cx.has("timebank") { thank(&paul, &vera).await } else { String::new() };
    let (need, need_of_stranger) = match app.host.cx.has("community") {
        true => (post_need(&vera).await, post_need(&sid).await),
        false => Default::default(),
    };
    let saved_search =
        if app.host.cx.has("community") { save_search(&vera).await } else { String::new() };
    let sessions = vera.get("/api/auth/sessions").await.ok();
    let second = vera.post("/api/wallet/fund", json!({ "amount": 7 })).await.ok();
    World {
        intent: hold("wallet").await,
        card_payment: hold("card").await,
        client_secret: second["clientSecret"].as_str().unwrap().to_owned(),
        top_up: second["id"].as_str().unwrap().to_owned(),
        notice: notices[0]["id"].as_str().unwrap().to_owned(),
        session: sessions[0]["id"].as_str().unwrap().to_owned(),
        document_id,
        bank_account,
        card,
        message,
        exchange,
        need,
        saved_search,
        need_of_stranger,
        booking: booking["id"].clone(),
        skill,
        app,
        vera,
        paul,
        sid,
    }
}

pub(crate) fn booking_fields(
    skill: &str,
    provider: &str,
    intent: &str,
) -> Vec<(&'static str, String)> {
    vec![
        ("skills_id", skill.to_owned()),
        ("booked_user_id", provider.to_owned()),
        ("title", "Booking for Plumbing".to_owned()),
        ("description", "My tap drips.".to_owned()),
        ("booking_location", "14 Secret Street, Leeds LS1 4ZZ".to_owned()),
        ("booking_lat", "53.80125".to_owned()),
        ("booking_lon", "-1.54875".to_owned()),
        ("booking_date", "2026-03-10T10:00:00Z".to_owned()),
        ("payment_method", "wallet".to_owned()),
        ("payment_intent_id", intent.to_owned()),
    ]
}

pub(crate) fn borrowed<'a>(fields: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    fields.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

/// Uploads an identity document and returns its id.
async fn hand_in(member: &Member) -> String {
    let drawing = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";
    let (fields, file) = ([("type", "driving-license")], [("file", "me.svg", &drawing[..])]);
    let document = member.post_form("/api/settings/kyc/upload/identity", &fields, &file).await.ok();
    document["id"].as_str().unwrap().to_owned()
}

/// Adds a bank account and returns its id.
async fn link_bank(member: &Member) -> String {
    let body = json!({
        "bank_name": "Calder Bank", "account_name": "Vera", "sort_code": "20-40-60",
        "account_number": "31926819",
    });
    let account = member.post("/api/settings/payment/withdrawalmethod", body).await.ok();
    account["id"].as_str().unwrap().to_owned()
}

/// Adds a simulated card and returns its id.
async fn keep_card(member: &Member) -> String {
    let body = json!({
        "card_number": "4242 4242 4242 4242", "expiry_date": "08/31", "cvv": "737",
        "address": "14 Secret Street", "city": "Leeds", "postal_code": "LS1 4ZZ",
    });
    let card = member.post("/api/settings/payment/billingmethod", body).await.ok();
    card["id"].as_str().unwrap().to_owned()
}

/// Posts a need and returns its id.
async fn post_need(member: &Member) -> String {
    let body = json!({ "title": "A ladder", "text": "For the gutters", "days": 14, "tokens": 1 });
    member.post("/api/needs", body).await.ok()["id"].as_str().unwrap().to_owned()
}

/// Saves a search and returns its id.
async fn save_search(member: &Member) -> String {
    let body = json!({ "kind": "needs", "words": "ladder" });
    member.post("/api/saved-searches", body).await.ok()["id"].as_str().unwrap().to_owned()
}

/// Sends a message and returns its id.
async fn write(from: &Member, to: &Member) -> String {
    let content = "The key to 14 Secret Street is under the pot.";
    let body = json!({
        "senderId": from.id, "receiverId": to.id, "content": content, "mark_as_read": false,
    });
    let message = from.post("/api/message", body).await.ok();
    message["id"].as_str().unwrap().to_owned()
}

/// Writes down help for a member and returns the id of the exchange.
async fn thank(from: &Member, whom: &Member) -> String {
    let body = json!({
        "with": whom.id, "date": "2026-03-01", "hours": 1, "skill": "Weeding", "tokens": 1,
        "i_was": "giver",
    });
    let exchange = from.post("/api/exchanges", body).await.ok();
    exchange["id"].as_str().unwrap().to_owned()
}
