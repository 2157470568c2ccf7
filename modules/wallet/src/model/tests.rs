use super::*;

fn line(reason: Reason, reference: &str, booking: Option<i64>) -> EntryLine {
    EntryLine {
        id: "1".to_owned(),
        unit: Unit::Gbp,
        amount: -900,
        reason,
        reference: Some(reference.to_owned()),
        booking: booking.map(BookingId),
        other: None,
        open: false,
        settles_at: None,
        balance: None,
        at: Timestamp::EPOCH,
        newest: 0,
    }
}

#[test]
fn descriptions_match_the_reason() {
    let check = |reason, reference, booking, expected: &str| {
        assert_eq!(line(reason, reference, booking).description(), expected);
    };
    check(Reason::Hold, "intent:a", None, "Set aside for a booking");
    check(Reason::Hold, "intent:a", Some(7), "Payment for booking 7");
    check(Reason::HoldExpired, "intent:a", None, "Given back: no booking was made in time");
    check(Reason::Refund, "booking:7", None, "Refund for booking 7");
    check(
        Reason::RefundFailed,
        "booking:7",
        None,
        "Refund for booking 7 that your card did not take",
    );
    check(
        Reason::Chargeback,
        "chargeback:dp_1",
        None,
        "Set aside: a top-up is disputed at your bank",
    );
    check(
        Reason::ChargebackReturned,
        "chargeback:dp_1",
        None,
        "Given back: your bank left the top-up with the community",
    );
    check(Reason::Release, "booking:7", None, "Earned with booking 7");
    check(Reason::Expenses, "booking:7", None, "Expenses for booking 7");
    check(Reason::Funding, "funding:a", None, "Wallet top-up");
    check(Reason::CashIn, "cash_in:a", None, "Cash paid in");
    check(Reason::Withdrawal, "withdrawal:a", None, "Withdrawal");
    check(Reason::WithdrawalReturned, "withdrawal:a", None, "Withdrawal given back");
    check(Reason::Welcome, "welcome", None, "Welcome gift");
    check(Reason::Referral, "", None, "Thank you for inviting a neighbour");
}

#[test]
fn transfers_of_tokens_name_the_other_side() {
    let check = |reason, amount: i64, other: Option<Counterparty>, expected: &str| {
        let line = EntryLine { amount, other, ..line(reason, "gift:a", None) };
        assert_eq!(line.description(), expected);
    };
    let dev = || Some(Counterparty::Member("dev".into(), Some("Dev".to_owned())));
    let pot = || Counterparty::of_account("pot:spark");
    let unnamed = || Counterparty::of_account("user:dev:spark");
    check(Reason::Gift, -5, dev(), "Gift to Dev");
    check(Reason::Gift, -5, pot(), "Gift to the community");
    check(Reason::Gift, -5, unnamed(), "Gift to a neighbour");
    check(Reason::Gift, 5, dev(), "Sparks from Dev");
    check(Reason::Gift, 5, None, "Sparks from a neighbour");
    check(Reason::Grant, 5, pot(), "Sparks from the community");
    check(Reason::Exchange, -5, dev(), "Thanks to Dev for their help");
    check(Reason::Exchange, 5, dev(), "Thanks from Dev for your help");
    check(Reason::Reversal, -5, pot(), "Sparks returned to the community by an admin");
    check(Reason::Reversal, 5, dev(), "Sparks back from Dev, by an admin");
}

#[test]
fn settled_money_has_a_receipt() {
    let check = |reason, booking, open, expected| {
        let line = EntryLine { open, ..line(reason, "booking:7", booking) };
        assert_eq!(line.has_receipt(), expected, "{reason:?} {booking:?} {open}");
    };
    check(Reason::Hold, Some(7), false, true);
    check(Reason::Hold, Some(7), true, false);
    check(Reason::Hold, None, true, false);
    check(Reason::Hold, None, false, false);
    check(Reason::Refund, None, false, true);
    check(Reason::Release, None, false, true);
    check(Reason::Expenses, None, false, false);
    check(Reason::HoldExpired, None, false, false);
    check(Reason::Funding, None, false, false);
}

#[test]
fn used_hold_names_its_booking() {
    assert_eq!(line(Reason::Hold, "intent:a", Some(7)).subject().as_deref(), Some("booking:7"));
    assert_eq!(line(Reason::Hold, "intent:a", None).subject().as_deref(), Some("intent:a"));
    assert_eq!(line(Reason::Hold, "intent:a", Some(7)).booking_id(), Some(BookingId(7)));
    assert_eq!(line(Reason::Refund, "booking:8", None).booking_id(), Some(BookingId(8)));
    assert_eq!(line(Reason::Hold, "intent:a", None).booking_id(), None);
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
    for wrong in [-0.01, 1.005, 0.1 + 0.2, 1_000_000_000.01, 1e30, 1e-7, f64::NAN, f64::INFINITY] {
        check(wrong, None);
    }
}

#[test]
fn cash_needs_a_community_that_uses_it() {
    assert!(cash_allowed(Mode::CashAndTokens).is_ok());
    assert!(matches!(cash_allowed(Mode::TokensOnly), Err(WalletError::CashOff)));
    assert!(matches!(cash_allowed(Mode::Gift), Err(WalletError::GiftMode)));
}
