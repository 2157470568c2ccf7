//! Bookings with payments, across skills, wallet, bookings and accounts.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

mod concurrency;
mod expenses;
pub(crate) mod fixture;
mod modes;
mod money;
mod needs;
mod receipts;
mod thread;
mod transitions;

use sparkyard_bookings::BookingsConfig;
use sparkyard_host::config::Config;

#[test]
fn shipped_booking_settings_are_the_defaults() {
    let shipped = Config::with(include_str!("../../../../config/sparkyard.toml")).unwrap();
    let shown: BookingsConfig = shipped.section("bookings").unwrap();
    assert_eq!(shown, BookingsConfig::default());
}
