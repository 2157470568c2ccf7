//! Bookings through HTTP. Everything here is free of charge; what money does is tested with the
//! whole product.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

mod calendar;
mod changes;
mod fairness;
mod files;
mod hearing;
mod hours;
mod privacy;
mod proposals;
mod requests;
mod reviews;
mod standing;
mod store;
mod street;
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
    sparkyard_notifications::Notifications,
    sparkyard_settings::Settings,
    sparkyard_moderation::Moderation,
];
