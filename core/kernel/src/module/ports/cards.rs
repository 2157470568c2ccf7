use async_trait::async_trait;
use sparkyard_db::Timestamp;

use super::Reconciled;
use crate::{ApiError, Money};

/// State of a card payment at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPaymentStatus {
    /// Nobody has paid yet; a declined card may be followed by another.
    Open,
    /// Paid, but the bank has not answered yet.
    Processing,
    /// The card is authorised: the money is reserved until it is captured or given back.
    Authorised,
    /// The money has been received.
    Succeeded,
    /// Cancelled; can no longer be paid.
    Cancelled,
}

/// A card payment at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardPayment {
    /// Id at the provider (`pi_…`).
    pub id: String,
    /// Our id of what is paid, as given to [`Cards::create`]; `None` if this site did not create
    /// the payment.
    pub reference: Option<String>,
    /// State of the payment.
    pub status: CardPaymentStatus,
    /// Amount received.
    pub received: Money,
    /// Amount that is authorised and can be captured.
    pub capturable: Money,
}

/// A new card payment, and what the card form needs to pay it.
#[derive(Clone)]
pub struct NewCardPayment {
    /// Id at the provider.
    pub id: String,
    /// Secret with which the card form pays. Must not be stored or logged.
    pub client_secret: String,
    /// Public key of the site for the card form.
    pub publishable_key: String,
}

/// Origins that the provider's card form needs, and the pages that show it.
#[derive(Clone, Copy, Debug)]
pub struct CardForm {
    /// Paths of the pages.
    pub pages: &'static [&'static str],
    /// Origins of scripts.
    pub scripts: &'static [&'static str],
    /// Origins of embedded frames.
    pub frames: &'static [&'static str],
    /// Origins of requests.
    pub connections: &'static [&'static str],
}

/// Result of fetching the provider's events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardSync {
    /// Number of events read.
    pub read: u64,
    /// Number of them that had been missed, and were handled now.
    pub handled: u64,
}

/// Outcome of a refund to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardRefund {
    /// The amount is refunded.
    Made,
    /// A dispute of the payment at the bank decides where its money goes.
    AwaitsBank,
    /// The bank has taken a part of the payment back, and the provider refunds none of the rest.
    Impossible,
}

/// Card payments through a provider. Offered by payments, if a provider is configured.
///
/// Errors are 503 `payments.unreachable`, after which the outcome is unknown, and 503
/// `payments.refused`.
#[async_trait]
pub trait Cards: Send + Sync + 'static {
    /// Creates a payment of `amount` for `reference`. The same call again returns the same payment.
    async fn create(&self, reference: &str, amount: Money) -> Result<NewCardPayment, ApiError>;

    /// Creates a payment of `amount` for `reference` that is only authorised until it is captured.
    /// A repeated call returns the payment of the first.
    async fn create_authorisation(
        &self,
        reference: &str,
        amount: Money,
    ) -> Result<NewCardPayment, ApiError>;

    /// Captures an authorised payment in full, and returns it: as succeeded, also if it was
    /// captured before, or as it is if it cannot be captured.
    async fn capture(&self, id: &str) -> Result<Option<CardPayment>, ApiError>;

    /// Refunds a captured payment for `reference` until `total` of it is refunded, never more.
    async fn refund(&self, id: &str, reference: &str, total: Money)
    -> Result<CardRefund, ApiError>;

    /// Returns what the card form needs to pay a payment created before; `None` if the provider
    /// does not know it.
    async fn resume(&self, id: &str) -> Result<Option<NewCardPayment>, ApiError>;

    /// Returns a payment; `None` if the provider does not know it.
    async fn retrieve(&self, id: &str) -> Result<Option<CardPayment>, ApiError>;

    /// Cancels a payment unless it has succeeded, and returns it; `None` if the provider does not
    /// know it.
    async fn cancel(&self, id: &str) -> Result<Option<CardPayment>, ApiError>;

    /// Handles events of the provider that were never delivered, such as those from while the
    /// server was stopped.
    async fn sync(&self) -> Result<CardSync, ApiError>;

    /// Compares the provider's account from `since` to before `until` with the ledger, and stores
    /// the result. Changes nothing in the ledger.
    async fn reconcile(&self, since: Timestamp, until: Timestamp) -> Result<Reconciled, ApiError>;

    /// Returns the requirements of the card form.
    fn form(&self) -> CardForm;
}

impl std::fmt::Debug for NewCardPayment {
    /// Omits the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewCardPayment").field("id", &self.id).finish_non_exhaustive()
    }
}
