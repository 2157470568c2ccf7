//! The ledger's words: units, accounts, reasons, and one line of a member's history.

pub(crate) mod cash_in;
pub(crate) mod check;

use std::fmt;

use poem_openapi::Enum;
use sparkyard_kernel::{BookingId, Money, Sparks, Timestamp, UserId, site::Mode};
use surrealdb::types::SurrealValue;

use crate::error::WalletError;

/// What an account counts.
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

/// The accounts that Rust code names; holds and escrows are the schema's own.
#[derive(Clone, Debug)]
pub(crate) enum Account<'a> {
    /// A member's, in one unit.
    User(&'a UserId, Unit),
    /// Where tokens come from.
    Community,
}

impl fmt::Display for Account<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(user, unit) => write!(f, "user:{user}:{unit}"),
            Self::Community => f.write_str("community:spark"),
        }
    }
}

/// A movement of money that Rust code asks for.
#[derive(Clone, Debug)]
pub(crate) struct Transfer<'a> {
    /// What happens once has one key.
    pub(crate) key: String,
    pub(crate) from: Account<'a>,
    pub(crate) to: Account<'a>,
    pub(crate) unit: Unit,
    /// Hundredths, more than 0.
    pub(crate) amount: i64,
    pub(crate) reason: Reason,
    pub(crate) reference: Option<String>,
    pub(crate) at: Timestamp,
}

/// Why money moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Reason {
    /// Set aside for a booking about to be made.
    Hold,
    /// Set aside in vain, and given back.
    HoldExpired,
    /// A booking was made: what was set aside became its escrow.
    Escrow,
    /// From a booking's escrow back to its client.
    Refund,
    /// From a booking's escrow to its provider.
    Release,
    /// A top-up by card.
    Funding,
    /// Cash handed to the community.
    CashIn,
    /// The welcome grant.
    Welcome,
    /// Somebody whom the member invited has completed their first paid booking.
    Referral,
}

/// The simulated card's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum SandboxOutcome {
    /// The card pays.
    Succeed,
    /// The card says no.
    Decline,
}

/// The community's tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenSupply {
    /// Ever given out.
    pub(crate) minted: Sparks,
    /// What the community itself has: below 0 by what circulates.
    pub(crate) community_balance: Sparks,
    /// With members, set aside and in escrow included.
    pub(crate) circulating: Sparks,
}

/// What a member gets for somebody whom they invited.
pub(crate) struct Reward<'a> {
    /// Names the transfer after the invited address.
    pub(crate) key: String,
    pub(crate) invited: &'a UserId,
    pub(crate) inviter: &'a UserId,
    /// The booking that earned it.
    pub(crate) booking: BookingId,
    pub(crate) tokens: Sparks,
    pub(crate) at: Timestamp,
}

/// One movement as its account's owner sees it.
#[derive(Clone, Debug)]
pub(crate) struct EntryLine {
    pub(crate) id: String,
    pub(crate) unit: Unit,
    /// Hundredths, negative when it went out.
    pub(crate) amount: i64,
    pub(crate) reason: Reason,
    pub(crate) reference: Option<String>,
    /// The booking that a hold was used for.
    pub(crate) booking: Option<BookingId>,
    pub(crate) at: Timestamp,
    /// Sort key: smaller is newer.
    pub(crate) newest: i64,
}

impl EntryLine {
    /// What it was about: `booking:7` once there is a booking.
    pub(crate) fn subject(&self) -> Option<String> {
        self.booking.map(|id| format!("booking:{id}")).or_else(|| self.reference.clone())
    }

