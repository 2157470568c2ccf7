//! What is sent and what is shown.

mod cash_in;
mod check;

use poem_openapi::{Enum, Object, types::Example};
use sparkyard_kernel::{DateTime, IntentId, Money, Sparks, ports::Balances};

use crate::model::{self, EntryLine, Reason, SandboxOutcome, Unit};

pub(crate) use cash_in::{CashIn, CashInRequest, RecordCashIn};
pub(crate) use check::LedgerCheck;

/// What a member can spend. Money set aside or in escrow is not part of it.
#[derive(Debug, Object)]
#[expect(clippy::struct_field_names, reason = "the contract's word")]
pub(crate) struct Balance {
    /// Pounds in the wallet.
    pub(crate) balance: Money,
    /// Spark tokens.
    pub(crate) spark_tokens: Sparks,
    /// Always `gbp`.
    pub(crate) currency: String,
}

impl From<Balances> for Balance {
    fn from(balances: Balances) -> Self {
        let currency = "gbp".to_owned();
        Self { balance: balances.cash, spark_tokens: balances.tokens, currency }
    }
}

/// One movement of the caller's money.
#[derive(Debug, Object)]
pub(crate) struct Entry {
    /// Its id.
    pub(crate) id: String,
    /// Pounds or spark tokens.
    pub(crate) unit: Unit,
    /// In pounds or tokens, with at most two decimals; negative when it went out.
    pub(crate) amount: f64,
    /// Why, for programs.
    pub(crate) reason: Reason,
    /// Why, for people.
    pub(crate) description: String,
    /// What it was about, such as `booking:7`.
    pub(crate) reference: Option<String>,
    /// When.
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

/// How much to add to the wallet.
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

/// Who takes the card.
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
    /// What the card form needs to pay it.
    #[oai(rename = "clientSecret")]
    pub(crate) client_secret: String,
    /// Who takes the card.
    pub(crate) provider: PaymentProvider,
}

/// The simulated card's answer to a top-up.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct PayInSandbox {
    /// From the top-up.
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

/// What became of the top-up.
#[derive(Debug, Object)]
pub(crate) struct SandboxPayment {
    /// `paid` or `declined`.
    pub(crate) status: String,
}

/// The top-up that was paid.
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

/// What a booking can be paid with.
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
    /// What the spec tells the payer.
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

/// What is to be paid for a booking, and how.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct CreateIntent {
    /// The price: pounds, or tokens when paid with `spark_token`; at most two decimals.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub(crate) amount: f64,
    /// Only `gbp`.
    #[oai(validator(max_length = 3))]
    pub(crate) currency: String,
    /// What it is paid with.
    #[oai(rename = "paymentMethod")]
    pub(crate) payment_method: PaymentMethod,
}

impl Example for CreateIntent {
    fn example() -> Self {
        Self { amount: 12.5, currency: "gbp".to_owned(), payment_method: PaymentMethod::Wallet }
    }
}

/// Money set aside for a booking.
#[derive(Debug, Object)]
pub(crate) struct Intent {
    /// To be presented with the booking, within 15 minutes.
    pub(crate) payment_intent_id: IntentId,
    /// What the card form needs; only for cards.
    #[oai(rename = "clientSecret")]
    pub(crate) client_secret: Option<String>,
}

/// The community's tokens.
#[derive(Debug, Object)]
pub(crate) struct TokenSupply {
    /// Ever given out.
    pub(crate) minted: Sparks,
    /// With members, set aside and in escrow included.
    pub(crate) circulating: Sparks,
    /// What the community itself has: below 0 by what circulates.
    pub(crate) community_balance: Sparks,
}

impl From<model::TokenSupply> for TokenSupply {
    fn from(supply: model::TokenSupply) -> Self {
        let model::TokenSupply { minted, community_balance, circulating } = supply;
        Self { minted, circulating, community_balance }
    }
}
