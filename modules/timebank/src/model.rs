//! Gifts of sparks and their rules.

pub(crate) mod exchange;

use std::collections::HashMap;

use sparkyard_kernel::{
    ItemId, Sparks, Timestamp, UserId,
    ports::{PersonInfo, TokenAccount},
    text,
    validate::Checks,
};
use surrealdb::types::SurrealValue;

use crate::error::TimebankError;

/// Maximum length of a message with a gift, in characters.
const MAX_MESSAGE: usize = 280;
/// Maximum length of the reason for a grant or a reversal, in characters.
const MAX_REASON: usize = 200;

/// Receiver of a gift, as a request names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Recipient {
    /// A member.
    Member(UserId),
    /// The pot of the community.
    Community,
}

impl Recipient {
    /// Parses `community` or the id of a member; any other text names nobody.
    pub(crate) fn parse(to: &str) -> Result<Self, TimebankError> {
        match to {
            "community" => Ok(Self::Community),
            id => UserId::received(id).map(Self::Member).ok_or(TimebankError::MemberNotFound),
        }
    }
}

/// A gift, or a grant from the pot.
#[derive(Clone, Debug)]
pub(crate) struct Gift {
    pub(crate) id: ItemId,
    /// `None` for a grant from the pot.
    pub(crate) giver: Option<UserId>,
    /// `None` for a gift to the pot.
    pub(crate) receiver: Option<UserId>,
    /// Admin who granted it.
    pub(crate) granted_by: Option<UserId>,
    pub(crate) amount: Sparks,
    /// Message of the giver, or reason of the grant.
    pub(crate) message: Option<String>,
    pub(crate) created_at: Timestamp,
    pub(crate) reversal: Option<Reversal>,
}

impl Gift {
    /// Returns the account that paid.
    pub(crate) fn source(&self) -> TokenAccount {
        account(self.giver.as_ref())
    }

    /// Returns the account that was paid.
    pub(crate) fn destination(&self) -> TokenAccount {
        account(self.receiver.as_ref())
    }

    /// Checks whether `user` gave, received or granted it.
    pub(crate) fn concerns(&self, user: &UserId) -> bool {
        [&self.giver, &self.receiver, &self.granted_by].contains(&&Some(user.clone()))
    }
}

/// Returns the account of a member, or of the pot if there is none.
fn account(member: Option<&UserId>) -> TokenAccount {
    member.map_or(TokenAccount::Pot, |member| TokenAccount::Member(member.clone()))
}

/// Reversal by staff.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Reversal {
    pub(crate) by: UserId,
    pub(crate) reason: String,
    pub(crate) at: Timestamp,
}

/// People as one reader sees them, by id. Those whom the reader may not see are missing.
pub(crate) type Directory = HashMap<UserId, PersonInfo>;

/// A gift with the people whom its reader may see.
pub(crate) struct GiftForViewer {
    pub(crate) gift: Gift,
    pub(crate) giver: Option<PersonInfo>,
    pub(crate) receiver: Option<PersonInfo>,
}

impl GiftForViewer {
    /// Combines a gift with the people in `directory`.
    pub(crate) fn new(gift: Gift, directory: &Directory) -> Self {
        let find = |id: &Option<UserId>| id.as_ref().and_then(|id| directory.get(id)).cloned();
        Self { giver: find(&gift.giver), receiver: find(&gift.receiver), gift }
    }

    /// Drops the message of a giver whom the reader may not see.
    #[must_use]
    pub(crate) fn without_hidden_words(mut self) -> Self {
        let is_hidden =
            |id: &Option<UserId>, person: &Option<PersonInfo>| id.is_some() && person.is_none();
        if is_hidden(&self.gift.giver, &self.giver)
            || is_hidden(&self.gift.receiver, &self.receiver)
        {
            self.gift.message = None;
        }
        self
    }
}

/// Converts the amount of a request, which must be more than zero with at most two decimals.
pub(crate) fn sparks(amount: f64) -> Result<Sparks, TimebankError> {
    Sparks::from_number(amount).filter(|amount| !amount.is_zero()).ok_or(TimebankError::Amount)
}

/// Returns the message with a gift as it is stored; `None` if it is empty. A message that is too
/// long or not plain text is a 422.
pub(crate) fn checked_message(message: Option<&str>) -> Result<Option<String>, TimebankError> {
    let message = message.unwrap_or_default();
    Checks::new().prose("message", message, 0, MAX_MESSAGE).finish()?;
    Ok(Some(text::prose(message)).filter(|message| !message.is_empty()))
}

/// Returns the reason for a grant or a reversal as it is stored; 422 if it is empty or too long.
pub(crate) fn checked_reason(reason: &str) -> Result<String, TimebankError> {
    Checks::new().line("reason", reason, 1, MAX_REASON).finish()?;
    Ok(text::line(reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_positive_with_two_decimals() {
        let check = |amount: f64, expected: Option<i64>| {
            assert_eq!(sparks(amount).ok().map(Sparks::minor), expected, "{amount}");
        };
        check(0.01, Some(1));
        check(2.5, Some(250));
        for wrong in [0.0, -1.0, 0.001, 1e12, f64::NAN, f64::INFINITY] {
            check(wrong, None);
        }
    }

    #[test]
    fn messages_are_plain_and_bounded() {
        let check = |message: &str, expected: Option<Option<&str>>| {
            let checked = checked_message(Some(message)).ok();
            assert_eq!(checked, expected.map(|text| text.map(str::to_owned)), "{message}");
        };
        check(" Thank you ", Some(Some("Thank you")));
        check(" \u{200b} ", Some(None));
        check(&"x".repeat(280), Some(Some(&"x".repeat(280))));
        check(&"x".repeat(281), None);
        check("a\0b", None);
        assert!(checked_reason("  ").is_err());
    }

    #[test]
    fn recipient_is_a_member_or_the_community() {
        let check = |to: &str, expected: Option<Recipient>| {
            assert_eq!(Recipient::parse(to).ok(), expected, "{to}");
        };
        check("community", Some(Recipient::Community));
        check("ana", Some(Recipient::Member("ana".into())));
        check("", None);
        check("<script>", None);
    }
}
