//! Other people.

use poem_openapi::Object;
use sparkyard_kernel::{DateTime, Point, UserId, geo::shown_km};

use super::skill::{SkillBrief, briefs};
use crate::model::{Card, SeenPerson};

/// A person's profile as other people see it.
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
#[derive(Clone, Debug, Object)]
pub(crate) struct PublicProfile {
    /// Whose.
    pub(crate) id: UserId,
    /// First name.
    pub(crate) firstname: String,
    /// Last name.
    pub(crate) lastname: String,
    /// Photo, root-relative.
    pub(crate) photourl: Option<String>,
    /// About themselves.
    pub(crate) bio: String,
    /// City; may be empty.
    pub(crate) location: String,
    /// Kilometres from your place to the middle of their 500 m cell, one decimal, 0 for less
    /// than 1 km; left out when either of you has no place, and while they hide themselves.
    pub(crate) distance: Option<f64>,
    /// Their web address, `http(s)://…`; may be empty.
    pub(crate) website: String,
    /// Whether their identity and address are proven.
    pub(crate) verified: bool,
    /// Whether they take bookings: not while they hide themselves.
    pub(crate) bookable: bool,
    /// How many follow them.
    pub(crate) total_followers: u32,
    /// How many they follow.
    pub(crate) total_following: u32,
    /// Whether you follow them.
    pub(crate) is_following: bool,
    /// Whether this is you.
    pub(crate) is_self: bool,
    /// Mean stars, one decimal; left out before the first review.
    pub(crate) rating: Option<f64>,
    /// Number of reviews that count towards it: one per client in 30 days.
    pub(crate) review_count: u32,
    /// Their approved skills, newest first.
    pub(crate) skills: Vec<SkillBrief>,
    /// When they joined, RFC 3339.
    pub(crate) member_since: DateTime,
}

impl From<SeenPerson> for PublicProfile {
    fn from(seen: SeenPerson) -> Self {
        let SeenPerson { person, km, is_following, is_self, verified, skills } = seen;
        let info = person.info;
        Self {
            id: info.id,
            firstname: info.firstname,
            lastname: info.lastname,
            photourl: info.photourl,
            bio: person.bio,
            location: info.location,
            distance: km.map(shown_km),
            website: person.website,
            verified,
            bookable: info.visible,
            total_followers: person.total_followers,
            total_following: person.total_following,
            is_following,
            is_self,
            rating: info.rating,
            review_count: info.review_count,
            skills: briefs(skills),
            member_since: person.created_at.into(),
        }
    }
}

/// The middle of the 500 m cell that somebody's place lies in.
#[derive(Clone, Debug, Object)]
pub(crate) struct ApproximatePlace {
    /// Degrees north.
    pub(crate) lat: f64,
    /// Degrees east.
    pub(crate) lon: f64,
}

/// A person in a list.
#[derive(Clone, Debug, Object)]
pub(crate) struct PersonCard {
    /// Whose.
    pub(crate) id: UserId,
    /// First name.
    pub(crate) firstname: String,
    /// Last name.
    pub(crate) lastname: String,
    /// Photo, root-relative.
    pub(crate) photourl: Option<String>,
    /// City; may be empty.
    pub(crate) location: String,
    /// Kilometres to the middle of their 500 m cell, one decimal, 0 for less than 1 km; left
    /// out when it cannot be told.
    pub(crate) distance: Option<f64>,
    /// Where a map shows them, which is never where they are; left out without a place.
    pub(crate) approximate: Option<ApproximatePlace>,
    /// Mean stars, one decimal; left out before the first review.
    pub(crate) rating: Option<f64>,
    /// Number of reviews that count towards it: one per client in 30 days.
    pub(crate) review_count: u32,
    /// Whether you follow them.
    pub(crate) is_following: bool,
    /// Whether their identity and address are proven.
    pub(crate) verified: bool,
    /// At most three of their approved skills, newest first.
    pub(crate) skills: Vec<SkillBrief>,
}

impl From<Card> for PersonCard {
    fn from(card: Card) -> Self {
        let Card { info, km, is_following, verified, skills } = card;
        let approximate = info.approximate.map(|Point { lat, lon }| ApproximatePlace { lat, lon });
        Self {
            approximate,
            id: info.id,
            firstname: info.firstname,
            lastname: info.lastname,
            photourl: info.photourl,
            location: info.location,
            distance: km.map(shown_km),
            rating: info.rating,
            review_count: info.review_count,
            is_following,
            verified,
            skills: briefs(skills),
        }
    }
}
