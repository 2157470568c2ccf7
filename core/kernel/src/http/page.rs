//! Pagination of lists: `limit` and an opaque `cursor`.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use poem_openapi::{
    registry::MetaSchema,
    types::{ParseError, ParseFromParameter, ParseResult},
};

use crate::{ApiError, values::openapi_type::openapi_type};

const DEFAULT_LIMIT: u32 = 20;
const MAX_LIMIT: u32 = 100;
/// Longest cursor accepted, in bytes; generated ones are far shorter.
const MAX_CURSOR: usize = 1024;

/// Number of rows wanted, 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(pub u32);

openapi_type!(Limit, || MetaSchema {
    minimum: Some(1.0),
    maximum: Some(f64::from(MAX_LIMIT)),
    ..MetaSchema::new_with_format("integer", "uint32")
});

impl ParseFromParameter for Limit {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        value.parse().map(Self).map_err(ParseError::custom)
    }
}

/// Opaque position where the previous page ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor(pub String);

openapi_type!(Cursor, || MetaSchema { max_length: Some(MAX_CURSOR), ..MetaSchema::new("string") });

impl ParseFromParameter for Cursor {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        Ok(Self(value.to_owned()))
    }
}

/// Page of a list that a request asks for.
#[derive(Clone, Debug)]
pub struct PageQuery {
    /// Number of rows wanted, 1 to 100.
    pub limit: usize,
    /// Sort key of the last row of the previous page, as the module that built it wrote it.
    pub after: Option<String>,
}

impl PageQuery {
    /// Validates the two query parameters. A limit outside 1 to 100 or a malformed cursor is a 422.
    pub fn new(limit: Option<Limit>, cursor: Option<Cursor>) -> Result<Self, ApiError> {
        let limit = limit.map_or(DEFAULT_LIMIT, |Limit(limit)| limit);
        if !(1..=MAX_LIMIT).contains(&limit) {
            return Err(ApiError::invalid("limit", "Choose a limit from 1 to 100."));
        }
        let after = cursor.map(|Cursor(cursor)| decode(&cursor)).transpose()?;
        Ok(Self { limit: limit as usize, after })
    }

    /// Returns the number of rows to fetch: one more than wanted, to see whether the list
    /// continues.
    pub fn fetch_limit(&self) -> i64 {
        i64::try_from(self.limit + 1).unwrap_or(i64::MAX)
    }

    /// Returns the offset for an offset-paged list. A cursor that is not a number is a 422.
    pub fn offset(&self) -> Result<usize, ApiError> {
        self.after.as_deref().map_or(Ok(0), |text| text.parse().map_err(|_| foreign_cursor()))
    }
}

/// One page of rows and the cursor of the next.
#[derive(Clone, Debug)]
pub struct Page<T> {
    /// At most `limit` rows.
    pub items: Vec<T>,
    /// `None` at the end of the list.
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// Cuts `rows`, fetched with [`PageQuery::fetch_limit`], to one page; `key` returns the sort
    /// key from which the next page continues.
    pub fn cut(mut rows: Vec<T>, query: &PageQuery, key: impl Fn(&T) -> String) -> Self {
        let more = rows.len() > query.limit;
        rows.truncate(query.limit);
        let last = rows.last().filter(|_| more);
        Self { next_cursor: last.map(|row| URL_SAFE_NO_PAD.encode(key(row))), items: rows }
    }

    /// Creates a short page of a list that continues after the sort key `key`, because filling the
    /// page would have taken too long.
    pub fn unfinished(items: Vec<T>, key: &str) -> Self {
        Self { items, next_cursor: Some(URL_SAFE_NO_PAD.encode(key)) }
    }

    /// Returns a page, by offset, of a list that is entirely in memory.
    pub fn slice(rows: Vec<T>, query: &PageQuery) -> Result<Self, ApiError> {
        let (start, total) = (query.offset()?, rows.len());
        let items: Vec<T> = rows.into_iter().skip(start).take(query.limit).collect();
        let end = start + items.len();
        let next_cursor = (end < total).then(|| URL_SAFE_NO_PAD.encode(end.to_string()));
        Ok(Self { items, next_cursor })
    }

    /// Converts each item.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(change).collect(), next_cursor: self.next_cursor }
    }
}

fn decode(cursor: &str) -> Result<String, ApiError> {
    if cursor.len() > MAX_CURSOR {
        return Err(foreign_cursor());
    }
    let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| foreign_cursor())?;
    String::from_utf8(bytes).map_err(|_| foreign_cursor())
}

fn foreign_cursor() -> ApiError {
    ApiError::invalid("cursor", "This cursor did not come from this list.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_cover_the_list_without_gaps() {
        let mut cursor = None;
        let mut seen = Vec::new();
        for _ in 0..3 {
            let query = PageQuery::new(Some(Limit(4)), cursor.take()).unwrap();
            let page = Page::slice((0..10).collect(), &query).unwrap();
            seen.extend(page.items);
            cursor = page.next_cursor.map(Cursor);
        }
        assert_eq!((seen, cursor), ((0..10).collect::<Vec<_>>(), None));
    }

    #[test]
    fn limits_and_foreign_cursors_are_refused() {
        for limit in [0, 101] {
            assert!(PageQuery::new(Some(Limit(limit)), None).is_err());
        }
        for cursor in ["%%".to_owned(), "a".repeat(MAX_CURSOR + 4)] {
            assert!(PageQuery::new(None, Some(Cursor(cursor))).is_err());
        }
    }
}
