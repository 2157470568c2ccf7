use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    AdminOnly, BookingId, Cursor, Json, Limit, PageQuery, Reply, SignedIn, done,
    download::{Download, PartHeaders},
    envelope::{CONFLICT, FORBIDDEN, Failure, INPUT, UNAUTHORISED, UPLOAD},
    listed,
};

use super::{
    Tag,
    dto::{BookingView, DecisionBody, DisputeForm, DisputeView},
    file_of,
};
use crate::service::{BookingFile, BookingService};

/// The operations on disputes.
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
    /// A party asks an admin to decide. Until then the booking and its money stay as they are.
    /// 409 `bookings.too_early` for a booking that has neither begun nor reached its date.
    #[oai(path = "/api/dispute/open", method = "post", operation_id = "open_dispute")]
    async fn open_dispute(
        &self,
        SignedIn(caller): SignedIn,
        form: DisputeForm,
    ) -> Reply<DisputeView, { UNAUTHORISED | UPLOAD | CONFLICT }> {
        let file = file_of(form.file).await?;
        let dispute =
            self.service.open_dispute(&caller, form.booking_id, &form.message, file).await?;
        done("Your dispute has been submitted successfully.", dispute.into())
    }

    /// The file that came with a dispute, as an attachment. For the booking's two parties and
    /// for admins, whose reading is recorded; 404 for everybody else.
    #[oai(path = "/api/dispute/:id/file", method = "get", operation_id = "get_dispute_file")]
    async fn get_dispute_file(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
        /// One part of the file: `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// Only of the file with this `ETag`; the whole of any other.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<Response<Download>, Failure<{ UNAUTHORISED | INPUT }>> {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        Ok(self.service.file(&caller, id.0, BookingFile::Dispute).await?.download(wanted))
    }

    /// All disputes, newest first.
    #[oai(path = "/api/admin/disputes", method = "get", operation_id = "list_disputes")]
    async fn list_disputes(
        &self,
        _admin: AdminOnly,
        /// Disputes wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<DisputeView>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.disputes(&page).await?.map(DisputeView::from))
    }

    /// Decides a dispute; both parties are told, and the audit log keeps it. A dispute to which
    /// the admin is a party is a 403 `bookings.own_dispute`.
    #[oai(path = "/api/admin/disputes/:bookingId", method = "put", operation_id = "decide_dispute")]
    async fn decide_dispute(
        &self,
        AdminOnly(admin): AdminOnly,
        /// The booking's number.
        #[oai(name = "bookingId")]
        booking_id: Path<BookingId>,
        body: Json<DecisionBody>,
    ) -> Reply<BookingView, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let booking = self.service.decide(&admin, booking_id.0, body.0.into()).await?;
        done("The dispute is decided.", booking.into())
    }
}
