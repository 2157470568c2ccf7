//! Marking messages as read and as delivered.

use sparkyard_kernel::{
    UserId,
    db::Fragment,
    ports::{LiveDelivered, LiveNews, LiveRead},
};

use super::{ChatService, sending::live_seq};
use crate::{
    error::ChatError,
    model::{Conversation, MessageId, Read},
};

/// Maximum number of conversations marked as delivered by one request.
const MAX_DELIVERED: usize = 100;

impl ChatService {
    /// Marks a message to the caller as read, and all earlier ones of the same sender.
    pub(crate) async fn mark_read(
        &self,
        caller: &UserId,
        id: &MessageId,
    ) -> Result<Read, ChatError> {
        let message = self.store.message(id).await?;
        let message = message.filter(|message| message.to == *caller).ok_or(ChatError::NotFound)?;
        let sides = self.store.sides(caller, &message.from).await?.ok_or(ChatError::NotFound)?;
        let own = sides.own;
        if own.progress.read >= id.seq {
            return Ok(Read { unread: own.unread, seq: own.progress.read });
        }
        let shown = self.shows_receipts(caller, &message.from, own.sent > 0).await?;
        let news = self.read_news(caller, &message.from, id.seq, shown);
        let at = shown.then(|| self.cx.now());
        Ok(self.store.mark_read(caller, &message, own.progress, at, news).await?)
    }

    /// Returns the events for the caller's other devices, and for the writer if receipts are shown.
    fn read_news(&self, reader: &UserId, writer: &UserId, seq: u64, shown: bool) -> Vec<Fragment> {
        let Some(live) = &self.live else { return Vec::new() };
        let news = LiveNews::Read(LiveRead {
            reader_id: reader.clone(),
            writer_id: writer.clone(),
            seq: live_seq(seq),
        });
        let to = [Some(reader), shown.then_some(writer)];
        to.into_iter().flatten().map(|to| live.publish(to, &news)).collect()
    }

    /// Marks the messages of these conversations as delivered, and tells those writers who may
    /// know. Handles [`MAX_DELIVERED`] conversations; the rest when the caller asks again. Errors
    /// are only logged: reading must work while nothing can be saved.
    pub(super) async fn delivered(&self, caller: &UserId, conversations: &[Conversation]) {
        let is_new = |conversation: &&Conversation| {
            let Conversation { unread, seq, progress, .. } = conversation;
            *unread > 0 && progress.delivered < *seq
        };
        for conversation in conversations.iter().filter(is_new).take(MAX_DELIVERED) {
            if let Err(cause) = self.mark_delivered(caller, conversation).await {
                tracing::warn!("cannot record delivered messages: {cause}");
                return;
            }
        }
    }

    async fn mark_delivered(
        &self,
        caller: &UserId,
        conversation: &Conversation,
    ) -> Result<(), ChatError> {
        let Conversation { other, sent, .. } = conversation;
        let shown = self.shows_receipts(caller, other, *sent > 0).await?;
        let news = shown.then(|| self.delivered_news(caller, conversation)).flatten();
        let at = shown.then(|| self.cx.now());
        Ok(self.store.mark_delivered(caller, conversation, at, news).await?)
    }

    /// Returns the event that tells the writer up to where messages were delivered to `receiver`.
    fn delivered_news(&self, receiver: &UserId, conversation: &Conversation) -> Option<Fragment> {
        let news = LiveNews::Delivered(LiveDelivered {
            receiver_id: receiver.clone(),
            seq: live_seq(conversation.seq),
        });
        self.live.as_ref().map(|live| live.publish(&conversation.other, &news))
    }
}
