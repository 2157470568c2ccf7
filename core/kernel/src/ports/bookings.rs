use async_trait::async_trait;

use crate::{ApiError, BookingId, Money, Page, PageQuery, Sparks, Timestamp, UserId};

/// A few members who deal only with each other.
#[derive(Clone, Debug)]
pub struct Circle {
    /// Two to six.
    pub members: Vec<UserId>,
    /// Completed bookings among them.
    pub bookings: u64,
    /// What these cost in pounds.
    pub cash: Money,
    /// What these cost in tokens.
    pub tokens: Sparks,
    /// When the newest of these last changed.
    pub latest: Timestamp,
}

/// Bookings, as far as others need figures of them. Offered by bookings.
#[async_trait]
pub trait Bookings: Send + Sync + 'static {
    /// How many bookings were ever made.
    async fn count(&self) -> Result<u64, ApiError>;

    /// How many disputes wait for a decision.
    async fn open_disputes(&self) -> Result<u64, ApiError>;

    /// Whether two members have a booking between them that is not over, or not paid yet.
    async fn share_open(&self, one: &UserId, other: &UserId) -> Result<bool, ApiError>;

    /// How many bookings there are between two members, whoever of them asked the other and
    /// whatever became of them; a hundred at most.
    async fn shared(&self, one: &UserId, other: &UserId) -> Result<u64, ApiError>;

    /// An accepted booking as a file for the calendar of `reader`, one of its parties: of the type
    /// `text/calendar`. Nothing for anybody else, and before the booking is accepted; what was
    /// called off since has the appointment taken away.
    async fn calendar_file(
        &self,
        booking: BookingId,
        reader: &UserId,
    ) -> Result<Option<String>, ApiError>;

    /// Members who deal only with each other, those with the newest bookings first. A page looks
    /// through so many bookings and no more, so it may come back short although others follow.
    async fn circles(&self, page: &PageQuery) -> Result<Page<Circle>, ApiError>;
}
