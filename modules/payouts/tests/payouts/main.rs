//! Bank accounts and withdrawals of members, through HTTP.

#![allow(clippy::unwrap_used, reason = "what goes wrong here is a failed test")]

mod adding;
mod chargebacks;
mod protection;
mod store;
mod transfers;
mod withdrawing;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_kyc::Kyc,
    sparkyard_wallet::Wallet,
    sparkyard_payouts::Payouts,
    sparkyard_payments::Payments,
];
