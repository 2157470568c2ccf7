use std::{collections::HashMap, time::Duration};

use async_trait::async_trait;
use jiff::{SignedDuration, civil::Time};
use poem_openapi::Enum;
use sparkyard_db::{Fragment, Timestamp};
use surrealdb::types::SurrealValue;

use super::MailTopic;
use crate::{ApiError, UserId, zone};

/// The language that all mails are written in, and that counts where a member chose none.
pub const USUAL_LANGUAGE: &str = "en";

/// What members want of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberPreferences {
    /// What they want to be told by mail and push.
    pub choices: NoticeChoices,
    /// Whether news wait for a mail that holds them all.
    pub digest: Digest,
    /// When they are left alone.
    pub quiet_hours: Option<QuietHours>,
    /// The language of their mails, as in `en`.
    pub language: String,
}

impl Default for MemberPreferences {
    /// Those of a member who has not chosen.
    fn default() -> Self {
        Self {
            choices: NoticeChoices::default(),
            digest: Digest::Off,
            quiet_hours: None,
            language: USUAL_LANGUAGE.to_owned(),
        }
    }
}

/// What a member wants to be told by mail and push, one switch for each [`MailTopic`].
#[expect(clippy::struct_excessive_bools, reason = "six switches, each on or off")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
pub struct NoticeChoices {
    /// Messages about bookings; off until chosen.
    pub booking_messages: bool,
    /// Changes of their bookings.
    pub order_updates: bool,
    /// Messages from the people of their bookings.
    pub order_messages: bool,
    /// Offers of the community.
    pub promotions: bool,
    /// News about their account.
    pub account_notifications: bool,
    /// Letters from those who run the site.
    pub marketing_notifications: bool,
}

impl Default for NoticeChoices {
    /// Those of a member who has not chosen.
    fn default() -> Self {
        Self {
            booking_messages: false,
            order_updates: true,
            order_messages: true,
            promotions: true,
            account_notifications: true,
            marketing_notifications: true,
        }
    }
}

impl NoticeChoices {
    /// Whether the member wants to be told about `topic`.
    pub fn wants(self, topic: MailTopic) -> bool {
        match topic {
            MailTopic::BookingMessages => self.booking_messages,
            MailTopic::OrderUpdates => self.order_updates,
            MailTopic::OrderMessages => self.order_messages,
            MailTopic::Promotions => self.promotions,
            MailTopic::Account => self.account_notifications,
            MailTopic::Marketing => self.marketing_notifications,
        }
    }
}

/// How often a mail sums up what happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "Digest", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum Digest {
    /// Never.
    #[default]
    Off,
    /// Every day.
    Daily,
    /// Every week.
    Weekly,
}

/// A time of every day, on a British clock, in which somebody is left alone. It may go past
/// midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietHours {
    from: u16,
    until: u16,
}

impl QuietHours {
    /// From one minute of the day until another, each less than a day; never the whole day.
    pub fn new(from: u16, until: u16) -> Option<Self> {
        let fine = from < MINUTES_OF_A_DAY && until < MINUTES_OF_A_DAY && from != until;
        fine.then_some(Self { from, until })
    }

    /// The minute of the day in which they begin.
    pub fn from(self) -> u16 {
        self.from
    }

    /// The minute of the day in which they are over.
    pub fn until(self) -> u16 {
        self.until
    }

    /// When they are over, if `at` lies in them.
    pub fn over_at(self, at: Timestamp) -> Option<Timestamp> {
        let now = zone::in_britain(at);
        let minute = minute_of(now.time());
        let quiet = match self.from < self.until {
            true => (self.from..self.until).contains(&minute),
            false => minute >= self.from || minute < self.until,
        };
        if !quiet {
            return None;
        }
        let day = match minute < self.until {
            true => Ok(now.date()),
            false => now.date().tomorrow(),
        };
        let over = day
            .and_then(|day| {
                day.at(0, 0, 0, 0).checked_add(SignedDuration::from_mins(self.until.into()))
            })
            .and_then(|over| over.to_zoned(zone::british()));
        // The clocks go back past it once a year, and days end in the year 9999.
        let next = at + Duration::from_mins(1);
        Some(over.map_or(next, |over| next.max(over.timestamp().into())))
    }
}

