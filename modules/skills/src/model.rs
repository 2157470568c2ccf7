//! Types of skills, as stored and as shown.

pub(crate) mod catalogue;
pub(crate) mod photos;
pub(crate) mod search;
pub(crate) mod words;

use poem_openapi::Enum;
use sparkyard_kernel::{
    ApprovalStatus, CancellationPolicy, ExperienceLevel, ModerationState, Money, SkillId,
    Timestamp, UserId,
    events::skills::Published,
    newest_first,
    ports::{OfferedSkill, PersonInfo, SkillInfo, Takedown},
};

use self::{catalogue::Entry, words::stems};

/// Maximum number of pictures per skill.
pub(crate) const MAX_PHOTOS: usize = 4;
/// Maximum number of skills per person.
pub(crate) const MAX_SKILLS: i64 = 30;
/// Maximum number of skills that one person can publish a day, deleted ones included.
pub(crate) const MAX_NEW_A_DAY: u32 = 20;
/// Maximum number of custom names per person that wait for approval.
pub(crate) const MAX_NAMES_WAITING: i64 = 10;

/// Minimum number of people for which hourly rates are shown.
pub(crate) const FEWEST_RATES: usize = 5;
/// Maximum number of words that admins can add to one category.
pub(crate) const MAX_WORDS: i64 = 50;
/// Maximum number of categories, hidden ones included: as many as one page of them.
pub(crate) const MAX_CATEGORIES: usize = 100;

/// Pictures of a skill, by slot.
pub(crate) type Photos = [Option<String>; MAX_PHOTOS];

/// One of the four picture slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "SkillPhotoSlot")]
pub(crate) enum PhotoSlot {
    /// First slot; its picture is shown in lists.
    #[oai(rename = "thumbnail01")]
    Thumbnail01,
    /// Second slot.
    #[oai(rename = "thumbnail02")]
    Thumbnail02,
    /// Third slot.
    #[oai(rename = "thumbnail03")]
    Thumbnail03,
    /// Fourth slot.
    #[oai(rename = "thumbnail04")]
    Thumbnail04,
}

impl PhotoSlot {
    pub(crate) const ALL: [Self; MAX_PHOTOS] =
        [Self::Thumbnail01, Self::Thumbnail02, Self::Thumbnail03, Self::Thumbnail04];

    /// Returns the slot with this field name.
    pub(crate) fn from_field(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|slot| slot.field() == name)
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    pub(crate) const fn field(self) -> &'static str {
        match self {
            Self::Thumbnail01 => "thumbnail01",
            Self::Thumbnail02 => "thumbnail02",
            Self::Thumbnail03 => "thumbnail03",
            Self::Thumbnail04 => "thumbnail04",
        }
    }
}

/// Error of parsing an unknown word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownWord;

/// A skill as stored.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    pub id: SkillId,
    pub user_id: UserId,
    pub category: String,
    pub skill_type: String,
    pub experience_level: ExperienceLevel,
    pub description: String,
    pub hourly_rate: Money,
    pub photos: Photos,
    pub approval_status: ApprovalStatus,
    pub cancellation_policy: CancellationPolicy,
    pub created_at: Timestamp,
    pub deleted: bool,
    pub moderation: ModerationState,
    /// Details if staff took it down.
    pub taken_down: Option<Takedown>,
    pub revision: i64,
    pub newest: String,
}

impl Offer {
    /// Returns what the search index holds of the skill.
    pub(crate) fn as_searched(&self) -> OfferedSkill {
        let stems = stems(&self.skill_type, &self.description);
        OfferedSkill { category: self.category.clone(), stems }
    }

    /// Checks whether others may see and book it, provided they may see the owner.
    pub(crate) fn is_on_offer(&self) -> bool {
        let approved = self.approval_status == ApprovalStatus::Approved;
        approved && !self.deleted && self.moderation.is_shown()
    }

    /// Checks whether `viewer` may see it: it is on offer, or their own.
    pub(crate) fn is_visible_to(&self, viewer: &UserId) -> bool {
        self.is_on_offer() || (!self.deleted && self.user_id == *viewer)
    }
}

impl From<Offer> for SkillInfo {
    fn from(offer: Offer) -> Self {
        Self {
            id: offer.id,
            user_id: offer.user_id,
            skill_type: offer.skill_type,
            category: offer.category,
            experience_level: offer.experience_level,
            description: offer.description,
            hourly_rate: offer.hourly_rate,
            thumbnails: offer.photos,
            approval_status: offer.approval_status,
            moderation: offer.moderation,
            taken_down: offer.taken_down,
            revision: offer.revision,
            cancellation_policy: offer.cancellation_policy,
        }
    }
}

/// Name of a skill, resolved against the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SkillType {
    /// Name as shown.
    pub name: String,
    /// Name as key and in URLs.
    pub slug: String,
    /// Whether it is not in the catalogue, so that staff have to approve it.
    pub custom: bool,
    /// Whether new skills cannot choose it.
    pub hidden: bool,
}

/// Validated input about a skill.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub skill_type: SkillType,
    pub experience_level: ExperienceLevel,
    pub description: String,
    pub hourly_rate: Money,
    /// `None` keeps the current policy.
    pub cancellation_policy: Option<CancellationPolicy>,
}

/// A name outside the catalogue.
#[derive(Clone, Debug)]
pub(crate) struct CustomName {
    pub slug: String,
    pub name: String,
    pub status: ApprovalStatus,
    pub user_id: UserId,
    pub created_at: Timestamp,
    pub arrival: String,
}

/// Words that find a category: built-in ones, and those that admins added.
#[derive(Clone, Debug)]
pub(crate) struct CategoryWords {
    pub slug: String,
    pub title: String,
    pub words: Vec<String>,
    pub added: Vec<String>,
}

