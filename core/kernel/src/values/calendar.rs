//! Appointments as iCalendar files (RFC 5545).
//!
//! Not the `icalendar` crate: it keeps carriage returns and other control characters in texts, which
//! members write, and folds a line in time quadratic in its length.

use sparkyard_db::Timestamp;

/// Maximum length of a line in bytes; longer ones are folded.
const MAX_LINE: usize = 75;
/// Interval at which calendars should reload a feed.
const REFRESH_HOURS: u8 = 1;

/// An appointment in a calendar file.
#[derive(Clone, Debug)]
pub struct CalendarEntry {
    /// Stable id by which calendars recognise the appointment; see [`uid`].
    pub uid: String,
    /// Revision number, which rises with every change.
    pub sequence: i64,
    /// Time of the last change.
    pub changed_at: Timestamp,
    /// Start.
    pub starts_at: Timestamp,
    /// End.
    pub ends_at: Timestamp,
    /// Whether it is cancelled.
    pub called_off: bool,
    /// Title.
    pub summary: String,
    /// More about it; may be empty.
    pub description: String,
    /// Place.
    pub location: Option<String>,
    /// URL of its page.
    pub url: String,
}

/// Returns the id of an appointment `name` of the site at `public_url`, unique among all sites.
pub fn uid(name: &str, public_url: &str) -> String {
    format!("{name}@{}", host(public_url))
}

impl CalendarEntry {
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
pub fn single(entry: &CalendarEntry) -> String {
    file(&[], std::slice::from_ref(entry))
}

/// Returns a feed called `name`, to be reloaded regularly.
pub fn feed(name: &str, entries: &[CalendarEntry]) -> String {
    let every = format!("PT{REFRESH_HOURS}H");
    let about = [
        ("NAME", text(name)),
        ("X-WR-CALNAME", text(name)),
        ("REFRESH-INTERVAL;VALUE=DURATION", every.clone()),
        ("X-PUBLISHED-TTL", every),
    ];
    file(&about, entries)
}

fn file(about: &[(&str, String)], entries: &[CalendarEntry]) -> String {
    let mut file = String::new();
    line(&mut file, "BEGIN", "VCALENDAR");
    line(&mut file, "VERSION", "2.0");
    line(&mut file, "PRODID", "-//Sparkyard//Calendar//EN");
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
