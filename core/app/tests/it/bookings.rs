//! Bookings with money in them, across skills, wallet, bookings and accounts.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

mod market;
mod modes;
mod money;
mod rivals;
mod table;
mod thread;
