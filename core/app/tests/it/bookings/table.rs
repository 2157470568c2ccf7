//! Every action, in every status, by everybody: what is not in the table is refused.

use std::cell::Cell;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, TestApp};

use super::market::{offer, put};

/// A status, and the changes that lead there.
type Stage = (&'static str, &'static [(&'static str, &'static str)]);

const ACCEPT: (&str, &str) = ("provider", "accept");
const START: (&str, &str) = ("client", "in-progress");

const STAGES: [Stage; 11] = [
    ("pending", &[]),
    ("accepted", &[ACCEPT]),
    ("in progress", &[ACCEPT, START]),
    ("completed, not released", &[ACCEPT, ("provider", "complete")]),
    ("completed, released", &[ACCEPT, START, ("client", "complete")]),
    ("rejected", &[("provider", "reject")]),
    ("cancelled by the client", &[ACCEPT, ("client", "cancel")]),
    ("cancelled by the provider", &[ACCEPT, ("provider", "cancel")]),
    ("disputed by the client", &[ACCEPT, ("client", "dispute")]),
    ("disputed by the provider", &[ACCEPT, START, ("provider", "dispute")]),
    ("decided", &[ACCEPT, ("client", "dispute"), ("admin", "refund")]),
];

const ROLES: [&str; 5] = ["client", "provider", "stranger", "admin", "anonymous"];

const ACTIONS: [&str; 10] = [
    "accept",
    "reject",
    "in-progress",
    "complete",
    "completed",
    "cancel",
    "dispute",
    "release",
    "refund",
    "split",
];

/// What the table allows: stage, role, actions and the status after them.
const ALLOWED: [(&str, &str, &[&str], &str); 20] = [
    ("pending", "provider", &["accept"], "accepted"),
    ("pending", "provider", &["reject"], "rejected"),
    ("pending", "client", &["cancel"], "cancelled"),
    ("accepted", "client", &["in-progress"], "in_progress"),
    ("accepted", "provider", &["complete", "completed"], "completed"),
    ("accepted", "client", &["cancel"], "cancelled"),
    ("accepted", "provider", &["cancel"], "cancelled"),
    ("accepted", "client", &["dispute"], "disputed"),
    ("accepted", "provider", &["dispute"], "disputed"),
    ("in progress", "client", &["complete", "completed"], "completed"),
    ("in progress", "provider", &["complete", "completed"], "completed"),
    ("in progress", "client", &["dispute"], "disputed"),
    ("in progress", "provider", &["dispute"], "disputed"),
    ("completed, not released", "client", &["complete", "completed"], "completed"),
    ("completed, not released", "client", &["dispute"], "disputed"),
    ("completed, not released", "provider", &["dispute"], "disputed"),
    ("disputed by the client", "admin", &["release", "split"], "completed"),
    ("disputed by the client", "admin", &["refund"], "rejected"),
    ("disputed by the provider", "admin", &["release", "split"], "completed"),
    ("disputed by the provider", "admin", &["refund"], "rejected"),
];

/// One's own last change, which may be repeated.
const REPEATED: [(&str, &str, &[&str]); 10] = [
    ("accepted", "provider", &["accept"]),
    ("in progress", "client", &["in-progress"]),
    ("completed, not released", "provider", &["complete", "completed"]),
    ("completed, released", "client", &["complete", "completed"]),
    ("rejected", "provider", &["reject"]),
    ("cancelled by the client", "client", &["cancel"]),
    ("cancelled by the provider", "provider", &["cancel"]),
    ("disputed by the client", "client", &["dispute"]),
    ("disputed by the provider", "provider", &["dispute"]),
    ("decided", "admin", &["refund"]),
];

struct Cast {
    app: TestApp,
    client: Member,
    provider: Member,
    stranger: Member,
    admin: Member,
    skill: String,
    /// Each booking takes another hour.
    booked: Cell<u32>,
}

impl Cast {
    async fn gather() -> Self {
        let app = TestApp::start().await;
        let (client, provider) = (app.member("ana").await, app.member("bo").await);
        let (stranger, admin) = (app.member("cy").await, app.admin("iris").await);
        let admin = app.log_in(&admin).await;
        let skill = offer(&provider, "0", "flexible").await;
        Self { app, client, provider, stranger, admin, skill, booked: Cell::new(0) }
    }

