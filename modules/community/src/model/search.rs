//! Saved searches, and their rules.

use poem_openapi::Enum;
use sparkyard_kernel::{
    ApiError, ItemId, Timestamp, UserId,
    geo::{Distance, within_km},
    idempotency::digest,
    text,
    text_folding::fold,
    validate::Checks,
};
use surrealdb::types::SurrealValue;

/// Maximum number of saved searches per member.
pub(crate) const MAX_SEARCHES: usize = 10;
/// Minimum and maximum length of the words, in characters.
const MIN_WORDS: usize = 2;
const MAX_WORDS: usize = 100;
/// Distance filter that stands for any distance.
const ANY_DISTANCE: u32 = 2000;

/// Subject of a saved search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "SavedSearchKind", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum SearchKind {
    /// Skills that neighbours offer.
    Skills,
    /// Needs on the board.
    Needs,
}

impl SearchKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Skills => "skills",
            Self::Needs => "needs",
        }
    }

    /// Returns the key under which searches of this kind in `category` are found; without one,
    /// that of searches in any category.
    pub(crate) fn bucket(self, category: Option<&str>) -> String {
        format!("{}:{}", self.name(), category.unwrap_or_default())
    }
}

/// A search as it is received, not yet checked.
#[derive(Clone, Debug)]
pub(crate) struct WrittenSearch {
    pub(crate) kind: SearchKind,
    pub(crate) words: String,
    /// Slug of a category.
    pub(crate) category: Option<String>,
    /// Distance filter of the search for skills.
    pub(crate) distance: Option<u32>,
}

/// Kind, words, category and distance of a saved search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) kind: SearchKind,
    /// Empty for any.
    pub(crate) words: String,
    pub(crate) category: Option<String>,
    /// Distance filter; `None` for any distance.
    pub(crate) distance: Option<u32>,
}

impl WrittenSearch {
    /// Normalises the search; a 422 names all fields that are wrong. `is_category` checks the slug
    /// of a category.
    pub(crate) fn checked(
        self,
        is_category: impl FnOnce(&str) -> bool,
    ) -> Result<Wanted, ApiError> {
        let Self { kind, words, category, distance } = self;
        let words = text::line(&words);
        let category = category.filter(|category| !category.is_empty());
        let letters = fold(&words).len();
        let is_empty = words.is_empty() && category.is_none();
        Checks::new()
            .line("words", &words, 0, MAX_WORDS)
            .check("words", words.is_empty() || letters >= MIN_WORDS, "Write at least two letters.")
            .check(
                "words",
                kind == SearchKind::Needs || !is_empty,
                "Say what you look for, or choose a category.",
            )
            .check(
                "category",
                category.as_deref().is_none_or(is_category),
                "Choose one of the categories, or none.",
            )
            .finish()?;
        let wanted = Wanted { kind, words, category, distance };
        wanted.within_km()?;
        Ok(Wanted { distance: distance.filter(|filter| *filter != ANY_DISTANCE), ..wanted })
    }
}

impl Wanted {
    /// Returns the radius in kilometres; `None` for any distance. An unknown filter is a 422.
    pub(crate) fn within_km(&self) -> Result<Option<f64>, ApiError> {
        match self.distance {
            Some(filter) => within_km(&Distance(filter.to_string())),
            None => Ok(None),
        }
    }

    /// Returns the id of the search of `member`: equal searches have the same.
    pub(crate) fn id_for(&self, member: &UserId) -> ItemId {
        ItemId(digest(&[
            b"saved search",
            member.as_str().as_bytes(),
            self.bucket().as_bytes(),
            fold(&self.words).as_bytes(),
            &self.distance.unwrap_or_default().to_be_bytes(),
        ]))
    }

    /// Returns the key under which new skills and needs find the search.
    pub(crate) fn bucket(&self) -> String {
        self.kind.bucket(self.category.as_deref())
    }

