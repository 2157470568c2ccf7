//! What the last check of the ledger found.

use poem_openapi::Enum;
use sparkyard_kernel::{
    Timestamp,
    audit::AuditEntry,
    db::{Db, DbError},
    events::wallet::{LEDGER_DIFFERS, LedgerDiffers},
};
use surrealdb::types::SurrealValue;

/// How much a check looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "LedgerCheckKind", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum CheckKind {
    /// What was transferred since the last check at which all added up.
    Recent,
    /// Everything.
    Full,
}

/// A check, and where it leaves those to come.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct CheckRow {
    pub(crate) ran_at: Timestamp,
    pub(crate) kind: CheckKind,
    /// The instant from which on a recent one compared transfers.
    pub(crate) since: Option<Timestamp>,
    pub(crate) transfers: i64,
    pub(crate) accounts: i64,
    pub(crate) differences: Vec<String>,
    /// When the first check ran that found differences; none while all adds up.
    pub(crate) found_at: Option<Timestamp>,
    /// When the latest check ran at which all added up.
    pub(crate) passed_at: Option<Timestamp>,
    /// When the latest full check ran.
    pub(crate) full_at: Option<Timestamp>,
}

/// The last check, if there was any.
pub(crate) async fn last_check(db: &Db) -> Result<Option<CheckRow>, DbError> {
    db.query("SELECT * OMIT id FROM type::record('ledger_check', 'latest')").fetch_optional().await
}

/// Keeps a check as the last; with an event of this id it is made known that something differs.
pub(crate) async fn keep_check(
    db: &Db,
    check: CheckRow,
    news: Option<(String, LedgerDiffers)>,
) -> Result<(), DbError> {
    let at = check.ran_at;
    let write = db
        .write("wallet.keep_check")
        .bind("check", check)
        .step("UPSERT type::record('ledger_check', 'latest') CONTENT $check RETURN NONE");
    match news {
        Some((id, differs)) => write.publish(LEDGER_DIFFERS, id, at, differs).run().await,
        None => write.run().await,
    }
}

/// Notes in the audit log that somebody asked for a check.
pub(crate) async fn note_asked(db: &Db, audit: AuditEntry<'_>) -> Result<(), DbError> {
    db.write("wallet.note_check_asked").call(audit.fragment()).run().await
}
