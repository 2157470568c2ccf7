use std::sync::Arc;

use poem_openapi::{
    Multipart, Object, OpenApi,
    param::{Header, Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    AdminOnly, BookingId, Cursor, Json, Limit, PageQuery, Reply, SignedIn, done,
    download::{Download, PartHeaders},
    envelope::{CONFLICT, FORBIDDEN, Failure, INPUT, UNAUTHORISED, UPLOAD},
    listed,
    multipart::Upload,
};

use super::{Tag, file_of};
use crate::{
    dispute::FileOf,
    machine::{Actor, Outcome},
    model::Decision,
    service::Service,
    view::{BookingView, DisputeView},
};

/// What is wrong with a booking.
#[derive(Debug, Multipart)]
struct DisputeForm {
    /// The booking's number.
    #[oai(rename = "bookingId")]
    booking_id: BookingId,
    /// What happened, at most 2000 characters.
    #[oai(validator(max_length = 2000))]
    message: String,
    /// Anything that helps to explain, up to 10 MB; only the two parties and admins can read it.
    file: Option<Upload>,
}

/// An admin's decision.
#[derive(Debug, Object)]
struct DecisionBody {
    /// `release`: the provider gets everything. `refund`: the client does. `split`: see
    /// `provider_share`.
    outcome: Outcome,
    /// For a split: percent for the provider, 0 to 100, half a hundredth rounded up.
    #[oai(validator(minimum(value = "0"), maximum(value = "100")))]
    provider_share: Option<u32>,
}

/// The operations on disputes.
pub struct DisputesApi {
    service: Arc<Service>,
}

impl DisputesApi {
    pub(crate) fn new(service: Arc<Service>) -> Self {
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
        done("Your dispute has been submitted successfully.", dispute)
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
        Ok(self.service.file(&caller, id.0, FileOf::Dispute).await?.download(wanted))
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
        listed(self.service.disputes(&page).await?)
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
        let DecisionBody { outcome, provider_share } = body.0;
        let decision = Decision { outcome, provider_share };
        let booking = self.service.decide(&admin, booking_id.0, decision).await?;
        let directory = self.service.parties(std::slice::from_ref(&booking)).await?;
        let now = self.service.cx.now();
        done("The dispute is decided.", BookingView::new(&booking, Actor::Admin, &directory, now))
    }
}