    /// Returns the name of the search: its words, and the title of its category.
    pub(crate) fn name(&self, category_title: Option<&str>) -> String {
        match (&*self.words, category_title) {
            ("", Some(title)) => title.to_owned(),
            ("", None) => "All needs on the board".to_owned(),
            (words, Some(title)) => format!("\u{201c}{words}\u{201d} in {title}"),
            (words, None) => format!("\u{201c}{words}\u{201d}"),
        }
    }
}

/// A saved search.
#[derive(Clone, Debug)]
pub(crate) struct SavedSearch {
    pub(crate) id: ItemId,
    pub(crate) member: UserId,
    pub(crate) wanted: Wanted,
    /// Whether it is paused, so that its member is told nothing.
    pub(crate) paused: bool,
    /// Number of matches so far.
    pub(crate) matches: u64,
    /// Time of the latest match.
    pub(crate) matched_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    /// Sort key of lists.
    pub(crate) newest: String,
}

/// A saved search with its words for its member.
#[derive(Clone, Debug)]
pub(crate) struct NamedSearch {
    pub(crate) search: SavedSearch,
    pub(crate) name: String,
    pub(crate) category_title: Option<String>,
}

/// A match of a saved search.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) search: SavedSearch,
    /// Distance between the cells of the two members; `None` where one of them has no place, or
    /// is hidden from explore.
    pub(crate) km: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(kind: SearchKind, words: &str, category: &str) -> WrittenSearch {
        let (words, category) = (words.to_owned(), Some(category.to_owned()));
        WrittenSearch { kind, words, category, distance: None }
    }

    fn checked(written: WrittenSearch) -> Result<Wanted, Vec<String>> {
        let known = |slug: &str| slug == "gardening";
        written.checked(known).map_err(|error| error.fields.into_keys().collect())
    }

    #[test]
    fn searches_are_validated() {
        use SearchKind::{Needs, Skills};
        for (kind, words, category, wrong) in [
            (Skills, "fix my tap", "", None),
            (Skills, "", "gardening", None),
            (Skills, "\u{441}\u{430}\u{434}", "gardening", None),
            (Skills, "<script>", "", None),
            (Needs, "", "", None),
            (Skills, " ", "", Some("words")),
            (Needs, "!?", "", Some("words")),
            (Needs, "x", "", Some("words")),
            (Needs, &*"x".repeat(101), "", Some("words")),
            (Skills, "", "<script>", Some("category")),
        ] {
            let found = checked(written(kind, words, category)).err();
            assert_eq!(found, wrong.map(|field| vec![field.to_owned()]), "{words} {category}");
        }
        for (distance, kept) in [(500, Some(Some(500))), (2000, Some(None)), (201, None)] {
            let written =
                WrittenSearch { distance: Some(distance), ..written(Needs, "ladder", "") };
            assert_eq!(checked(written).ok().map(|wanted| wanted.distance), kept, "{distance}");
        }
    }

    #[test]
    fn equal_searches_have_one_id() {
        let id = |member: &str, words: &str, category: &str| {
            let wanted = checked(written(SearchKind::Skills, words, category)).unwrap();
            wanted.id_for(&member.into())
        };
        assert_eq!(id("ana", "Caf\u{e9}  chairs", ""), id("ana", "cafe chairs", ""));
        let first = id("ana", "tap", "");
        for (member, words, category) in
            [("bo", "tap", ""), ("ana", "taps", ""), ("ana", "tap", "gardening")]
        {
            assert_ne!(id(member, words, category), first, "{member} {words} {category}");
        }
    }

    #[test]
    fn names_tell_the_parts() {
        let name = |words: &str, title| {
            let wanted = checked(written(SearchKind::Needs, words, "")).unwrap();
            wanted.name(title)
        };
        assert_eq!(name("tap", Some("Plumbing")), "\u{201c}tap\u{201d} in Plumbing");
        assert_eq!(name("tap", None), "\u{201c}tap\u{201d}");
        assert_eq!(name("", Some("Plumbing")), "Plumbing");
        assert_eq!(name("", None), "All needs on the board");
    }
}