/// A category as admins see it.
#[derive(Clone, Debug)]
pub(crate) struct CategoryForAdmin {
    pub entry: Entry,
    /// Number of skills that others can see.
    pub skills: u64,
    /// Whether it came with the program, which has a picture for it.
    pub is_built_in: bool,
}

/// A category that is to be added.
#[derive(Clone, Debug)]
pub(crate) struct NewCategory {
    pub title: String,
    /// Slug; derived from the title if absent.
    pub id: Option<String>,
    pub icon: String,
    /// Slug of the category before it; the last place if absent, the first if empty.
    pub after: Option<String>,
}

/// New values of a category.
#[derive(Clone, Debug)]
pub(crate) struct CategoryChange {
    pub title: String,
    pub icon: String,
    pub hidden: bool,
    /// Slug of the category before it; its present place if absent, the first if empty.
    pub after: Option<String>,
}

/// A skill as the viewer sees it.
#[derive(Clone, Debug)]
pub(crate) struct SkillForViewer {
    pub offer: Offer,
    pub owner: PersonInfo,
    /// Distance from the viewer to the owner, measured between areas of 500 m. `None` for the
    /// viewer's own skills, if either has not set a location, and while the owner is hidden.
    pub distance_km: Option<f64>,
    /// Whether the owner's identity is verified.
    pub verified: bool,
    /// Title of a check that the category needs and the owner lacks.
    pub check_needed: Option<String>,
}

impl SkillForViewer {
    /// Builds the view of `offer` of `owner` for `viewer`, which is `None` without a profile.
    pub(crate) fn new(offer: Offer, owner: &PersonInfo, viewer: Option<&PersonInfo>) -> Self {
        let others = viewer.filter(|viewer| viewer.id != owner.id && owner.visible);
        let ends = others.and_then(|viewer| viewer.approximate).zip(owner.approximate);
        let distance_km = ends.map(|(from, to)| from.km_to(to));
        Self { offer, owner: owner.clone(), distance_km, verified: false, check_needed: None }
    }
}

/// A skill under a name that waits for approval.
#[derive(Clone, Debug)]
pub(crate) struct Undecided {
    pub skill: Published,
    /// Whether staff hold it back or took it down: then it stays invisible whatever is decided on
    /// its name.
    pub hidden: bool,
}

/// A name that waits for approval, with the skills that wait with it.
#[derive(Clone, Debug)]
pub(crate) struct WaitingName {
    pub name: CustomName,
    /// First and last name of the member who used or suggested it first; empty if they no longer
    /// exist.
    pub creator_name: String,
    pub skills: Vec<SkillForViewer>,
}

/// Hourly rates of neighbours for a kind of skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GoingRates {
    /// Number of people.
    pub people: usize,
    /// First quartile.
    pub low: Money,
    /// Median.
    pub typical: Money,
    /// Third quartile.
    pub high: Money,
}

impl GoingRates {
    /// Summarises `rates`, one per person. `None` if they are so few that they would reveal those
    /// of single people, or mislead.
    pub(crate) fn of(mut rates: Vec<Money>) -> Option<Self> {
        if rates.len() < FEWEST_RATES {
            return None;
        }
        rates.sort_unstable();
        let last = rates.len() - 1;
        let at = |quarter: usize| rounded(rates[last * quarter / 4]);
        Some(Self { people: rates.len(), low: at(1), typical: at(2), high: at(3) })
    }
}

/// Rounds to the nearest 50 pence, which hides the rate of a single person.
fn rounded(rate: Money) -> Money {
    Money::from_minor((rate.minor() + 25).div_euclid(50) * 50)
}

/// Decision of staff on a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "SkillDecisionKind", rename_all = "snake_case")]
pub(crate) enum Decision {
    /// Show its skills to everybody.
    Approve,
    /// Hide its skills from everybody but their owners.
    Reject,
}

impl Decision {
    /// Returns the status of a name after the decision.
    pub(crate) const fn status(self) -> ApprovalStatus {
        match self {
            Self::Approve => ApprovalStatus::Approved,
            Self::Reject => ApprovalStatus::Rejected,
        }
    }
}

/// Returns the sort key of a skill in lists: newest first, and for equal times by descending id.
pub(crate) fn position(at: Timestamp, id: &SkillId) -> String {
    newest_first(at, &mirrored(id.as_str()))
}

/// Mirrors each digit of an id, a ULID, in its alphabet, so that it sorts before earlier ids.
fn mirrored(id: &str) -> String {
    const DIGITS: &[u8] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mirror = |digit: u8| match DIGITS.iter().position(|known| *known == digit) {
        Some(value) => char::from(DIGITS[DIGITS.len() - 1 - value]),
        None => char::from(digit),
    };
    id.bytes().map(mirror).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_rates_need_five_people() {
        let rates = |pounds: &[i64]| {
            GoingRates::of(pounds.iter().map(|pounds| Money::from_minor(pounds * 100)).collect())
        };
        assert_eq!(rates(&[10, 12, 14, 16]), None);
        let money = Money::from_minor;
        let [low, typical, high] = [1200, 1400, 1600].map(money);
        let expected = GoingRates { people: 5, low, typical, high };
        assert_eq!(rates(&[16, 10, 14, 900, 12]), Some(expected));
        assert_eq!(rounded(money(1224)), money(1200));
        assert_eq!(rounded(money(1225)), money(1250));
    }

    #[test]
    fn later_ids_sort_first() {
        let ids = [
            "01jz0000000000000000000000",
            "01jz0000000000000000000001",
            "01k00000000000000000000000",
        ];
        let mut keys: Vec<_> = ids.iter().map(|id| mirrored(id)).collect();
        keys.reverse();
        assert!(keys.is_sorted(), "{keys:?}");
    }
}
