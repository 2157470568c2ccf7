use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path, payload::Response};
use sparkyard_kernel::{
    BookingId, Reply, SignedIn,
    attachment::CalendarFile,
    done,
    envelope::{Failure, INPUT, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::{Tag, dto::CalendarAddressView};
use crate::service::BookingService;

/// Operations on calendar files and feeds.
pub struct CalendarApi {
    service: Arc<BookingService>,
}

impl CalendarApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl CalendarApi {
    /// Returns a booking of yours as a calendar file. A later file of the same booking replaces an
    /// earlier one, and removes the appointment once the booking is cancelled. 404
    /// `bookings.no_calendar_file` before acceptance.
    #[oai(
        path = "/api/bookings/:id/calendar",
        method = "get",
        operation_id = "get_booking_calendar"
    )]
    async fn get_booking_calendar(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
    ) -> Result<Response<CalendarFile>, Failure<{ UNAUTHORISED | INPUT }>> {
        let file = self.service.calendar_file(id.0, &caller.id).await?;
        Ok(CalendarFile::response(file, &format!("booking-{}.ics", id.0)))
    }

    /// Returns the address of your calendar feed, if you have created one.
    #[oai(
        path = "/api/bookings/calendar/own",
        method = "get",
        operation_id = "get_calendar_address"
    )]
    async fn get_calendar_address(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<CalendarAddressView, UNAUTHORISED> {
        ok(self.service.calendar_address(&caller.id).await?.into())
    }

    /// Creates an address for your calendar feed. An earlier address stops working.
    #[oai(
        path = "/api/bookings/calendar/own",
        method = "post",
        operation_id = "renew_calendar_address"
    )]
    async fn renew_calendar_address(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<CalendarAddressView, UNAUTHORISED> {
        let address = self.service.renew_calendar_address(&caller.id).await?;
        done("Your calendar has a new address.", Some(address).into())
    }

    /// Removes the address of your calendar feed.
    #[oai(
        path = "/api/bookings/calendar/own",
        method = "delete",
        operation_id = "remove_calendar_address"
    )]
    async fn remove_calendar_address(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<CalendarAddressView, UNAUTHORISED> {
        self.service.remove_calendar_address(&caller.id).await?;
        done("Your calendar's address is removed.", None.into())
    }

    /// Returns a member's accepted bookings as a calendar feed: upcoming ones and those of the last
    /// 90 days. Needs only the secret address; 404 for any other, including renewed and removed
    /// ones.
    #[oai(path = "/api/calendar/:file", method = "get", operation_id = "get_calendar_feed")]
    async fn get_calendar_feed(
        &self,
        /// The secret, followed by `.ics`.
        #[oai(validator(max_length = 64))]
        file: Path<String>,
    ) -> Result<Response<CalendarFile>, Failure<{ INPUT | TOO_MANY }>> {
        let feed = self.service.calendar_feed(&file.0).await?;
        Ok(CalendarFile::response(feed, "bookings.ics"))
    }
}
