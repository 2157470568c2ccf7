//! Errors of the wallet, and rule violations.

use sparkyard_kernel::{ApiError, db::RuleViolation, errors, leaving::MEMBER_LEFT, ports};

/// Rule violations of a transfer out of a member's account.
pub(crate) const TRANSFER: &[RuleViolation] = &[
    RuleViolation::new(
        409,
        "wallet.insufficient_funds",
        "Insufficient funds. Please top up your wallet or tokens.",
    ),
    RuleViolation::new(
        409,
        "wallet.not_withdrawable",
        "You can withdraw only what you have earned or got back.",
    ),
    RuleViolation::new(
        409,
        "wallet.chargeback_open",
        "A top-up of yours is disputed at your bank. You can withdraw again once the bank has \
         decided.",
    ),
    MEMBER_LEFT,
];

/// Rule violations of a hold.
pub(crate) const HOLD: &[RuleViolation] = &[
    TRANSFER[0],
    MEMBER_LEFT,
    RuleViolation::new(
        409,
        "wallet.too_many_holds",
        "You have set money aside ten times and not used it. Each goes back to you after 15 minutes.",
    ),
];

/// Rule violations of cash paid in by hand.
pub(crate) const CASH_IN: &[RuleViolation] = &[
    MEMBER_LEFT,
    OWN_CASH_IN,
    CASH_IN_NOT_FOUND,
    RuleViolation::new(
        403,
        "wallet.own_request",
        "You asked for this yourself, so another admin has to approve it.",
    ),
    RuleViolation::new(
        403,
        "wallet.new_admin",
        "You had not been an admin for a day when this was asked for, so another admin has to approve it.",
    ),
    RuleViolation::new(
        409,
        "wallet.cash_in_lapsed",
        "This has waited for more than seven days. Please record the cash again.",
    ),
    RuleViolation::new(
        409,
        "wallet.cash_in_decided",
        "This has been decided the other way already.",
    ),
];

/// Rule violations of a credit limit.
pub(crate) const CREDIT_LIMIT: &[RuleViolation] = &[
    RuleViolation::new(
        409,
        "wallet.credit_limit_changed",
        "Somebody else has changed this limit just now. Please look again.",
    ),
    MEMBER_LEFT,
];

const CASH_IN_NOT_FOUND: RuleViolation =
    RuleViolation::new(404, "wallet.cash_in_not_found", "There is no such cash to decide about.");

const OWN_CASH_IN: RuleViolation = RuleViolation::new(
    403,
    "wallet.own_cash_in",
    "You cannot record cash for yourself. Another admin has to do it.",
);

/// Rule violations of using a payment intent.
pub(crate) const ESCROW: &[RuleViolation] = &[
    RuleViolation::new(
        404,
        "wallet.intent_not_found",
        "We cannot find this payment. Please pay again.",
    ),
    RuleViolation::new(409, "wallet.intent_used", "This payment was already used for a booking."),
    RuleViolation::new(
        409,
        "wallet.intent_expired",
        "This payment ran out and the money is yours again. Please pay again.",
    ),
    RuleViolation::new(
        409,
        "wallet.intent_mismatch",
        "This payment is not for the price of this booking. Please pay again.",
    ),
];

/// Rule violations of settling an escrow.
pub(crate) const SETTLE: &[RuleViolation] = &[
    RuleViolation::new(
        409,
        "wallet.escrow_settled",
        "The money for this booking was already paid out.",
    ),
    RuleViolation::new(
        409,
        "bookings.chargeback_open",
        "The card payment for this booking is disputed at the bank. Its money stays where it is \
         until the bank has decided.",
    ),
    RuleViolation::new(
        409,
        "bookings.charged_back",
        "The bank has taken the card payment for this booking back, so there is no money to pay \
         out.",
    ),
];

/// Rule violation of a chargeback or a failed refund: its payment is not booked yet.
pub(crate) const NOT_BOOKED: &[RuleViolation] = &[RuleViolation::new(
    409,
    ports::NOT_BOOKED,
    "The payment is not booked yet. It is tried again later.",
)];

/// Rule violation of a refund to the wallet: there is nothing left to refund, or another amount.
pub(crate) const REFUND_CHANGED: &[RuleViolation] =
    &[RuleViolation::new(409, "wallet.refund_changed", "The refund has changed meanwhile.")];

