//! Queries for messages, and updates of their read state.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment},
};
use surrealdb::types::SurrealValue;

use super::{ChatStore, rows::MessageRow, side, stored_seq};
use crate::model::{Conversation, Message, MessageId, Progress, Read};

/// Maximum number of messages that get a read or delivery time in one write: the newest.
const MAX_STAMPED: u64 = 100;

/// Range of ids; `EXPLAIN` must show a record range scan.
pub(super) const RANGE: &str = "SELECT * FROM chat_message:[$thread, $first]..=[$thread, $last]";
/// Indexed query, like those of conversations.
pub(super) const SENT_BEFORE: &str = "SELECT * FROM chat_message WITH INDEX chat_message_client \
     WHERE thread = $thread AND sender = $sender AND client_id = $client_id LIMIT 1";

impl ChatStore {
    /// Returns the messages from `first` to `last`, both inclusive, in ascending order.
    pub(crate) async fn range(
        &self,
        thread: &str,
        first: u64,
        last: u64,
    ) -> Result<Vec<Message>, DbError> {
        if first > last {
            return Ok(Vec::new());
        }
        let query = self.db.query(RANGE).bind("thread", thread.to_owned());
        let query = query.bind("first", stored_seq(first)).bind("last", stored_seq(last));
        let mut rows: Vec<MessageRow> = query.fetch().await?;
        rows.sort_unstable_by_key(|row| row.seq);
        Ok(rows.into_iter().map(Message::from).collect())
    }

    /// Returns one message.
    pub(crate) async fn message(&self, id: &MessageId) -> Result<Option<Message>, DbError> {
        let key = (id.thread.clone(), stored_seq(id.seq));
        let row: Option<MessageRow> = self.db.get("chat_message", key).await?;
        Ok(row.map(Message::from))
    }

    /// Returns the message that `sender` has sent with this `client_id`.
    pub(crate) async fn sent_before(
        &self,
        thread: &str,
        sender: &UserId,
        client_id: &str,
    ) -> Result<Option<Message>, DbError> {
        let query = self.db.query(SENT_BEFORE).bind("thread", thread.to_owned());
        let query = query.bind("sender", sender.clone()).bind("client_id", client_id.to_owned());
        Ok(query.fetch_optional::<MessageRow>().await?.map(Message::from))
    }

    /// Returns the key of the file with a message's picture.
    pub(crate) async fn file(&self, id: &MessageId) -> Result<Option<String>, DbError> {
        let query = "SELECT VALUE file FROM type::record('chat_picture', [$thread, $seq])";
        let query = self.db.query(query).bind("thread", id.thread.clone());
        query.bind("seq", stored_seq(id.seq)).fetch_optional().await
    }

    /// Marks the conversation as read by `reader` up to `message`; `before` is the position so far.
    /// Stores the time only if the writer may know it (`shown_at`). Messages sent since stay
    /// unread: every send updates the reader's side too.
    pub(crate) async fn mark_read(
        &self,
        reader: &UserId,
        message: &Message,
        before: Progress,
        shown_at: Option<Timestamp>,
        news: Vec<Fragment>,
    ) -> Result<Read, DbError> {
        #[derive(SurrealValue)]
        struct ReadRow {
            unread: u64,
            read: u64,
        }
        let MessageId { thread, seq } = &message.id;
        let first = before.read.max(seq.saturating_sub(MAX_STAMPED)) + 1;
        let read: ReadRow = self
            .db
            .write("chat.mark_read")
            .from_reserve()
            .bind("own", side(reader, &message.from))
            .bind("theirs", side(&message.from, reader))
            .bind("reader", reader.clone())
            .bind("thread", thread.clone())
            .bind("first", stored_seq(first))
            .bind("seq", stored_seq(*seq))
            .bind("now", shown_at)
            .step("LET $nth = (SELECT VALUE nth FROM ONLY type::record('chat_message', [$thread, $seq]))")
            .step("LET $sent = (SELECT VALUE sent FROM ONLY $theirs)")
            .step(
                "UPDATE $own SET read = $seq, unread = $sent - $nth, \
                 delivered = math::max([delivered, $seq]) WHERE read < $seq RETURN NONE",
            )
            .step(
                "UPDATE chat_message:[$thread, $first]..=[$thread, $seq] \
                 SET read_at = $now, delivered_at = delivered_at ?? $now \
                 WHERE $now != NONE AND receiver = $reader AND read_at = NONE RETURN NONE",
            )
            .calls(news)
            .returning("(SELECT unread, read FROM ONLY $own)")
            .run()
            .await?;
        Ok(Read { unread: read.unread, seq: read.read })
    }

    /// Marks all messages of the conversation as delivered to `receiver`. Stores the time only if
    /// the writer may know it (`shown_at`).
    pub(crate) async fn mark_delivered(
        &self,
        receiver: &UserId,
        conversation: &Conversation,
        shown_at: Option<Timestamp>,
        news: Option<Fragment>,
    ) -> Result<(), DbError> {
        let Conversation { other, thread, seq, progress, .. } = conversation;
        let first = progress.delivered.max(seq.saturating_sub(MAX_STAMPED)) + 1;
        self.db
            .write("chat.mark_delivered")
            .bind("own", side(receiver, other))
            .bind("receiver", receiver.clone())
            .bind("thread", thread.clone())
            .bind("first", stored_seq(first))
            .bind("seq", stored_seq(*seq))
            .bind("now", shown_at)
            .step("UPDATE $own SET delivered = $seq WHERE delivered < $seq RETURN NONE")
            .step(
                "UPDATE chat_message:[$thread, $first]..=[$thread, $seq] \
                 SET delivered_at = $now \
                 WHERE $now != NONE AND receiver = $receiver AND delivered_at = NONE RETURN NONE",
            )
            .calls(news)
            .run()
            .await
    }
}
