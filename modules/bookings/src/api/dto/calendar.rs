use poem_openapi::{
    ApiResponse, Object,
    payload::{PlainText, Response},
};
use sparkyard_kernel::DateTime;

use crate::model::calendar_file::FeedAddress;

/// Address of a member's calendar feed.
#[derive(Debug, Object)]
#[oai(rename = "CalendarAddress", skip_serializing_if_is_none)]
pub(crate) struct CalendarAddressView {
    /// The full, secret address: anyone who has it can read your bookings, with their places. Left
    /// out until you have created one.
    address: Option<String>,
    /// Time since which the address is valid, RFC 3339.
    since: Option<DateTime>,
}

impl From<Option<FeedAddress>> for CalendarAddressView {
    fn from(address: Option<FeedAddress>) -> Self {
        let (address, since) = address.map(|found| (found.address, found.since.into())).unzip();
        Self { address, since }
    }
}

/// A calendar file.
#[derive(ApiResponse)]
pub(crate) enum CalendarFile {
    /// Appointments in the iCalendar format (RFC 5545).
    #[oai(status = 200, content_type = "text/calendar")]
    File(PlainText<String>),
}

impl CalendarFile {
    /// Returns `content` as an attachment called `name`, not to be cached.
    pub(crate) fn answer(content: String, name: &str) -> Response<Self> {
        Response::new(Self::File(PlainText(content)))
            .header("content-type", "text/calendar; charset=utf-8")
            .header("content-disposition", format!("attachment; filename=\"{name}\""))
            .header("x-content-type-options", "nosniff")
            .header("cache-control", "private, no-store")
    }
}
