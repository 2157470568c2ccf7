//! Domain types: people, follows, blocks and invitations.

pub(crate) mod grid;
pub(crate) mod referral_code;

use poem_openapi::Enum;
use sparkyard_kernel::{
    Gender, Point, Sparks, Timestamp, UserId,
    ports::{Balances, Invitations, KycStatus, OfferedSkill, PersonInfo, SkillInfo},
};

use self::grid::Cell;

/// All data of a person; only the owner may see all of it.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) info: PersonInfo,
    pub(crate) gender: Gender,
    pub(crate) bio: String,
    pub(crate) website: String,
    pub(crate) street: String,
    pub(crate) zip_code: String,
    /// Exact location.
    pub(crate) place: Option<Point>,
    pub(crate) total_followers: u32,
    pub(crate) total_following: u32,
    pub(crate) referral_code: String,
    pub(crate) created_at: Timestamp,
}

/// An address and its location.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Address {
    pub(crate) location: String,
    pub(crate) street: String,
    pub(crate) zip_code: String,
    pub(crate) place: Option<Point>,
}

/// A person in a list, as other members see them.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) info: PersonInfo,
    /// Distance from the caller in kilometres, not rounded.
    pub(crate) km: Option<f64>,
    pub(crate) is_following: bool,
    /// Whether the identity is verified.
    pub(crate) verified: bool,
    /// Approved skills, at most three.
    pub(crate) skills: Vec<SkillInfo>,
}

/// A person's public profile for a viewer.
#[derive(Clone, Debug)]
pub(crate) struct PersonForViewer {
    pub(crate) person: Person,
    pub(crate) km: Option<f64>,
    pub(crate) is_following: bool,
    pub(crate) is_self: bool,
    /// Whether the identity is verified.
    pub(crate) verified: bool,
    /// Titles of the checks that the operators made and show.
    pub(crate) checks: Vec<String>,
    pub(crate) skills: Vec<SkillInfo>,
}

/// Latest change of the listed data of a person.
#[derive(Clone, Debug)]
pub(crate) struct PersonChange {
    pub(crate) id: UserId,
    /// Sequence number; increases with every change.
    pub(crate) number: i64,
    /// Current grid cell, if the person is visible and has a place.
    pub(crate) cell: Option<Cell>,
    /// Current name, folded for comparison, if the person is visible.
    pub(crate) name: Option<String>,
    /// Current city as a comparison key, if the person is visible; empty without a city.
    pub(crate) city: Option<String>,
    /// Current offers; not known yet, and so empty, when read from the database.
    pub(crate) offers: Vec<OfferedSkill>,
}

/// Direction of follows in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// People whom the caller follows.
    Followings,
    /// People who follow the caller.
    Followers,
}

/// One follow, seen from the caller.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The other person.
    pub(crate) other: UserId,
    pub(crate) created_at: Timestamp,
    /// Sort key and cursor of the list.
    pub(crate) newest: String,
}

/// A follow with the profile of the other person.
#[derive(Clone, Debug)]
pub(crate) struct Follow {
    pub(crate) other: PersonInfo,
    pub(crate) created_at: Timestamp,
    /// Whether the caller follows the other person.
    pub(crate) is_following: bool,
}

/// A block by a member.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) other: UserId,
    pub(crate) created_at: Timestamp,
    /// Sort key and cursor of the list.
    pub(crate) newest: String,
}

/// A block as shown in the list.
#[derive(Clone, Debug)]
pub(crate) struct BlockForViewer {
    pub(crate) id: UserId,
    /// `None` if the caller may not see the blocked person.
    pub(crate) other: Option<PersonInfo>,
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

/// Input of the edit form.
pub(crate) struct ProfileUpdate {
    pub(crate) email: String,
    pub(crate) password: String,
    pub(crate) current_password: String,
    pub(crate) code: Option<String>,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) gender: Gender,
    /// `None` keeps the current number.
    pub(crate) phone: Option<String>,
    pub(crate) website: String,
    pub(crate) location: String,
    pub(crate) street: String,
    pub(crate) zip_code: String,
    pub(crate) lat: Option<f64>,
    pub(crate) lon: Option<f64>,
}

/// A member's own profile, with data from other modules.
#[derive(Debug)]
pub(crate) struct OwnProfile {
    pub(crate) person: Person,
    pub(crate) balances: Balances,
    /// All skills, approved or not.
    pub(crate) skills: Vec<SkillInfo>,
    /// State of the identity check.
    pub(crate) kyc: KycStatus,
    /// Whether there is a bank account into which the member can be paid.
    pub(crate) is_linked: bool,
    /// Whether the member keeps a card.
    pub(crate) has_card: bool,
    /// Steps that make a profile complete in this community.
    pub(crate) needed: Vec<ProfileStep>,
}

/// A step towards a complete profile. The API has the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum ProfileStep {
    /// A photo.
    Photo,
    /// At least one skill.
    Skill,
    /// A bio.
    Bio,
    /// The identity check.
    Kyc,
    /// A card.
    PaymentMethod,
    /// An account for payouts.
    LinkedAccount,
}

/// A member's invitation and its results.
#[derive(Debug)]
pub(crate) struct OwnInvitation {
    pub(crate) code: String,
    /// Sign-up URL; `None` if others cannot reach the site.
    pub(crate) url: Option<String>,
    pub(crate) outcome: Invitations,
    pub(crate) tokens_earned: Sparks,
}
