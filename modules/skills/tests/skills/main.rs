//! Skills through HTTP: adding, changing, finding, approval.

#![expect(clippy::expect_used, reason = "what goes wrong here is a failed test")]

mod adding;
mod approval;
mod bounds;
mod categories;
mod changing;
mod finding;
mod held;
mod near;
mod ordering;
mod rates;
mod sample;
mod searching;
mod store;
mod takedown_case;
mod taken_down;
mod verified;
mod words;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_skills::Skills,
    sparkyard_kyc::Kyc,
    sparkyard_notifications::Notifications,
    sparkyard_moderation::Moderation,
];
