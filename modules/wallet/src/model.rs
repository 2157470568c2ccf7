//! Types of the ledger: units, accounts, reasons, and entries of a member's history.

mod card_payment;
pub(crate) mod cash_in;
pub(crate) mod chargeback;
pub(crate) mod check;
mod counterparty;
pub(crate) mod credit;
pub(crate) mod csv;
pub(crate) mod overview;
pub(crate) mod pdf;
pub(crate) mod receipt;
pub(crate) mod seller;
pub(crate) mod set_aside;
pub(crate) mod statement;
pub(crate) mod sums;
mod top_up;

use std::fmt;

use poem_openapi::Enum;
use sparkyard_kernel::{
    BookingId, ItemId, Money, Sparks, Timestamp, UserId, ports::TokenReason, site::Mode,
};
use surrealdb::types::SurrealValue;

use crate::error::WalletError;

pub(crate) use card_payment::{
    BegunPayment, BookingCard, CardPaymentState, CardState, CardStep, SimulatedPayment,
};
pub(crate) use counterparty::Counterparty;
use counterparty::NEIGHBOUR;
pub(crate) use set_aside::{Amounts, OpenIntent, SetAside};
pub(crate) use top_up::{BegunTopUp, TopUp, TopUpStatus};

/// Unit of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Unit {
    /// Pounds sterling, in pence.
    Gbp,
    /// Spark tokens, in hundredths.
    Spark,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gbp => "gbp",
            Self::Spark => "spark",
        })
    }
}

/// Accounts that Rust code names; those of holds and escrows are known to the schema only.
#[derive(Clone, Debug)]
pub(crate) enum Account<'a> {
    /// Account of a member, in one unit.
    User(&'a UserId, Unit),
    /// Issuer of tokens.
    Community,
    /// Tokens given to the community, which admins grant to members.
    Pot,
    /// Cash of a withdrawal that is under way.
    Withdrawal(&'a ItemId),
    /// Bank accounts outside, in pounds.
    Bank,
    /// Account of a card provider outside, in pounds.
    Provider(&'static str),
}

impl fmt::Display for Account<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(user, unit) => write!(f, "user:{user}:{unit}"),
            Self::Community => f.write_str("community:spark"),
            Self::Pot => f.write_str("pot:spark"),
            Self::Withdrawal(id) => write!(f, "withdrawal:{id}"),
            Self::Bank => f.write_str("external:bank:gbp"),
            Self::Provider(name) => write!(f, "external:{name}:gbp"),
        }
    }
}

/// A transfer requested by Rust code.
#[derive(Clone, Debug)]
pub(crate) struct Transfer<'a> {
    /// Idempotency key.
    pub(crate) key: String,
    pub(crate) from: Account<'a>,
    pub(crate) to: Account<'a>,
    pub(crate) unit: Unit,
    /// Amount in hundredths, more than 0.
    pub(crate) amount: i64,
    pub(crate) reason: Reason,
    pub(crate) reference: Option<String>,
    pub(crate) at: Timestamp,
}

/// Reason of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Reason {
    /// Held for a booking about to be made.
    Hold,
    /// Returned from a hold that expired unused.
    HoldExpired,
    /// Moved from a hold to the escrow of a booking.
    Escrow,
    /// Refunded from a booking's escrow to its client.
    Refund,
    /// Refunded to the card of a booking's client, which it did not reach: credited to their cash.
    RefundFailed,
    /// Released from a booking's escrow to its provider.
    Release,
    /// Paid by a booking's client for the provider's expenses.
    Expenses,
    /// A top-up by card.
    Funding,
    /// Set aside because a payment by card is disputed at the member's bank.
    Chargeback,
    /// Returned from a chargeback that the bank did not grant.
    ChargebackReturned,
    /// Cash handed to the community.
    CashIn,
    /// Set aside to be paid into the member's bank account.
    Withdrawal,
    /// Returned from a withdrawal that was cancelled, refused or taken back.
    WithdrawalReturned,
    /// Paid into the member's bank account.
    WithdrawalPaid,
    /// Welcome grant.
    Welcome,
    /// Reward for an invited member's first completed paid booking.
    Referral,
    /// A gift to another member or to the community's pot.
    Gift,
    /// A grant from the community's pot.
    Grant,
    /// Thanks for help without a booking.
    Exchange,
    /// An earlier gift, grant or exchange, taken back by staff.
    Reversal,
    /// Left by a member who deleted their account.
    Leaving,
    /// Balance that an imported member had in another system.
    Opening,
}

impl From<TokenReason> for Reason {
    fn from(reason: TokenReason) -> Self {
        match reason {
            TokenReason::Gift => Self::Gift,
            TokenReason::Grant => Self::Grant,
            TokenReason::Exchange => Self::Exchange,
            TokenReason::Reversal => Self::Reversal,
            TokenReason::Opening => Self::Opening,
        }
    }
}

/// Outcome of a simulated card payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum SandboxOutcome {
    /// The card pays.
    Succeed,
    /// The card declines.
    Decline,
}

/// Spark tokens of the community.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenSupply {
    /// Tokens ever issued.
    pub(crate) minted: Sparks,
    /// Balance of the community: the negative of the circulating tokens.
    pub(crate) community_balance: Sparks,
    /// Tokens of members and of the pot, including held and escrowed ones.
    pub(crate) circulating: Sparks,
}

