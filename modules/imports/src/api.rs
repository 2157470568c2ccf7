//! HTTP operations. They check shape and authorisation; the rules are in the service.

mod dto;

use std::sync::Arc;

use poem_openapi::{
    OpenApi, Tags,
    param::{Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    AdminOnly, Cursor, Failure, ItemId, Limit, PageQuery, Reply,
    attachment::CsvFile,
    done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, UNAUTHORISED, UPLOAD},
    listed, ok,
};

use self::dto::{ImportFile, ImportInfo};
use crate::service::{ImportService, template};

#[derive(Tags)]
enum Tag {
    /// Import of members from a table.
    #[oai(rename = "imports")]
    Imports,
}

/// Error statuses common to all operations here.
const ADMIN: u32 = UNAUTHORISED | FORBIDDEN;

/// Operations of admins on imports.
pub struct ImportApi(pub(crate) Arc<ImportService>);

#[OpenApi(prefix_path = "/api/admin", tag = "Tag::Imports")]
impl ImportApi {
    /// Checks a table of members, as a dry run: nobody is created yet.
    ///
    /// CSV of at most 20 MB and 50,000 rows, in UTF-8 or Windows-1252, with commas, semicolons or
    /// tabs. The first row names the columns; `get_import_template` has them all, and usual other
    /// names are understood. If any row has an error, nothing of the file can be imported. Rows
    /// whose address has an account are left out. What waits is deleted after 30 days. 422 for a
    /// file that is no table; 409 `imports.checking` while another file is checked.
    #[oai(path = "/imports", method = "post", operation_id = "create_import")]
    async fn create_import(
        &self,
        AdminOnly(caller): AdminOnly,
        form: ImportFile,
    ) -> Reply<ImportInfo, { ADMIN | UPLOAD | CONFLICT }> {
        let (name, file) = form.read().await?;
        ok(self.0.upload(&caller, &name, file).await?.into())
    }

    /// Lists imports, newest first, without their issues.
    #[oai(path = "/imports", method = "get", operation_id = "list_imports")]
    async fn list_imports(
        &self,
        _caller: AdminOnly,
        /// Entries wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<ImportInfo>, { ADMIN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.list(&page).await?.map(ImportInfo::from))
    }

    /// Returns an import with its progress and its first 100 errors and notes.
    #[oai(path = "/imports/:id", method = "get", operation_id = "get_import")]
    async fn get_import(
        &self,
        _caller: AdminOnly,
        id: Path<ItemId>,
    ) -> Reply<ImportInfo, { ADMIN | NOT_FOUND }> {
        ok(self.0.get(&id.0).await?.into())
    }

    /// Returns all errors and notes, up to 20,000, as comma-separated values. Each download is
    /// recorded in the audit log.
    #[oai(path = "/imports/:id/errors.csv", method = "get", operation_id = "get_import_errors")]
    async fn get_import_errors(
        &self,
        AdminOnly(caller): AdminOnly,
        id: Path<ItemId>,
    ) -> Result<Response<CsvFile>, Failure<{ ADMIN | NOT_FOUND }>> {
        let file = self.0.issues_csv(&caller, &id.0).await?;
        Ok(CsvFile::response(file, "import-errors.csv"))
    }

    /// Returns an empty table with one example row, as comma-separated values.
    #[expect(clippy::unused_async, reason = "every operation is awaited")]
    #[oai(path = "/import-template.csv", method = "get", operation_id = "get_import_template")]
    async fn get_import_template(
        &self,
        _caller: AdminOnly,
    ) -> Result<Response<CsvFile>, Failure<{ ADMIN }>> {
        Ok(CsvFile::response(template(), "members.csv"))
    }

    /// Starts an import: creates the members, with skills and opening balances, and invites them.
    ///
    /// It goes on by itself, also after a restart; `get_import` has the progress. Members can use
    /// their account, and are seen by others, once they have chosen a password and accepted the
    /// terms. Whoever has an opening balance gets no welcome sparks. 409 `imports.not_ready` for a
    /// file with errors or one that was started, `imports.busy` while another runs,
    /// `imports.too_old` a month after the upload.
    #[oai(path = "/imports/:id/run", method = "put", operation_id = "run_import")]
    async fn run_import(
        &self,
        AdminOnly(caller): AdminOnly,
        id: Path<ItemId>,
    ) -> Reply<ImportInfo, { ADMIN | NOT_FOUND | CONFLICT }> {
        done("The import has started.", self.0.start(&caller, &id.0).await?.into())
    }

    /// Deletes an import and what waits of its file. Members who were imported stay. 409
    /// `imports.runs` while it runs.
    #[oai(path = "/imports/:id", method = "delete", operation_id = "delete_import")]
    async fn delete_import(
        &self,
        AdminOnly(caller): AdminOnly,
        id: Path<ItemId>,
    ) -> Reply<Option<bool>, { ADMIN | NOT_FOUND | CONFLICT }> {
        self.0.delete(&caller, &id.0).await?;
        done("The import is deleted.", None)
    }
}
