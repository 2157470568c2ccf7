use poem_openapi::Object;

use crate::model::seen::Waiting;

/// Number of bookings that wait for your answer.
#[derive(Debug, Object)]
pub(crate) struct WaitingBookings {
    /// Number of them that others requested of you.
    inward: u32,
    /// Number of them that you requested of others.
    outward: u32,
}

impl From<Waiting> for WaitingBookings {
    fn from(Waiting { inward, outward }: Waiting) -> Self {
        Self { inward, outward }
    }
}
