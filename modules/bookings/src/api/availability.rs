use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    BookingId, Json, Reply, SignedIn, UserId, done,
    envelope::{INPUT, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::{AvailabilityChange, AvailabilityView, FreeTimeView},
};
use crate::{
    model::availability::{FreeTimeQuery, TypedSpan},
    service::BookingService,
};

/// Days told when the caller does not say how many.
const USUAL_DAYS: u32 = 14;

/// The operations on hours and free time.
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
    /// When you can be booked.
    #[oai(
        path = "/api/bookings/availability/own",
        method = "get",
        operation_id = "get_availability"
    )]
    async fn get_availability(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<AvailabilityView, UNAUTHORISED> {
        ok(self.service.own_hours(&caller.id).await?.into())
    }

    /// Sets when you can be booked: hours of the week, blocked dates or both. What is left out
    /// stays, and so does what is booked already. Dates gone by are left out of what is kept.
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
        let weekly: Option<Vec<_>> =
            body.weekly.map(|weekly| weekly.into_iter().map(TypedSpan::from).collect());
        let kept =
            self.service.set_hours(&caller.id, weekly.as_deref(), body.blocked.as_deref()).await?;
        done("Your hours are saved. What is booked already stays booked.", kept.into())
    }

    /// When a member is free, day by day. 404 `bookings.person_not_found` for who takes no
    /// bookings.
    #[oai(
        path = "/api/bookings/availability/:userId",
        method = "get",
        operation_id = "list_free_time"
    )]
    async fn list_free_time(
        &self,
        SignedIn(caller): SignedIn,
        /// Who.
        #[oai(name = "userId")]
        user_id: Path<UserId>,
        /// The first day, as `2026-12-24`; today when left out.
        #[oai(validator(max_length = 10))]
        from: Query<Option<String>>,
        /// How many days, 1 to 31; 14 when left out.
        #[oai(validator(minimum(value = "1"), maximum(value = "31")))]
        days: Query<Option<u32>>,
        /// For how many hours, 1 to 12; 1 when left out.
        #[oai(validator(minimum(value = "1"), maximum(value = "12")))]
        hours: Query<Option<u32>>,
        /// A booking of yours that another time is looked for: its own time counts as free.
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
}