    /// One line for people.
    pub(crate) fn description(&self) -> String {
        let subject = self.subject().unwrap_or_default();
        let booking = match subject.strip_prefix("booking:") {
            Some(id) => format!("booking {id}"),
            None => "a booking".to_owned(),
        };
        match self.reason {
            Reason::Hold if self.booking.is_none() => "Set aside for a booking".to_owned(),
            Reason::Hold | Reason::Escrow => format!("Payment for {booking}"),
            Reason::HoldExpired => "Given back: no booking was made in time".to_owned(),
            Reason::Refund => format!("Refund for {booking}"),
            Reason::Release => format!("Earned with {booking}"),
            Reason::Funding => "Wallet top-up".to_owned(),
            Reason::CashIn => "Cash paid in".to_owned(),
            Reason::Welcome => "Welcome gift".to_owned(),
            Reason::Referral => "Thank you for inviting a neighbour".to_owned(),
        }
    }
}

/// An amount as it was sent. Read leniently from the request and strictly here, so that a wrong
/// one is a 422 that names its field.
pub(crate) fn pounds(amount: f64) -> Result<Money, WalletError> {
    // The shortest text that reads back as this number is what the sender wrote.
    amount.to_string().parse().map_err(|_| {
        WalletError::Amount("Enter an amount of at least 0 with at most two decimals.")
    })
}

/// Refuses pounds where the community does not use them.
pub(crate) fn cash_allowed(mode: Mode) -> Result<(), WalletError> {
    match mode {
        Mode::CashAndTokens => Ok(()),
        Mode::TokensOnly => Err(WalletError::CashOff),
        Mode::Gift => Err(WalletError::GiftMode),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(reason: Reason, reference: &str, booking: Option<i64>) -> EntryLine {
        EntryLine {
            id: "1".to_owned(),
            unit: Unit::Gbp,
            amount: -900,
            reason,
            reference: Some(reference.to_owned()),
            booking: booking.map(BookingId),
            at: Timestamp::EPOCH,
            newest: 0,
        }
    }

    #[test]
    fn says_what_happened() {
        let check = |reason, reference, booking, expected: &str| {
            assert_eq!(line(reason, reference, booking).description(), expected);
        };
        check(Reason::Hold, "intent:a", None, "Set aside for a booking");
        check(Reason::Hold, "intent:a", Some(7), "Payment for booking 7");
        check(Reason::HoldExpired, "intent:a", None, "Given back: no booking was made in time");
        check(Reason::Refund, "booking:7", None, "Refund for booking 7");
        check(Reason::Release, "booking:7", None, "Earned with booking 7");
        check(Reason::Funding, "funding:a", None, "Wallet top-up");
        check(Reason::CashIn, "cash_in:a", None, "Cash paid in");
        check(Reason::Welcome, "welcome", None, "Welcome gift");
        check(Reason::Referral, "", None, "Thank you for inviting a neighbour");
    }

    #[test]
    fn a_used_hold_speaks_of_its_booking() {
        assert_eq!(line(Reason::Hold, "intent:a", Some(7)).subject().as_deref(), Some("booking:7"));
        assert_eq!(line(Reason::Hold, "intent:a", None).subject().as_deref(), Some("intent:a"));
    }

    #[test]
    fn amounts_have_two_decimals_and_a_limit() {
        let check = |amount: f64, expected: Option<i64>| {
            assert_eq!(pounds(amount).ok().map(Money::minor), expected, "{amount}");
        };
        check(0.0, Some(0));
        check(0.07, Some(7));
        check(1.1, Some(110));
        check(999_999_999.99, Some(99_999_999_999));
        check(1e9, Some(100_000_000_000));
        for wrong in
            [-0.01, 1.005, 0.1 + 0.2, 1_000_000_000.01, 1e30, 1e-7, f64::NAN, f64::INFINITY]
        {
            check(wrong, None);
        }
    }

    #[test]
    fn cash_is_for_communities_that_use_it() {
        assert!(cash_allowed(Mode::CashAndTokens).is_ok());
        assert!(matches!(cash_allowed(Mode::TokensOnly), Err(WalletError::CashOff)));
        assert!(matches!(cash_allowed(Mode::Gift), Err(WalletError::GiftMode)));
    }
}
