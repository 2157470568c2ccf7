//! How far somebody has read.

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

/// Of how many conversations it is noted at one time that they have come.
const MOST_DELIVERED: usize = 100;

impl ChatService {
    /// Marks a message to the caller as read, and all of the same sender before it.
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
        let news = self.read_news(caller, &message.from, id.seq);
        Ok(self.store.mark_read(caller, &message, own.progress, self.cx.now(), news).await?)
    }

    /// Tells both what one of them has read: the other, and the caller's other devices.
    fn read_news(&self, reader: &UserId, writer: &UserId, seq: u64) -> Vec<Fragment> {
        let Some(live) = &self.live else { return Vec::new() };
        let news = LiveNews::Read(LiveRead {
            reader_id: reader.clone(),
            writer_id: writer.clone(),
            seq: live_seq(seq),
        });
        vec![live.tell(writer, &news), live.tell(reader, &news)]
    }

    /// Notes that what these conversations hold has come to a device of the caller, and tells
    /// those who wrote it; of a few at one time, and of the others when the caller looks again.
    /// Whoever only looks must be able to while nothing can be saved, so that is told to the log
    /// alone.
    pub(super) async fn delivered(&self, caller: &UserId, conversations: &[Conversation]) {
        let is_new = |conversation: &&Conversation| {
            let Conversation { unread, seq, progress, .. } = conversation;
            *unread > 0 && progress.delivered < *seq
        };
        for conversation in conversations.iter().filter(is_new).take(MOST_DELIVERED) {
            let news = self.delivered_news(caller, conversation);
            let noted = self.store.mark_delivered(caller, conversation, self.cx.now(), news).await;
            if let Err(cause) = noted {
                tracing::warn!("what was delivered is not noted: {cause}");
                return;
            }
        }
    }

    /// Tells whoever wrote to `receiver` how much of it has come.
    fn delivered_news(&self, receiver: &UserId, conversation: &Conversation) -> Option<Fragment> {
        let news = LiveNews::Delivered(LiveDelivered {
            receiver_id: receiver.clone(),
            seq: live_seq(conversation.seq),
        });
        self.live.as_ref().map(|live| live.tell(&conversation.other, &news))
    }
}
