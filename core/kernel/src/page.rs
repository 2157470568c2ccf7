//! Pages of lists: `limit` and an opaque `cursor`.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::{ApiError, Timestamp};

const DEFAULT_LIMIT: u32 = 20;
const MAX_LIMIT: u32 = 100;

/// A sort key that is smaller the later `at` is, so that lists are read forward from the newest
/// row; within a millisecond it sorts by `id`.
pub fn newest_first(at: Timestamp, id: &str) -> String {
    format!("{:019}.{id}", i64::MAX - at.as_millis())
}

/// Which part of a list is wanted.
#[derive(Clone, Debug)]
pub struct PageQuery {
    /// Rows wanted, 1 to 100.
    pub limit: usize,
    /// Where the previous page ended: the sort key of its last row, as its maker wrote it.
    pub after: Option<String>,
}

impl PageQuery {
    /// Reads the two query parameters. A limit outside 1 to 100 and a cursor that is not ours
    /// are a 422.
    pub fn new(limit: Option<u32>, cursor: Option<String>) -> Result<Self, ApiError> {
        let limit = limit.unwrap_or(DEFAULT_LIMIT);
        if !(1..=MAX_LIMIT).contains(&limit) {
            return Err(ApiError::invalid("limit", "Choose a limit from 1 to 100."));
        }
        let after = cursor.map(|cursor| decode(&cursor)).transpose()?;
        Ok(Self { limit: limit as usize, after })
    }

    /// Rows to ask the database for: one more than wanted, to know whether the list goes on.
    pub fn fetch_limit(&self) -> i64 {
        i64::try_from(self.limit + 1).unwrap_or(i64::MAX)
    }

    /// Where an offset-paged list goes on. A cursor that is not a number is a 422.
    pub fn offset(&self) -> Result<usize, ApiError> {
        self.after.as_deref().map_or(Ok(0), |text| text.parse().map_err(|_| foreign_cursor()))
    }
}

/// One page of rows and where the next begins.
#[derive(Clone, Debug)]
pub struct Page<T> {
    /// At most `limit` rows.
    pub items: Vec<T>,
    /// `None` at the end of the list.
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// Cuts `rows`, fetched with [`PageQuery::fetch_limit`], to the page; `key` gives the sort
    /// key by which the next page continues.
    pub fn cut(mut rows: Vec<T>, query: &PageQuery, key: impl Fn(&T) -> String) -> Self {
        let more = rows.len() > query.limit;
        rows.truncate(query.limit);
        let last = rows.last().filter(|_| more);
        Self { next_cursor: last.map(|row| URL_SAFE_NO_PAD.encode(key(row))), items: rows }
    }

    /// A page that came back short although the list goes on after the sort key `key`, because
    /// filling it would have taken too long.
    pub fn unfinished(items: Vec<T>, key: &str) -> Self {
        Self { items, next_cursor: Some(URL_SAFE_NO_PAD.encode(key)) }
    }

    /// The page of a list that is wholly in memory, by offset.
    pub fn slice(rows: Vec<T>, query: &PageQuery) -> Result<Self, ApiError> {
        let (start, total) = (query.offset()?, rows.len());
        let items: Vec<T> = rows.into_iter().skip(start).take(query.limit).collect();
        let end = start + items.len();
        let next_cursor = (end < total).then(|| URL_SAFE_NO_PAD.encode(end.to_string()));
        Ok(Self { items, next_cursor })
    }

    /// The same page of other things.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(change).collect(), next_cursor: self.next_cursor }
    }
}

fn decode(cursor: &str) -> Result<String, ApiError> {
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
    fn pages_follow_each_other_without_gap() {
        let mut cursor = None;
        let mut seen = Vec::new();
        for _ in 0..3 {
            let query = PageQuery::new(Some(4), cursor.take()).unwrap();
            let page = Page::slice((0..10).collect(), &query).unwrap();
            seen.extend(page.items);
            cursor = page.next_cursor;
        }
        assert_eq!((seen, cursor), ((0..10).collect::<Vec<_>>(), None));
    }

    #[test]
    fn limits_and_foreign_cursors_are_refused() {
        for limit in [0, 101] {
            assert!(PageQuery::new(Some(limit), None).is_err());
        }
        assert!(PageQuery::new(None, Some("%%".to_owned())).is_err());
    }
}
