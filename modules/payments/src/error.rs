//! Errors of card payments, and rule violations.

use sparkyard_kernel::{
    ApiError,
    db::{DbError, RuleViolation},
    errors,
};

use crate::model::card::MAX_CARDS;

/// Rule violation of handling an event: it was handled before.
pub(crate) const HANDLED: &[RuleViolation] =
    &[RuleViolation::new(409, "payments.event_handled", "This event was handled already.")];

const TOO_MANY_CARDS: RuleViolation = RuleViolation::new(
    409,
    "payments.too_many_cards",
    "You can keep at most 5 cards here. Delete one to add another.",
);
const CARD_NOT_FOUND: RuleViolation =
    RuleViolation::new(404, "payments.card_not_found", "You do not keep this card here any more.");

/// Rule violations of changes of cards.
pub(crate) const BILLING: &[RuleViolation] = &[TOO_MANY_CARDS, CARD_NOT_FOUND];

// The message of `TOO_MANY_CARDS` contains the limit.
const _: () = assert!(MAX_CARDS == 5);

/// Card forms per member and day: each one asks Stripe.
pub(crate) const SETUPS_A_DAY: u32 = 30;
pub(crate) const SETUPS_TODAY: RuleViolation = RuleViolation::new(
    429,
    "payments.setups_today",
    "You have opened the card form thirty times today. Please try again tomorrow.",
);

errors! {
    /// Errors of card payments.
    pub(crate) enum PaymentsError {
        /// No provider is configured.
        Off => 404, "payments.off", "This community takes no cards.";
        /// An event is not signed with our secret, or was signed too long ago.
        Signature => 400, "payments.bad_signature", "The signature of the event is not valid.";
        /// A signed event that cannot be read.
        Unreadable => 400, "payments.bad_event", "The event cannot be read.";
        /// The body of an event is too large.
        TooLarge => 413, "payments.event_too_large", "The event is too large.";
        /// The period of a comparison has more lines than fit into memory.
        TooManyLines => ApiError::invalid(
            "from",
            "This period has more than 100,000 lines. Choose a shorter one.",
        );
        /// Stripe did not answer, or its answer cannot be read. Whether it did what it was asked is
        /// unknown.
        Unreachable => ApiError::new(
            503,
            "payments.unreachable",
            "The card service cannot be reached. Nothing was charged; please try again in a few \
             minutes.",
        ).retry_after(60);
        /// Stripe rejects our requests, such as those with a wrong key.
        Refused => 503, "payments.refused",
            "The card service rejects this community's requests. Nothing was charged; please tell \
             your host.";
        /// No provider is configured that keeps cards and pays members.
        NotConfigured => 503, "payments.not_configured",
            "This community does not use Stripe. Nothing was changed.";
        /// Simulated cards outside a sample community.
        SandboxOff => 404, "payments.sandbox_off",
            "Cards are typed into this form in a sample community only.";
        /// The community uses tokens only.
        CashOff => 409, "payments.cash_off", "This community uses sparks, not pounds.";
        /// The community has no prices.
        GiftMode => 409, "payments.gift_mode",
            "Nothing has a price in this community, so no card is needed.";
        /// The account at Stripe is not the member's.
        AccountNotFound => 404, "payments.account_not_found", "There is no such account of yours.";
        /// The member keeps as many cards as allowed.
        TooManyCards => &TOO_MANY_CARDS;
        /// The member has no such card.
        CardNotFound => &CARD_NOT_FOUND;
        /// The member has begun no such card form.
        SetupNotFound => 404, "payments.setup_not_found", "There is no such card form of yours.";
        /// The card form was left before the card was saved.
        SetupUnfinished => 409, "payments.setup_unfinished",
            "Your card is not saved yet. Please fill in the card form again.";
        /// The secret belongs to no payment.
        PaymentNotFound =>
            ApiError::invalid("clientSecret", "This secret did not come from a payment.");
        /// The payment was made, or can no longer be made.
        PaymentEnded => 409, "payments.payment_ended", "This payment has ended already.";
        /// The card has expired, or Stripe no longer lets the member pay with it.
        CardUnusable => 409, "payments.card_unusable",
            "This card can no longer be used. Nothing was taken; please choose another one.";
        /// Something other than a card was saved.
        NoCard => 409, "payments.no_card", "Only cards can be kept here. Please choose a card.";
    }
}

impl PaymentsError {
    /// Checks whether a card was refused because the member keeps as many as allowed.
    pub(crate) fn is_too_many_cards(&self) -> bool {
        match self {
            Self::Db(DbError::Refused(violation)) => violation.code == TOO_MANY_CARDS.code,
            error => matches!(error, Self::TooManyCards),
        }
    }
}
