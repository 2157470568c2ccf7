use async_trait::async_trait;
use poem_openapi::Enum;
use sparkyard_db::{Fragment, Timestamp};
use surrealdb::types::SurrealValue;

use super::CardPayment;
use crate::{
    ApiError, Money, UserId,
    events::payments::{ChargebackChanged, RefundFailed},
};

/// Code of the rule violation of the effects below: the disputed or refunded payment is not booked
/// yet.
pub const NOT_BOOKED: &str = "wallet.payment_not_booked";

/// State of a chargeback, the dispute of a card payment at the cardholder's bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum ChargebackState {
    /// The bank has not decided.
    Open,
    /// The bank decided for the community, or the cardholder gave up: the payment stands.
    Won,
    /// The bank has taken the payment back.
    Lost,
}

impl std::fmt::Display for ChargebackState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Open => "open",
            Self::Won => "won",
            Self::Lost => "lost",
        })
    }
}

/// A chargeback as the card provider shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chargeback {
    /// Id at the provider (`dp_…`).
    pub id: String,
    /// Disputed amount.
    pub amount: Money,
    /// State in the provider's words.
    pub status: String,
    /// State of the chargeback.
    pub state: ChargebackState,
    /// Amount that left the community's account at the provider.
    pub withdrawn: Money,
    /// Amount that came back to it.
    pub reinstated: Money,
    /// Time until which the provider takes evidence.
    pub evidence_due: Option<Timestamp>,
}

/// The payment that a chargeback disputes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisputedPayment {
    /// The payment.
    pub payment: CardPayment,
    /// Amount of it that the community has refunded itself.
    pub refunded: Money,
}

/// Effects of a chargeback in the ledger, for the write that learns of it.
#[derive(Debug)]
pub struct ChargebackEffects {
    /// Calls that move the money. They throw [`NOT_BOOKED`].
    pub effects: Vec<Fragment>,
    /// Member whose requested withdrawals must be stopped in the same write, before `effects`.
    pub stops_withdrawals_of: Option<UserId>,
    /// Event to publish; absent if the state is the same as before.
    pub payload: Option<ChargebackChanged>,
}

/// A refund that has not reached the card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BouncedRefund {
    /// Id at the provider (`re_…`).
    pub id: String,
    /// Our id of what was paid.
    pub reference: String,
    /// Amount that came back to the community's account at the provider.
    pub amount: Money,
}

/// Effects of chargebacks, and of refunds that fail, on the ledger. Offered by wallet.
///
/// `provider` names the ledger's external account.
#[async_trait]
pub trait Chargebacks: Send + Sync + 'static {
    /// Checks whether the ledger shows a chargeback as it is now.
    async fn is_followed(&self, chargeback: &Chargeback) -> Result<bool, ApiError>;

    /// Returns the effects of a chargeback as it is now; `None` if the payment is not in the
    /// ledger, or nothing has changed.
    async fn chargeback_changed(
        &self,
        provider: &'static str,
        chargeback: &Chargeback,
        disputed: &DisputedPayment,
        at: Timestamp,
    ) -> Result<Option<ChargebackEffects>, ApiError>;

    /// Returns the effects of a refund that has failed: its amount is credited to the member's
    /// cash, once. `None` if the payment is not in the ledger. Throws [`NOT_BOOKED`].
    async fn refund_failed(
        &self,
        provider: &'static str,
        refund: &BouncedRefund,
        at: Timestamp,
    ) -> Result<Option<(Fragment, RefundFailed)>, ApiError>;
}
