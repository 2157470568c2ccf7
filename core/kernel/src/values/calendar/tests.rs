use proptest::prelude::*;

use super::*;

fn entry(summary: &str, description: &str) -> CalendarEntry {
    CalendarEntry {
        uid: "booking-7@example.org".to_owned(),
        sequence: 2,
        changed_at: "2026-03-02T10:00:00Z".parse().unwrap(),
        starts_at: "2026-07-04T09:30:00Z".parse().unwrap(),
        ends_at: "2026-07-04T11:30:00Z".parse().unwrap(),
        called_off: false,
        summary: summary.to_owned(),
        description: description.to_owned(),
        location: Some("3 Weaver's Row, Hebden Bridge".to_owned()),
        url: "https://example.org/inward-details/7".to_owned(),
    }
}

/// Returns the value of a property, unfolded and unescaped.
fn value(file: &str, name: &str) -> String {
    let unfolded = file.replace("\r\n ", "");
    let prefix = format!("{name}:");
    let value = unfolded.split("\r\n").find_map(|line| line.strip_prefix(&prefix)).unwrap();
    let mut read = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        read.push(match letter {
            '\\' => match letters.next().unwrap() {
                'n' => '\n',
                escaped => escaped,
            },
            letter => letter,
        });
    }
    read
}

#[test]
fn appointment_has_all_properties() {
    let file = single(&entry("Plumbing with Ana", "The tap drips."));
    assert_eq!(
        file.split("\r\n").collect::<Vec<_>>(),
        [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Sparkyard//Calendar//EN",
            "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH",
            "BEGIN:VEVENT",
            "UID:booking-7@example.org",
            "SEQUENCE:2",
            "DTSTAMP:20260302T100000Z",
            "LAST-MODIFIED:20260302T100000Z",
            "DTSTART:20260704T093000Z",
            "DTEND:20260704T113000Z",
            "SUMMARY:Plumbing with Ana",
            "DESCRIPTION:The tap drips.",
            "LOCATION:3 Weaver's Row\\, Hebden Bridge",
            "URL:https://example.org/inward-details/7",
            "STATUS:CONFIRMED",
            "TRANSP:OPAQUE",
            "CLASS:PRIVATE",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ]
    );
}

#[test]
fn cancelled_appointment_is_transparent() {
    let entry = CalendarEntry { called_off: true, location: None, ..entry("Plumbing", "") };
    let file = single(&entry);
    assert_eq!(value(&file, "STATUS"), "CANCELLED");
    assert_eq!(value(&file, "TRANSP"), "TRANSPARENT");
    assert!(!file.contains("LOCATION"));
}

#[test]
fn feed_has_a_name_and_all_appointments() {
    let file = feed("Bookings; mine", &[entry("One", ""), entry("Two", "")]);
    assert_eq!(value(&file, "X-WR-CALNAME"), "Bookings; mine");
    assert_eq!(value(&file, "REFRESH-INTERVAL;VALUE=DURATION"), "PT1H");
    assert_eq!(file.matches("BEGIN:VEVENT\r\n").count(), 2);
    assert_eq!(file.matches("BEGIN:VCALENDAR\r\n").count(), 1);
}

#[test]
fn host_name_is_read_from_the_url() {
    for (url, expected) in [
        ("https://example.org", "example.org"),
        ("http://127.0.0.1:8080", "127.0.0.1"),
        ("https://example.org/village", "example.org"),
        ("", ""),
    ] {
        assert_eq!(host(url), expected, "{url}");
        assert_eq!(uid("event-7", url), format!("event-7@{expected}"));
    }
}

#[test]
fn hostile_text_is_escaped() {
    let hostile = "Tap; drip, drop\\\nEND:VEVENT\nBEGIN:VALARM — Привет, 水道, سلام 🏴󠁧󠁢󠁥󠁮󠁧󠁿";
    let file = single(&entry(hostile, hostile));
    assert_eq!(value(&file, "SUMMARY"), hostile);
    assert_eq!(file.matches("END:VEVENT\r\n").count(), 1);
    assert!(!file.contains("\r\nBEGIN:VALARM"));
}

proptest! {
    #[test]
    fn any_text_round_trips(written in "[^\\p{Cc}]{0,300}(\n[^\\p{Cc}]{0,100})?") {
        let file = single(&entry(&written, &written));
        prop_assert_eq!(value(&file, "SUMMARY"), written.clone());
        prop_assert_eq!(value(&file, "DESCRIPTION"), written);
        prop_assert!(file.split("\r\n").all(|line| line.len() <= MAX_LINE));
    }
}
