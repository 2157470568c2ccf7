//! Texts about sparks that people give each other without a booking.

use sparkyard_kernel::{
    Sparks, UserId,
    events::{
        timebank::{ExchangeChanged, SparksGiven, SparksReversed},
        wallet::CreditLimitChanged,
    },
};

use super::{super::Text, profile};

/// Page on which a member sees what was moved.
const WALLET: &str = "/wallet";
/// Page on which a member answers exchanges.
const EXCHANGES: &str = "/exchanges";
/// Words for the pot as the other side.
const COMMUNITY: &str = "the community";

/// Texts for the two sides of a movement of sparks; `None` for the pot.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct SparkTexts {
    pub(crate) giver: Option<Text>,
    pub(crate) receiver: Option<Text>,
}

/// Returns the notices about a gift or grant between two sides with these names.
pub(crate) fn sparks_given(gift: &SparksGiven, [from, to]: [&str; 2]) -> SparkTexts {
    let amount = amount(gift.amount);
    let message = gift.message.as_deref();
    let whom = if gift.receiver_id.is_some() { to } else { COMMUNITY };
    let giver = gift.giver_id.as_ref().map(|_| Text {
        title: format!("You gave {whom} {amount}"),
        description: match gift.receiver_id {
            Some(_) => "They have been told. Thank you for thinking of a neighbour.",
            None => "Thank you. An admin can pass them on to somebody who needs them.",
        }
        .to_owned(),
        link: gift.receiver_id.as_ref().map_or_else(|| WALLET.to_owned(), profile),
    });
    let receiver = gift.receiver_id.as_ref().map(|_| match &gift.giver_id {
        Some(id) => Text {
            title: format!("{from} gave you {amount}"),
            description: message.map_or_else(|| "Say thank you, or pass it on.".to_owned(), quoted),
            link: profile(id),
        },
        None => Text {
            title: format!("The community gave you {amount}"),
            description: message.map(|reason| format!("The reason: {reason}")).unwrap_or_default(),
            link: WALLET.to_owned(),
        },
    });
    SparkTexts { giver, receiver }
}

/// Returns the notices about a reversal by staff between two sides with these names.
pub(crate) fn sparks_reversed(reversal: &SparksReversed, [from, to]: [&str; 2]) -> SparkTexts {
    let amount = amount(reversal.amount);
    let name = |id: &Option<UserId>, name| if id.is_some() { name } else { COMMUNITY };
    let is_free = reversal.amount.is_zero();
    let text = |title| Text {
        title: if is_free { "An exchange of yours no longer counts".to_owned() } else { title },
        description: format!("An admin reversed this. The reason: {}", reversal.reason),
        link: if is_free { EXCHANGES } else { WALLET }.to_owned(),
    };
    let (from, to) = (name(&reversal.giver_id, from), name(&reversal.receiver_id, to));
    let giver = reversal.giver_id.as_ref();
    let receiver = reversal.receiver_id.as_ref();
    SparkTexts {
        giver: giver.map(|_| text(format!("{amount} came back to you from {to}"))),
        receiver: receiver.map(|_| text(format!("{amount} went back from you to {from}"))),
    }
}

/// Returns the notice about a change of how much a member may owe.
pub(crate) fn credit_limit_changed(changed: &CreditLimitChanged) -> Text {
    let title = match changed.limit.is_zero() {
        true => "Your sparks can no longer fall below zero".to_owned(),
        false => format!("You can now owe up to {}", amount(changed.limit)),
    };
    let description = format!("An admin changed this. The reason: {}", changed.reason);
    Text { title, description, link: WALLET.to_owned() }
}

/// Step of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExchangeStep {
    /// Written down.
    Written,
    /// Confirmed by the other side.
    Confirmed,
    /// Counted without an answer.
    Counted,
    /// The other side objected.
    Objected,
    /// Withdrawn by its writer.
    Withdrawn,
    /// Its payer has too few tokens.
    PayerShort,
}

/// Texts for the writer of an exchange and for the other side; `None` for whoever knows already.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ExchangeTexts {
    pub(crate) writer: Option<Text>,
    pub(crate) other: Option<Text>,
}

/// Returns the notices about a step of an exchange between `writer` and `other`.
pub(crate) fn exchange(
    step: ExchangeStep,
    exchange: &ExchangeChanged,
    [writer, other]: [&str; 2],
) -> ExchangeTexts {
    let (skill, sparks) = (&exchange.skill, amount(exchange.tokens));
    let text = |title: String, description: String| {
        Some(Text { title, description, link: EXCHANGES.to_owned() })
    };
    let payer = if exchange.helped_id == exchange.writer_id { writer } else { other };
    match step {
        ExchangeStep::Written => ExchangeTexts {
            writer: None,
            other: text(
                format!("{writer} wrote down an exchange with you"),
                format!("{skill}, {sparks}. Please confirm it: after seven days it counts."),
            ),
        },
        ExchangeStep::Confirmed => ExchangeTexts {
            writer: text(
                format!("{other} confirmed your exchange"),
                format!("{skill}, {sparks}. Thank you both."),
            ),
            other: None,
        },
        ExchangeStep::Counted => {
            let text = || {
                text(
                    format!("Your exchange for {skill} counts now"),
                    format!("Nobody objected within seven days. It was {sparks}."),
                )
            };
            ExchangeTexts { writer: text(), other: text() }
        }
        ExchangeStep::Objected => ExchangeTexts {
            writer: text(
                format!("{other} objects to your exchange"),
                match &exchange.reason {
                    Some(reason) => quoted(reason),
                    None => {
                        format!("{skill}. Talk about it, and write it down again if you agree.")
                    }
                },
            ),
            other: None,
        },
        ExchangeStep::Withdrawn => ExchangeTexts {
            writer: None,
            other: text(
                format!("{writer} withdrew an exchange with you"),
                format!("{skill}, {sparks}. There is nothing left for you to do."),
            ),
        },
        ExchangeStep::PayerShort => {
            let text = || {
                text(
                    format!("Your exchange for {skill} waits for sparks"),
                    format!("{payer} has fewer than {sparks}. It counts once there are enough."),
                )
            };
            ExchangeTexts { writer: text(), other: text() }
        }
    }
}

