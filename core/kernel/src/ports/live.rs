use poem_openapi::{Enum, Object, Union};
use sparkyard_db::Fragment;
use surrealdb::types::SurrealValue;

use crate::{BookingId, ItemId, UserId};

/// Tells members what happens while it happens, on whatever page they have open. Offered by
/// notifications; without it pages ask again and again.
pub trait Live: Send + Sync + 'static {
    /// Tells `to`, wherever they are signed in, once the write that it joins has been committed.
    /// A page that was away for a while is told when it is back.
    fn tell(&self, to: &UserId, news: &LiveNews) -> Fragment;

    /// Tells the pages that `to` has open at this moment, through this process, and no others:
    /// for what is worth nothing a few seconds later. Nothing is stored.
    fn hint(&self, to: &UserId, news: &LiveNews);
}

/// What happened: which thing is not any more what a page shows of it. The page asks for what it
/// needs to know, so nothing private is said here but what the list of notices shows too.
#[derive(Clone, Debug, PartialEq, Eq, Union)]
#[oai(discriminator_name = "kind", one_of)]
pub enum LiveNews {
    /// There is a new notice.
    #[oai(mapping = "notice")]
    Notice(LiveNotice),
    /// A booking has changed.
    #[oai(mapping = "booking")]
    Booking(LiveBooking),
    /// What the member has, in pounds or tokens, has changed.
    #[oai(mapping = "wallet")]
    Wallet(LiveWallet),
    /// What waits for staff has changed.
    #[oai(mapping = "queue")]
    Queue(LiveQueue),
    /// There is a new message, to the member or from another device of theirs.
    #[oai(mapping = "message")]
    Message(LiveMessage),
    /// Messages of the member's have come to a device of their receiver.
    #[oai(mapping = "delivered")]
    Delivered(LiveDelivered),
    /// Messages have been read.
    #[oai(mapping = "read")]
    Read(LiveRead),
    /// Staff have removed what a message said.
    #[oai(mapping = "removed")]
    Removed(LiveRemoved),
    /// Somebody is writing to the member; only ever a hint.
    #[oai(mapping = "typing")]
    Typing(LiveTyping),
}

/// A new notice.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveNotice {
    /// Identity of the notice.
    pub id: ItemId,
    /// One line: `Dev accepted your booking`.
    pub title: String,
    /// Where it leads, relative to the site: `/outward-progress/7`.
    pub link: String,
}

/// A changed booking.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveBooking {
    /// Which booking.
    pub id: BookingId,
    /// Where it stands now.
    pub status: LiveBookingStatus,
}

/// Where a booking stands, in the words of the booking itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum LiveBookingStatus {
    /// It waits for the provider.
    Pending,
    /// The provider said yes.
    Accepted,
    /// The provider said no, or an admin gave the money back.
    Rejected,
    /// One of the two called it off, or its time ran out.
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
    /// Which queue.
    pub queue: StaffQueue,
}

/// What waits for staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum StaffQueue {
    /// Skills that members thought of.
    Skills,
    /// Papers that prove who somebody is.
    Documents,
    /// Bookings that the two parties disagree about.
    Disputes,
    /// What members have reported.
    Reports,
    /// What people wrote by the contact form.
    Messages,
    /// People who ask to join.
    Applicants,
}

/// A new message.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveMessage {
    /// Identity of the message.
    pub id: ItemId,
    /// Who wrote it.
    pub sender_id: UserId,
    /// To whom.
    pub receiver_id: UserId,
    /// Its place in the conversation.
    pub seq: i64,
}

/// Messages that have come to a device of their receiver.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveDelivered {
    /// To whom they have come.
    pub receiver_id: UserId,
    /// The place of the last of them in the conversation.
    pub seq: i64,
}

/// Messages that have been read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveRead {
    /// Who has read them.
    pub reader_id: UserId,
    /// Who wrote them.
    pub writer_id: UserId,
    /// The place of the last of them in the conversation.
    pub seq: i64,
}

/// A message that was removed.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveRemoved {
    /// Identity of the message.
    pub id: ItemId,
}

/// Somebody who is writing.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct LiveTyping {
    /// Who.
    pub user_id: UserId,
}
