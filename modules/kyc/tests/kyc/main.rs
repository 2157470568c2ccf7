//! Integration tests of identity documents over HTTP: submission, access, decisions, retention.

#![expect(clippy::expect_used, reason = "what goes wrong here is a failed test")]

mod deciding;
mod handing_in;
mod keeping;
mod reading;
mod sample;
mod store;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_kyc::Kyc,
    sparkyard_moderation::Moderation,
];
