//! The whole product: through HTTP in process, and as the real binary on a real disk.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed test may panic")]

mod binary;
mod bookings;
mod kill;
mod mail;
mod operations;
mod people;
mod served;
