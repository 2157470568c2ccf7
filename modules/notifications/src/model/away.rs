//! Rules for mailing members what they have not seen.

use std::time::Duration;

use jiff::{ToSpan, civil::Weekday};
use sparkyard_kernel::{
    ItemId, Timestamp, UserId,
    ports::{Digest, MailTopic, MemberPreferences},
    zone,
};
use surrealdb::types::SurrealValue;

/// Time that an item may be unseen before it is mailed.
pub(crate) const GRACE: Duration = Duration::from_mins(15);
/// Pauses after the first, second and every later mail to a member who stays away.
const PAUSES: [Duration; 3] =
    [Duration::from_hours(1), Duration::from_hours(4), Duration::from_hours(24)];
/// Interval of the check whether a member has come back during a pause.
const LOOK_AGAIN: Duration = Duration::from_hours(1);
/// Hour at which digests are sent, in British time.
const DIGEST_HOUR: i8 = 8;

/// A message or notice that its receiver may not have seen.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct Missed {
    pub(crate) receiver: UserId,
    /// Mail preference that applies to the item.
    pub(crate) topic: MailTopic,
    /// Id of the message or notice.
    pub(crate) item: ItemId,
    /// Author, if the item is a message.
    pub(crate) sender: Option<UserId>,
    /// Text of the item in the mail.
    pub(crate) words: String,
    pub(crate) at: Timestamp,
    /// Whether the item is neither mailed nor seen yet.
    pub(crate) waiting: bool,
}

impl Missed {
    /// Returns the deterministic id of the record.
    pub(crate) fn id(&self) -> String {
        let kind = if self.sender.is_some() { "message" } else { "notice" };
        format!("{kind}:{}:{}", self.receiver, self.item)
    }
}

/// A member with items that may be unseen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Absent {
    pub(crate) user: UserId,
    /// Counts changes to the member's items and mails.
    pub(crate) version: i64,
    /// Digest for which the member is due.
    pub(crate) digest: Digest,
    /// Number of mails since the member was last here.
    pub(crate) mails: usize,
    /// Time before which the member gets no further mail.
    pub(crate) not_before: Option<Timestamp>,
    /// Ids of the items in the last mail.
    pub(crate) told: Vec<String>,
}

impl Absent {
    /// Returns the state after the member was here.
    pub(crate) fn back(self) -> Self {
        Self { mails: 0, not_before: None, told: Vec::new(), ..self }
    }

    /// Returns the state after a mail at `now` with the items `told`.
    pub(crate) fn mailed(self, now: Timestamp, told: Vec<String>) -> Self {
        let pause = PAUSES[self.mails.min(PAUSES.len() - 1)];
        Self { mails: self.mails + 1, not_before: Some(now + pause), told, ..self }
    }
}

/// Next step for a member with unseen items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// Send mail now: one digest, or one mail for each conversation and one for all notices.
    Write(Digest),
    /// Check again at this time.
    Wait(Timestamp, Digest),
}

/// Decides the next step at `now` for a member whose oldest unseen item is from `oldest`.
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

/// Returns when the next digest after `now` is sent: in the morning, or on Monday morning.
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

/// Returns the mail preference of a message, by whether the two have booked each other or have a
/// pending request. `None` means that there is no bookings module.
pub(crate) fn topic_of_message(have_booked: Option<bool>) -> MailTopic {
    match have_booked {
        Some(false) => MailTopic::BookingMessages,
        Some(true) | None => MailTopic::OrderMessages,
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
    fn pauses_grow_while_the_member_stays_away() {
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
            // The member may come back meanwhile.
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
    fn quiet_hours_follow_clock_changes() {
        let quiet_hours = QuietHours::new(22 * 60, 7 * 60);
        let wants = MemberPreferences { quiet_hours, ..MemberPreferences::default() };
        for (now, over) in [
            ("2026-03-02T23:00:00Z", Some("2026-03-03T07:00:00Z")),
            ("2026-07-01T23:00:00Z", Some("2026-07-02T06:00:00Z")),
            // The clocks change in these two nights.
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
    fn digest_waits_for_quiet_hours_unless_switched_off() {
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
    fn message_topic_depends_on_earlier_bookings() {
        assert_eq!(topic_of_message(Some(false)), MailTopic::BookingMessages);
        assert_eq!(topic_of_message(Some(true)), MailTopic::OrderMessages);
        assert_eq!(topic_of_message(None), MailTopic::OrderMessages);
    }
}
