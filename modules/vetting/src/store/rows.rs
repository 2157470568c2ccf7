//! Rows as stored, and their conversion to the model.

use sparkyard_kernel::{ItemId, Timestamp, UserId};
use surrealdb::types::{RecordId, SurrealValue};

use crate::model::Record;

/// Record as it is read, with the check's id and title.
#[derive(SurrealValue)]
pub(super) struct RecordRow {
    user_id: UserId,
    check: ItemId,
    title: String,
    passed_on: String,
    good_until: String,
    note: String,
    recorded_by: UserId,
    recorded_at: Timestamp,
    remind_on: Option<String>,
    pub(super) turn: Option<String>,
}

/// Numbers about all checks.
#[derive(SurrealValue)]
pub(super) struct TotalRow {
    pub(super) changes: i64,
}

/// A check that somebody has.
#[derive(SurrealValue)]
pub(super) struct PassedRow {
    pub(super) user_id: UserId,
    pub(super) check_id: ItemId,
}

/// Record as it is written.
#[derive(SurrealValue)]
pub(super) struct StoredRecord {
    user_id: UserId,
    check_id: ItemId,
    of: RecordId,
    passed_on: String,
    good_until: String,
    note: String,
    recorded_by: UserId,
    recorded_at: Timestamp,
    remind_on: Option<String>,
    turn: Option<String>,
}

impl From<Record> for StoredRecord {
    fn from(record: Record) -> Self {
        let Record { user_id, check, .. } = &record;
        let turn = record.expires_on().map(|day| format!("{day}.{user_id}.{check}"));
        Self {
            of: RecordId::new("vetting_check", check.to_string()),
            check_id: record.check,
            user_id: record.user_id,
            passed_on: record.passed_on,
            good_until: record.good_until,
            note: record.note,
            recorded_by: record.recorded_by,
            recorded_at: record.recorded_at,
            remind_on: record.remind_on,
            turn,
        }
    }
}

impl From<RecordRow> for Record {
    fn from(row: RecordRow) -> Self {
        Self {
            user_id: row.user_id,
            check: row.check,
            title: row.title,
            passed_on: row.passed_on,
            good_until: row.good_until,
            note: row.note,
            recorded_by: row.recorded_by,
            recorded_at: row.recorded_at,
            remind_on: row.remind_on,
        }
    }
}