    fn role(&self, role: &str) -> Member {
        match role {
            "client" => self.client.clone(),
            "provider" => self.provider.clone(),
            "stranger" => self.stranger.clone(),
            "admin" => self.admin.clone(),
            _ => self.app.anonymous(),
        }
    }

    async fn act(&self, role: &str, action: &str, booking: i64) -> Answer {
        let who = self.role(role);
        if !["release", "refund", "split"].contains(&action) {
            return put(&who, action, booking).await;
        }
        let body = json!({ "outcome": action, "provider_share": 50 });
        who.put(&format!("/api/admin/disputes/{booking}"), body).await
    }

    async fn stage(&self, (_, changes): Stage) -> i64 {
        let number = self.booked.get();
        self.booked.set(number + 1);
        let date = format!("2026-04-{:02}T{:02}:00:00Z", 1 + number / 24, number % 24);
        let fields = [
            ("skills_id", self.skill.as_str()),
            ("booked_user_id", self.provider.id.as_str()),
            ("description", "The kitchen tap drips."),
            ("booking_location", "Leeds"),
            ("booking_date", &date),
            ("payment_method", "none"),
        ];
        let booking = self.client.post_form("/api/bookings", &fields, &[]).await.ok();
        let booking = booking["id"].as_i64().unwrap();
        for (role, action) in changes {
            self.act(role, action, booking).await.ok();
        }
        booking
    }

    async fn see(&self, booking: i64) -> Value {
        self.client.get(&format!("/api/bookings/{booking}")).await.ok()
    }
}

fn allowed(stage: &str, role: &str, action: &str) -> Option<&'static str> {
    let row = ALLOWED.iter().find(|row| row.0 == stage && row.1 == role && row.2.contains(&action));
    row.map(|row| row.3)
}

fn repeated(stage: &str, role: &str, action: &str) -> bool {
    REPEATED.iter().any(|row| row.0 == stage && row.1 == role && row.2.contains(&action))
}

/// How everybody else is turned away.
fn refusal(role: &str, action: &str) -> (u16, &'static str) {
    let decision = ["release", "refund", "split"].contains(&action);
    match (role, decision) {
        ("anonymous", _) => (401, "auth.unauthorised"),
        ("client" | "provider" | "stranger", true) => (403, "auth.forbidden"),
        ("stranger" | "admin", false) => (404, "bookings.not_found"),
        _ => (409, "bookings.illegal_transition"),
    }
}

#[tokio::test]
async fn what_is_not_in_the_table_is_refused_and_changes_nothing() {
    let cast = Cast::gather().await;
    for stage in STAGES {
        let booking = cast.stage(stage).await;
        let before = cast.see(booking).await;
        for role in ROLES {
            for action in ACTIONS {
                if allowed(stage.0, role, action).is_some() {
                    continue;
                }
                let answer = cast.act(role, action, booking).await;
                let name = format!("{}, {role}, {action}", stage.0);
                if repeated(stage.0, role, action) {
                    assert_eq!(answer.status, 200, "{name}: {}", answer.body);
                } else {
                    let (status, code) = refusal(role, action);
                    let found = (answer.status, answer.body["code"].as_str());
                    assert_eq!(found, (status, Some(code)), "{name}");
                }
                assert_eq!(cast.see(booking).await, before, "{name}");
            }
        }
        // Out of the way of the limit on unanswered requests.
        cast.act("provider", "reject", booking).await;
    }
}

#[tokio::test]
async fn what_is_in_the_table_is_done() {
    let cast = Cast::gather().await;
    for stage in STAGES {
        for role in ROLES {
            for action in ACTIONS {
                let Some(status) = allowed(stage.0, role, action) else { continue };
                let booking = cast.stage(stage).await;
                let name = format!("{}, {role}, {action}", stage.0);
                let answer = cast.act(role, action, booking).await;
                assert_eq!(answer.status, 200, "{name}: {}", answer.body);
                assert_eq!(cast.see(booking).await["status"], status, "{name}");
            }
        }
    }
}
