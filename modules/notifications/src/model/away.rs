//! What members have not seen, and when they are told of it by mail.

use std::time::Duration;

use jiff::{ToSpan, civil::Weekday};
use sparkyard_kernel::{
    Event, ItemId, Timestamp, UserId,
    events::{
        bookings::{RELEASED, REVIEWED, START_UNDONE, STARTED},
        explore::FOLLOWED,
        skills::PUBLISHED,
    },
    ports::{Digest, MailTopic, MemberPreferences},
    zone,
};
use surrealdb::types::SurrealValue;

/// How long something may be unseen before it is told by mail.
pub(crate) const GRACE: Duration = Duration::from_mins(15);
/// How long whoever stays away is left alone after the first mail, the second and so on.
const PAUSES: [Duration; 3] =
    [Duration::from_hours(1), Duration::from_hours(4), Duration::from_hours(24)];
/// How often to look whether somebody has come back who is left alone.
const LOOK_AGAIN: Duration = Duration::from_hours(1);
/// When digests leave, on a British clock.
const DIGEST_HOUR: i8 = 8;

/// A message or notice that somebody may not have seen.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct Missed {
    pub(crate) receiver: UserId,
    /// The switch that keeps it from them.
    pub(crate) topic: MailTopic,
    /// Which message or notice.
    pub(crate) item: ItemId,
    /// Who wrote it, if it is a message.
    pub(crate) sender: Option<UserId>,
    /// What the mail says of it.
    pub(crate) words: String,
    pub(crate) at: Timestamp,
    /// Whether it is neither mailed nor seen yet.
    pub(crate) waiting: bool,
}

impl Missed {
    /// What it is known by: the same however often it is heard of.
    pub(crate) fn id(&self) -> String {
        let kind = if self.sender.is_some() { "message" } else { "notice" };
        format!("{kind}:{}:{}", self.receiver, self.item)
    }
}

/// Somebody who is to be looked after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Absent {
    pub(crate) user: UserId,
    /// Counts what was missed and mailed.
    pub(crate) version: i64,
    /// The digest that they are due for.
    pub(crate) digest: Digest,
    /// How many mails they got since they were last here.
    pub(crate) mails: usize,
    /// Before then they get no other.
    pub(crate) not_before: Option<Timestamp>,
    /// What the last mail told, by the ids of what was missed.
    pub(crate) told: Vec<String>,
}

impl Absent {
    /// The same after they were seen here.
    pub(crate) fn back(self) -> Self {
        Self { mails: 0, not_before: None, told: Vec::new(), ..self }
    }

    /// The same after a mail at `now` that told of `told`.
    pub(crate) fn mailed(self, now: Timestamp, told: Vec<String>) -> Self {
        let pause = PAUSES[self.mails.min(PAUSES.len() - 1)];
        Self { mails: self.mails + 1, not_before: Some(now + pause), told, ..self }
    }
}

/// What to do about somebody who has missed something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// To write to them now: one mail that holds all, or one for each matter.
    Write(Digest),
    /// To look again then.
    Wait(Timestamp, Digest),
}

/// What to do at `now` about somebody who has not seen things, the oldest of which is from
/// `oldest`.
pub(crate) fn plan(
    wants: &MemberPreferences,
    absent: &Absent,
    oldest: Timestamp,
    now: Timestamp,
) -> Plan {
    let digest = wants.digest;
    if digest != Digest::Off && absent.digest != digest {
        return Plan::Wait(next_digest(digest, now), digest);
    }
    if digest == Digest::Off {
        if oldest + GRACE > now {
            return Plan::Wait(oldest + GRACE, digest);
        }
        if let Some(until) = absent.not_before.filter(|until| *until > now) {
            return Plan::Wait(until.min(now + LOOK_AGAIN), digest);
        }
    }
    match wants.quiet_hours.and_then(|hours| hours.over_at(now)) {
        Some(over) => Plan::Wait(over, digest),
        None => Plan::Write(digest),
    }
}

/// When the next digest leaves after `now`: in the morning, or on Monday morning.
fn next_digest(digest: Digest, now: Timestamp) -> Timestamp {
    let today = zone::in_britain(now).date();
    let mornings = (0..=7).filter_map(|days: i64| {
        let day = today.checked_add(days.days()).ok()?;
        let fits = digest != Digest::Weekly || day.weekday() == Weekday::Monday;
        let morning = day.at(DIGEST_HOUR, 0, 0, 0).to_zoned(zone::british()).ok()?;
        fits.then(|| Timestamp::from(morning.timestamp()))
    });
    // Days end in the year 9999.
    mornings.into_iter().find(|morning| *morning > now).unwrap_or(now + LOOK_AGAIN)
}

/// Under which switch `receiver` is told by mail of what an event is about, if they do not see its
/// notice; `None` where a mail goes at once, or never.
pub(crate) fn mailed_later(event: &Event, receiver: &UserId) -> Option<MailTopic> {
    let name = event.name.as_str();
    if [STARTED.name(), START_UNDONE.name()].contains(&name) {
        return Some(MailTopic::OrderUpdates);
    }
    if name == RELEASED.name() {
        // The provider has a mail of what they earned, and both have one of what staff decided.
        let booking = event.read(RELEASED).ok()?;
        let is_news = booking.by.is_none() && booking.client_id == *receiver;
        return is_news.then_some(MailTopic::OrderUpdates);
    }
    match name {
        name if name == REVIEWED.name() || name == FOLLOWED.name() => Some(MailTopic::Account),
        name if name == PUBLISHED.name() => Some(MailTopic::Promotions),
        _ => None,
    }
}

