use async_trait::async_trait;

use crate::{ApiError, BookingId, Money, Page, PageQuery, Sparks, Timestamp, UserId};

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

    /// Lists members who trade only with each other, newest bookings first. A page examines a
    /// limited number of bookings, so it may be short although others follow.
    async fn circles(&self, page: &PageQuery) -> Result<Page<Circle>, ApiError>;
}
