//! People and follows as this module thinks of them.

pub(crate) mod grid;
pub(crate) mod referral_code;

use sparkyard_kernel::{
    Gender, Point, Sparks, Timestamp, UserId,
    ports::{Balances, Invitations, KycStatus, PersonInfo, SkillInfo},
};

use self::grid::Cell;

/// Everything about a person: for their own eyes.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) info: PersonInfo,
    pub(crate) gender: Gender,
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
    /// Whether who they are is proven.
    pub(crate) verified: bool,
    /// At most three, approved.
    pub(crate) skills: Vec<SkillInfo>,
}

/// A person as somebody else, or they themselves, see them.
#[derive(Clone, Debug)]
pub(crate) struct SeenPerson {
    pub(crate) person: Person,
    pub(crate) km: Option<f64>,
    pub(crate) is_following: bool,
    pub(crate) is_self: bool,
    /// Whether who they are is proven.
    pub(crate) verified: bool,
    pub(crate) skills: Vec<SkillInfo>,
}

/// The last change of what lists show of a person.
#[derive(Clone, Debug)]
pub(crate) struct PersonChange {
    pub(crate) id: UserId,
    /// Its number; later changes have higher ones.
    pub(crate) number: i64,
    /// Where they can be found now, if they can.
    pub(crate) cell: Option<Cell>,
    /// The name by which they can be found now, if they can: folded.
    pub(crate) name: Option<String>,
    /// The city in which they can be found now, if they can: as it is compared, empty without one.
    pub(crate) city: Option<String>,
    /// What they offer now, by slug; whoever asks the database does not know it yet.
    pub(crate) offers: Vec<String>,
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

/// Somebody whom a member blocks.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) other: UserId,
    pub(crate) created_at: Timestamp,
    /// Position in the list.
    pub(crate) newest: String,
}

/// A block with what the list shows of the person.
#[derive(Clone, Debug)]
pub(crate) struct SeenBlock {
    pub(crate) other: PersonInfo,
    pub(crate) created_at: Timestamp,
}

/// A new bio and address.
pub(crate) struct BioUpdate {
    pub(crate) bio: String,
    pub(crate) location: String,
    pub(crate) street: String,
    pub(crate) zip_code: String,
    pub(crate) lat: Option<f64>,
    pub(crate) lon: Option<f64>,
}

/// What the edit screen sends.
pub(crate) struct ProfileUpdate {
    pub(crate) email: String,
    pub(crate) password: String,
    pub(crate) current_password: String,
    pub(crate) code: Option<String>,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) gender: Gender,
    /// `None` keeps the one that is there.
    pub(crate) phone: Option<String>,
    pub(crate) website: String,
    pub(crate) location: String,
    pub(crate) street: String,
    pub(crate) zip_code: String,
}

/// A profile with what other modules know of its owner.
#[derive(Debug)]
pub(crate) struct OwnProfile {
    pub(crate) person: Person,
    pub(crate) balances: Balances,
    /// All of them, approved or not.
    pub(crate) skills: Vec<SkillInfo>,
    /// How far their identity check has come.
    pub(crate) kyc: KycStatus,
}

/// A member's invitation and what has come of it.
#[derive(Debug)]
pub(crate) struct OwnInvitation {
    pub(crate) code: String,
    /// Where whom they invite signs up.
    pub(crate) url: String,
    pub(crate) outcome: Invitations,
    pub(crate) tokens_earned: Sparks,
}