/// The switch for a message between people who share so many bookings; `None` where there are no
/// bookings at all.
pub(crate) fn topic_of_message(shared: Option<u64>) -> MailTopic {
    match shared {
        Some(0) => MailTopic::BookingMessages,
        _ => MailTopic::OrderMessages,
    }
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::ports::QuietHours;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn absent() -> Absent {
        Absent {
            user: "ana".into(),
            version: 1,
            digest: Digest::Off,
            mails: 0,
            not_before: None,
            told: Vec::new(),
        }
    }

    #[test]
    fn whoever_stays_away_is_written_to_less_and_less() {
        let usual = MemberPreferences::default();
        let missed = at("2026-03-02T10:00:00Z");
        let first = missed + GRACE;
        let waits = Plan::Wait(first, Digest::Off);
        assert_eq!(plan(&usual, &absent(), missed, at("2026-03-02T10:14:59Z")), waits);
        assert_eq!(plan(&usual, &absent(), missed, first), Plan::Write(Digest::Off));
        let (mut absent, mut now) = (absent(), first);
        for hours in [1, 4, 24, 24] {
            absent = absent.mailed(now, vec!["a".to_owned()]);
            let next = now + Duration::from_hours(hours);
            // They may come back meanwhile.
            let again = (now + GRACE + LOOK_AGAIN).min(next);
            let waits = Plan::Wait(again, Digest::Off);
            assert_eq!(plan(&usual, &absent, now, now + GRACE), waits, "{hours} hours");
            assert_eq!(plan(&usual, &absent, now, next), Plan::Write(Digest::Off));
            now = next;
        }
        let back = absent.back();
        assert_eq!(plan(&usual, &back, now, now + GRACE), Plan::Write(Digest::Off));
    }

    #[test]
    fn quiet_hours_are_waited_for_whatever_the_clocks_do() {
        let quiet_hours = QuietHours::new(22 * 60, 7 * 60);
        let wants = MemberPreferences { quiet_hours, ..MemberPreferences::default() };
        for (now, over) in [
            ("2026-03-02T23:00:00Z", Some("2026-03-03T07:00:00Z")),
            ("2026-07-01T23:00:00Z", Some("2026-07-02T06:00:00Z")),
            // The clocks go forward in this night, and back in that.
            ("2026-03-28T23:00:00Z", Some("2026-03-29T06:00:00Z")),
            ("2026-10-24T23:00:00Z", Some("2026-10-25T07:00:00Z")),
            ("2026-03-03T07:00:00Z", None),
        ] {
            let now = at(now);
            let expected = match over {
                Some(over) => Plan::Wait(at(over), Digest::Off),
                None => Plan::Write(Digest::Off),
            };
            assert_eq!(plan(&wants, &absent(), now - GRACE, now), expected, "{now}");
        }
    }

    #[test]
    fn digests_leave_in_the_morning() {
        for (digest, now, morning) in [
            (Digest::Daily, "2026-03-02T07:59:59Z", "2026-03-02T08:00:00Z"),
            (Digest::Daily, "2026-03-02T08:00:00Z", "2026-03-03T08:00:00Z"),
            // On the days when the clocks change.
            (Digest::Daily, "2026-03-28T12:00:00Z", "2026-03-29T07:00:00Z"),
            (Digest::Daily, "2026-10-24T12:00:00Z", "2026-10-25T08:00:00Z"),
            (Digest::Weekly, "2026-03-02T07:00:00Z", "2026-03-02T08:00:00Z"),
            (Digest::Weekly, "2026-03-02T08:00:00Z", "2026-03-09T08:00:00Z"),
            (Digest::Weekly, "2026-03-25T12:00:00Z", "2026-03-30T07:00:00Z"),
        ] {
            let (now, morning) = (at(now), at(morning));
            assert_eq!(next_digest(digest, now), morning, "{digest:?} after {now}");
            let chosen = MemberPreferences { digest, ..MemberPreferences::default() };
            let waits = Plan::Wait(morning, digest);
            assert_eq!(plan(&chosen, &absent(), now - GRACE, now), waits);
            let due = Absent { digest, ..absent() };
            assert_eq!(plan(&chosen, &due, morning, morning), Plan::Write(digest));
        }
    }

    #[test]
    fn a_digest_waits_for_quiet_hours_too_and_who_wants_none_is_written_to_by_the_way() {
        let quiet_hours = QuietHours::new(22 * 60, 9 * 60);
        let digest = Digest::Daily;
        let chosen = MemberPreferences { digest, quiet_hours, ..MemberPreferences::default() };
        let due = Absent { digest, ..absent() };
        let morning = at("2026-03-03T08:00:00Z");
        let waits = Plan::Wait(at("2026-03-03T09:00:00Z"), digest);
        assert_eq!(plan(&chosen, &due, morning, morning), waits);
        let usual = MemberPreferences::default();
        assert_eq!(plan(&usual, &due, morning - GRACE, morning), Plan::Write(Digest::Off));
    }

    #[test]
    fn messages_have_the_switch_of_what_the_two_have_to_do_with_each_other() {
        assert_eq!(topic_of_message(Some(0)), MailTopic::BookingMessages);
        assert_eq!(topic_of_message(Some(2)), MailTopic::OrderMessages);
        assert_eq!(topic_of_message(None), MailTopic::OrderMessages);
    }
}
