use std::collections::HashMap;

use async_trait::async_trait;

use super::Activity;
use crate::{
    ApiError, BookingId, Money, Months, Page, PageQuery, PaymentMethod, Price, Sparks, Timestamp,
    UserId,
};

/// A small group of members who trade only with each other.
#[derive(Clone, Debug)]
pub struct Circle {
    /// Members, two to six.
    pub members: Vec<UserId>,
    /// Number of completed bookings among the members.
    pub bookings: u64,
    /// Price of those bookings in pounds.
    pub cash: Money,
    /// Price of those bookings in tokens.
    pub tokens: Sparks,
    /// Time of the last change of the newest of those bookings.
    pub latest: Timestamp,
}

/// A booking as its receipt describes it.
#[derive(Clone, Debug)]
pub struct BilledBooking {
    /// Member who paid.
    pub client: UserId,
    /// Member who provided the service.
    pub provider: UserId,
    /// Skill that was booked.
    pub skill: String,
    /// Title that the client gave the booking.
    pub title: String,
    /// Booked start.
    pub starts_at: Timestamp,
    /// Booked hours.
    pub hours: u32,
    /// Method of payment.
    pub method: PaymentMethod,
    /// Price of the booking.
    pub price: Price,
}

/// Figures about bookings for other modules. Offered by bookings.
#[async_trait]
pub trait Bookings: Send + Sync + 'static {
    /// Returns the number of bookings ever made.
    async fn count(&self) -> Result<u64, ApiError>;

    /// Returns the number of undecided disputes to which `reader` is no party; counts to a hundred
    /// at most.
    async fn open_disputes(&self, reader: &UserId) -> Result<u64, ApiError>;

    /// Checks whether two members share a booking that is not over, or not paid yet.
    async fn share_open(&self, one: &UserId, other: &UserId) -> Result<bool, ApiError>;

    /// Returns the number of bookings between two members that were ever accepted, in either
    /// direction and with any outcome; counts to a hundred at most. Requests do not count, because
    /// everyone can send one and take it back at once.
    async fn shared(&self, one: &UserId, other: &UserId) -> Result<u64, ApiError>;

    /// Returns an accepted booking as a `text/calendar` file for `reader`, one of its parties.
    /// `None` for anybody else, and before acceptance; after a cancellation the file removes the
    /// appointment.
    async fn calendar_file(
        &self,
        booking: BookingId,
        reader: &UserId,
    ) -> Result<Option<String>, ApiError>;

    /// Returns when the money of each of `bookings` is due to the provider, for those that are
    /// completed and not paid yet.
    async fn release_dates(
        &self,
        bookings: &[BookingId],
    ) -> Result<HashMap<BookingId, Timestamp>, ApiError>;

    /// Returns what a receipt says of a booking, for `reader`, one of its parties. `None` for
    /// anybody else, and for a booking without a price.
    async fn billed(
        &self,
        booking: BookingId,
        reader: &UserId,
    ) -> Result<Option<BilledBooking>, ApiError>;

    /// Lists members who trade only with each other, newest bookings first. A page examines a
    /// limited number of bookings, so it may be short although others follow.
    async fn circles(&self, page: &PageQuery) -> Result<Page<Circle>, ApiError>;

    /// Counts the completed bookings whose date is in `months`. Fails with 422 for more than
    /// [`MAX_HELP`](super::MAX_HELP).
    async fn activity(&self, months: &Months) -> Result<Activity, ApiError>;
}
