//! Request and response bodies.

mod cash_in;
mod chargebacks;
mod check;
mod credit;
mod overview;
mod sellers;
mod statement;

use poem_openapi::{Enum, Object, types::Example};
use sparkyard_kernel::{IntentId, Money, Sparks, ports::Balances};

use crate::model::{self, BegunPayment, BegunTopUp, SandboxOutcome, TopUpStatus};

pub(crate) use cash_in::{CashIn, CashInRequest, RecordCashIn};
pub(crate) use chargebacks::{ChargebackView, FailedRefundView};
pub(crate) use check::LedgerCheck;
pub(crate) use credit::{CreditView, NewCreditLimit};
pub(crate) use overview::LedgerOverview;
pub(crate) use sellers::Earnings;
pub(crate) use statement::{Entry, FullBalance, ReceiptView};

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
    /// Spark tokens that the member may owe: the balance can fall to minus this.
    pub(crate) credit_limit: Sparks,
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
            credit_limit: balances.credit_limit,
            currency,
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
#[derive(Object)]
pub(crate) struct Funding {
    /// Id of the top-up.
    pub(crate) id: String,
    /// Secret with which the card form pays it.
    #[oai(rename = "clientSecret")]
    pub(crate) client_secret: String,
    /// Provider of the card payment.
    pub(crate) provider: PaymentProvider,
    /// Stripe's public key of this site, for its card form.
    #[oai(rename = "publishableKey", skip_serializing_if_is_none)]
    pub(crate) publishable_key: Option<String>,
}

impl From<BegunTopUp> for Funding {
    fn from(begun: BegunTopUp) -> Self {
        let BegunTopUp { id, client_secret, publishable_key } = begun;
        let provider = match publishable_key {
            Some(_) => PaymentProvider::Stripe,
            None => PaymentProvider::Sandbox,
        };
        Self { id, client_secret, provider, publishable_key }
    }
}

/// A top-up of the caller.
#[derive(Debug, Object)]
pub(crate) struct TopUp {
    /// Id of the top-up.
    pub(crate) id: String,
    /// Pounds that were to be paid.
    pub(crate) amount: Money,
    /// State of the top-up.
    pub(crate) status: TopUpStatus,
}

impl From<model::TopUp> for TopUp {
    fn from(top_up: model::TopUp) -> Self {
        let model::TopUp { id, amount, status, .. } = top_up;
        Self { id, amount, status }
    }
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
            Self::Wallet => "Wallet payment successful!",
            Self::Card => "Now pay with your card.",
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
    /// Key for the card form; only for real cards.
    #[oai(rename = "publishableKey")]
    pub(crate) publishable_key: Option<String>,
}

impl From<BegunPayment> for Intent {
    fn from(begun: BegunPayment) -> Self {
        let BegunPayment { id, client_secret, publishable_key } = begun;
        Self { payment_intent_id: id, client_secret, publishable_key }
    }
}

/// Spark tokens of the community.
#[derive(Debug, Object)]
pub(crate) struct TokenSupply {
    /// Tokens ever issued.
    pub(crate) minted: Sparks,
    /// Tokens of members and of the community's pot, including held and escrowed ones.
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
