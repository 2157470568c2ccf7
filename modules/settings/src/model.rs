//! Types of the module, in addition to those of the kernel.

pub(crate) mod contents;
pub(crate) mod export;

use sparkyard_kernel::ports::{Digest, MailTopic, QuietHours};

/// Delivery preferences of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Delivery {
    pub(crate) digest: Digest,
    pub(crate) quiet_hours: Option<QuietHours>,
    /// Language code, such as `en`.
    pub(crate) language: String,
}

/// Returns the field name of the preference for a topic.
pub(crate) fn switch_of(topic: MailTopic) -> &'static str {
    match topic {
        MailTopic::BookingMessages => "booking_messages",
        MailTopic::OrderUpdates => "order_updates",
        MailTopic::OrderMessages => "order_messages",
        MailTopic::Promotions => "promotions",
        MailTopic::Account => "account_notifications",
        MailTopic::Marketing => "marketing_notifications",
    }
}
