//! Request and response bodies.

mod cash_in;
mod check;

use poem_openapi::{Enum, Object, types::Example};
use sparkyard_kernel::{DateTime, IntentId, Money, Sparks, ports::Balances};

use crate::model::{self, EntryLine, Reason, SandboxOutcome, Unit};

pub(crate) use cash_in::{CashIn, CashInRequest, RecordCashIn};
pub(crate) use check::LedgerCheck;

/// Money that a member can spend, without held or escrowed money.
#[derive(Debug, Object)]
#[expect(clippy::struct_field_names, reason = "the contract's word")]
pub(crate) struct Balance {
    /// Pounds in the wallet.
    pub(crate) balance: Money,
    /// Part of the balance that was earned or refunded. Spending uses topped-up pounds first.
    pub(crate) withdrawable: Money,
    /// Spark tokens.
    pub(crate) spark_tokens: Sparks,
    /// Always `gbp`.
    pub(crate) currency: String,
}

impl From<Balances> for Balance {
    fn from(balances: Balances) -> Self {
        let currency = "gbp".to_owned();
        Self {
            balance: balances.cash,
            withdrawable: balances.withdrawable,
            spark_tokens: balances.tokens,
            currency,
        }
    }
}

/// One movement of the caller's money.
#[derive(Debug, Object)]
pub(crate) struct Entry {
    /// Id of the entry.
    pub(crate) id: String,
    /// Unit: pounds or spark tokens.
    pub(crate) unit: Unit,
    /// Amount in pounds or tokens, with at most two decimals; negative for outgoing money.
    pub(crate) amount: f64,
    /// Reason, for programs.
    pub(crate) reason: Reason,
    /// Reason, for people.
    pub(crate) description: String,
    /// Subject, such as `booking:7`.
    pub(crate) reference: Option<String>,
    /// Time of the movement.
    pub(crate) created_at: DateTime,
}

impl From<EntryLine> for Entry {
    fn from(line: EntryLine) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "exact below 2^53")]
        let amount = line.amount as f64 / 100.0;
        Self {
            description: line.description(),
            reference: line.subject(),
            unit: line.unit,
            amount,
            reason: line.reason,
            created_at: line.at.into(),
            id: line.id,
        }
    }
}

/// Amount to add to the wallet.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct FundWallet {
    /// Pounds, 1.00 to 500.00, with at most two decimals.
    #[oai(validator(minimum(value = "1"), maximum(value = "500")))]
    pub(crate) amount: f64,
}

impl Example for FundWallet {
    fn example() -> Self {
        Self { amount: 20.0 }
    }
}

/// Provider of card payments.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum PaymentProvider {
    /// A simulated card, in a sample community only.
    Sandbox,
    /// Stripe.
    Stripe,
}

/// A top-up that waits for its card payment.
#[derive(Debug, Object)]
pub(crate) struct Funding {
    /// Secret with which the card form pays it.
    #[oai(rename = "clientSecret")]
    pub(crate) client_secret: String,
    /// Provider of the card payment.
    pub(crate) provider: PaymentProvider,
}

/// Outcome of a simulated card payment.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct PayInSandbox {
    /// Secret of the top-up.
    #[oai(rename = "clientSecret", validator(max_length = 256))]
    pub(crate) client_secret: String,
    /// Whether the card pays.
    pub(crate) outcome: SandboxOutcome,
}

impl Example for PayInSandbox {
    fn example() -> Self {
        Self {
            client_secret: "sandbox_01kjp1v8zj_…".to_owned(), outcome: SandboxOutcome::Succeed
        }
    }
}

/// Result of a simulated card payment.
#[derive(Debug, Object)]
pub(crate) struct SandboxPayment {
    /// `paid` or `declined`.
    pub(crate) status: String,
}

/// Confirmation of a top-up that was paid.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct ConfirmFunding {
    /// Pounds, exactly as paid.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub(crate) amount: f64,
}

impl Example for ConfirmFunding {
    fn example() -> Self {
        Self { amount: 20.0 }
    }
}

/// Method of payment for a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum PaymentMethod {
    /// Pounds in the wallet.
    Wallet,
    /// Spark tokens.
    SparkToken,
    /// A card.
    Card,
}

impl PaymentMethod {
    /// Returns the message to the payer, as specified.
    pub(crate) fn thanks(self) -> &'static str {
        match self {
            Self::SparkToken => "SparkToken payment successful!",
            Self::Wallet | Self::Card => "Wallet payment successful!",
        }
    }
}

impl From<PaymentMethod> for sparkyard_kernel::PaymentMethod {
    fn from(method: PaymentMethod) -> Self {
        match method {
            PaymentMethod::Wallet => Self::Wallet,
            PaymentMethod::SparkToken => Self::SparkToken,
            PaymentMethod::Card => Self::Card,
        }
    }
}

/// Price of a booking, and method of payment.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct CreateIntent {
    /// Price in pounds, or in tokens for `spark_token`; at most two decimals.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub(crate) amount: f64,
    /// Currency; only `gbp`.
    #[oai(validator(max_length = 3))]
    pub(crate) currency: String,
    /// Method of payment.
    #[oai(rename = "paymentMethod")]
    pub(crate) payment_method: PaymentMethod,
}

impl Example for CreateIntent {
    fn example() -> Self {
        Self { amount: 12.5, currency: "gbp".to_owned(), payment_method: PaymentMethod::Wallet }
    }
}

/// Money held for a booking.
#[derive(Debug, Object)]
pub(crate) struct Intent {
    /// Id to submit with the booking, within 15 minutes.
    pub(crate) payment_intent_id: IntentId,
    /// Secret for the card form; only for cards.
    #[oai(rename = "clientSecret")]
    pub(crate) client_secret: Option<String>,
}

/// Spark tokens of the community.
#[derive(Debug, Object)]
pub(crate) struct TokenSupply {
    /// Tokens ever issued.
    pub(crate) minted: Sparks,
    /// Tokens of members, including held and escrowed ones.
    pub(crate) circulating: Sparks,
    /// Balance of the community: the negative of the circulating tokens.
    pub(crate) community_balance: Sparks,
}

impl From<model::TokenSupply> for TokenSupply {
    fn from(supply: model::TokenSupply) -> Self {
        let model::TokenSupply { minted, community_balance, circulating } = supply;
        Self { minted, circulating, community_balance }
    }
}
