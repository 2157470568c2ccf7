//! Integration tests of the chat module over HTTP.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

mod access;
mod appeals;
mod bookings;
mod by_mail;
mod cases;
mod finding;
mod live;
mod order;
mod pair;
mod pictures;
mod ports;
mod reading;
mod receipts;
mod reported;
mod sending;
mod strangers;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_skills::Skills,
    sparkyard_bookings::Bookings,
    sparkyard_chat::Chat,
    sparkyard_notifications::Notifications,
    sparkyard_moderation::Moderation,
    sparkyard_settings::Settings,
];
