use std::{collections::HashMap, time::Duration};

use async_trait::async_trait;
use jiff::{SignedDuration, civil::Time};
use poem_openapi::Enum;
use sparkyard_db::{Fragment, Timestamp};
use surrealdb::types::SurrealValue;

use super::MailTopic;
use crate::{ApiError, UserId, zone};

/// Default language of mails, used for members who chose none.
pub const USUAL_LANGUAGE: &str = "en";

/// Preferences of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberPreferences {
    /// Topics about which the member wants mail and push notifications.
    pub choices: NoticeChoices,
    /// Frequency of the summary mail; unless it is off, news waits for that mail.
    pub digest: Digest,
    /// Time of day without notifications.
    pub quiet_hours: Option<QuietHours>,
    /// Language of mails, as in `en`.
    pub language: String,
    /// Whether others see what the member has received and read, and when they type; a member who
    /// switches this off does not see it of others either.
    pub read_receipts: bool,
    /// Whether the preview of a link to the member's profile says their first name and what they
    /// offer, also to people who are no members.
    pub link_preview: bool,
}

impl Default for MemberPreferences {
    /// Returns the defaults.
    fn default() -> Self {
        Self {
            choices: NoticeChoices::default(),
            digest: Digest::Off,
            quiet_hours: None,
            language: USUAL_LANGUAGE.to_owned(),
            read_receipts: true,
            link_preview: false,
        }
    }
}

/// Notification choices of a member, one switch for each [`MailTopic`].
#[expect(clippy::struct_excessive_bools, reason = "six switches, each on or off")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
pub struct NoticeChoices {
    /// Messages about bookings; off by default.
    pub booking_messages: bool,
    /// Changes of the member's bookings.
    pub order_updates: bool,
    /// Messages from the other parties of the member's bookings.
    pub order_messages: bool,
    /// Offers of the community.
    pub promotions: bool,
    /// News about the member's account.
    pub account_notifications: bool,
    /// Letters and announcements of the operator.
    pub marketing_notifications: bool,
}

impl Default for NoticeChoices {
    /// Returns the defaults.
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
    /// Checks whether the member wants to be told about `topic`.
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

/// Frequency of the summary mail.
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

/// A daily period, in British time, without notifications. It may extend past midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietHours {
    from: u16,
    until: u16,
}

impl QuietHours {
    /// Creates quiet hours from two different minutes of the day, each below 1440; `None`
    /// otherwise.
    pub fn new(from: u16, until: u16) -> Option<Self> {
        let fine = from < MINUTES_OF_A_DAY && until < MINUTES_OF_A_DAY && from != until;
        fine.then_some(Self { from, until })
    }

    /// Minute of the day at which the quiet hours begin.
    pub fn from(self) -> u16 {
        self.from
    }

    /// Minute of the day at which the quiet hours end.
    pub fn until(self) -> u16 {
        self.until
    }

    /// Returns the end of the quiet hours that `at` lies in, if any.
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
        // When clocks go back the end can lie before `at`, and dates end with the year 9999.
        let next = at + Duration::from_mins(1);
        Some(over.map_or(next, |over| next.max(over.timestamp().into())))
    }
}

const MINUTES_OF_A_DAY: u16 = 24 * 60;

fn minute_of(time: Time) -> u16 {
    let minutes = i16::from(time.hour()) * 60 + i16::from(time.minute());
    u16::try_from(minutes).unwrap_or_default()
}

/// Preferences of members. Offered by settings; without it the defaults apply.
#[async_trait]
pub trait Preferences: Send + Sync + 'static {
    /// Returns the preferences of each of `users`; the defaults for members who chose nothing.
    async fn of(&self, users: &[UserId]) -> Result<HashMap<UserId, MemberPreferences>, ApiError>;

    /// Switches notifications about `topic` off for `user`.
    fn switch_off(&self, user: &UserId, topic: MailTopic) -> Fragment;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed test may panic")]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_follow_british_time() {
        let hours = |from: u16, until: u16| QuietHours::new(from * 60, until * 60).unwrap();
        let (night, noon) = (hours(22, 7), hours(12, 13));
        let late = QuietHours::new(0, 90).unwrap();
        let rows = [
            // British time is UTC in winter.
            (night, "2026-03-02T21:59:59Z", None),
            (night, "2026-03-02T22:00:00Z", Some("2026-03-03T07:00:00Z")),
            (night, "2026-03-03T06:59:00Z", Some("2026-03-03T07:00:00Z")),
            (night, "2026-03-03T07:00:00Z", None),
            (noon, "2026-03-03T12:30:00Z", Some("2026-03-03T13:00:00Z")),
            (noon, "2026-03-03T13:00:00Z", None),
            // British time is an hour ahead in summer.
            (night, "2026-07-01T21:00:00Z", Some("2026-07-02T06:00:00Z")),
            (noon, "2026-07-01T12:00:00Z", None),
            // The night in which clocks go forward is an hour shorter.
            (night, "2026-03-28T23:00:00Z", Some("2026-03-29T06:00:00Z")),
            // When clocks go back, half past one occurs twice; just before the second it is quiet.
            (late, "2026-10-25T01:10:00Z", Some("2026-10-25T01:11:00Z")),
            (late, "2026-10-25T01:30:00Z", None),
        ];
        for (hours, at, over) in rows {
            let over = over.map(|over: &str| over.parse().unwrap());
            assert_eq!(hours.over_at(at.parse().unwrap()), over, "{hours:?} at {at}");
        }
    }

    #[test]
    fn quiet_hours_never_cover_a_whole_day() {
        for (from, until) in [(0, 0), (600, 600), (1440, 60), (60, 1440)] {
            assert_eq!(QuietHours::new(from, until), None);
        }
        assert!(QuietHours::new(1439, 0).is_some());
    }

    #[test]
    fn each_switch_has_its_own_topic() {
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
