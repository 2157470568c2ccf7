//! Texts about sparks that people give each other without a booking.

use sparkyard_kernel::{
    Sparks, UserId,
    events::timebank::{SparksGiven, SparksReversed},
};

use super::{super::Text, profile};

/// Page on which a member sees what was moved.
const WALLET: &str = "/wallet";
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
    let text = |title| Text {
        title,
        description: format!("An admin reversed this. The reason: {}", reversal.reason),
        link: WALLET.to_owned(),
    };
    let (from, to) = (name(&reversal.giver_id, from), name(&reversal.receiver_id, to));
    let giver = reversal.giver_id.as_ref();
    let receiver = reversal.receiver_id.as_ref();
    SparkTexts {
        giver: giver.map(|_| text(format!("{amount} came back to you from {to}"))),
        receiver: receiver.map(|_| text(format!("{amount} went back from you to {from}"))),
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
