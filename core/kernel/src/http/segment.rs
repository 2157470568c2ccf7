//! Parts of the members in requests and responses.

use std::time::Duration;

use poem_openapi::Object;
use sparkyard_db::Timestamp;

use crate::{
    DateTime,
    segment::{Segment, SegmentOffers},
    text,
};

/// Part of the members: those to whom everything applies that is given.
#[derive(Debug, Object)]
#[oai(rename = "MemberSegment")]
pub struct SegmentForm {
    /// Town in which they live, as on their profiles.
    #[oai(validator(max_length = 320))]
    pub town: Option<String>,
    /// Days since they joined at most, 1 to 3,650.
    #[oai(validator(minimum(value = "1"), maximum(value = "3650")))]
    pub joined_days: Option<u32>,
    /// Whether they offer skills.
    pub offers: Option<SegmentOffers>,
    /// Slug of a category in which they offer a skill.
    #[oai(validator(max_length = 100))]
    pub category: Option<String>,
}

impl SegmentForm {
    /// Returns the segment at `now`; empty texts stand for none.
    pub fn read(&self, now: Timestamp) -> Segment {
        let filled = |given: &Option<String>| {
            given.as_deref().map(text::line).filter(|given| !given.is_empty())
        };
        let day = Duration::from_hours(24);
        Segment {
            town: filled(&self.town),
            joined_since: self.joined_days.map(|days| now - day * days),
            offers: self.offers,
            category: filled(&self.category),
        }
    }
}

/// Part of the members to whom something goes.
#[derive(Debug, Object)]
#[oai(rename = "SegmentMembers")]
pub struct SegmentView {
    /// Town in which they live.
    #[oai(skip_serializing_if_is_none)]
    town: Option<String>,
    /// Time since which they have joined.
    #[oai(skip_serializing_if_is_none)]
    joined_since: Option<DateTime>,
    /// Whether they offer skills.
    #[oai(skip_serializing_if_is_none)]
    offers: Option<SegmentOffers>,
    /// Slug of a category in which they offer a skill.
    #[oai(skip_serializing_if_is_none)]
    category: Option<String>,
}

impl From<Segment> for SegmentView {
    fn from(segment: Segment) -> Self {
        let Segment { town, joined_since, offers, category } = segment;
        Self { town, joined_since: joined_since.map(DateTime::from), offers, category }
    }
}
