//! Payment methods of bookings, and limits of wallet top-ups.

use poem_openapi::Enum;
use serde::Serialize;
use surrealdb::types::SurrealValue;

use crate::Money;

/// Smallest amount that a member can put into the wallet at once.
pub const MIN_FUNDING: Money = Money::from_minor(100);
/// Largest amount that a member can put into the wallet at once.
pub const MAX_FUNDING: Money = Money::from_minor(50_000);

/// Payment method of a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize, SurrealValue)]
#[oai(rename = "BookingPayment", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum PaymentMethod {
    /// Cash wallet.
    Wallet,
    /// Spark tokens.
    SparkToken,
    /// Card.
    Card,
    /// No payment: the booking is free.
    None,
}
