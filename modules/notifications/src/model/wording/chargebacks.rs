//! Texts about payments by card that are disputed at the bank, and refunds that did not reach a
//! card.

use sparkyard_kernel::{
    Timestamp,
    events::payments::{ChargebackChanged, RefundFailed},
    ports::ChargebackState,
    zone,
};

use super::{super::Text, inward, outward};

const WALLET: &str = "/wallet";
const LEDGER: &str = "/admin/ledger";

fn text(title: String, description: &str, link: &str) -> Text {
    Text { title, description: description.to_owned(), link: link.to_owned() }
}

/// Notice to a member whose top-up is disputed at their bank.
pub(crate) fn chargeback_of_top_up(change: &ChargebackChanged) -> Text {
    let amount = change.amount;
    let (title, description) = match change.state {
        ChargebackState::Open => (
            format!("Your top-up of £{amount} is disputed at your bank"),
            "We have set the money aside as far as your wallet reaches, and you can't withdraw \
             until the bank has decided. If this is a mistake, tell your bank and your host.",
        ),
        ChargebackState::Won => (
            format!("Your top-up of £{amount} stands"),
            "Your bank has left it with the community. What was set aside is back in your wallet.",
        ),
        ChargebackState::Lost => (
            format!("Your bank has taken back your top-up of £{amount}"),
            "What was set aside has left your wallet. You can withdraw again.",
        ),
    };
    text(title, description, WALLET)
}

/// Notices to client and provider of a booking whose card payment is disputed at the client's bank;
/// `None` for a lost one, as the end of the booking is change by the booking.
pub(crate) fn chargeback_of_booking(
    change: &ChargebackChanged,
    subject: &str,
    client: &str,
) -> Option<(Text, Text)> {
    let booking = change.booking_id?;
    let (title, to_client, to_provider) = match change.state {
        ChargebackState::Open => (
            format!("The card payment for {subject} is disputed"),
            "Your bank was asked to take it back. Money that is not paid out stays where it is \
             until the bank has decided."
                .to_owned(),
            format!(
                "{client}'s bank was asked to take it back. Money that is not paid out stays where \
                 it is until the bank has decided; what you have been paid is yours."
            ),
        ),
        ChargebackState::Won => {
            let description = "The bank has decided. The booking goes on as before.".to_owned();
            (format!("The card payment for {subject} stands"), description.clone(), description)
        }
        ChargebackState::Lost => return None,
    };
    Some((
        text(title.clone(), &to_client, &outward(booking)),
        text(title, &to_provider, &inward(booking)),
    ))
}

/// Notice to admins about a chargeback.
pub(crate) fn chargeback_for_admins(change: &ChargebackChanged, name: &str) -> Text {
    let amount = change.amount;
    let (title, description) = match (change.state, change.evidence_due) {
        (ChargebackState::Open, Some(due)) => (
            format!("{name} disputes a card payment of £{amount}"),
            format!(
                "Answer in Stripe's dashboard by {}, or the bank takes the money back.",
                day(due)
            ),
        ),
        (ChargebackState::Open, None) => (
            format!("{name} disputes a card payment of £{amount}"),
            "Stripe's dashboard shows whether an answer is possible.".to_owned(),
        ),
        (ChargebackState::Won, _) => (
            format!("The bank left £{amount} with the community"),
            format!("{name} had disputed the card payment. Everything is back where it was."),
        ),
        (ChargebackState::Lost, _) => (
            format!("The bank has taken back £{amount}"),
            format!("{name} had disputed the card payment. See what the community bears of it."),
        ),
    };
    Text { title, description, link: LEDGER.to_owned() }
}

fn day(at: Timestamp) -> String {
    zone::in_britain(at).strftime("%a %-d %b, %H:%M").to_string()
}

/// Notice to a member whose card did not take a refund.
pub(crate) fn refund_failed(failed: &RefundFailed) -> Text {
    text(
        format!("A refund of £{} is in your wallet", failed.amount),
        "Your card did not take it, so we have credited your wallet. You can spend or withdraw it.",
        WALLET,
    )
}

/// Notice to admins about a refund that did not reach a card.
pub(crate) fn refund_failed_for_admins(failed: &RefundFailed, name: &str) -> Text {
    text(
        format!("{name}'s card did not take a refund of £{}", failed.amount),
        "It is in their wallet instead, and the money is back in the community's Stripe account.",
        LEDGER,
    )
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::{BookingId, Money};

    use super::*;

    fn change(state: ChargebackState, booking: Option<i64>) -> ChargebackChanged {
        ChargebackChanged {
            chargeback_id: "dp_1".to_owned(),
            user_id: "maya".into(),
            booking_id: booking.map(BookingId),
            amount: Money::from_minor(2000),
            state,
            evidence_due: Some("2026-03-10T23:59:00Z".parse().unwrap()),
        }
    }

    #[test]
    fn payer_is_told_what_happens_to_their_wallet() {
        use ChargebackState::{Lost, Open, Won};
        for (state, title) in [
            (Open, "Your top-up of £20.00 is disputed at your bank"),
            (Won, "Your top-up of £20.00 stands"),
            (Lost, "Your bank has taken back your top-up of £20.00"),
        ] {
            let text = chargeback_of_top_up(&change(state, None));
            assert_eq!((text.title.as_str(), text.link.as_str()), (title, "/wallet"));
        }
    }

    #[test]
    fn parties_of_a_booking_are_told_until_it_ends() {
        let texts = |state| chargeback_of_booking(&change(state, Some(7)), "Plumbing", "Maya");
        let (client, provider) = texts(ChargebackState::Open).unwrap();
        assert_eq!(client.title, "The card payment for Plumbing is disputed");
        assert_eq!(client.link, "/outward-progress/7");
        assert!(provider.description.starts_with("Maya's bank"), "{provider:?}");
        assert_eq!(provider.link, "/inward-details/7");
        let (client, provider) = texts(ChargebackState::Won).unwrap();
        assert_eq!(client.title, "The card payment for Plumbing stands");
        assert_eq!(client.description, provider.description);
        assert_eq!(texts(ChargebackState::Lost), None);
        assert_eq!(
            chargeback_of_booking(&change(ChargebackState::Open, None), "Plumbing", "Maya"),
            None
        );
    }

    #[test]
    fn admins_are_told_until_when_to_answer() {
        let open = chargeback_for_admins(&change(ChargebackState::Open, None), "Maya");
        assert_eq!(
            open.description,
            "Answer in Stripe's dashboard by Tue 10 Mar, 23:59, or the bank takes the money back."
        );
        let late = ChargebackChanged { evidence_due: None, ..change(ChargebackState::Open, None) };
        assert!(!chargeback_for_admins(&late, "Maya").description.contains(" by "));
    }
}
