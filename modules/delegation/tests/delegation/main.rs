//! Delegates through HTTP, with the modules in which they act.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]
#![allow(clippy::float_cmp, reason = "the server sends the same decimal for the same amount")]

mod acting;
mod appointing;
mod both_sides;
mod mails;
mod marked;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_skills::Skills,
    sparkyard_wallet::Wallet,
    sparkyard_timebank::Timebank,
    sparkyard_bookings::Bookings,
    sparkyard_chat::Chat,
    sparkyard_delegation::Delegation,
    sparkyard_notifications::Notifications,
    sparkyard_moderation::Moderation,
];

const ADMIN: &str = "/api/admin/delegations";
const OWN: &str = "/api/delegations";

/// Iris, an admin; Ana, who helps Edith, who has no address; and Bo, another member.
struct Village {
    app: TestApp,
    iris: Member,
    ana: Member,
    bo: Member,
    /// Id of Edith.
    edith: String,
}

impl Village {
    async fn new() -> Self {
        let app = TestApp::start().await;
        let iris = app.admin("iris").await;
        let (ana, bo) = (app.member("ana").await, app.member("bo").await);
        let added = add_edith(&iris, &ana, &[]).await.ok();
        let edith = added["member_id"].as_str().unwrap().to_owned();
        app.settle().await;
        Self { app, iris, ana, bo, edith }
    }

    /// Returns `delegate` acting for Edith.
    fn for_edith(&self, delegate: &Member) -> Member {
        delegate.with_header("acting-for", &self.edith)
    }

    /// Signs everybody in again, after the clock was moved.
    async fn again(&mut self) {
        for member in [&mut self.iris, &mut self.ana, &mut self.bo] {
            *member = self.app.log_in(member).await;
        }
    }
}

/// Opens Edith's account with `delegate` as her helper, with some fields changed.
async fn add_edith(admin: &Member, delegate: &Member, other: &[(&str, Value)]) -> Answer {
    let mut body = json!({
        "firstname": "Edith", "lastname": "Moss", "phone": "01422 555 010", "about": "Bakes.",
        "agreed": "signed the form of 2 March", "adult": true, "delegate_id": delegate.id,
    });
    for (field, value) in other {
        body[field] = value.clone();
    }
    admin.post(&format!("{ADMIN}/new-member"), body).await
}

async fn appoint(admin: &Member, member: &str, delegate: &Member) -> Answer {
    admin.post(ADMIN, json!({ "member_id": member, "delegate_id": delegate.id })).await
}

/// Texts of a list's field, in order.
fn texts<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|row| row[field].as_str().unwrap_or_default()).collect()
}

/// Titles of a member's notifications, newest first.
async fn notices(member: &Member) -> Vec<String> {
    let notices = member.get("/api/notifications").await.ok();
    texts(&notices, "title").into_iter().map(str::to_owned).collect()
}

/// Actions and details of the audit log about `user`, newest first.
async fn audited(admin: &Member, user: &str) -> Vec<(String, String)> {
    let log = admin.get(&format!("/api/admin/audit?subject=user:{user}&limit=100")).await.ok();
    let text = |entry: &Value, field: &str| entry[field].as_str().unwrap_or_default().to_owned();
    let entries = log.as_array().unwrap().iter();
    entries.map(|entry| (text(entry, "action"), text(entry, "detail"))).collect()
}

/// Offers a free skill; returns its id.
async fn offer(member: &Member) -> String {
    let fields = [
        ("skill_type", "Gardening"),
        ("experience_level", "expert"),
        ("hourly_rate", "10"),
        ("description", "With care."),
    ];
    let skill = member.post_form("/api/skills", &fields, &[]).await.ok();
    skill["id"].as_str().unwrap().to_owned()
}

/// Books an hour of a skill with sparks.
async fn book(client: &Member, provider: &str, skill: &str) -> Answer {
    let pay = json!({ "amount": 5, "currency": "gbp", "paymentMethod": "spark_token" });
    let intent = client.post("/api/users/stripe/payment/intent", pay).await;
    let intent = intent.body["data"]["payment_intent_id"].as_str().unwrap_or_default().to_owned();
    let fields = [
        ("skills_id", skill),
        ("booked_user_id", provider),
        ("description", "The hedge is high."),
        ("booking_location", "3 Weaver's Row, Hebden Bridge, HX7 8CV"),
        ("booking_date", "2026-03-04T10:00:00Z"),
        ("payment_method", "spark_token"),
        ("payment_intent_id", &intent),
    ];
    client.post_form("/api/bookings", &fields, &[]).await
}
