//! Tests of the wallet: the ledger through the port that bookings use, the rest through HTTP.

#![allow(clippy::unwrap_used, reason = "what goes wrong here is a failed test")]

mod cash_in;
mod check;
mod credit;
mod funding;
mod history;
mod holds;
mod ledger;
mod ledger_fixture;
mod overview;
mod payments;
mod pdf;
mod random_operations;
mod recent_checks;
mod referral;
mod scheduled_checks;
mod statement;
mod store;
mod welcome;
mod withdrawable;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_wallet::Wallet,
    sparkyard_moderation::Moderation,
    sparkyard_notifications::Notifications,
    sparkyard_settings::Settings,
];
