//! How bookings are paid, and how much goes into a wallet at once.

use poem_openapi::Enum;
use serde::Serialize;
use surrealdb::types::SurrealValue;

use crate::Money;

/// Least that a member can put into the wallet at once.
pub const MIN_FUNDING: Money = Money::from_minor(100);
/// Most that a member can put into the wallet at once.
pub const MAX_FUNDING: Money = Money::from_minor(50_000);

/// How a booking is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize, SurrealValue)]
#[oai(rename = "BookingPayment", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum PaymentMethod {
    /// From the cash wallet.
    Wallet,
    /// In spark tokens.
    SparkToken,
    /// By card.
    Card,
    /// It costs nothing.
    None,
}
