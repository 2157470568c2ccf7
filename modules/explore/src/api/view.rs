//! What people and skills look like on the wire.

use poem_openapi::Object;
use sparkyard_kernel::{
    Caller, DateTime, Money, Point, Role, SkillId, Sparks, UserId,
    geo::shown_km,
    ports::{KycStatus, SkillInfo},
};

use crate::{
    model::{Card, PublicView},
    profile::OwnProfile,
};

/// A bio counts as written when it is longer than this.
const SHORT_BIO: usize = 10;

/// A skill as profiles and cards show it.
#[derive(Clone, Debug, Object)]
pub(crate) struct SkillBrief {
    /// Its id.
    pub(crate) id: SkillId,
    /// The same id.
    pub(crate) skill_id: SkillId,
    /// The category's title, or a name of their own.
    pub(crate) skill_type: String,
    /// `beginner`, `intermediate` or `expert`.
    pub(crate) experience_level: String,
    /// In their words.
    pub(crate) description: String,
    /// Pounds per hour.
    pub(crate) hourly_rate: Money,
    /// Spark tokens per hour: half the pounds.
    pub(crate) spark_token: Sparks,
    /// First picture, root-relative.
    pub(crate) thumbnail01: Option<String>,
    /// Second picture.
    pub(crate) thumbnail02: Option<String>,
    /// Third picture.
    pub(crate) thumbnail03: Option<String>,
    /// Fourth picture.
    pub(crate) thumbnail04: Option<String>,
    /// `approved`, `pending` or `rejected`; other people only see approved ones.
    pub(crate) approval_status: String,
}

impl From<SkillInfo> for SkillBrief {
    fn from(skill: SkillInfo) -> Self {
        let [thumbnail01, thumbnail02, thumbnail03, thumbnail04] = skill.thumbnails;
        Self {
            skill_id: skill.id.clone(),
            id: skill.id,
            skill_type: skill.skill_type,
            experience_level: skill.experience_level.to_string(),
            description: skill.description,
            spark_token: skill.hourly_rate.in_sparks(),
            hourly_rate: skill.hourly_rate,
            thumbnail01,
            thumbnail02,
            thumbnail03,
            thumbnail04,
            approval_status: skill.approval_status.to_string(),
        }
    }
}

fn briefs(skills: Vec<SkillInfo>) -> Vec<SkillBrief> {
    skills.into_iter().map(SkillBrief::from).collect()
}

/// What makes a profile complete.
#[expect(clippy::struct_excessive_bools, reason = "six items, each done or not")]
#[derive(Clone, Debug, Object)]
pub(crate) struct Checklist {
    /// Has a photo.
    pub(crate) photo: bool,
    /// Offers at least one skill.
    pub(crate) skill: bool,
    /// Has passed the identity check.
    pub(crate) kyc: bool,
    /// Has a way to pay.
    pub(crate) payment_method: bool,
    /// Has an account to be paid out to.
    pub(crate) payout_account: bool,
    /// Has written more than ten characters about themselves.
    pub(crate) bio: bool,
}

/// One's own profile, private parts included.
#[derive(Clone, Debug, Object)]
pub(crate) struct Profile {
    /// Whose.
    pub(crate) id: UserId,
    /// First name.
    pub(crate) firstname: String,
    /// Last name.
    pub(crate) lastname: String,
    /// Verified address.
    pub(crate) email: String,
    /// Photo, root-relative.
    pub(crate) photourl: Option<String>,
    /// About themselves.
    pub(crate) bio: String,
    /// City; empty until set.
    pub(crate) location: String,
    /// Street and number.
    pub(crate) street: String,
    /// Postcode.
    pub(crate) zip_code: String,
    /// Degrees north.
    pub(crate) lat: Option<f64>,
    /// Degrees east.
    pub(crate) lon: Option<f64>,
    /// `male`, `female` or `other`.
    pub(crate) gender: String,
    /// Web address.
    pub(crate) website: String,
    /// Telephone.
    pub(crate) phone: String,
    /// How many follow them.
    pub(crate) total_followers: u32,
    /// How many they follow.
    pub(crate) total_following: u32,
    /// Mean stars, one decimal; left out before the first review.
    pub(crate) rating: Option<f64>,
    /// Number of reviews that count towards it: one per client in 30 days.
    pub(crate) review_count: u32,
    /// All their skills, newest first.
    pub(crate) skills: Vec<SkillBrief>,
    /// Invites others: `/signup?ref={code}`.
    pub(crate) referral_code: String,
    /// Pounds in the wallet.
    pub(crate) cash_balance: Money,
    /// Spark tokens in the wallet.
    pub(crate) spark_token_balance: Sparks,
    /// How far the identity check has come.
    pub(crate) kyc_status: KycStatus,
    /// Whether they have a way to pay.
    pub(crate) payment_method: bool,
    /// Whether they have an account to be paid out to.
    pub(crate) linked_account: bool,
    /// Whether others can find them.
    pub(crate) visible: bool,
    /// What they may do.
    pub(crate) role: Role,
    /// What is done and what is missing.
    pub(crate) checklist: Checklist,
    /// When they joined, RFC 3339.
    pub(crate) created_at: DateTime,
}

impl Profile {
    /// `own` is the profile of `caller`.
    pub(crate) fn new(caller: Caller, own: OwnProfile) -> Self {
        let OwnProfile { person, balances, skills, kyc } = own;
        let info = person.info;
        // No module keeps cards or payout accounts yet.
        let checklist = Checklist {
            photo: info.photourl.is_some(),
            skill: !skills.is_empty(),
            kyc: kyc == KycStatus::Verified,
            payment_method: false,
            payout_account: false,
            bio: person.bio.chars().count() > SHORT_BIO,
        };
        Self {
            id: info.id,
            firstname: info.firstname,
            lastname: info.lastname,
            email: caller.email,
            photourl: info.photourl,
            bio: person.bio,
            location: info.location,
            street: person.street,
            zip_code: person.zip_code,
            lat: person.place.map(|place| place.lat),
            lon: person.place.map(|place| place.lon),
            gender: person.gender,
            website: person.website,
            phone: info.phone,
            total_followers: person.total_followers,
            total_following: person.total_following,
            rating: info.rating,
            review_count: info.review_count,
            skills: briefs(skills),
            referral_code: person.referral_code,
            cash_balance: balances.cash,
            spark_token_balance: balances.tokens,
            kyc_status: kyc,
            payment_method: checklist.payment_method,
            linked_account: checklist.payout_account,
            visible: info.visible,
            role: caller.role,
            checklist,
            created_at: person.created_at.into(),
        }
    }
}

/// A person's profile as other people see it.
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

impl From<PublicView> for PublicProfile {
    fn from(view: PublicView) -> Self {
        let PublicView { person, km, is_following, is_self, skills } = view;
        let info = person.info;
        Self {
            id: info.id,
            firstname: info.firstname,
            lastname: info.lastname,
            photourl: info.photourl,
            bio: person.bio,
            location: info.location,
            distance: km.map(shown_km),
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
    /// At most three of their approved skills, newest first.
    pub(crate) skills: Vec<SkillBrief>,
}

impl From<Card> for PersonCard {
    fn from(card: Card) -> Self {
        let Card { info, km, is_following, skills } = card;
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
            skills: briefs(skills),
        }
    }
}
