use async_trait::async_trait;
use sparkyard_db::Timestamp;

use crate::{ApiError, ItemId, Money, UserId};

/// Account of a member at the provider, into which transfers can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payee {
    /// Id at the provider (`acct_…`).
    pub account: String,
    /// Time since which it can be paid; `None` while it cannot.
    pub ready_since: Option<Timestamp>,
}

/// A transfer to be made, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutgoingTransfer {
    /// Id of the withdrawal, under which the transfer is found again.
    pub reference: ItemId,
    /// Account at the provider.
    pub account: String,
    /// Amount, more than zero.
    pub amount: Money,
    /// Time of the withdrawal, before which there is no transfer.
    pub since: Timestamp,
    /// Number of attempts that the provider answered with an error of its own. It repeats such an
    /// answer for as long as the request has the same key.
    pub failures: u32,
}

/// Reason for which the provider made no transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferRefusal {
    /// The site's balance at the provider is too low.
    NoFunds,
    /// The account cannot be paid any more.
    AccountNotReady,
    /// Any other reason; it is in the log.
    Other,
}

/// Outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransferOutcome {
    /// The transfer exists; holds its id at the provider.
    Sent(String),
    /// There is no transfer, and this attempt makes none.
    Refused(TransferRefusal),
    /// The provider answered with an error of its own; whether there is a transfer is unknown.
    Failed,
    /// There is no answer; whether there is a transfer is unknown.
    Unknown,
}

/// Transfers to accounts of members at the provider. Offered by payments, if a provider is
/// configured.
#[async_trait]
pub trait Transfers: Send + Sync + 'static {
    /// Returns the member's account, if it was created.
    async fn payee(&self, user: &UserId) -> Result<Option<Payee>, ApiError>;

    /// Makes a transfer. The same transfer again has the same outcome, for a day at least; after an
    /// unknown outcome, [`find`](Self::find) it first, some minutes later.
    async fn send(&self, transfer: &OutgoingTransfer) -> TransferOutcome;

    /// Returns the id of a transfer at the provider, if it was made.
    async fn find(&self, transfer: &OutgoingTransfer) -> Result<Option<String>, ApiError>;
}
