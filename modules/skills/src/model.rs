//! What a skill is, as its owner describes it and as others see it.

pub(crate) mod catalogue;
pub(crate) mod photos;
pub(crate) mod words;

use poem_openapi::Enum;
use sparkyard_kernel::{
    ApprovalStatus, CancellationPolicy, ExperienceLevel, Money, SkillId, Timestamp, UserId,
    events::skills::Published,
    newest_first,
    ports::{PersonInfo, SkillInfo, Takedown},
};

/// Pictures a skill can show.
pub(crate) const MAX_PHOTOS: usize = 4;
/// Skills one person can offer.
pub(crate) const MAX_SKILLS: i64 = 30;
/// Skills that one person can bring out in a day, whatever becomes of them.
pub(crate) const MAX_NEW_A_DAY: u32 = 20;
/// Names of one person's own that may wait for approval.
pub(crate) const MAX_NAMES_WAITING: i64 = 10;

/// Fewer people than this have no going rate together.
pub(crate) const FEWEST_RATES: usize = 5;
/// Words that admins can add to one category.
pub(crate) const MAX_WORDS: i64 = 50;

/// The pictures of a skill, by slot.
pub(crate) type Photos = [Option<String>; MAX_PHOTOS];

/// One of the four picture slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "SkillPhotoSlot")]
pub(crate) enum PhotoSlot {
    /// The first, which lists show.
    #[oai(rename = "thumbnail01")]
    Thumbnail01,
    /// The second.
    #[oai(rename = "thumbnail02")]
    Thumbnail02,
    /// The third.
    #[oai(rename = "thumbnail03")]
    Thumbnail03,
    /// The fourth.
    #[oai(rename = "thumbnail04")]
    Thumbnail04,
}

impl PhotoSlot {
    /// All of them, in order.
    pub(crate) const ALL: [Self; MAX_PHOTOS] =
        [Self::Thumbnail01, Self::Thumbnail02, Self::Thumbnail03, Self::Thumbnail04];

    /// The one whose field is called so.
    pub(crate) fn from_field(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|slot| slot.field() == name)
    }

    /// Its place among the pictures of a skill, from 0.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The name of its field.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            Self::Thumbnail01 => "thumbnail01",
            Self::Thumbnail02 => "thumbnail02",
            Self::Thumbnail03 => "thumbnail03",
            Self::Thumbnail04 => "thumbnail04",
        }
    }
}

/// The text is none of the words that are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownWord;

/// A skill as it is stored.
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
    /// Why staff took it down, while it is.
    pub taken_down: Option<Takedown>,
    pub revision: i64,
    pub newest: String,
}

impl Offer {
    /// Whether others may see and book it, if they may see its owner.
    pub(crate) fn is_on_offer(&self) -> bool {
        let approved = self.approval_status == ApprovalStatus::Approved;
        approved && !self.deleted && self.taken_down.is_none()
    }

    /// Whether `viewer` may see it: it is on offer, or theirs.
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
            taken_down: offer.taken_down,
            cancellation_policy: offer.cancellation_policy,
        }
    }
}

/// What a person calls their skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SkillType {
    /// The name as shown.
    pub name: String,
    /// The name as key and in addresses.
    pub slug: String,
    /// Not in the catalogue, so staff have to approve it.
    pub custom: bool,
}

/// What a person says about a skill, checked.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub skill_type: SkillType,
    pub experience_level: ExperienceLevel,
    pub description: String,
    pub hourly_rate: Money,
    /// `None` keeps what was chosen before.
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

/// What people call a category: words of ours, and those that admins added.
#[derive(Clone, Debug)]
pub(crate) struct CategoryWords {
    pub slug: String,
    pub title: String,
    pub words: Vec<String>,
    pub added: Vec<String>,
}

/// A skill as somebody sees it.
#[derive(Clone, Debug)]
pub(crate) struct SeenSkill {
    pub offer: Offer,
    pub owner: PersonInfo,
    /// From the viewer to the owner, measured between areas of 500 m: absent for one's own, when
    /// either has not said where they are, and while the owner hides themselves.
    pub distance_km: Option<f64>,
    /// Whether who the owner is is proven.
    pub verified: bool,
}

impl SeenSkill {
    /// `offer` of `owner`, as seen by `viewer`, who is unknown without a profile.
    pub(crate) fn new(offer: Offer, owner: &PersonInfo, viewer: Option<&PersonInfo>) -> Self {
        let others = viewer.filter(|viewer| viewer.id != owner.id && owner.visible);
        let ends = others.and_then(|viewer| viewer.approximate).zip(owner.approximate);
        let distance_km = ends.map(|(from, to)| from.km_to(to));
        Self { offer, owner: owner.clone(), distance_km, verified: false }
    }
}

/// A skill under a name that waits for approval.
#[derive(Clone, Debug)]
pub(crate) struct Undecided {
    pub skill: Published,
    /// Staff took it down: it is not seen whatever becomes of its name.
    pub taken_down: bool,
}

/// A name that waits for approval, with the skills that wait with it.
#[derive(Clone, Debug)]
pub(crate) struct WaitingName {
    pub name: CustomName,
    /// First and last name of whoever used or suggested it first; empty if they are gone.
    pub creator_name: String,
    pub skills: Vec<SeenSkill>,
}

/// What neighbours ask for an hour of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GoingRates {
    /// How many of them.
    pub people: usize,
    /// A quarter ask less.
    pub low: Money,
    /// Half ask less.
    pub typical: Money,
    /// A quarter ask more.
    pub high: Money,
}

impl GoingRates {
    /// What `rates`, one of each person, come to; `None` when they are so few that they would
    /// tell of single people, or mislead.
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

/// To the nearest 50 pence: nobody's own number.
fn rounded(rate: Money) -> Money {
    Money::from_minor((rate.minor() + 25).div_euclid(50) * 50)
}

/// What staff can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "SkillDecisionKind", rename_all = "snake_case")]
pub(crate) enum Decision {
    /// Show it to everybody.
    Approve,
    /// Keep it from everybody but its owner.
    Reject,
}

impl Decision {
    /// What is true of a name after it.
    pub(crate) const fn status(self) -> ApprovalStatus {
        match self {
            Self::Approve => ApprovalStatus::Approved,
            Self::Reject => ApprovalStatus::Rejected,
        }
    }
}

/// Where a skill stands in lists: the newest first, and of one instant the later id.
pub(crate) fn position(at: Timestamp, id: &SkillId) -> String {
    newest_first(at, &mirrored(id.as_str()))
}

/// An id that sorts before earlier ones: each digit of it, a ULID, is mirrored in its alphabet.
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
    fn a_going_rate_is_of_five_people_at_least() {
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
    fn later_ids_come_first() {
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
