//! Rules of imports. This file: shared dependencies, lists and downloads.

mod check;
mod run;
mod upload;

use std::{fmt::Write as _, sync::Arc};

use sparkyard_kernel::{
    ApiError, Caller, Cx, ItemId, Page, PageQuery, Ports, UserId,
    audit::{AuditEntry, Reading},
    csv,
    ports::{Accounts, Geocoder, Ledger, People, PersonInfo, Skills},
    site::Mode,
};
use tokio::sync::Semaphore;

use crate::{
    error::ImportsError,
    model::{Import, ImportForViewer, Issue, Severity, State},
    store::{ISSUES_KEPT, ImportStore},
};

/// Issues shown with an import.
const MAX_SHOWN: i64 = 100;

/// The table to fill in, with one example.
const TEMPLATE: &str = "email,first_name,last_name,town,phone,about,skills,opening_sparks";
const EXAMPLE: &str = "sam@example.org,Sam,Example,Hebden Bridge,,I like long walks.,\
                       Gardening; Baking,4.5";

/// State shared by all operations.
pub(crate) struct ImportService {
    cx: Cx,
    store: ImportStore,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
    geocoder: Arc<dyn Geocoder>,
    skills: Option<Arc<dyn Skills>>,
    ledger: Option<Arc<dyn Ledger>>,
    /// Lets one file be checked at a time, as each takes memory.
    checking: Semaphore,
}

impl ImportService {
    /// Takes the ports; an error names a missing one.
    pub(crate) fn new(cx: Cx, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "imports";
        Ok(Self {
            store: ImportStore::new(cx.db.clone()),
            accounts: ports.require(NAME)?,
            people: ports.require(NAME)?,
            geocoder: ports.require(NAME)?,
            skills: ports.optional(),
            ledger: ports.optional(),
            checking: Semaphore::new(1),
            cx,
        })
    }

    /// Returns the ledger, if this community uses tokens.
    fn ledger(&self) -> Option<&dyn Ledger> {
        self.ledger.as_deref().filter(|_| self.cx.site.mode() != Mode::Gift)
    }

    /// Returns a page of imports, newest first, without their issues.
    pub(crate) async fn list(
        &self,
        page: &PageQuery,
    ) -> Result<Page<ImportForViewer>, ImportsError> {
        let Page { items, next_cursor } = self.store.list(page).await?;
        let uploaders: Vec<UserId> = items.iter().map(|one| one.uploaded_by.clone()).collect();
        let people = self.people.find(&uploaders).await?;
        let named = items.into_iter().map(|import| {
            let uploader = people.get(&import.uploaded_by).map(PersonInfo::name);
            let uploader = uploader.unwrap_or_default();
            ImportForViewer { import, uploader, issues: Vec::new() }
        });
        Ok(Page { items: named.collect(), next_cursor })
    }

    /// Returns an import with its first issues.
    pub(crate) async fn get(&self, id: &ItemId) -> Result<ImportForViewer, ImportsError> {
        let import = self.find(id).await?;
        let people = self.people.find(std::slice::from_ref(&import.uploaded_by)).await?;
        let uploader = people.get(&import.uploaded_by).map(PersonInfo::name).unwrap_or_default();
        let issues = self.store.issues(id, MAX_SHOWN).await?;
        Ok(ImportForViewer { import, uploader, issues })
    }

    /// Returns all errors and notes about a file as a table.
    pub(crate) async fn issues_csv(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<String, ImportsError> {
        let import = self.find(id).await?;
        let reading = Reading {
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action: "imports.read_errors",
            subject: subject(&import),
            detail: String::new(),
        };
        reading.record(&self.cx.db).await?;
        let mut table = csv::table("row,column,value,kind,message");
        for issue in self.store.issues(id, ISSUES_KEPT).await? {
            let Issue { row, column, value, message, severity } = issue;
            let kind = match severity {
                Severity::Error => "error",
                Severity::Note => "note",
            };
            let [column, value, message] = [&column, &value, &message].map(|text| csv::text(text));
            // Writing to a String cannot fail.
            let _ = write!(table, "{row},{column},{value},{kind},{message}{}", csv::LINE_END);
        }
        Ok(table)
    }

    /// Deletes an import that does not run, and the rows that wait for it.
    pub(crate) async fn delete(&self, caller: &Caller, id: &ItemId) -> Result<(), ImportsError> {
        let import = self.find(id).await?;
        let state = match import.state {
            State::Done => "done",
            State::Failed => "with errors",
            State::Ready | State::Running => "not started",
        };
        let audit = self.audit(caller, "imports.deleted", &import, state.to_owned());
        Ok(self.store.delete(id, audit).await?)
    }

    async fn find(&self, id: &ItemId) -> Result<Import, ImportsError> {
        self.store.get(id).await?.ok_or(ImportsError::NotFound)
    }

    fn audit<'a>(
        &self,
        caller: &'a Caller,
        action: &'static str,
        import: &Import,
        detail: String,
    ) -> AuditEntry<'a> {
        AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action,
            subject: subject(import),
            detail,
        }
    }
}

impl std::fmt::Debug for ImportService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ImportService")
    }
}

/// Returns the table to fill in, with one example.
pub(crate) fn template() -> String {
    format!("{}{EXAMPLE}{}", csv::table(TEMPLATE), csv::LINE_END)
}

/// Returns the subject of an import in the audit log.
fn subject(import: &Import) -> String {
    format!("import:{}", import.id)
}

/// Converts a count for the database.
fn count(items: usize) -> Result<i64, ApiError> {
    i64::try_from(items).map_err(ApiError::internal)
}
