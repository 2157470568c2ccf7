//! Changed bookings, counted as unread in the conversation until the member looks at it.

use sparkyard_kernel::{
    BookingId, Timestamp, UserId,
    db::Fragment,
    ports::{LiveConversation, LiveNews},
};

use super::ChatService;
use crate::error::ChatError;

impl ChatService {
    /// Records that a booking changed at `at`, for each of the two parties who did not change it,
    /// if they have a conversation.
    pub(crate) async fn booking_changed(
        &self,
        booking: BookingId,
        [one, other]: [&UserId; 2],
        by: Option<&UserId>,
        at: Timestamp,
    ) -> Result<(), ChatError> {
        if self.store.sides(one, other).await?.is_none() {
            return Ok(());
        }
        for (member, other) in [(one, other), (other, one)] {
            if by != Some(member) {
                let news = self.conversation_news(member, other);
                self.store.note_booking(member, other, booking, at, news).await?;
            }
        }
        Ok(())
    }

    /// Marks all changes of the caller's bookings with `other` as seen.
    pub(crate) async fn mark_bookings_seen(
        &self,
        caller: &UserId,
        other: &UserId,
    ) -> Result<(), ChatError> {
        let sides = self.store.sides(caller, other).await?;
        if sides.is_none_or(|sides| sides.own.bookings == 0) {
            return Ok(());
        }
        let news = self.conversation_news(caller, other);
        Ok(self.store.mark_bookings_seen(caller, other, self.cx.now(), news).await?)
    }

    /// Returns the event for the open pages of `member`.
    fn conversation_news(&self, member: &UserId, other: &UserId) -> Option<Fragment> {
        let news = LiveNews::Conversation(LiveConversation { user_id: other.clone() });
        self.live.as_ref().map(|live| live.publish(member, &news))
    }
}
