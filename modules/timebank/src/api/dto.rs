//! Request and response bodies.

mod exchanges;

use poem_openapi::{Enum, Object, types::Example};
use sparkyard_kernel::{DateTime, ItemId, Sparks, UserId, ports::PersonInfo};

use crate::model::GiftForViewer;

pub(crate) use exchanges::{Exchange, Objection, RecordedExchange, WriteExchange};

/// Name of the pot as the other side of a gift.
const COMMUNITY: &str = "The community";
/// Name of somebody whom the reader may not see.
const UNNAMED: &str = "A neighbour";

/// Sparks to give.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct GiveSparks {
    /// Id of a member, or `community` for the community's pot.
    #[oai(validator(max_length = 64))]
    pub(crate) to: String,
    /// Sparks, at least 0.01, with at most two decimals.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub(crate) amount: f64,
    /// Message of at most 280 characters.
    #[oai(validator(max_length = 4000))]
    pub(crate) message: Option<String>,
}

impl Example for GiveSparks {
    fn example() -> Self {
        let message = Some("Thank you for watering the tomatoes.".to_owned());
        Self { to: "community".to_owned(), amount: 2.5, message }
    }
}

/// Sparks in the pot of the community.
#[derive(Debug, Object)]
pub(crate) struct Pot {
    /// Sparks that admins can grant to members.
    pub(crate) balance: Sparks,
}

/// Direction of a gift, as one of its parties sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum GiftDirection {
    /// You gave it.
    Given,
    /// You received it.
    Received,
}

/// Kind of a side of a gift or an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum SparkPartyKind {
    /// A member.
    Member,
    /// The pot of the community.
    Community,
    /// A member whom you cannot see.
    Hidden,
}

/// A side of a gift or an exchange.
#[derive(Debug, Object)]
pub(crate) struct SparkParty {
    /// Kind of the side.
    pub(crate) kind: SparkPartyKind,
    /// Id of a member whom you can see.
    pub(crate) user_id: Option<UserId>,
    /// Name; `The community`, or `A neighbour` for somebody whom you cannot see.
    pub(crate) name: String,
    /// Root-relative URL of the picture.
    pub(crate) photourl: Option<String>,
}

impl SparkParty {
    /// Creates the side `id`, or the community if there is none.
    pub(super) fn new(id: Option<&UserId>, person: Option<PersonInfo>) -> Self {
        let (kind, name, person) = match (id, person) {
            (None, _) => (SparkPartyKind::Community, COMMUNITY.to_owned(), None),
            (Some(_), None) => (SparkPartyKind::Hidden, UNNAMED.to_owned(), None),
            (Some(_), Some(person)) => (SparkPartyKind::Member, person.name(), Some(person)),
        };
        let user_id = person.as_ref().map(|person| person.id.clone());
        Self { kind, user_id, name, photourl: person.and_then(|person| person.photourl) }
    }
}

/// A gift of sparks as one of its parties sees it.
#[derive(Debug, Object)]
pub(crate) struct SparkGift {
    /// Id of the gift.
    id: ItemId,
    /// Whether you gave or received it.
    direction: GiftDirection,
    /// The other side.
    other: SparkParty,
    /// Sparks.
    amount: Sparks,
    /// Message, or reason of a grant.
    message: Option<String>,
    /// Time of the gift.
    created_at: DateTime,
    /// Time at which staff reversed it.
    reversed_at: Option<DateTime>,
    /// Reason of the reversal.
    reversal_reason: Option<String>,
}

impl SparkGift {
    /// Creates the view of `viewer`.
    pub(crate) fn seen_by(seen: GiftForViewer, viewer: &UserId) -> Self {
        let GiftForViewer { gift, giver, receiver } = seen;
        let (direction, other) = match gift.giver.as_ref() == Some(viewer) {
            true => (GiftDirection::Given, SparkParty::new(gift.receiver.as_ref(), receiver)),
            false => (GiftDirection::Received, SparkParty::new(gift.giver.as_ref(), giver)),
        };
        let (reversed_at, reversal_reason) =
            gift.reversal.map(|reversal| (reversal.at.into(), reversal.reason)).unzip();
        Self {
            id: gift.id,
            direction,
            other,
            amount: gift.amount,
            message: gift.message,
            created_at: gift.created_at.into(),
            reversed_at,
            reversal_reason,
        }
    }
}

/// Sparks to grant from the pot.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct GrantSparks {
    /// Member who receives them.
    #[oai(rename = "userId")]
    pub(crate) user_id: UserId,
    /// Sparks, at least 0.01, with at most two decimals.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub(crate) amount: f64,
    /// Reason of 1 to 200 characters, which the member reads.
    #[oai(validator(max_length = 4000))]
    pub(crate) reason: String,
}

impl Example for GrantSparks {
    fn example() -> Self {
        let reason = "For running the tool library.".to_owned();
        Self { user_id: UserId::from("01kjp1v8zj5w7c8d9e0f1g2h3j"), amount: 5.0, reason }
    }
}

/// Reason of a reversal.
#[derive(Debug, Object)]
pub(crate) struct ReversalReason {
    /// Reason of 1 to 200 characters, which both sides read.
    #[oai(validator(max_length = 4000))]
    pub(crate) reason: String,
}

/// A gift or grant of sparks as staff see it.
#[derive(Debug, Object)]
pub(crate) struct RecordedGift {
    /// Id of the gift.
    id: ItemId,
    /// Who gave it; the community for a grant.
    giver: SparkParty,
    /// Who received it; the community for a gift to its pot.
    receiver: SparkParty,
    /// Sparks.
    amount: Sparks,
    /// Reason of a grant, or message to the community; what members write to each other is left
    /// out.
    message: Option<String>,
    /// Time of the gift.
    created_at: DateTime,
    /// Time at which staff reversed it.
    reversed_at: Option<DateTime>,
    /// Reason of the reversal.
    reversal_reason: Option<String>,
}

impl From<GiftForViewer> for RecordedGift {
    fn from(seen: GiftForViewer) -> Self {
        let GiftForViewer { gift, giver, receiver } = seen;
        let (reversed_at, reversal_reason) =
            gift.reversal.map(|reversal| (reversal.at.into(), reversal.reason)).unzip();
        Self {
            giver: SparkParty::new(gift.giver.as_ref(), giver),
            receiver: SparkParty::new(gift.receiver.as_ref(), receiver),
            id: gift.id,
            amount: gift.amount,
            message: gift.message,
            created_at: gift.created_at.into(),
            reversed_at,
            reversal_reason,
        }
    }
}
