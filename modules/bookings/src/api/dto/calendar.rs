use poem_openapi::{
    ApiResponse, Object,
    payload::{PlainText, Response},
};
use sparkyard_kernel::DateTime;

use crate::model::calendar_file::FeedAddress;

/// Where a member's calendar reads their bookings.
#[derive(Debug, Object)]
#[oai(rename = "CalendarAddress", skip_serializing_if_is_none)]
pub(crate) struct CalendarAddressView {
    /// The whole address, secret: whoever has it reads your bookings, with their places. Nothing
    /// as long as you have not asked for one.
    address: Option<String>,
    /// Since when it is good, RFC 3339.
    since: Option<DateTime>,
}

impl From<Option<FeedAddress>> for CalendarAddressView {
    fn from(address: Option<FeedAddress>) -> Self {
        let (address, since) = address.map(|found| (found.address, found.since.into())).unzip();
        Self { address, since }
    }
}

/// A file for calendars.
#[derive(ApiResponse)]
pub(crate) enum CalendarFile {
    /// Appointments by RFC 5545.
    #[oai(status = 200, content_type = "text/calendar")]
    File(PlainText<String>),
}

impl CalendarFile {
    /// The answer with this file, which is called so when it is saved: no cache keeps it.
    pub(crate) fn answer(content: String, name: &str) -> Response<Self> {
        Response::new(Self::File(PlainText(content)))
            .header("content-type", "text/calendar; charset=utf-8")
            .header("content-disposition", format!("attachment; filename=\"{name}\""))
            .header("x-content-type-options", "nosniff")
            .header("cache-control", "private, no-store")
    }
}
