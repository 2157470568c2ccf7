use poem_openapi::{Enum, Object, types::Example};
use sparkyard_kernel::{DateTime, IntentId, Money, Sparks, UserId, ports::Balances};

use crate::{
    cash_in::Requested,
    funding::SandboxOutcome,
    model::{EntryLine, Reason, Unit},
    store::CashInStatus,
};

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

/// Cash that an admin was handed.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct RecordCashIn {
    /// Who paid.
    pub(crate) user_id: UserId,
    /// Pounds, 0.01 to 10000.00, with at most two decimals.
    #[oai(validator(minimum(value = "0.01"), maximum(value = "10000")))]
    pub(crate) amount: f64,
    /// For the audit log: receipt number or occasion, 1 to 200 characters.
    #[oai(validator(max_length = 200))]
    pub(crate) note: String,
}

impl Example for RecordCashIn {
    fn example() -> Self {
        Self {
            user_id: UserId("01kjp1v8zj0000000000000000".to_owned()),
            amount: 20.0,
            note: "Receipt 14, summer fair".to_owned(),
        }
    }
}

/// Cash as it was recorded.
#[derive(Debug, Object)]
pub(crate) struct CashIn {
    /// `recorded`, or `pending` when another admin has to approve it.
    pub(crate) status: CashInStatus,
    /// Its id.
    pub(crate) id: String,
    /// Who paid.
    pub(crate) user_id: UserId,
    /// Pounds.
    pub(crate) amount: Money,
    /// As recorded in the audit log.
    pub(crate) note: String,
    /// When.
    pub(crate) created_at: DateTime,
}

/// Cash that one admin alone could not record.
#[derive(Debug, Object)]
pub(crate) struct CashInRequest {
    /// Its id.
    pub(crate) id: String,
    /// Who paid.
    pub(crate) user_id: UserId,
    /// Their name.
    pub(crate) name: String,
    /// Pounds.
    pub(crate) amount: Money,
    /// Receipt number or occasion.
    pub(crate) note: String,
    /// What became of it.
    pub(crate) status: CashInStatus,
    /// The admin who asked for it.
    pub(crate) asked_by: UserId,
    /// Their name.
    pub(crate) asked_by_name: String,
    /// When.
    pub(crate) created_at: DateTime,
    /// Until when it waits, RFC 3339 in UTC.
    pub(crate) lapses_at: DateTime,
    /// The admin who decided, once one has.
    pub(crate) decided_by: Option<UserId>,
    /// Their name; empty before.
    pub(crate) decided_by_name: String,
    /// When it was decided or lapsed, RFC 3339 in UTC.
    pub(crate) decided_at: Option<DateTime>,
    /// Whether you may approve it: it waits, you have not asked for it, it is not for you, and you
    /// had been an administrator for a day when it was asked for.
    pub(crate) may_approve: bool,
}

impl From<Requested> for CashInRequest {
    fn from(requested: Requested) -> Self {
        let Requested { row, may_approve, names } = requested;
        let [name, asked_by_name, decided_by_name] = names;
        Self {
            id: row.id,
            user_id: row.user_id,
            name,
            amount: row.amount,
            note: row.note,
            status: row.status,
            asked_by: row.asked_by,
            asked_by_name,
            created_at: row.asked_at.into(),
            lapses_at: row.lapses_at.into(),
            decided_by: row.decided_by,
            decided_by_name,
            decided_at: row.decided_at.map(DateTime::from),
            may_approve,
        }
    }
}
