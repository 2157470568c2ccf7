//! Segments of the members, for letters of the operator.

use std::collections::HashMap;

use poem_openapi::Enum;
use sparkyard_db::Timestamp;
use surrealdb::types::SurrealValue;

use crate::{
    ApiError, UserId,
    ports::{AccountInfo, People, Skills},
};

/// Part of the members: those to whom everything applies that is given. By default all.
#[derive(Clone, Debug, Default, PartialEq, Eq, SurrealValue)]
pub struct Segment {
    /// Town in which they live, in any case.
    pub town: Option<String>,
    /// Time since which they have joined.
    pub joined_since: Option<Timestamp>,
    /// Whether they offer skills.
    pub offers: Option<SegmentOffers>,
    /// Slug of a category in which they offer a skill.
    pub category: Option<String>,
}

/// Whether members offer a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum SegmentOffers {
    /// One at least.
    Some,
    /// None.
    None,
}

impl Segment {
    /// Checks whether all members belong to it.
    pub fn is_everybody(&self) -> bool {
        *self == Self::default()
    }

    /// Returns those of `members` who belong to it. Without `skills` nobody offers any.
    pub async fn select(
        &self,
        mut members: Vec<AccountInfo>,
        people: &dyn People,
        skills: Option<&dyn Skills>,
    ) -> Result<Vec<AccountInfo>, ApiError> {
        let ids = |members: &[AccountInfo]| -> Vec<UserId> {
            members.iter().map(|member| member.id.clone()).collect()
        };
        members.retain(|member| self.joined_since.is_none_or(|since| member.created_at >= since));
        if self.town.is_some() {
            let found = people.find(&ids(&members)).await?;
            members.retain(|member| {
                self.has_resident(found.get(&member.id).map_or("", |person| &*person.location))
            });
        }
        if self.offers.is_some() || self.category.is_some() {
            let offered = match skills {
                Some(skills) => skills.of_people(&ids(&members), false).await?,
                None => HashMap::new(),
            };
            // The skills of a category may have been moved into another.
            let wanted = self.category.as_deref().zip(skills);
            let wanted = wanted.map(|(slug, skills)| skills.category_slugs(slug));
            members.retain(|member| {
                let own = offered.get(&member.id).into_iter().flatten();
                let categories: Vec<&str> = own.map(|skill| &*skill.category).collect();
                self.has_provider(&categories, wanted.as_deref())
            });
        }
        Ok(members)
    }

    fn has_resident(&self, town: &str) -> bool {
        self.town.as_ref().is_none_or(|wanted| wanted.to_lowercase() == town.to_lowercase())
    }

    /// Checks whether it has somebody who offers skills of these categories; `wanted` are the slugs
    /// of its own category.
    fn has_provider(&self, categories: &[&str], wanted: Option<&[String]>) -> bool {
        let offers = match self.offers {
            Some(SegmentOffers::Some) => !categories.is_empty(),
            Some(SegmentOffers::None) => categories.is_empty(),
            None => true,
        };
        let is_wanted =
            |wanted: &[String]| wanted.iter().any(|slug| categories.contains(&slug.as_str()));
        offers && (self.category.is_none() || wanted.is_some_and(is_wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_given_applies_to_a_segment() {
        let of = |offers, category: Option<&str>| Segment {
            town: Some("Hebden Bridge".to_owned()),
            offers,
            category: category.map(str::to_owned),
            ..Segment::default()
        };
        assert!(of(None, None).has_resident("hebden bridge"));
        assert!(!of(None, None).has_resident("Hebden") && !of(None, None).has_resident(""));
        assert!(Segment::default().has_resident("") && Segment::default().is_everybody());
        for (segment, categories, expected) in [
            (of(None, None), &[][..], true),
            (of(Some(SegmentOffers::Some), None), &[], false),
            (of(Some(SegmentOffers::Some), None), &["baking"], true),
            (of(Some(SegmentOffers::None), None), &["baking"], false),
            (of(None, Some("baking")), &["baking", "diy"], true),
            (of(None, Some("baking")), &["diy"], false),
            (of(Some(SegmentOffers::None), Some("baking")), &["baking"], false),
        ] {
            let wanted = segment.category.clone().map(|slug| vec![slug]);
            let found = segment.has_provider(categories, wanted.as_deref());
            assert_eq!(found, expected, "{segment:?} {categories:?}");
        }
    }
}
