use std::fmt;

use surrealdb::types::Value;

/// Query plan, as reported by `EXPLAIN`.
pub struct Plan(String);

impl Plan {
    pub(crate) fn new(rows: &[Value]) -> Self {
        Self(format!("{rows:?}"))
    }

    /// Checks whether the plan reads a range of `index` and nothing else. A condition on the first
    /// field of another index makes the database read all of that index too, to intersect both,
    /// unless the query says `WITH INDEX`.
    pub fn is_range_of(&self, index: &str) -> bool {
        self.0.contains(index) && !self.0.contains("Bitmap") && !self.0.contains("TableScan")
    }

    /// Checks whether the plan sorts its rows.
    pub fn sorts(&self) -> bool {
        self.0.contains("Sort") || self.0.contains("MemoryOrdered")
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
