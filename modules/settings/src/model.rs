//! What members want of the site, besides the kernel's types of it.

use sparkyard_kernel::ports::{Digest, MailTopic, QuietHours};

/// How and when a member wants to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Manner {
    pub(crate) digest: Digest,
    pub(crate) quiet_hours: Option<QuietHours>,
    /// As in `en`.
    pub(crate) language: String,
}

/// The switch of a topic, by the name of its field.
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
