//! HTTP operations of the module. Each converts the request, calls the service and returns a view.

mod availability;
mod bookings;
mod calendar;
mod cases;
mod demo;
mod disputes;
mod dto;
mod expenses;
mod proposals;
mod reviews;
mod together;
mod visits;
mod waiting;

use bytes::Bytes;
use poem_openapi::Tags;
use sparkyard_kernel::{
    ApiError,
    multipart::{Upload, read_upload},
};

pub(crate) use availability::AvailabilityApi;
pub(crate) use bookings::BookingsApi;
pub(crate) use calendar::CalendarApi;
pub(crate) use cases::CasesApi;
pub(crate) use demo::DemoApi;
pub(crate) use disputes::DisputesApi;
pub(crate) use expenses::ExpensesApi;
pub(crate) use proposals::ProposalsApi;
pub(crate) use reviews::ReviewsApi;
pub(crate) use together::TogetherApi;
pub(crate) use visits::VisitsApi;
pub(crate) use waiting::WaitingApi;

/// Maximum size of a file with a booking or a dispute, in bytes.
const MAX_FILE_BYTES: u64 = 10 * 1024 * 1024;

#[derive(Tags)]
enum Tag {
    /// Requests for a neighbour's time, and the bookings they lead to.
    #[oai(rename = "bookings")]
    Bookings,
}

/// Reads an optional file; an empty file counts as none.
async fn file_of(upload: Option<Upload>) -> Result<Option<Bytes>, ApiError> {
    let Some(upload) = upload.filter(|upload| upload.size() > 0) else { return Ok(None) };
    let content = read_upload(upload, MAX_FILE_BYTES, "Files can have up to 10 MB.").await?;
    Ok(Some(content))
}
