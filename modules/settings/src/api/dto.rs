//! What is sent and what is shown.

use poem_openapi::{ApiResponse, Object};
use sparkyard_kernel::{
    ApiError,
    ports::{
        Digest, MailTopic, MemberPreferences, NoticeChoices, QuietHours as Hours, USUAL_LANGUAGE,
    },
    validate::Checks,
};

use crate::model::Manner;

/// What you want to be told by mail and push. Requests, completions, disputes, refunds,
/// withdrawals and notices about the safety of your account always reach you.
#[expect(clippy::struct_excessive_bools, reason = "six switches, each on or off")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct NotificationChoices {
    /// Messages about bookings; off until chosen.
    booking_messages: bool,
    /// Changes of your bookings.
    order_updates: bool,
    /// Messages from the people of your bookings.
    order_messages: bool,
    /// Offers of the community.
    promotions: bool,
    /// News about your account.
    account_notifications: bool,
    /// Letters from those who run the site.
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

/// A time of every day in which nothing is sent to you that can wait, on a British clock. It may go
/// past midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Object)]
pub(crate) struct QuietHours {
    /// The minute of the day in which it begins: 1320 for 22:00.
    #[oai(validator(minimum(value = "0"), maximum(value = "1439")))]
    from: u16,
    /// The minute of the day in which it is over: 420 for 7:00.
    #[oai(validator(minimum(value = "0"), maximum(value = "1439")))]
    until: u16,
}

/// How and when you want to be told.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct Preferences {
    /// How often a mail sums up what happened.
    digest: Digest,
    /// When you are left alone; left out where you never are.
    #[oai(skip_serializing_if_is_none)]
    quiet_hours: Option<QuietHours>,
    /// The language of your mails: `en`.
    language: String,
    /// The languages that you can choose from.
    languages: Vec<String>,
}

/// How and when you want to be told. It replaces all that you chose before.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct PreferenceChange {
    /// How often a mail sums up what happened.
    digest: Digest,
    /// When you are left alone; never when left out.
    quiet_hours: Option<QuietHours>,
    /// The language of your mails, one of `languages`; English when left out.
    #[oai(validator(max_length = 20))]
    language: Option<String>,
}

impl Preferences {
    /// What a member wants, and the languages that there are.
    pub(crate) fn new(preferences: MemberPreferences, languages: Vec<String>) -> Self {
        let MemberPreferences { digest, quiet_hours, language, .. } = preferences;
        let quiet_hours =
            quiet_hours.map(|hours| QuietHours { from: hours.from(), until: hours.until() });
        Self { digest, quiet_hours, language, languages }
    }
}

impl PreferenceChange {
    /// What is wanted; hours that are not quiet for a while or at all times are a 422.
    pub(crate) fn checked(self) -> Result<Manner, ApiError> {
        let Self { digest, quiet_hours, language } = self;
        let hours = quiet_hours.map(|QuietHours { from, until }| Hours::new(from, until));
        let message = "Choose two different times.";
        Checks::new().check("quietHours", hours != Some(None), message).finish()?;
        let language = language.unwrap_or_else(|| USUAL_LANGUAGE.to_owned());
        Ok(Manner { digest, quiet_hours: hours.flatten(), language })
    }
}

/// The mails that a link switches off.
#[derive(Debug, Object)]
pub(crate) struct StoppableMails {
    /// What they are about.
    pub(crate) topics: Vec<MailTopic>,
    /// Whether they still come.
    pub(crate) wanted: bool,
}

/// The way to a page of this site.
#[derive(ApiResponse)]
pub(crate) enum ToPage {
    /// Go there.
    #[oai(status = 302)]
    Found(
        /// Where the page is.
        #[oai(header = "Location")]
        String,
    ),
}