/// Reward of a member for an invitation.
pub(crate) struct Reward<'a> {
    /// Idempotency key of the transfer, derived from the invited address.
    pub(crate) key: String,
    pub(crate) invited: &'a UserId,
    pub(crate) inviter: &'a UserId,
    /// Booking that earned it.
    pub(crate) booking: BookingId,
    pub(crate) tokens: Sparks,
    pub(crate) at: Timestamp,
}

/// An entry as the owner of its account sees it.
#[derive(Clone, Debug)]
pub(crate) struct EntryLine {
    pub(crate) id: String,
    pub(crate) unit: Unit,
    /// Amount in hundredths, negative for outgoing money.
    pub(crate) amount: i64,
    pub(crate) reason: Reason,
    pub(crate) reference: Option<String>,
    /// Booking for which a hold was used.
    pub(crate) booking: Option<BookingId>,
    /// Other side, for transfers of tokens outside of bookings.
    pub(crate) other: Option<Counterparty>,
    /// Whether the money of a hold has not arrived anywhere yet.
    pub(crate) open: bool,
    /// Time at which the money of a completed booking is due to its provider.
    pub(crate) settles_at: Option<Timestamp>,
    /// Balance of the account after the entry; `None` for entries from before it was stored.
    pub(crate) balance: Option<i64>,
    pub(crate) at: Timestamp,
    /// Sort key: smaller is newer.
    pub(crate) newest: i64,
}

impl EntryLine {
    /// Returns the subject: `booking:7` once there is a booking.
    pub(crate) fn subject(&self) -> Option<String> {
        self.booking.map(|id| format!("booking:{id}")).or_else(|| self.reference.clone())
    }

    /// Returns the booking that the entry is about.
    pub(crate) fn booking_id(&self) -> Option<BookingId> {
        let named = || self.reference.as_deref()?.strip_prefix("booking:")?.parse().ok();
        self.booking.or_else(|| named().map(BookingId))
    }

    /// Checks whether the money of the entry's booking is settled, so that there is a receipt.
    pub(crate) fn has_receipt(&self) -> bool {
        match self.reason {
            Reason::Refund | Reason::Release => true,
            Reason::Hold => self.booking.is_some() && !self.open,
            _ => false,
        }
    }

    /// Returns a description in one line.
    pub(crate) fn description(&self) -> String {
        let subject = self.subject().unwrap_or_default();
        let booking = match subject.strip_prefix("booking:") {
            Some(id) => format!("booking {id}"),
            None => "a booking".to_owned(),
        };
        let other = self.other.as_ref().map_or(NEIGHBOUR, Counterparty::words);
        let paid = self.amount < 0;
        match self.reason {
            Reason::Hold if self.booking.is_none() => "Set aside for a booking".to_owned(),
            Reason::Hold | Reason::Escrow => format!("Payment for {booking}"),
            Reason::HoldExpired => "Given back: no booking was made in time".to_owned(),
            Reason::Refund => format!("Refund for {booking}"),
            Reason::RefundFailed => {
                format!("Refund for {booking} that your card did not take")
            }
            Reason::Release => format!("Earned with {booking}"),
            Reason::Expenses => format!("Expenses for {booking}"),
            Reason::Funding => "Wallet top-up".to_owned(),
            Reason::Chargeback => "Set aside: a top-up is disputed at your bank".to_owned(),
            Reason::ChargebackReturned => {
                "Given back: your bank left the top-up with the community".to_owned()
            }
            Reason::CashIn => "Cash paid in".to_owned(),
            Reason::Withdrawal | Reason::WithdrawalPaid => "Withdrawal".to_owned(),
            Reason::WithdrawalReturned => "Withdrawal given back".to_owned(),
            Reason::Welcome => "Welcome gift".to_owned(),
            Reason::Opening => "Opening balance".to_owned(),
            Reason::Referral => "Thank you for inviting a neighbour".to_owned(),
            Reason::Gift if paid => format!("Gift to {other}"),
            Reason::Gift | Reason::Grant => format!("Sparks from {other}"),
            Reason::Exchange if paid => format!("Thanks to {other} for their help"),
            Reason::Exchange => format!("Thanks from {other} for your help"),
            Reason::Leaving => "Left to the community with the account".to_owned(),
            Reason::Reversal if paid => format!("Sparks returned to {other} by an admin"),
            Reason::Reversal => format!("Sparks back from {other}, by an admin"),
        }
    }
}

/// Converts an amount from a request. Requests accept any number, and it is validated here, so that
/// an invalid one is a 422 that names its field.
pub(crate) fn pounds(amount: f64) -> Result<Money, WalletError> {
    let wrong = WalletError::Amount("Enter an amount of at least 0 with at most two decimals.");
    Money::from_number(amount).ok_or(wrong)
}

/// Checks that the community uses pounds.
pub(crate) fn cash_allowed(mode: Mode) -> Result<(), WalletError> {
    match mode {
        Mode::CashAndTokens => Ok(()),
        Mode::TokensOnly => Err(WalletError::CashOff),
        Mode::Gift => Err(WalletError::GiftMode),
    }
}

#[cfg(test)]
mod tests;
