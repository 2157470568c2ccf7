//! Bookings as iCalendar files (RFC 5545).
//!
//! Not the `icalendar` crate: it keeps carriage returns and other control characters in texts, which
//! members write, and folds a line in time quadratic in its length.

use std::time::Duration;

use sparkyard_kernel::{Timestamp, site::Site};

use super::{
    machine::{Actor, Status},
    seen::BookingForViewer,
};

/// Maximum length of a line in bytes; longer ones are folded.
const MAX_LINE: usize = 75;
/// Interval at which calendars should reload a feed.
const REFRESH_HOURS: u8 = 1;
/// Time for which past bookings stay in a feed.
pub(crate) const KEPT_IN_FEED: Duration = Duration::from_hours(90 * 24);

/// An appointment in a calendar file.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Stable id by which calendars recognise the booking.
    uid: String,
    /// Revision number, which rises with every change.
    sequence: i64,
    changed_at: Timestamp,
    starts_at: Timestamp,
    ends_at: Timestamp,
    called_off: bool,
    summary: String,
    description: String,
    location: Option<String>,
    url: String,
}

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

impl Entry {
    /// Returns the start of the appointment.
    pub(crate) fn starts_at(&self) -> Timestamp {
        self.starts_at
    }

    /// Converts a booking for its viewer; `None` before acceptance or if the viewer is not a party.
    /// Shows the place only as far as the booking does.
    pub(crate) fn of(seen: &BookingForViewer, site: &Site) -> Option<Self> {
        let BookingForViewer { booking, viewer, directory, .. } = seen;
        booking.accepted_at?;
        let (screen, other) = match viewer {
            Actor::Client => ("outward-details", &booking.provider),
            Actor::Provider => ("inward-details", &booking.client),
            Actor::Admin | Actor::System => return None,
        };
        let called_off = booking.state.status == Status::Cancelled;
        let place = (!called_off).then(|| seen.place().to_owned());
        Some(Self {
            uid: format!("booking-{}@{}", booking.id, host(&site.public_url)),
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

    fn write(&self, file: &mut String) {
        let status = if self.called_off { "CANCELLED" } else { "CONFIRMED" };
        let busy = if self.called_off { "TRANSPARENT" } else { "OPAQUE" };
        line(file, "BEGIN", "VEVENT");
        line(file, "UID", &text(&self.uid));
        line(file, "SEQUENCE", &self.sequence.to_string());
        line(file, "DTSTAMP", &moment(self.changed_at));
        line(file, "LAST-MODIFIED", &moment(self.changed_at));
        line(file, "DTSTART", &moment(self.starts_at));
        line(file, "DTEND", &moment(self.ends_at));
        line(file, "SUMMARY", &text(&self.summary));
        line(file, "DESCRIPTION", &text(&self.description));
        if let Some(location) = &self.location {
            line(file, "LOCATION", &text(location));
        }
        line(file, "URL", &self.url);
        line(file, "STATUS", status);
        line(file, "TRANSP", busy);
        line(file, "CLASS", "PRIVATE");
        line(file, "END", "VEVENT");
    }
}

/// Returns a file with one appointment.
pub(crate) fn single(entry: &Entry) -> String {
    file(&[], std::slice::from_ref(entry))
}

/// Returns a feed called `name`, to be reloaded regularly.
pub(crate) fn feed(name: &str, entries: &[Entry]) -> String {
    let every = format!("PT{REFRESH_HOURS}H");
    let about = [
        ("NAME", text(name)),
        ("X-WR-CALNAME", text(name)),
        ("REFRESH-INTERVAL;VALUE=DURATION", every.clone()),
        ("X-PUBLISHED-TTL", every),
    ];
    file(&about, entries)
}

fn file(about: &[(&str, String)], entries: &[Entry]) -> String {
    let mut file = String::new();
    line(&mut file, "BEGIN", "VCALENDAR");
    line(&mut file, "VERSION", "2.0");
    line(&mut file, "PRODID", "-//Sparkyard//Bookings//EN");
    line(&mut file, "CALSCALE", "GREGORIAN");
    line(&mut file, "METHOD", "PUBLISH");
    for (name, value) in about {
        line(&mut file, name, value);
    }
    for entry in entries {
        entry.write(&mut file);
    }
    line(&mut file, "END", "VCALENDAR");
    file
}

/// Writes a line, folded between characters if it is too long.
fn line(file: &mut String, name: &str, value: &str) {
    let mut length = 0;
    for letter in name.chars().chain([':']).chain(value.chars()) {
        if length + letter.len_utf8() > MAX_LINE {
            file.push_str("\r\n ");
            length = 1;
        }
        file.push(letter);
        length += letter.len_utf8();
    }
    file.push_str("\r\n");
}

/// Escapes the characters that would end or split a value.
fn text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => escaped.extend(['\\', letter]),
            '\n' => escaped.push_str("\\n"),
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Formats a time in UTC, so that calendars need no time zone rules.
fn moment(at: Timestamp) -> String {
    at.to_jiff().strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Returns the host name in a URL.
fn host(url: &str) -> &str {
    let address = url.split_once("://").map_or(url, |(_, rest)| rest);
    address.split(['/', ':']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests;