const MINUTES_OF_A_DAY: u16 = 24 * 60;

fn minute_of(time: Time) -> u16 {
    let minutes = i16::from(time.hour()) * 60 + i16::from(time.minute());
    u16::try_from(minutes).unwrap_or_default()
}

/// What members want of the site. Offered by settings; without it they want what is usual.
#[async_trait]
pub trait Preferences: Send + Sync + 'static {
    /// What each of these members wants; who has chosen nothing wants what is usual.
    async fn of(&self, users: &[UserId]) -> Result<HashMap<UserId, MemberPreferences>, ApiError>;

    /// Tells `user` nothing more about `topic`.
    fn switch_off(&self, user: &UserId, topic: MailTopic) -> Fragment;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed test may panic")]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_are_over_when_a_british_clock_says_so() {
        let hours = |from: u16, until: u16| QuietHours::new(from * 60, until * 60).unwrap();
        let (night, noon) = (hours(22, 7), hours(12, 13));
        let late = QuietHours::new(0, 90).unwrap();
        let rows = [
            // In winter British time is UTC.
            (night, "2026-03-02T21:59:59Z", None),
            (night, "2026-03-02T22:00:00Z", Some("2026-03-03T07:00:00Z")),
            (night, "2026-03-03T06:59:00Z", Some("2026-03-03T07:00:00Z")),
            (night, "2026-03-03T07:00:00Z", None),
            (noon, "2026-03-03T12:30:00Z", Some("2026-03-03T13:00:00Z")),
            (noon, "2026-03-03T13:00:00Z", None),
            // In summer it is an hour ahead.
            (night, "2026-07-01T21:00:00Z", Some("2026-07-02T06:00:00Z")),
            (noon, "2026-07-01T12:00:00Z", None),
            // The night in which the clocks go forward is an hour shorter.
            (night, "2026-03-28T23:00:00Z", Some("2026-03-29T06:00:00Z")),
            // Where the clocks go back, half past one comes twice; nobody is told between.
            (late, "2026-10-25T01:10:00Z", Some("2026-10-25T01:11:00Z")),
            (late, "2026-10-25T01:30:00Z", None),
        ];
        for (hours, at, over) in rows {
            let over = over.map(|over: &str| over.parse().unwrap());
            assert_eq!(hours.over_at(at.parse().unwrap()), over, "{hours:?} at {at}");
        }
    }

    #[test]
    fn a_day_is_never_quiet_as_a_whole() {
        for (from, until) in [(0, 0), (600, 600), (1440, 60), (60, 1440)] {
            assert_eq!(QuietHours::new(from, until), None);
        }
        assert!(QuietHours::new(1439, 0).is_some());
    }

    #[test]
    fn every_switch_has_a_topic_of_its_own() {
        use MailTopic::{
            Account, BookingMessages, Marketing, OrderMessages, OrderUpdates, Promotions,
        };
        let none = NoticeChoices {
            booking_messages: false,
            order_updates: false,
            order_messages: false,
            promotions: false,
            account_notifications: false,
            marketing_notifications: false,
        };
        let rows = [
            (NoticeChoices { booking_messages: true, ..none }, BookingMessages),
            (NoticeChoices { order_updates: true, ..none }, OrderUpdates),
            (NoticeChoices { order_messages: true, ..none }, OrderMessages),
            (NoticeChoices { promotions: true, ..none }, Promotions),
            (NoticeChoices { account_notifications: true, ..none }, Account),
            (NoticeChoices { marketing_notifications: true, ..none }, Marketing),
        ];
        for (choices, wanted) in rows {
            for (_, topic) in rows {
                assert_eq!(choices.wants(topic), topic == wanted, "{topic:?} of {choices:?}");
            }
        }
    }
}
