use std::fmt;

use surrealdb::types::Value;

/// How the database means to answer a query, as `EXPLAIN` tells it.
pub struct Plan(String);

impl Plan {
    pub(crate) fn new(rows: &[Value]) -> Self {
        Self(format!("{rows:?}"))
    }

    /// Whether it reads a range of `index` and nothing beside it. A condition on what another
    /// index begins with makes the database read that whole index too, to intersect the two,
    /// unless the query says `WITH INDEX`.
    pub fn is_range_of(&self, index: &str) -> bool {
        self.0.contains(index) && !self.0.contains("Bitmap") && !self.0.contains("TableScan")
    }

    /// Whether it collects what it finds to sort it.
    pub fn sorts(&self) -> bool {
        self.0.contains("Sort") || self.0.contains("MemoryOrdered")
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
