use super::*;

/// Monday 9–12 and 13–17, Friday 18 to Saturday 2, Sunday 0–5.
fn hours() -> Availability {
    let span =
        |day: i8, opens: u16, closes: u16| Span { day, opens: opens * 60, closes: closes * 60 };
    Availability {
        weekly: vec![
            span(1, 9, 12),
            span(1, 13, 17),
            span(5, 18, 24),
            span(6, 0, 2),
            span(7, 0, 5),
        ],
        blocked: ["2026-03-09".parse().unwrap()].into(),
        may_ask: WhoMayAsk::Everyone,
    }
}

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[test]
fn bookings_must_be_within_the_hours() {
    let hours = hours();
    // 2 March 2026 is a Monday; summer time begins on Sunday the 29th, at 1:00.
    for (starts_at, ends_at, allowed) in [
        ("2026-03-02T09:00:00Z", "2026-03-02T12:00:00Z", true),
        ("2026-03-02T08:59:59Z", "2026-03-02T10:00:00Z", false),
        ("2026-03-02T11:30:00Z", "2026-03-02T12:30:00Z", false),
        ("2026-03-02T11:00:00Z", "2026-03-02T14:00:00Z", false),
        ("2026-03-03T10:00:00Z", "2026-03-03T11:00:00Z", false),
        ("2026-03-06T23:00:00Z", "2026-03-07T01:00:00Z", true),
        ("2026-03-06T23:00:00Z", "2026-03-07T03:00:00Z", false),
        ("2026-03-09T10:00:00Z", "2026-03-09T11:00:00Z", false),
        ("2026-03-30T08:00:00Z", "2026-03-30T11:00:00Z", true),
        ("2026-03-30T11:00:00Z", "2026-03-30T12:00:00Z", false),
        ("2026-03-29T00:30:00Z", "2026-03-29T04:00:00Z", true),
        ("2026-03-29T00:30:00Z", "2026-03-29T04:30:00Z", false),
    ] {
        assert_eq!(hours.allows(time(starts_at), time(ends_at)), allowed, "{starts_at} {ends_at}");
    }
}

#[test]
fn without_hours_only_blocked_days_are_refused() {
    let any = Availability { weekly: Vec::new(), ..hours() };
    assert!(any.allows(time("2026-03-03T03:00:00Z"), time("2026-03-03T15:00:00Z")));
    assert!(any.allows(time("2026-03-08T22:00:00Z"), time("2026-03-09T00:00:00Z")));
    assert!(!any.allows(time("2026-03-08T22:00:00Z"), time("2026-03-09T00:00:01Z")));
}

#[test]
fn free_starts_respect_hours_notice_and_bookings() {
    let calendar = Calendar {
        availability: hours(),
        taken: vec![Taken {
            booking: BookingId(1),
            starts_at: time("2026-03-02T14:00:00Z"),
            ends_at: time("2026-03-02T15:00:00Z"),
        }],
        revision: 0,
    };
    let free = |day: &str, hours: u32, now: &str, notice: u64| {
        let notice = Duration::from_mins(notice);
        calendar.free(day.parse().unwrap(), hours, (time(now), notice))
    };
    let check = |day: &str, hours: u32, now: &str, expected: &[&str]| {
        let free = free(day, hours, now, 0);
        let expected: Vec<_> = expected.iter().map(|text| time(text)).collect();
        assert_eq!(free, expected, "{day} {hours} {now}");
    };
    check(
        "2026-03-02",
        2,
        "2026-03-02T09:10:00Z",
        &["2026-03-02T09:30:00Z", "2026-03-02T10:00:00Z", "2026-03-02T15:00:00Z"],
    );
    check("2026-03-02", 4, "2026-03-01T09:00:00Z", &[]);
    check("2026-03-09", 1, "2026-03-01T09:00:00Z", &[]);
    check("2026-03-03", 1, "2026-03-01T09:00:00Z", &[]);
    check("2028-03-06", 1, "2026-03-01T09:00:00Z", &[]);
    for (now, notice, first) in [
        ("2026-03-02T09:10:00Z", 20, "2026-03-02T09:30:00Z"),
        ("2026-03-02T09:10:00Z", 21, "2026-03-02T10:00:00Z"),
        ("2026-03-02T09:30:00Z", 0, "2026-03-02T10:00:00Z"),
    ] {
        let found = free("2026-03-02", 2, now, notice).first().copied();
        assert_eq!(found, Some(time(first)), "{now} {notice}");
    }
}

#[test]
fn every_offered_start_is_allowed() {
    let calendar = Calendar { availability: hours(), ..Calendar::default() };
    let now = time("2026-03-01T00:00:00Z");
    let first: Date = "2026-03-02".parse().unwrap();
    let mut offered = 0;
    for day in first.series(1.day()).take(60) {
        for start in calendar.free(day, 2, (now, Duration::ZERO)) {
            assert!(calendar.availability.allows(start, start + Duration::from_hours(2)));
            assert!(start > now);
            offered += 1;
        }
    }
    assert!(offered > 100, "{offered}");
}