fn quoted(message: &str) -> String {
    format!("\u{201c}{message}\u{201d}")
}

/// Returns an amount in words: `2.50 sparks`, `1 spark`.
fn amount(sparks: Sparks) -> String {
    let number = sparks.to_string();
    let number = number.strip_suffix(".00").unwrap_or(&number);
    format!("{number} {}", if number == "1" { "spark" } else { "sparks" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(giver: Option<&str>, receiver: Option<&str>, message: Option<&str>) -> SparksGiven {
        SparksGiven {
            giver_id: giver.map(UserId::from),
            receiver_id: receiver.map(UserId::from),
            amount: Sparks::from_minor(250),
            message: message.map(str::to_owned),
        }
    }

    #[test]
    fn a_limit_of_nothing_is_told_as_such() {
        let title = |limit| {
            let (user_id, reason) = (UserId::from("m"), "Asked for it".to_owned());
            let limit = Sparks::from_minor(limit);
            credit_limit_changed(&CreditLimitChanged { user_id, limit, reason }).title
        };
        assert_eq!(title(0), "Your sparks can no longer fall below zero");
        assert_eq!(title(100), "You can now owe up to 1 spark");
    }

    #[test]
    fn both_sides_of_a_gift_are_named() {
        let texts = sparks_given(&given(Some("m"), Some("d"), Some("Thanks!")), ["Maya", "Dev"]);
        let (giver, receiver) = (texts.giver.unwrap(), texts.receiver.unwrap());
        assert_eq!((&*giver.title, &*giver.link), ("You gave Dev 2.50 sparks", "/user-profile/d"));
        assert_eq!(receiver.title, "Maya gave you 2.50 sparks");
        assert_eq!(receiver.description, "\u{201c}Thanks!\u{201d}");
        assert_eq!(receiver.link, "/user-profile/m");
    }

    #[test]
    fn pot_is_told_nothing() {
        let texts = sparks_given(&given(Some("m"), None, None), ["Maya", "Someone"]);
        assert_eq!(texts.giver.unwrap().title, "You gave the community 2.50 sparks");
        assert_eq!(texts.receiver, None);
        let texts = sparks_given(&given(None, Some("d"), Some("Tools")), ["Someone", "Dev"]);
        assert_eq!(texts.giver, None);
        let receiver = texts.receiver.unwrap();
        assert_eq!(receiver.title, "The community gave you 2.50 sparks");
        assert_eq!(receiver.description, "The reason: Tools");
    }

    #[test]
    fn steps_of_an_exchange_tell_the_other_side() {
        let exchange_of = ExchangeChanged {
            exchange_id: "e".into(),
            writer_id: "m".into(),
            other_id: "d".into(),
            helped_id: "d".into(),
            skill: "Weeding".to_owned(),
            tokens: Sparks::from_minor(100),
            reason: Some("Not me".to_owned()),
        };
        let check = |step, writer: Option<&str>, other: Option<&str>| {
            let texts = exchange(step, &exchange_of, ["Maya", "Dev"]);
            let title = |text: &Option<Text>| text.as_ref().map(|text| text.title.clone());
            let expected = [writer, other].map(|title| title.map(str::to_owned));
            assert_eq!([title(&texts.writer), title(&texts.other)], expected, "{step:?}");
        };
        let counts = Some("Your exchange for Weeding counts now");
        let short = Some("Your exchange for Weeding waits for sparks");
        check(ExchangeStep::Written, None, Some("Maya wrote down an exchange with you"));
        check(ExchangeStep::Confirmed, Some("Dev confirmed your exchange"), None);
        check(ExchangeStep::Counted, counts, counts);
        check(ExchangeStep::Objected, Some("Dev objects to your exchange"), None);
        check(ExchangeStep::Withdrawn, None, Some("Maya withdrew an exchange with you"));
        check(ExchangeStep::PayerShort, short, short);
        let texts = exchange(ExchangeStep::PayerShort, &exchange_of, ["Maya", "Dev"]);
        assert!(texts.writer.unwrap().description.starts_with("Dev has fewer than 1 spark."));
        let texts = exchange(ExchangeStep::Objected, &exchange_of, ["Maya", "Dev"]);
        assert_eq!(texts.writer.unwrap().description, "\u{201c}Not me\u{201d}");
    }

    #[test]
    fn reversal_names_the_reason() {
        let reversed = SparksReversed {
            giver_id: Some("m".into()),
            receiver_id: Some("d".into()),
            amount: Sparks::from_minor(100),
            reason: "A mistake".to_owned(),
        };
        let texts = sparks_reversed(&reversed, ["Maya", "Dev"]);
        let (giver, receiver) = (texts.giver.unwrap(), texts.receiver.unwrap());
        assert_eq!(giver.title, "1 spark came back to you from Dev");
        assert_eq!(receiver.title, "1 spark went back from you to Maya");
        assert_eq!(receiver.description, "An admin reversed this. The reason: A mistake");
    }
}
