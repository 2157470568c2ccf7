//! Every action in every status by every role: only the transitions in the table are allowed, and
//! only at their time.

use serde_json::{Value, json};
use sparkyard_kernel::Clock;
use sparkyard_testkit::{Answer, Member};

use super::fixture::{HOUR, offer, put};
use crate::TestApp;

/// A status and the changes that lead to it. The date of a booking has come once it is accepted,
/// unless the status says otherwise.
type Stage = (&'static str, &'static [(&'static str, &'static str)]);

const ACCEPT: (&str, &str) = ("provider", "accept");
const START: (&str, &str) = ("client", "in-progress");

const AHEAD: &str = "accepted, before its date";
const OVERDUE: &str = "pending, after its date";
const BY_CLIENT: &str = "cancelled by the client";

const STAGES: [Stage; 14] = [
    ("pending", &[]),
    (OVERDUE, &[]),
    (AHEAD, &[ACCEPT]),
    ("accepted", &[ACCEPT]),
    ("in progress", &[ACCEPT, START]),
    ("started by mistake", &[ACCEPT, START, ("client", "undo")]),
    ("completed, not released", &[ACCEPT, ("provider", "complete")]),
    ("completed, released", &[ACCEPT, START, ("client", "complete")]),
    ("rejected", &[("provider", "reject")]),
    (BY_CLIENT, &[ACCEPT, ("client", "cancel")]),
    ("cancelled by the provider", &[ACCEPT, ("provider", "cancel")]),
    ("disputed by the client", &[ACCEPT, ("client", "dispute")]),
    ("disputed by the provider", &[ACCEPT, START, ("provider", "dispute")]),
    ("decided", &[ACCEPT, ("client", "dispute"), ("admin", "refund")]),
];

const ROLES: [&str; 5] = ["client", "provider", "stranger", "admin", "anonymous"];

const ACTIONS: [&str; 11] = [
    "accept",
    "reject",
    "in-progress",
    "undo",
    "complete",
    "completed",
    "cancel",
    "dispute",
    "release",
    "refund",
    "split",
];

/// Allowed transitions: stage, role, actions and the resulting status.
const ALLOWED: [(&str, &str, &[&str], &str); 28] = [
    ("pending", "provider", &["accept"], "accepted"),
    ("pending", "provider", &["reject"], "rejected"),
    ("pending", "client", &["cancel"], "cancelled"),
    (OVERDUE, "client", &["cancel"], "cancelled"),
    ("accepted", "client", &["in-progress"], "in_progress"),
    ("accepted", "provider", &["complete", "completed"], "completed"),
    (AHEAD, "client", &["cancel"], "cancelled"),
    (AHEAD, "provider", &["cancel"], "cancelled"),
    ("accepted", "provider", &["cancel"], "cancelled"),
    ("accepted", "client", &["dispute"], "disputed"),
    ("accepted", "provider", &["dispute"], "disputed"),
    ("in progress", "client", &["undo"], "accepted"),
    ("started by mistake", "client", &["in-progress"], "in_progress"),
    ("started by mistake", "client", &["dispute"], "disputed"),
    ("started by mistake", "provider", &["complete", "completed"], "completed"),
    ("started by mistake", "provider", &["cancel"], "cancelled"),
    ("started by mistake", "provider", &["dispute"], "disputed"),
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

/// Transitions allowed only at another time, with the error code.
const UNTIMELY: [(&str, &str, &[&str], &str); 5] = [
    (AHEAD, "client", &["in-progress", "dispute"], "bookings.too_early"),
    (AHEAD, "provider", &["complete", "completed", "dispute"], "bookings.too_early"),
    ("accepted", "client", &["cancel"], "bookings.too_late"),
    ("started by mistake", "client", &["cancel"], "bookings.too_late"),
    (OVERDUE, "provider", &["accept", "reject"], "bookings.too_late"),
];

/// Last changes by the same role, which may be repeated.
const REPEATED: [(&str, &str, &[&str]); 12] = [
    (AHEAD, "provider", &["accept"]),
    ("accepted", "provider", &["accept"]),
    ("in progress", "client", &["in-progress"]),
    ("started by mistake", "client", &["undo"]),
    ("completed, not released", "provider", &["complete", "completed"]),
    ("completed, released", "client", &["complete", "completed"]),
    ("rejected", "provider", &["reject"]),
    (BY_CLIENT, "client", &["cancel"]),
    ("cancelled by the provider", "provider", &["cancel"]),
    ("disputed by the client", "client", &["dispute"]),
    ("disputed by the provider", "provider", &["dispute"]),
    ("decided", "admin", &["refund"]),
];

struct Parties {
    app: TestApp,
    client: Member,
    provider: Member,
    stranger: Member,
    admin: Member,
    skill: String,
}

impl Parties {
    async fn gather() -> Self {
        let app = TestApp::start().await;
        let (client, provider) = (app.member("ana").await, app.member("bo").await);
        let (stranger, admin) = (app.member("cy").await, app.admin("iris").await);
        let admin = app.log_in(&admin).await;
        let skill = offer(&provider, "0", "flexible").await;
        Self { app, client, provider, stranger, admin, skill }
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
        let body = json!({ "outcome": action, "provider_share": 50, "reason": "Heard." });
        who.put(&format!("/api/admin/disputes/{booking}"), body).await
    }

    /// Creates a booking two hours ahead in that stage; earlier ones are then over.
    async fn stage(&mut self, (name, changes): Stage) -> i64 {
        self.wait().await;
        let date = (self.app.clock.now() + HOUR * 2).to_string();
        let fields = [
            ("skills_id", self.skill.as_str()),
            ("booked_user_id", self.provider.id.as_str()),
            ("description", "The kitchen tap drips."),
            ("booking_location", "3 Weaver's Row, Leeds"),
            ("booking_date", &date),
            ("payment_method", "none"),
        ];
        let booking = self.client.post_form("/api/bookings", &fields, &[]).await.ok();
        let booking = booking["id"].as_i64().unwrap();
        let (early, in_time) = changes.split_at(changes.len().min(1));
        for (role, action) in early {
            self.act(role, action, booking).await.ok();
        }
        if !["pending", AHEAD, BY_CLIENT].contains(&name) {
            self.wait().await;
            self.wait().await;
        }
        for (role, action) in in_time {
            self.act(role, action, booking).await.ok();
        }
        booking
    }

    /// Advances the clock by an hour; everybody signs in again.
    async fn wait(&mut self) {
        self.app.advance(HOUR);
        for who in [&mut self.client, &mut self.provider, &mut self.stranger, &mut self.admin] {
            *who = self.app.log_in(who).await;
        }
    }

    async fn see(&self, booking: i64) -> Value {
        self.client.get(&format!("/api/bookings/{booking}")).await.ok()
    }
}

fn allowed(stage: &str, role: &str, action: &str) -> Option<&'static str> {
    let row = ALLOWED.iter().find(|row| row.0 == stage && row.1 == role && row.2.contains(&action));
    row.map(|row| row.3)
}

