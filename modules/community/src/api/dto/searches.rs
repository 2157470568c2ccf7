//! Bodies about saved searches.

use poem_openapi::{Object, types::Example};
use sparkyard_kernel::{DateTime, ItemId};

use crate::model::search::{self, NamedSearch, SearchKind, Wanted, WrittenSearch};

/// A search to save.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct SavedSearchForm {
    /// Subject of the search.
    kind: SearchKind,
    /// Words to look for, 2 to 100 characters; any when left out or empty. They are compared as by
    /// the search for skills, or as on the board.
    #[oai(validator(max_length = 400))]
    words: Option<String>,
    /// Slug of a category of skills; any when left out or empty. A search for skills has words or a
    /// category.
    #[oai(validator(max_length = 60))]
    category: Option<String>,
    /// Maximum distance from your own location: 200 for 5 miles, 500 for 10, 1000 for 20; any
    /// distance when left out, or 2000.
    #[oai(validator(maximum(value = "1000000")))]
    distance: Option<u32>,
}

impl Example for SavedSearchForm {
    fn example() -> Self {
        Self {
            kind: SearchKind::Skills,
            words: Some("fix a ladder".to_owned()),
            category: None,
            distance: Some(500),
        }
    }
}

impl From<SavedSearchForm> for WrittenSearch {
    fn from(body: SavedSearchForm) -> Self {
        let SavedSearchForm { kind, words, category, distance } = body;
        Self { kind, words: words.unwrap_or_default(), category, distance }
    }
}

/// State of a saved search.
#[derive(Debug, Object)]
pub(crate) struct SavedSearchState {
    /// Whether it is paused.
    pub(crate) paused: bool,
}

/// A deleted saved search.
#[derive(Debug, Object)]
pub(crate) struct DeletedSearch {
    /// Id of the search.
    pub(crate) id: ItemId,
}

/// A saved search.
#[derive(Debug, Object)]
pub(crate) struct SavedSearch {
    /// Id of the search.
    id: ItemId,
    /// Name, from its words and its category.
    name: String,
    /// Subject of the search.
    kind: SearchKind,
    /// Words to look for; empty for any.
    words: String,
    /// Slug of its category; absent without one.
    category: Option<String>,
    /// Title of its category; absent without one.
    category_title: Option<String>,
    /// Maximum distance, as in the form; absent for any.
    distance: Option<u32>,
    /// Whether it is paused.
    paused: bool,
    /// Number of matches since it was saved.
    matches: u64,
    /// Time of the latest match, RFC 3339 in UTC; absent before the first.
    matched_at: Option<DateTime>,
    /// Time at which it was saved, RFC 3339 in UTC.
    created_at: DateTime,
}

impl From<NamedSearch> for SavedSearch {
    fn from(named: NamedSearch) -> Self {
        let NamedSearch { search, name, category_title } = named;
        let search::SavedSearch { id, wanted, paused, matches, matched_at, created_at, .. } =
            search;
        let Wanted { kind, words, category, distance } = wanted;
        Self {
            id,
            name,
            kind,
            words,
            category,
            category_title,
            distance,
            paused,
            matches,
            matched_at: matched_at.map(DateTime::from),
            created_at: created_at.into(),
        }
    }
}
