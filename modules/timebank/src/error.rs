//! Errors of the module, and rule violations.

use sparkyard_kernel::{ApiError, auth::forbidden, db::RuleViolation, errors};

/// More gifts in a day than allowed.
pub(crate) const TOO_MANY_GIFTS: RuleViolation = RuleViolation::new(
    429,
    "timebank.gifts_of_a_day",
    "You have given sparks many times today. Nothing has left your wallet.",
);

/// More sparks given in a day than allowed.
pub(crate) const TOO_MANY_SPARKS: RuleViolation = RuleViolation::new(
    429,
    "timebank.sparks_of_a_day",
    "That is more sparks than you can give in one day. Nothing has left your wallet.",
);

/// Rule violations of a reversal.
pub(crate) const REVERSE: &[RuleViolation] = &[RuleViolation::new(
    409,
    "timebank.reversed",
    "This has been reversed already. Nothing was changed.",
)];

/// More exchanges in a day than allowed.
pub(crate) const TOO_MANY_EXCHANGES: RuleViolation = RuleViolation::new(
    429,
    "timebank.exchanges_of_a_day",
    "You have written down many exchanges today.",
);

/// Rule violations of writing down an exchange.
pub(crate) const WRITE_EXCHANGE: &[RuleViolation] = &[RuleViolation::new(
    409,
    "timebank.too_many_unanswered",
    "Five exchanges wait for this neighbour already. Ask them to answer those first.",
)];

/// Code of the rule violation of a change of an exchange that no longer waits.
pub(crate) const EXCHANGE_CLOSED: &str = "timebank.exchange_closed";

/// Rule violations of ending the wait for an answer.
pub(crate) const CLOSE_EXCHANGE: &[RuleViolation] = &[RuleViolation::new(
    409,
    EXCHANGE_CLOSED,
    "This exchange no longer waits for an answer. Nothing was changed.",
)];

errors! {
    /// Errors of operations of the module.
    pub(crate) enum TimebankError {
        /// The community has no prices, or the wallet is switched off.
        NoSparks => 409, "timebank.no_sparks",
            "This community does not use sparks, so there are none to give.";
        /// The amount is out of range, or has more than two decimals.
        Amount => ApiError::invalid("amount", "Enter at least 0.01 sparks, with at most two decimals.");
        /// The receiver does not exist, or the caller may not see them.
        MemberNotFound => 404, "timebank.member_not_found", "We cannot find this neighbour.";
        /// A gift to oneself.
        OwnGift => 409, "timebank.own_gift",
            "You cannot give sparks to yourself. Choose a neighbour, or the community.";
        /// The giver has fewer tokens.
        TooFewSparks => 409, "timebank.too_few_sparks",
            "You have fewer sparks than that. Nothing has left your wallet.";
        /// An admin granted tokens to themselves.
        OwnGrant => 403, "timebank.own_grant",
            "You cannot grant sparks to yourself. Another admin has to do it.";
        /// The pot has fewer tokens.
        PotTooLow => 409, "timebank.pot_too_low",
            "The community has fewer sparks than that in its pot. Nothing was granted.";
        /// An exchange with oneself.
        OwnExchange => 409, "timebank.own_exchange",
            "An exchange takes two. Choose the neighbour you helped, or who helped you.";
        /// No such exchange, or the caller took no part in it.
        ExchangeNotFound => 404, "timebank.exchange_not_found", "We cannot find this exchange.";
        /// The writer tried to answer, or the other side to withdraw.
        NotYours => 403, "timebank.not_yours_to_answer",
            "Only the other side can answer an exchange, and only its writer can withdraw it.";
        /// The exchange is in another status. Holds that in words.
        ExchangeClosed(status: &'static str) => 409, "timebank.exchange_closed",
            "This exchange is {status}. Nothing was changed.";
        /// The member who was helped has fewer tokens.
        PayerShort => 409, "timebank.payer_short",
            "Whoever was helped has fewer sparks than that at the moment. Nothing was changed.";
        /// Staff reversed an exchange that does not count.
        NotCounted(status: &'static str) => 409, "timebank.not_counted",
            "This exchange is {status}, so there is nothing to reverse.";
        /// No such gift or grant.
        GiftNotFound => 404, "timebank.gift_not_found", "We cannot find this gift.";
        /// Staff decided about their own gift or grant.
        OwnCase => 403, "timebank.own_case",
            "You took part in this yourself, so somebody else has to decide.";
        /// A moderator reversed a grant.
        AdminsOnly => forbidden();
        /// The receiver has spent the tokens.
        SparksSpent => 409, "timebank.sparks_spent",
            "The receiver no longer has that many sparks, so they cannot go back. Nothing was changed.";
    }
}
