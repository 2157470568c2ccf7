use poem_openapi::Object;
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
