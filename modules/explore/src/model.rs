//! People and follows as this module thinks of them.

use sparkyard_kernel::{
    Point, Timestamp, UserId,
    ports::{PersonInfo, SkillInfo},
};

use crate::grid::Cell;

/// Everything about a person: for their own eyes.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) info: PersonInfo,
    pub(crate) gender: String,
    pub(crate) bio: String,
    pub(crate) website: String,
    pub(crate) street: String,
    pub(crate) zip_code: String,
    /// Where exactly.
    pub(crate) place: Option<Point>,
    pub(crate) total_followers: u32,
    pub(crate) total_following: u32,
    pub(crate) referral_code: String,
    pub(crate) created_at: Timestamp,
}

/// An address with the place it names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Address {
    pub(crate) location: String,
    pub(crate) street: String,
    pub(crate) zip_code: String,
    pub(crate) place: Option<Point>,
}

/// A person as lists show them to somebody else.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) info: PersonInfo,
    /// Kilometres from the caller, not yet rounded.
    pub(crate) km: Option<f64>,
    pub(crate) is_following: bool,
    /// At most three, approved.
    pub(crate) skills: Vec<SkillInfo>,
}

/// A person's public profile as somebody else, or they themselves, see it.
#[derive(Clone, Debug)]
pub(crate) struct PublicView {
    pub(crate) person: Person,
    pub(crate) km: Option<f64>,
    pub(crate) is_following: bool,
    pub(crate) is_self: bool,
    pub(crate) skills: Vec<SkillInfo>,
}

/// The last change of what lists show of a person.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) id: UserId,
    /// Its number; later changes have higher ones.
    pub(crate) number: i64,
    /// Where they can be found now, if they can.
    pub(crate) cell: Option<Cell>,
    /// The name by which they can be found now, if they can: folded.
    pub(crate) name: Option<String>,
}

/// Which end of an edge a list is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Those whom the caller follows.
    Followings,
    /// Those who follow the caller.
    Followers,
}

/// One edge of the graph, seen from the caller.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// Who is at the other end.
    pub(crate) other: UserId,
    pub(crate) created_at: Timestamp,
    /// Position in the list.
    pub(crate) newest: String,
}

/// An edge with what the list shows of the person at its other end.
#[derive(Clone, Debug)]
pub(crate) struct Follow {
    pub(crate) other: PersonInfo,
    pub(crate) created_at: Timestamp,
    /// Whether the caller follows them.
    pub(crate) is_following: bool,
}
