//! A skill as the pages see it.

use poem_openapi::Object;
use sparkyard_kernel::{
    ApprovalStatus, CancellationPolicy, DateTime, ExperienceLevel, Money, SkillId, Sparks, UserId,
    geo::shown_km, ports::Takedown,
};

use crate::model::{GoingRates, PhotoSlot, SeenSkill};

/// A skill that somebody offers.
#[derive(Debug, Object)]
#[expect(clippy::struct_field_names, reason = "`skill_type` is its name in the contract")]
pub(crate) struct Skill {
    /// Its id.
    pub id: SkillId,
    /// The title of its category, or the name its owner gave it.
    pub skill_type: String,
    /// The slug of its category, or of the name its owner gave it.
    pub category: String,
    /// How well its owner knows it.
    pub experience_level: ExperienceLevel,
    /// In its owner's words; plain text.
    pub description: String,
    /// Pounds per hour.
    pub hourly_rate: Money,
    /// Spark tokens per hour: half of the pounds.
    pub spark_token: Sparks,
    /// Root-relative address of the first picture.
    pub thumbnail01: Option<String>,
    /// Root-relative address of the second picture.
    pub thumbnail02: Option<String>,
    /// Root-relative address of the third picture.
    pub thumbnail03: Option<String>,
    /// Root-relative address of the fourth picture.
    pub thumbnail04: Option<String>,
    /// Whether staff approved its name.
    pub approval_status: ApprovalStatus,
    /// Why staff took it down, while it is: only its owner sees it until staff let it back.
    pub taken_down: Option<SkillTakedown>,
    /// Who offers it.
    pub user_id: UserId,
    /// First and last name of its owner.
    pub creator_name: String,
    /// Root-relative address of its owner's picture.
    pub photourl: Option<String>,
    /// Its owner's city; may be empty.
    pub location: String,
    /// Kilometres from you to its owner with one decimal, measured between areas of 500 m and
    /// not between homes; 0 is less than 1 km. Absent for your own, when either of you has not
    /// said where you are, and while its owner hides themselves.
    pub distance: Option<f64>,
    /// Whether its owner's identity and address are proven.
    pub verified: bool,
    /// Whether it can be booked: not while its owner hides themselves, or staff took it down.
    pub bookable: bool,
    /// Its owner's mean stars, with one decimal, once rated.
    pub rating: Option<f64>,
    /// Number of its owner's reviews that count towards it: one per client in 30 days.
    pub review_count: u32,
    /// What a client who cancels after acceptance gets back.
    pub cancellation_policy: CancellationPolicy,
    /// When it was added, RFC 3339 in UTC.
    pub created_at: DateTime,
}

impl From<SeenSkill> for Skill {
    fn from(seen: SeenSkill) -> Self {
        let SeenSkill { offer, owner, distance_km, verified } = seen;
        let bookable = owner.visible && offer.is_on_offer();
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
            taken_down: offer.taken_down.map(SkillTakedown::from),
            user_id: offer.user_id,
            creator_name: owner.name(),
            photourl: owner.photourl,
            location: owner.location,
            distance: distance_km.map(shown_km),
            verified,
            bookable,
            rating: owner.rating,
            review_count: owner.review_count,
            cancellation_policy: offer.cancellation_policy,
            created_at: offer.created_at.into(),
        }
    }
}

/// That staff took a skill down.
#[derive(Debug, Object)]
pub(crate) struct SkillTakedown {
    /// Why, in their words.
    pub reason: String,
    /// When, RFC 3339 in UTC.
    pub at: DateTime,
}

impl From<Takedown> for SkillTakedown {
    fn from(Takedown { at, by: _, reason }: Takedown) -> Self {
        Self { reason, at: at.into() }
    }
}

/// What neighbours ask for an hour of something.
#[derive(Debug, Object)]
#[oai(rename = "GoingRates")]
pub(crate) struct GoingRatesView {
    /// How many of them, one rate each.
    people: u32,
    /// Pounds; a quarter of them ask less.
    low: Money,
    /// Pounds; half of them ask less.
    typical: Money,
    /// Pounds; a quarter of them ask more.
    high: Money,
}

impl From<GoingRates> for GoingRatesView {
    fn from(rates: GoingRates) -> Self {
        let GoingRates { people, low, typical, high } = rates;
        Self { people: u32::try_from(people).unwrap_or(u32::MAX), low, typical, high }
    }
}

/// Which picture of a skill.
#[derive(Debug, Object)]
pub(crate) struct SkillPhotoKey {
    /// Its slot.
    pub(crate) key: PhotoSlot,
}