fn untimely(stage: &str, role: &str, action: &str) -> Option<&'static str> {
    let mut rows = UNTIMELY.iter();
    let row = rows.find(|row| row.0 == stage && row.1 == role && row.2.contains(&action));
    row.map(|row| row.3)
}

fn repeated(stage: &str, role: &str, action: &str) -> bool {
    REPEATED.iter().any(|row| row.0 == stage && row.1 == role && row.2.contains(&action))
}

/// Returns status and code of the error for forbidden actions.
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
async fn other_transitions_are_rejected_without_effect() {
    let mut parties = Parties::gather().await;
    for stage in STAGES {
        let booking = parties.stage(stage).await;
        let before = parties.see(booking).await;
        for role in ROLES {
            for action in ACTIONS {
                if allowed(stage.0, role, action).is_some() {
                    continue;
                }
                let response = parties.act(role, action, booking).await;
                let name = format!("{}, {role}, {action}", stage.0);
                if repeated(stage.0, role, action) {
                    assert_eq!(response.status, 200, "{name}: {}", response.body);
                } else {
                    let (status, code) = match untimely(stage.0, role, action) {
                        Some(code) => (409, code),
                        None => refusal(role, action),
                    };
                    let found = (response.status, response.body["code"].as_str());
                    assert_eq!(found, (status, Some(code)), "{name}");
                }
                assert_eq!(parties.see(booking).await, before, "{name}");
            }
        }
        // Keeps below the limit of unanswered requests.
        parties.act("client", "cancel", booking).await;
    }
}

#[tokio::test]
async fn listed_transitions_succeed() {
    let mut parties = Parties::gather().await;
    for stage in STAGES {
        for role in ROLES {
            for action in ACTIONS {
                let Some(status) = allowed(stage.0, role, action) else { continue };
                let booking = parties.stage(stage).await;
                let name = format!("{}, {role}, {action}", stage.0);
                let response = parties.act(role, action, booking).await;
                assert_eq!(response.status, 200, "{name}: {}", response.body);
                assert_eq!(parties.see(booking).await["status"], status, "{name}");
            }
        }
    }
}
