//! Request and response bodies.

pub(crate) mod exports;
pub(crate) mod leaving;

use poem_openapi::{ApiResponse, Object};
use sparkyard_kernel::{
    ApiError,
    job::Retention,
    ports::{
        Digest, MailTopic, MemberPreferences, NoticeChoices, QuietHours as Hours, USUAL_LANGUAGE,
    },
    validate::Checks,
};

use crate::model::Delivery;

/// Your preferences for mail and push messages. Completions, disputes, refunds and messages about
/// the safety of your account are always sent.
#[expect(clippy::struct_excessive_bools, reason = "six switches, each on or off")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct NotificationChoices {
    /// Messages about bookings; off by default.
    booking_messages: bool,
    /// Changes of your bookings.
    order_updates: bool,
    /// Messages from people with whom you have a booking.
    order_messages: bool,
    /// Offers of the community.
    promotions: bool,
    /// News about your account.
    account_notifications: bool,
    /// Letters and announcements of the operators of the site.
    marketing_notifications: bool,
}

impl From<NoticeChoices> for NotificationChoices {
    fn from(choices: NoticeChoices) -> Self {
        let NoticeChoices {
            booking_messages,
            order_updates,
            order_messages,
            promotions,
            account_notifications,
            marketing_notifications,
        } = choices;
        Self {
            booking_messages,
            order_updates,
            order_messages,
            promotions,
            account_notifications,
            marketing_notifications,
        }
    }
}

impl From<NotificationChoices> for NoticeChoices {
    fn from(choices: NotificationChoices) -> Self {
        let NotificationChoices {
            booking_messages,
            order_updates,
            order_messages,
            promotions,
            account_notifications,
            marketing_notifications,
        } = choices;
        Self {
            booking_messages,
            order_updates,
            order_messages,
            promotions,
            account_notifications,
            marketing_notifications,
        }
    }
}

/// Daily period, in British time, in which nothing is sent to you that can wait. May span midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Object)]
pub(crate) struct QuietHours {
    /// Start, in minutes since midnight: 1320 for 22:00.
    #[oai(validator(minimum(value = "0"), maximum(value = "1439")))]
    from: u16,
    /// End, in minutes since midnight: 420 for 7:00.
    #[oai(validator(minimum(value = "0"), maximum(value = "1439")))]
    until: u16,
}

/// Your delivery preferences.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct Preferences {
    /// Interval of digest mails.
    digest: Digest,
    /// Quiet hours; left out if you have none.
    #[oai(skip_serializing_if_is_none)]
    quiet_hours: Option<QuietHours>,
    /// Language of your mails: `en`.
    language: String,
    /// Languages that you can choose from.
    languages: Vec<String>,
}

/// New delivery preferences. They replace all previous ones.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct PreferenceChange {
    /// Interval of digest mails.
    digest: Digest,
    /// Quiet hours; none when left out.
    quiet_hours: Option<QuietHours>,
    /// Language of your mails, one of `languages`; English when left out.
    #[oai(validator(max_length = 20))]
    language: Option<String>,
}

impl Preferences {
    /// Builds the response from a member's preferences and the available languages.
    pub(crate) fn new(preferences: MemberPreferences, languages: Vec<String>) -> Self {
        let MemberPreferences { digest, quiet_hours, language, .. } = preferences;
        let quiet_hours =
            quiet_hours.map(|hours| QuietHours { from: hours.from(), until: hours.until() });
        Self { digest, quiet_hours, language, languages }
    }
}

impl PreferenceChange {
    /// Validates the change; a 422 if the quiet hours start and end at the same minute.
    pub(crate) fn checked(self) -> Result<Delivery, ApiError> {
        let Self { digest, quiet_hours, language } = self;
        let hours = quiet_hours.map(|QuietHours { from, until }| Hours::new(from, until));
        let message = "Choose two different times.";
        Checks::new().check("quietHours", hours != Some(None), message).finish()?;
        let language = language.unwrap_or_else(|| USUAL_LANGUAGE.to_owned());
        Ok(Delivery { digest, quiet_hours: hours.flatten(), language })
    }
}

/// Privacy settings of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct PrivacyChoices {
    /// Whether people you know see that messages were delivered and read, and when you type; on by
    /// default. If off, you do not see it of others either. Strangers and people you have blocked
    /// never see it.
    pub(crate) read_receipts: bool,
    /// Whether the preview of a link to your profile says your first name and what you offer, also
    /// to people who are no members; off when left out, and at first.
    #[oai(default)]
    pub(crate) link_preview: bool,
}

/// Mails that an unsubscribe link switches off.
#[derive(Debug, Object)]
pub(crate) struct StoppableMails {
    /// Topics of the mails.
    pub(crate) topics: Vec<MailTopic>,
    /// Whether the mails are still sent.
    pub(crate) wanted: bool,
}

/// Redirect to a page of this site.
#[derive(ApiResponse)]
pub(crate) enum ToPage {
    /// The page was found.
    #[oai(status = 302)]
    Found(
        /// URL of the page.
        #[oai(header = "Location")]
        String,
    ),
}

/// Data that this site deletes by itself.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct RetentionRules {
    /// Rules, ordered by the name of the data.
    items: Vec<RetentionRule>,
}

/// A rule by which data is deleted: `data` is kept for `hours` `since`.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct RetentionRule {
    /// Kind of data, such as 'Notifications'.
    data: String,
    /// Time for which it is kept, in hours.
    hours: u64,
    /// Moment from which the time counts, such as 'after they were sent'.
    since: String,
}

impl From<Vec<Retention>> for RetentionRules {
    fn from(rules: Vec<Retention>) -> Self {
        let rule = |Retention { data, since, keep }| RetentionRule {
            data: String::from(data),
            hours: keep.as_secs().div_ceil(3600),
            since: String::from(since),
        };
        Self { items: rules.into_iter().map(rule).collect() }
    }
}
