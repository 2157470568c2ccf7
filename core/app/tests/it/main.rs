//! The whole product: through HTTP in process, and as the real binary on a real disk.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed test may panic")]

mod binary;
mod bookings;
#[cfg(target_os = "linux")]
mod disk;
mod files;
mod hashing;
mod headers;
mod ledger;
mod limits;
mod limits_slow;
mod mail;
mod operations;
mod people;
mod places;
mod privacy;
mod secrets;
mod served;
mod skills;
mod social;
mod stops;
