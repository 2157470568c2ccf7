//! Bank accounts of members, through HTTP.

#![allow(clippy::unwrap_used, reason = "what goes wrong here is a failed test")]

mod adding;
mod store;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_payouts::Payouts,
];
