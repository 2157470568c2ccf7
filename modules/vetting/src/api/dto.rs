//! Request and response types of the operations.

use poem_openapi::Object;
use sparkyard_kernel::{DateTime, ItemId, UserId};

use crate::model::{Check, CheckDraft, NamedRecord, OwnCheck, RecordDraft};

/// Input of a check.
#[derive(Debug, Object)]
#[oai(rename = "VettingCheckForm")]
pub(crate) struct CheckForm {
    /// Name, 1 to 60 characters.
    #[oai(validator(max_length = 120))]
    title: String,
    /// What it is, and how a member gets it; at most 500 characters.
    #[oai(default, validator(max_length = 1000))]
    about: String,
    /// Months after which it has to be made again, 1 to 120; left out if it holds for ever.
    valid_months: Option<i64>,
    /// Whether profiles show it.
    badge: bool,
    /// Slugs of the categories in which only members who passed it can be booked; at most 50.
    #[oai(default, validator(max_items = 100))]
    categories: Vec<String>,
}

impl From<CheckForm> for CheckDraft {
    fn from(form: CheckForm) -> Self {
        let CheckForm { title, about, valid_months, badge, categories } = form;
        Self { title, about, valid_months, badge, categories }
    }
}

/// A check that the operators make.
#[derive(Debug, Object)]
#[oai(rename = "VettingCheck")]
pub(crate) struct CheckView {
    /// Id of the check.
    id: ItemId,
    /// Name.
    title: String,
    /// What it is, and how a member gets it.
    about: String,
    /// Months after which it has to be made again; absent if it holds for ever.
    valid_months: Option<i64>,
    /// Whether profiles show it.
    badge: bool,
    /// Slugs of the categories in which only members who passed it can be booked.
    categories: Vec<String>,
}

impl From<Check> for CheckView {
    fn from(check: Check) -> Self {
        let Check { id, title, about, valid_months, badge, categories, .. } = check;
        Self { id, title, about, valid_months, badge, categories }
    }
}

/// A check, and whether you have passed it.
#[derive(Debug, Object)]
#[oai(rename = "OwnVettingCheck")]
pub(crate) struct OwnCheckView {
    /// Id of the check.
    id: ItemId,
    /// Name.
    title: String,
    /// What it is, and how you get it.
    about: String,
    /// Whether your profile shows it.
    badge: bool,
    /// Titles of the categories in which you can be booked only with it.
    categories: Vec<String>,
    /// Day on which you passed it, as `2026-12-24`; absent if you have not.
    passed_on: Option<String>,
    /// Last day on which it counts; absent without one.
    expires_on: Option<String>,
    /// Whether you have passed it and it has not run out.
    counts: bool,
}

impl From<OwnCheck> for OwnCheckView {
    fn from(own: OwnCheck) -> Self {
        let OwnCheck { check, categories, record, counts } = own;
        let expires_on = record.as_ref().and_then(|record| record.expires_on().map(str::to_owned));
        Self {
            id: check.id,
            title: check.title,
            about: check.about,
            badge: check.badge,
            categories,
            passed_on: record.map(|record| record.passed_on),
            expires_on,
            counts,
        }
    }
}

/// Input of a check that a member passed.
#[derive(Debug, Object)]
#[oai(rename = "CheckRecordForm")]
pub(crate) struct RecordForm {
    /// Day on which it was passed, as `2026-12-24`, within the last ten years.
    #[oai(validator(max_length = 10))]
    passed_on: String,
    /// Last day on which it counts, from today on; from the months of the check when left out.
    #[oai(validator(max_length = 10))]
    expires_on: Option<String>,
    /// Note for admins, such as who gave the reference; at most 500 characters.
    #[oai(default, validator(max_length = 1000))]
    note: String,
}

impl From<RecordForm> for RecordDraft {
    fn from(form: RecordForm) -> Self {
        let RecordForm { passed_on, expires_on, note } = form;
        Self { passed_on, expires_on, note }
    }
}

/// A check that a member passed.
#[derive(Debug, Object)]
#[oai(rename = "CheckRecord")]
pub(crate) struct RecordView {
    /// Id of the member.
    user_id: UserId,
    /// Name of the member; empty for a former one.
    name: String,
    /// Id of the check.
    check_id: ItemId,
    /// Name of the check.
    title: String,
    /// Day on which it was passed, as `2026-12-24`.
    passed_on: String,
    /// Last day on which it counts; absent if it holds for ever.
    expires_on: Option<String>,
    /// Whether it counts today.
    counts: bool,
    /// Note for admins.
    note: String,
    /// Name of the admin who recorded it; empty for a former member.
    recorded_by: String,
    /// Time of recording.
    recorded_at: DateTime,
}

impl From<NamedRecord> for RecordView {
    fn from(named: NamedRecord) -> Self {
        let NamedRecord { record, name, recorded_by, counts } = named;
        Self {
            expires_on: record.expires_on().map(str::to_owned),
            user_id: record.user_id,
            name,
            check_id: record.check,
            title: record.title,
            passed_on: record.passed_on,
            counts,
            note: record.note,
            recorded_by,
            recorded_at: record.recorded_at.into(),
        }
    }
}

/// Reason of a withdrawal.
#[derive(Debug, Object)]
#[oai(rename = "CheckWithdrawal")]
pub(crate) struct WithdrawalReason {
    /// Reason, which the member is told, 1 to 200 characters.
    #[oai(validator(max_length = 400))]
    pub(crate) reason: String,
}
