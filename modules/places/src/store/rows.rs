//! Rows as stored.

use bytes::Bytes;
use sparkyard_kernel::{
    Timestamp,
    db::{DbError, SurrealValue, Value},
};

use crate::model::import::{Pending, Position};

#[derive(SurrealValue)]
pub(super) struct ImportedRow {
    pub(super) layout: String,
    pub(super) generation: Option<i64>,
    pub(super) names: i64,
    pub(super) postcodes: i64,
    pub(super) imported_at: Option<Timestamp>,
}

/// A block of names.
#[derive(SurrealValue)]
pub(crate) struct NameBlock {
    pub(super) id: Vec<Value>,
    /// One line per name.
    pub(crate) lines: String,
}

#[derive(SurrealValue)]
pub(super) struct PendingRow {
    pub(super) generation: i64,
    pub(super) entry: Option<i64>,
    pub(super) part: Option<i64>,
}

#[derive(SurrealValue)]
pub(super) struct NamesRow {
    pub(super) id: Vec<Value>,
    pub(super) lines: String,
}

#[derive(SurrealValue)]
pub(super) struct SectorRow {
    pub(super) id: Vec<Value>,
    pub(super) units: Bytes,
}

#[derive(SurrealValue)]
pub(super) struct Counts {
    pub(super) names: i64,
    pub(super) postcodes: i64,
}

impl TryFrom<PendingRow> for Pending {
    type Error = DbError;

    fn try_from(row: PendingRow) -> Result<Self, DbError> {
        let number = |value: i64| u32::try_from(value).map_err(|e| DbError::Corrupt(e.to_string()));
        let done = match (row.entry, row.part) {
            (Some(entry), Some(part)) => {
                Some(Position { entry: number(entry)?, part: number(part)? })
            }
            _ => None,
        };
        Ok(Self { generation: row.generation, done })
    }
}
