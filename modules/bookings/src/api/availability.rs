use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    BookingId, Json, MemberOrDelegate, Reply, SignedIn, UserId, done,
    envelope::{INPUT, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::{AvailabilityChange, AvailabilityView, BookingPermission, FreeTimeView},
};
use crate::{model::availability::FreeTimeQuery, service::BookingService};

/// Default number of days returned.
const USUAL_DAYS: u32 = 14;

/// Operations on availability and free time.
pub struct AvailabilityApi {
    service: Arc<BookingService>,
}

impl AvailabilityApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl AvailabilityApi {
    /// Returns your weekly hours, your blocked dates, and who may ask you.
    #[oai(
        path = "/api/bookings/availability/own",
        method = "get",
        operation_id = "get_availability"
    )]
    async fn get_availability(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
    ) -> Reply<AvailabilityView, UNAUTHORISED> {
        ok(self.service.own_availability(&caller.id).await?.into())
    }

    /// Sets your weekly hours, blocked dates, who may ask you, or several of them. Omitted parts
    /// and existing bookings stay unchanged. Past dates are dropped. 422 for `verified` where
    /// identities are not checked.
    #[oai(
        path = "/api/bookings/availability/own",
        method = "put",
        operation_id = "set_availability"
    )]
    async fn set_availability(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<AvailabilityChange>,
    ) -> Reply<AvailabilityView, { UNAUTHORISED | INPUT }> {
        let kept = self.service.set_own_availability(&caller.id, body.into()).await?;
        done("Your hours are saved. Bookings you already have stay as they are.", kept.into())
    }

    /// Returns a member's free time by day. 404 `bookings.person_not_found` for a member who takes
    /// no bookings.
    #[oai(
        path = "/api/bookings/availability/:userId",
        method = "get",
        operation_id = "list_free_time"
    )]
    async fn list_free_time(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The member.
        #[oai(name = "userId")]
        user_id: Path<UserId>,
        /// The first day, as `2026-12-24`; defaults to today.
        #[oai(validator(max_length = 10))]
        from: Query<Option<String>>,
        /// Number of days, 1 to 31; defaults to 14.
        #[oai(validator(minimum(value = "1"), maximum(value = "31")))]
        days: Query<Option<u32>>,
        /// Length of the booking in hours, 1 to 12; defaults to 1.
        #[oai(validator(minimum(value = "1"), maximum(value = "12")))]
        hours: Query<Option<u32>>,
        /// A booking of yours to be moved: its own time counts as free.
        instead_of: Query<Option<BookingId>>,
    ) -> Reply<FreeTimeView, { UNAUTHORISED | INPUT }> {
        let query = FreeTimeQuery {
            from: from.0,
            days: days.0.unwrap_or(USUAL_DAYS),
            hours: hours.0.unwrap_or(1),
            instead_of: instead_of.0,
        };
        ok(self.service.free_time(&caller.id, &user_id.0, &query).await?.into())
    }

    /// Returns whether you may ask a member for a booking, by their own choice. 404
    /// `bookings.person_not_found` for a member who takes no bookings.
    #[oai(
        path = "/api/bookings/permissions/:userId",
        method = "get",
        operation_id = "get_booking_permission"
    )]
    async fn get_booking_permission(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The member.
        #[oai(name = "userId")]
        user_id: Path<UserId>,
    ) -> Reply<BookingPermission, { UNAUTHORISED | INPUT }> {
        ok(self.service.permission(&caller.id, &user_id.0).await?.into())
    }
}
