use poem_openapi::{Enum, Object, Union};
use sparkyard_db::Fragment;
use surrealdb::types::SurrealValue;

use crate::{BookingId, ItemId, UserId};

/// Sends live updates to the pages that members have open. Offered by notifications; without it
/// pages poll.
pub trait Live: Send + Sync + 'static {
    /// Sends `news` to all pages of `to` once the write that it joins has been committed. A page
    /// that was disconnected receives it when it reconnects.
    fn publish(&self, to: &UserId, news: &LiveNews) -> Fragment;

    /// Sends an ephemeral event to the pages that `to` has open through this process, and to no
    /// others: for news that is worthless a few seconds later. Nothing is stored.
    fn send_ephemeral(&self, to: &UserId, news: &LiveNews);
}

/// A change that makes part of a page out of date. The page fetches the details itself, so that an
/// update contains nothing private beyond what the list of notifications shows.
#[derive(Clone, Debug, PartialEq, Eq, Union)]
#[oai(discriminator_name = "kind", one_of)]
pub enum LiveNews {
    /// There is a new notice.
    #[oai(mapping = "notice")]
    Notice(LiveNotice),
    /// A booking has changed.
    #[oai(mapping = "booking")]
    Booking(LiveBooking),
    /// The balance of the member in pounds or tokens has changed.
    #[oai(mapping = "wallet")]
    Wallet(LiveWallet),
    /// A queue of staff has changed.
    #[oai(mapping = "queue")]
    Queue(LiveQueue),
    /// There is a new message to the member, or from another of their devices.
    #[oai(mapping = "message")]
    Message(LiveMessage),
    /// Messages from the member have reached a device of the receiver.
    #[oai(mapping = "delivered")]
    Delivered(LiveDelivered),
    /// Messages have been read.
    #[oai(mapping = "read")]
    Read(LiveRead),
    /// A booking in a conversation of the member has changed, or the change was seen.
    #[oai(mapping = "conversation")]
    Conversation(LiveConversation),
    /// Staff have removed the content of a message.
    #[oai(mapping = "removed")]
    Removed(LiveRemoved),
    /// Somebody is typing to the member; sent as an ephemeral event only.
    #[oai(mapping = "typing")]
    Typing(LiveTyping),
}

/// A new notification.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveNotice {
    /// Id of the notification.
    pub id: ItemId,
    /// Text in one line: `Dev accepted your booking`.
    pub title: String,
    /// Link target, relative to the site: `/outward-progress/7`.
    pub link: String,
}

/// A changed booking.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveBooking {
    /// Id of the booking.
    pub id: BookingId,
    /// New status.
    pub status: LiveBookingStatus,
}

/// Status of a booking, with the same values as in the booking itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum LiveBookingStatus {
    /// Waits for the provider.
    Pending,
    /// Accepted by the provider.
    Accepted,
    /// Declined by the provider, or refunded by an admin.
    Rejected,
    /// Cancelled by a party, or expired.
    Cancelled,
    /// The work has begun.
    InProgress,
    /// The work is done.
    Completed,
    /// An admin is to decide.
    Disputed,
}

/// A changed balance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Object)]
pub struct LiveWallet {}

/// A changed queue.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveQueue {
    /// The queue that has changed.
    pub queue: StaffQueue,
}

/// Queues of work for staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum StaffQueue {
    /// Skill names suggested by members.
    Skills,
    /// Identity documents.
    Documents,
    /// Disputed bookings.
    Disputes,
    /// Reports by members.
    Reports,
    /// Messages from the contact form.
    Messages,
    /// Applications for membership.
    Applicants,
    /// Withdrawals to be paid.
    Withdrawals,
    /// Appeals against decisions of staff.
    Appeals,
    /// First posts of new members.
    Posts,
}

/// A new message.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveMessage {
    /// Id of the message.
    pub id: ItemId,
    /// Sender.
    pub sender_id: UserId,
    /// Receiver.
    pub receiver_id: UserId,
    /// Sequence number in the conversation.
    pub seq: i64,
}

/// Messages that have reached a device of the receiver.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveDelivered {
    /// Receiver.
    pub receiver_id: UserId,
    /// Sequence number of the last of the messages in the conversation.
    pub seq: i64,
}

/// Messages that have been read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveRead {
    /// Reader.
    pub reader_id: UserId,
    /// Sender.
    pub writer_id: UserId,
    /// Sequence number of the last of the messages in the conversation.
    pub seq: i64,
}

/// A conversation in which a booking has changed, or in which the change was seen.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveConversation {
    /// The other member of the conversation.
    pub user_id: UserId,
}

/// A message that was removed.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveRemoved {
    /// Id of the message.
    pub id: ItemId,
}

/// A member who is typing.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveTyping {
    /// Id of the member.
    pub user_id: UserId,
}
