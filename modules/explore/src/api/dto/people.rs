//! Views of other people.

use poem_openapi::Object;
use sparkyard_kernel::{DateTime, Point, UserId, geo::shown_km};

use super::skill::{SkillBrief, briefs};
use crate::model::{Card, PersonForViewer};

/// A person's profile as other people see it.
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
#[derive(Clone, Debug, Object)]
pub(crate) struct PublicProfile {
    /// Id of the person.
    pub(crate) id: UserId,
    /// First name.
    pub(crate) firstname: String,
    /// Last name.
    pub(crate) lastname: String,
    /// Photo, root-relative.
    pub(crate) photourl: Option<String>,
    /// Description by the person.
    pub(crate) bio: String,
    /// City; may be empty.
    pub(crate) location: String,
    /// Kilometres from your location to the centre of their 500 m cell, one decimal, 0 for less
    /// than 1 km; absent if either of you has no location, and while they are hidden.
    pub(crate) distance: Option<f64>,
    /// Web address, `http(s)://…`; may be empty.
    pub(crate) website: String,
    /// Whether identity and address are verified.
    pub(crate) verified: bool,
    /// Names of the checks that the operators have made of them, such as a DBS check.
    pub(crate) checks: Vec<String>,
    /// Whether they take bookings; false while they are hidden.
    pub(crate) bookable: bool,
    /// Number of followers.
    pub(crate) total_followers: u32,
    /// Number of people they follow.
    pub(crate) total_following: u32,
    /// Whether you follow them.
    pub(crate) is_following: bool,
    /// Whether this is you.
    pub(crate) is_self: bool,
    /// Mean of the stars, one decimal; absent before the first review.
    pub(crate) rating: Option<f64>,
    /// Number of reviews that count towards the rating: one per client in 30 days.
    pub(crate) review_count: u32,
    /// Approved skills, newest first.
    pub(crate) skills: Vec<SkillBrief>,
    /// Time of joining, RFC 3339.
    pub(crate) member_since: DateTime,
}

impl From<PersonForViewer> for PublicProfile {
    fn from(seen: PersonForViewer) -> Self {
        let PersonForViewer { person, km, is_following, is_self, verified, checks, skills } = seen;
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
            checks,
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

/// Centre of the 500 m cell that contains a person's location.
#[derive(Clone, Debug, Object)]
pub(crate) struct ApproximatePlace {
    /// Latitude, in degrees.
    pub(crate) lat: f64,
    /// Longitude, in degrees.
    pub(crate) lon: f64,
}

/// A person in a list.
#[derive(Clone, Debug, Object)]
pub(crate) struct PersonCard {
    /// Id of the person.
    pub(crate) id: UserId,
    /// First name.
    pub(crate) firstname: String,
    /// Last name.
    pub(crate) lastname: String,
    /// Photo, root-relative.
    pub(crate) photourl: Option<String>,
    /// City; may be empty.
    pub(crate) location: String,
    /// Kilometres to the centre of their 500 m cell, one decimal, 0 below 1 km; absent if unknown.
    pub(crate) distance: Option<f64>,
    /// Position on a map, never the exact location; absent without a location.
    pub(crate) approximate: Option<ApproximatePlace>,
    /// Mean of the stars, one decimal; absent before the first review.
    pub(crate) rating: Option<f64>,
    /// Number of reviews that count towards the rating: one per client in 30 days.
    pub(crate) review_count: u32,
    /// Whether you follow them.
    pub(crate) is_following: bool,
    /// Whether identity and address are verified.
    pub(crate) verified: bool,
    /// Approved skills, newest first, at most three.
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
