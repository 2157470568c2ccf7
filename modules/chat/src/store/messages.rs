//! Reading messages, and noting that they were read.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment},
};
use surrealdb::types::SurrealValue;

use super::{ChatStore, place, rows::MessageRow, side};
use crate::model::{Conversation, Message, MessageId, Progress, Read};

/// Most messages of which it is noted when they were read, or delivered, at one time: the newest.
const MOST_STAMPED: u64 = 100;

/// Ranges of ids; `EXPLAIN` must show one.
pub(super) const RANGE: &str = "SELECT * FROM chat_message:[$thread, $first]..=[$thread, $last]";
/// An indexed list, like those of conversations.
pub(super) const SENT_BEFORE: &str = "SELECT * FROM chat_message WITH INDEX chat_message_client \
     WHERE thread = $thread AND sender = $sender AND client_id = $client_id LIMIT 1";

impl ChatStore {
    /// The messages of a conversation from one place to another, both included.
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
        let query = query.bind("first", place(first)).bind("last", place(last));
        let mut rows: Vec<MessageRow> = query.fetch().await?;
        rows.sort_unstable_by_key(|row| row.seq);
        Ok(rows.into_iter().map(Message::from).collect())
    }

    /// One message.
    pub(crate) async fn message(&self, id: &MessageId) -> Result<Option<Message>, DbError> {
        let query = "SELECT * FROM type::record('chat_message', [$thread, $seq])";
        let query = self.db.query(query).bind("thread", id.thread.clone());
        let row: Option<MessageRow> = query.bind("seq", place(id.seq)).fetch_optional().await?;
        Ok(row.map(Message::from))
    }

    /// The message that somebody has sent under this name.
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

    /// The file with the picture of a message.
    pub(crate) async fn file(&self, id: &MessageId) -> Result<Option<String>, DbError> {
        let query = "SELECT VALUE file FROM type::record('chat_picture', [$thread, $seq])";
        let query = self.db.query(query).bind("thread", id.thread.clone());
        query.bind("seq", place(id.seq)).fetch_optional().await
    }

    /// Notes that `reader` has read the conversation up to `message`, of which they had read as
    /// much as `before` says. What has been written since stays unread: whoever writes changes the
    /// reader's side too.
    pub(crate) async fn mark_read(
        &self,
        reader: &UserId,
        message: &Message,
        before: Progress,
        now: Timestamp,
        news: Vec<Fragment>,
    ) -> Result<Read, DbError> {
        #[derive(SurrealValue)]
        struct ReadRow {
            unread: u64,
            read: u64,
        }
        let MessageId { thread, seq } = &message.id;
        let first = before.read.max(seq.saturating_sub(MOST_STAMPED)) + 1;
        let read: ReadRow = self
            .db
            .write("chat.mark_read")
            .from_reserve()
            .bind("own", side(reader, &message.from))
            .bind("theirs", side(&message.from, reader))
            .bind("reader", reader.clone())
            .bind("thread", thread.clone())
            .bind("first", place(first))
            .bind("seq", place(*seq))
            .bind("now", now)
            .step("LET $nth = (SELECT VALUE nth FROM ONLY type::record('chat_message', [$thread, $seq]))")
            .step("LET $sent = (SELECT VALUE sent FROM ONLY $theirs)")
            .step(
                "UPDATE $own SET read = $seq, unread = $sent - $nth, \
                 delivered = math::max([delivered, $seq]) WHERE read < $seq RETURN NONE",
            )
            .step(
                "UPDATE chat_message:[$thread, $first]..=[$thread, $seq] \
                 SET read_at = $now, delivered_at = delivered_at ?? $now \
                 WHERE receiver = $reader AND read_at = NONE RETURN NONE",
            )
            .calls(news)
            .returning("(SELECT unread, read FROM ONLY $own)")
            .run()
            .await?;
        Ok(Read { unread: read.unread, seq: read.read })
    }

    /// Notes that all messages of this conversation have come to a device of `receiver`.
    pub(crate) async fn mark_delivered(
        &self,
        receiver: &UserId,
        conversation: &Conversation,
        now: Timestamp,
        news: Option<Fragment>,
    ) -> Result<(), DbError> {
        let Conversation { other, thread, seq, progress, .. } = conversation;
        let first = progress.delivered.max(seq.saturating_sub(MOST_STAMPED)) + 1;
        self.db
            .write("chat.mark_delivered")
            .bind("own", side(receiver, other))
            .bind("receiver", receiver.clone())
            .bind("thread", thread.clone())
            .bind("first", place(first))
            .bind("seq", place(*seq))
            .bind("now", now)
            .step("UPDATE $own SET delivered = $seq WHERE delivered < $seq RETURN NONE")
            .step(
                "UPDATE chat_message:[$thread, $first]..=[$thread, $seq] \
                 SET delivered_at = $now \
                 WHERE receiver = $receiver AND delivered_at = NONE RETURN NONE",
            )
            .calls(news)
            .run()
            .await
    }
}
