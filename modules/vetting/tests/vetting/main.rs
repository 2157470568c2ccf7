//! Tests of checks through HTTP, with the modules that they work with. Without a wallet, bookings
//! cost nothing.

#![allow(clippy::unwrap_used, reason = "what goes wrong here is a failed test")]

mod checks;
mod needed;
mod recording;
mod reminders;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_skills::Skills,
    sparkyard_bookings::Bookings,
    sparkyard_vetting::Vetting,
    sparkyard_moderation::Moderation,
    sparkyard_notifications::Notifications,
];

const CHECKS: &str = "/api/admin/checks";
const RECORDS: &str = "/api/admin/check-records";

/// Adds a check that counts for a year, is shown, and is needed for childcare.
async fn add(admin: &Member, title: &str) -> String {
    let body = json!({
        "title": title, "about": "Ask Iris.", "valid_months": 12, "badge": true,
        "categories": ["childcare"],
    });
    let added = admin.post(CHECKS, body).await.ok();
    added["id"].as_str().unwrap().to_owned()
}

/// Records that `member` passed `check` today.
async fn pass(app: &TestApp, admin: &Member, member: &Member, check: &str) -> Answer {
    let path = format!("{RECORDS}/{}/{check}", member.id);
    admin.put(&path, json!({ "passed_on": today(app), "note": "Seen by Iris" })).await
}

fn today(app: &TestApp) -> String {
    app.host.cx.now().to_string()[..10].to_owned()
}

/// Offers a skill of a category.
async fn offer(member: &Member, category: &str) -> Answer {
    let fields = [
        ("skill_type", category),
        ("experience_level", "expert"),
        ("hourly_rate", "20"),
        ("description", "With care."),
    ];
    member.post_form("/api/skills", &fields, &[]).await
}

/// Titles of a member's notifications, newest first.
async fn notices(member: &Member) -> Vec<String> {
    let notices = member.get("/api/notifications").await.ok();
    let title = |notice: &Value| notice["title"].as_str().unwrap().to_owned();
    notices.as_array().unwrap().iter().map(title).collect()
}
