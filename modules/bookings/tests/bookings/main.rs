//! Bookings through HTTP. All of them are free; tests of the whole product cover money.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

mod calendar;
mod changes;
mod fairness;
mod files;
mod fixture;
mod hearing;
mod held;
mod history;
mod hours;
mod may_ask;
mod notifications;
mod privacy;
mod proposals;
mod replies;
mod requests;
mod reviews;
mod safety;
mod store;
mod suspensions;
mod time;
mod together;
mod visits;
mod waiting;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_skills::Skills,
    sparkyard_bookings::Bookings,
    sparkyard_chat::Chat,
    sparkyard_kyc::Kyc,
    sparkyard_notifications::Notifications,
    sparkyard_settings::Settings,
    sparkyard_moderation::Moderation,
];
