//! How bookings are paid.

use poem_openapi::Enum;
use serde::Serialize;
use surrealdb::types::SurrealValue;

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
