use poem_openapi::Object;

use crate::model::seen::Waiting;

/// Bookings that wait for your answer.
#[derive(Debug, Object)]
pub(crate) struct WaitingBookings {
    /// Of those that others asked you for.
    inward: u32,
    /// Of those that you asked others for.
    outward: u32,
}

impl From<Waiting> for WaitingBookings {
    fn from(Waiting { inward, outward }: Waiting) -> Self {
        Self { inward, outward }
    }
}
