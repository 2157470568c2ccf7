use std::{
    borrow::Cow,
    hash::{Hash, Hasher},
};

use surrealdb::types::{RecordId, Variables};

/// A read of the database.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Read {
    /// One statement and its bound values.
    Statement(Cow<'static, str>, Variables),
    /// Rows with these ids, in order and from one state;
    /// [`Value::None`](surrealdb::types::Value::None) where there is no row.
    Rows(Vec<RecordId>),
    /// The first rows, up to a number, of a range of record ids.
    Range(RecordId, u32),
}

impl Hash for Read {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Statement(text, variables) => {
                text.hash(state);
                variables.iter().for_each(|binding| binding.hash(state));
            }
            Self::Rows(ids) => ids.hash(state),
            Self::Range(rows, limit) => (rows, limit).hash(state),
        }
    }
}
