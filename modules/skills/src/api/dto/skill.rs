//! Responses about skills.

use poem_openapi::Object;
use sparkyard_kernel::{
    ApprovalStatus, CancellationPolicy, DateTime, ExperienceLevel, ModerationState, Money, SkillId,
    Sparks, UserId, geo::shown_km, ports::Takedown,
};

use crate::model::{GoingRates, PhotoSlot, SkillForViewer};

/// A skill that somebody offers.
#[derive(Debug, Object)]
#[expect(clippy::struct_field_names, reason = "`skill_type` is its name in the contract")]
pub(crate) struct Skill {
    /// Id of the skill.
    pub id: SkillId,
    /// Title of its category, or its custom name.
    pub skill_type: String,
    /// Slug of its category or of its custom name.
    pub category: String,
    /// Experience of the owner.
    pub experience_level: ExperienceLevel,
    /// Description by the owner; plain text.
    pub description: String,
    /// Pounds per hour.
    pub hourly_rate: Money,
    /// Spark tokens per hour: half of the pounds.
    pub spark_token: Sparks,
    /// Root-relative path of the first picture.
    pub thumbnail01: Option<String>,
    /// Root-relative path of the second picture.
    pub thumbnail02: Option<String>,
    /// Root-relative path of the third picture.
    pub thumbnail03: Option<String>,
    /// Root-relative path of the fourth picture.
    pub thumbnail04: Option<String>,
    /// Whether staff approved the name.
    pub approval_status: ApprovalStatus,
    /// `visible`, or why others do not see it: `held` until staff have looked at it, as one of the
    /// first posts of a new member; `removed` if staff took it down.
    pub moderation: ModerationState,
    /// Details if staff took it down: only the owner sees it until staff restore it.
    pub taken_down: Option<SkillTakedown>,
    /// Member who offers it.
    pub user_id: UserId,
    /// First and last name of the owner.
    pub creator_name: String,
    /// Root-relative path of the owner's picture.
    pub photourl: Option<String>,
    /// City of the owner; may be empty.
    pub location: String,
    /// Distance from you to the owner in kilometres, with one decimal, measured between areas of
    /// 500 m rather than homes; 0 means less than 1 km. Absent for your own skills, if either of
    /// you has not set a location, and while the owner is hidden.
    pub distance: Option<f64>,
    /// Whether the owner's identity and address are verified.
    pub verified: bool,
    /// Whether it can be booked: not while the owner is hidden or lacks a check, or the skill is
    /// held or taken down.
    pub bookable: bool,
    /// Name of the check that the owner needs before it can be booked; absent if nothing is missing.
    pub check_needed: Option<String>,
    /// Average rating of the owner in stars, with one decimal; absent without ratings.
    pub rating: Option<f64>,
    /// Number of reviews that count towards the rating: one per client in 30 days.
    pub review_count: u32,
    /// Refund for a client who cancels after acceptance.
    pub cancellation_policy: CancellationPolicy,
    /// Time of creation, RFC 3339 in UTC.
    pub created_at: DateTime,
}

impl From<SkillForViewer> for Skill {
    fn from(seen: SkillForViewer) -> Self {
        let SkillForViewer { offer, owner, distance_km, verified, check_needed } = seen;
        let bookable = owner.visible && offer.is_on_offer() && check_needed.is_none();
        let [thumbnail01, thumbnail02, thumbnail03, thumbnail04] = offer.photos;
        Self {
            id: offer.id,
            skill_type: offer.skill_type,
            category: offer.category,
            experience_level: offer.experience_level,
            description: offer.description,
            hourly_rate: offer.hourly_rate,
            spark_token: offer.hourly_rate.in_sparks(),
            thumbnail01,
            thumbnail02,
            thumbnail03,
            thumbnail04,
            approval_status: offer.approval_status,
            moderation: offer.moderation.for_members(),
            taken_down: offer.taken_down.map(SkillTakedown::from),
            user_id: offer.user_id,
            creator_name: owner.name(),
            photourl: owner.photourl,
            location: owner.location,
            distance: distance_km.map(shown_km),
            verified,
            bookable,
            check_needed,
            rating: owner.rating,
            review_count: owner.review_count,
            cancellation_policy: offer.cancellation_policy,
            created_at: offer.created_at.into(),
        }
    }
}

/// Removal of a skill from public view by staff.
#[derive(Debug, Object)]
pub(crate) struct SkillTakedown {
    /// Reason, in the words of staff.
    pub reason: String,
    /// Time of the removal, RFC 3339 in UTC.
    pub at: DateTime,
}

impl From<Takedown> for SkillTakedown {
    fn from(Takedown { at, by: _, reason }: Takedown) -> Self {
        Self { reason, at: at.into() }
    }
}

/// Hourly rates of neighbours for a kind of skill.
#[derive(Debug, Object)]
#[oai(rename = "GoingRates")]
pub(crate) struct GoingRatesView {
    /// Number of people; each counts with one rate.
    people: u32,
    /// First quartile, in pounds.
    low: Money,
    /// Median, in pounds.
    typical: Money,
    /// Third quartile, in pounds.
    high: Money,
}

impl From<GoingRates> for GoingRatesView {
    fn from(rates: GoingRates) -> Self {
        let GoingRates { people, low, typical, high } = rates;
        Self { people: u32::try_from(people).unwrap_or(u32::MAX), low, typical, high }
    }
}

/// Selects a picture of a skill.
#[derive(Debug, Object)]
pub(crate) struct SkillPhotoKey {
    /// Slot of the picture.
    pub(crate) key: PhotoSlot,
}
