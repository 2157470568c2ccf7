//! Top-ups of wallets by card.

use poem_openapi::Enum;
use sparkyard_kernel::{Money, UserId};
use surrealdb::types::SurrealValue;

/// State of a top-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum TopUpStatus {
    /// Not paid yet, or the bank has not answered.
    Pending,
    /// The card was declined; another may be tried.
    Declined,
    /// Paid, but not yet in the wallet.
    Paid,
    /// In the wallet.
    Credited,
    /// Not paid in time; it can no longer be paid.
    Cancelled,
}

/// A top-up.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct TopUp {
    pub(crate) id: String,
    pub(crate) user_id: UserId,
    /// Amount to be paid.
    pub(crate) amount: Money,
    pub(crate) status: TopUpStatus,
    /// Id of the payment at the card provider.
    pub(crate) payment: Option<String>,
}

/// A top-up that was begun, and what the card form needs to pay it.
pub(crate) struct BegunTopUp {
    pub(crate) id: String,
    pub(crate) client_secret: String,
    /// Absent if the card is simulated.
    pub(crate) publishable_key: Option<String>,
}
