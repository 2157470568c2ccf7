//! Bookings as appointments in calendar files, and feeds of them.

use std::time::Duration;

use sparkyard_kernel::{
    Timestamp,
    calendar::{self, CalendarEntry},
    site::Site,
};

use super::{
    machine::{Actor, Status},
    seen::BookingForViewer,
};

/// Time for which past bookings stay in a feed.
pub(crate) const KEPT_IN_FEED: Duration = Duration::from_hours(90 * 24);

/// Stored part of a feed's address, which also depends on a key.
#[derive(Clone, Debug)]
pub(crate) struct FeedSeed {
    /// Random part, different for each address.
    pub(crate) seed: String,
    pub(crate) made_at: Timestamp,
}

/// Address of a member's calendar feed.
#[derive(Clone)]
pub(crate) struct FeedAddress {
    /// Secret URL, sufficient to read the bookings.
    pub(crate) address: String,
    pub(crate) since: Timestamp,
}

/// Converts a booking for its viewer; `None` before acceptance or if the viewer is not a party.
/// Shows the place only as far as the booking does.
pub(crate) fn entry(seen: &BookingForViewer, site: &Site) -> Option<CalendarEntry> {
    let BookingForViewer { booking, viewer, directory, .. } = seen;
    booking.accepted_at?;
    let (screen, other) = match viewer {
        Actor::Client => ("outward-details", &booking.provider),
        Actor::Provider => ("inward-details", &booking.client),
        Actor::Admin | Actor::System => return None,
    };
    let called_off = booking.state.status == Status::Cancelled;
    let place = (!called_off).then(|| seen.place().to_owned());
    Some(CalendarEntry {
        uid: calendar::uid(&format!("booking-{}", booking.id), &site.public_url),
        sequence: booking.version,
        changed_at: booking.updated_at,
        starts_at: booking.starts_at,
        ends_at: booking.ends_at(),
        called_off,
        summary: format!("{} with {}", booking.subject(), directory.firstname(other)),
        description: booking.description.clone(),
        location: place.filter(|place| !place.is_empty()),
        url: format!("{}/{screen}/{}", site.public_url, booking.id),
    })
}
