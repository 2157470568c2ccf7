use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    AdminOnly, BookingId, Cursor, ItemId, Limit, MemberOrDelegate, PageQuery, Reply, done,
    download::{Download, PartHeaders},
    envelope::{CONFLICT, FORBIDDEN, Failure, INPUT, UNAUTHORISED, UPLOAD},
    listed, ok,
};

use super::{
    Tag,
    dto::{DisputeForm, DisputeView, StatementForm, StatementView},
    file_of,
};
use crate::service::{BookingFile, BookingService, NewStatement};

/// Operations on disputes.
pub struct DisputesApi {
    service: Arc<BookingService>,
}

impl DisputesApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl DisputesApi {
    /// Opens a dispute, for an admin to decide. Until then the booking and its money stay
    /// unchanged. 409 `bookings.too_early` for a booking that has neither begun nor reached its
    /// date.
    #[oai(path = "/api/dispute/open", method = "post", operation_id = "open_dispute")]
    async fn open_dispute(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        form: DisputeForm,
    ) -> Reply<DisputeView, { UNAUTHORISED | FORBIDDEN | UPLOAD | CONFLICT }> {
        let file = file_of(form.file).await?;
        let dispute =
            self.service.open_dispute(&caller, form.booking_id, &form.message, file).await?;
        done("Your dispute has been submitted successfully.", dispute.into())
    }

    /// Returns the file of a dispute, as an attachment. For the booking's two parties, and for
    /// admins, whose access is recorded; 404 for anyone else.
    #[oai(path = "/api/dispute/:id/file", method = "get", operation_id = "get_dispute_file")]
    async fn get_dispute_file(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
        /// Range of bytes, such as `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// Applies `Range` only if the file has this `ETag`; otherwise the whole file is returned.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<Response<Download>, Failure<{ UNAUTHORISED | INPUT }>> {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        Ok(self.service.file(&caller, id.0, BookingFile::Dispute).await?.download(wanted))
    }

    /// Returns the dispute about a booking of yours; 404 `bookings.dispute_not_found` if there is
    /// none.
    #[oai(path = "/api/dispute/:id", method = "get", operation_id = "get_dispute")]
    async fn get_dispute(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Reply<DisputeView, { UNAUTHORISED | INPUT }> {
        ok(self.service.own_dispute(&caller, id.0).await?.into())
    }

    /// Lists the statements made after a dispute was opened, oldest first. For the booking's two
    /// parties, and for admins, whose access is recorded; 404 for anyone else.
    #[oai(path = "/api/dispute/:id/statements", method = "get", operation_id = "list_statements")]
    async fn list_statements(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
        /// Page size, 1 to 100; defaults to 20.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<StatementView>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.statements(&caller, id.0, &page).await?.map(StatementView::from))
    }

    /// Adds a statement to an open dispute, as a party or as an admin who is none. The others are
    /// notified. 409 `bookings.dispute_decided` once it is decided, 429
    /// `bookings.too_many_statements` for too many in a day.
    #[oai(path = "/api/dispute/:id/statements", method = "post", operation_id = "add_statement")]
    async fn add_statement(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
        form: StatementForm,
    ) -> Reply<StatementView, { UNAUTHORISED | UPLOAD | CONFLICT }> {
        let StatementForm { message, client_id, file } = form;
        let new = NewStatement { message, client_id, file: file_of(file).await? };
        done(
            "Your answer has been sent.",
            self.service.add_statement(&caller, id.0, new).await?.into(),
        )
    }

    /// Returns the file of a statement, as an attachment. For the booking's two parties, and for
    /// admins, whose access is recorded; 404 for anyone else.
    #[oai(
        path = "/api/dispute/:id/statements/:statementId/file",
        method = "get",
        operation_id = "get_statement_file"
    )]
    async fn get_statement_file(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The booking's number.
        id: Path<BookingId>,
        /// Id of the statement.
        #[oai(name = "statementId")]
        statement_id: Path<ItemId>,
        /// Range of bytes, such as `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// Applies `Range` only if the file has this `ETag`; otherwise the whole file is returned.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<Response<Download>, Failure<{ UNAUTHORISED | INPUT }>> {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        Ok(self.service.statement_file(&caller, id.0, &statement_id.0).await?.download(wanted))
    }

    /// Lists all disputes, newest first.
    #[oai(path = "/api/admin/disputes", method = "get", operation_id = "list_disputes")]
    async fn list_disputes(
        &self,
        AdminOnly(admin): AdminOnly,
        /// Page size, 1 to 100; defaults to 20.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<DisputeView>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.disputes(&admin, &page).await?.map(DisputeView::from))
    }
}
