use poem_openapi::Object;
use sparkyard_kernel::{BookingId, DateTime, PaymentMethod, Timestamp};

use super::number;
use crate::model::{Booking, machine::Status, seen::Waiting};

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

/// Money in escrow that its provider is to get.
#[derive(Debug, Object)]
pub(crate) struct IncomingPayment {
    /// The booking.
    booking_id: BookingId,
    /// Its title.
    title: String,
    /// Its status.
    status: Status,
    /// Method of payment.
    payment_method: PaymentMethod,
    /// Price in pounds, or in tokens if `payment_method` is `spark_token`.
    price: f64,
    /// Time at which the money typically goes to you, RFC 3339: when your completion is paid
    /// without the client's answer, or would be if you completed the booking on its date. Left
    /// out while hosts or the client's bank decide about it.
    settles_at: Option<DateTime>,
}

impl From<(Booking, Option<Timestamp>)> for IncomingPayment {
    fn from((booking, settles_at): (Booking, Option<Timestamp>)) -> Self {
        Self {
            booking_id: booking.id,
            title: booking.title,
            status: booking.state.status,
            payment_method: booking.method,
            price: number(booking.price_minor),
            settles_at: settles_at.map(DateTime::from),
        }
    }
}