/// Rule violations of the simulated card.
pub(crate) const SANDBOX: &[RuleViolation] = &[
    RuleViolation::new(
        404,
        "wallet.funding_not_found",
        "We cannot find this top-up. Please start again.",
    ),
    RuleViolation::new(409, "wallet.already_paid", "This top-up was already paid."),
];

/// Rule violations of confirming a top-up.
pub(crate) const CREDIT: &[RuleViolation] = &[RuleViolation::new(
    409,
    "wallet.nothing_paid",
    "No payment of this amount has arrived. If you paid just now, try again in a minute.",
)];

/// Rule violations of a grant: it was made before, to another account.
pub(crate) const GRANT: &[RuleViolation] =
    &[RuleViolation::new(409, "wallet.transfer_exists", "This was already paid.")];

errors! {
    /// Errors of operations of the wallet.
    pub(crate) enum WalletError {
        /// The simulated card exists in a sample community only.
        SandboxOff => 404, "wallet.sandbox_off",
            "Pretended payments exist in a sample community only.";
        /// No card provider is configured.
        CardUnavailable => 503, "wallet.not_configured",
            "This community does not take cards yet. Ask your host about paying in cash.";
        /// There is no such card payment of the caller.
        CardNotFound => &ESCROW[0];
        /// The payment ran out before a booking used it.
        IntentExpired => &ESCROW[2];
        /// The card is not authorised for the price.
        CardNotAuthorised => 409, "wallet.card_not_authorised",
            "Your card has not been authorised for this yet. Nothing was taken; please pay again.";
        /// The provider did not capture an authorised payment.
        CaptureUnknown => ApiError::new(
            503,
            "wallet.capture_unknown",
            "The card service could not charge the card just now. Nothing is charged twice; please \
             accept again in a few minutes.",
        ).retry_after(60);
        /// The authorisation of a booking's payment has ended.
        CardLapsed => 409, "bookings.card_lapsed",
            "The card's authorisation has ended, so the money for this booking cannot be taken. \
             Please decline, and ask your neighbour to book again.";
        /// There is no such top-up of the caller.
        TopUpNotFound => &SANDBOX[0];
        /// The community uses tokens only, or no prices at all.
        CashOff => 409, "wallet.cash_off", "This community uses sparks, not pounds.";
        /// The community has no prices.
        GiftMode => 409, "wallet.gift_mode",
            "Nothing has a price in this community, so there is nothing to pay.";
        /// The currency is not pounds.
        Currency => ApiError::invalid("currency", "Only gbp is accepted.");
        /// The amount is out of range. Holds the message for the user.
        Amount(message: &'static str) => ApiError::invalid("amount", message);
        /// The booking has no price, or is not the caller's.
        NoReceipt => 404, "wallet.receipt_not_found", "There is no receipt for this booking.";
        /// The money of the booking is in escrow.
        NotSettled => 409, "wallet.booking_not_settled",
            "The money for this booking is not settled yet, so there is no receipt.";
        /// A download would have too many lines.
        StatementTooLong => ApiError::invalid(
            "to",
            "This period has more than 10,000 entries. Choose a shorter one.",
        );
        /// Somebody was named who is not a member.
        MemberNotFound => 404, "wallet.member_not_found", "There is no such member.";
        /// An admin recorded cash for themselves.
        OwnCashIn => &OWN_CASH_IN;
        /// An admin changed their own credit limit.
        OwnCreditLimit => 403, "wallet.own_credit_limit",
            "You cannot change your own limit. Another admin has to do it.";
        /// No cash with this id waits or was decided on.
        CashInNotFound => &CASH_IN_NOT_FOUND;
        /// More transfers wait to be added up than a request can read.
        SumsBehind => ApiError::new(
            503,
            "wallet.sums_behind",
            "The ledger is still being added up. Please try again in a minute.",
        )
        .retry_after(60);
        /// A check of the ledger is running already.
        CheckRunning => 409, "wallet.check_running", "The ledger is being checked already.";
        /// A check of the ledger ended without a result.
        CheckStopped(cause: String) =>
            ApiError::internal(format!("the check has stopped: {cause}"));
    }
}
