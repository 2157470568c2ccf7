//! The transaction that stores a message.

use std::collections::BTreeSet;

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment, Queued, Write},
    events::{
        chat::{MESSAGE_SENT, MessageSent},
        core::MAIL,
    },
    newest_first,
    ports::MailMessage,
};

use super::{ChatStore, STRANGERS_WITHIN, rows::MessageRow, side, stored_seq};
use crate::{
    error::VIOLATIONS,
    model::{Kind, Message},
};

/// Parts of the transaction that stores a message.
pub(crate) struct Sending {
    /// Ordinal among the sender's messages in the conversation, from 1 on.
    pub(crate) nth: u64,
    /// Beginning of the text, for lists.
    pub(crate) excerpt: String,
    /// Key of the file with the picture.
    pub(crate) file: Option<String>,
    /// Limit of strangers, if the receiver is one.
    pub(crate) most_strangers: Option<i64>,
    /// Statement that charges the daily quota.
    pub(crate) counted: Fragment,
    /// Statements that send events to open pages.
    pub(crate) news: Vec<Fragment>,
    /// Event for other modules.
    pub(crate) event: MessageSent,
}

impl ChatStore {
    /// Waits for other sends in the conversation of these two members within this process.
    pub(crate) async fn queue(&self, one: &UserId, other: &UserId) -> Queued {
        let (first, second) = if one < other { (one, other) } else { (other, one) };
        self.db.queue(BTreeSet::from([format!("chat.sending:{first}:{second}")])).await
    }

    /// Stores a message. Fails with `chat.moved_on` if its `seq` is taken.
    pub(crate) async fn send(&self, message: &Message, sending: Sending) -> Result<(), DbError> {
        let Sending { nth, excerpt, file, most_strangers, counted, news, event } = sending;
        let kind = if file.is_some() { Kind::Picture } else { Kind::Text };
        let write = self
            .db
            .write("chat.send")
            .violations(VIOLATIONS)
            .bind("row", MessageRow::new(message, nth))
            .bind("before", stored_seq(message.id.seq - 1))
            .bind("own", side(&message.from, &message.to))
            .bind("theirs", side(&message.to, &message.from))
            .bind("excerpt", excerpt)
            .bind("kind", kind)
            .bind("position", newest_first(message.at, &message.id.thread))
            .step(
                "IF ((SELECT VALUE seq FROM ONLY $own) ?? 0) != $before { THROW 'chat.moved_on' }",
            );
        let write = match most_strangers {
            Some(most) => count_stranger(write, message, most),
            None => write,
        };
        let write = match file {
            Some(file) => write.bind("file", file).step(
                "CREATE type::record('chat_picture', [$row.thread, $row.seq]) \
                 SET file = $file RETURN NONE",
            ),
            None => write,
        };
        write
            .call(counted)
            .step(
                "CREATE type::record('chat_message', [$row.thread, $row.seq]) \
                 CONTENT $row RETURN NONE",
            )
            .step(
                "UPSERT $own SET member = $row.sender, other = $row.receiver, \
                 thread = $row.thread, seq = $row.seq, excerpt = $excerpt, kind = $kind, \
                 mine = true, at = $row.at, position = $position, sent = $row.nth, \
                 unread = unread ?? 0, read = read ?? 0, delivered = delivered ?? 0 RETURN NONE",
            )
            .step(
                "UPSERT $theirs SET member = $row.receiver, other = $row.sender, \
                 thread = $row.thread, seq = $row.seq, excerpt = $excerpt, kind = $kind, \
                 mine = false, at = $row.at, position = $position, sent = sent ?? 0, \
                 unread = (unread ?? 0) + 1, read = read ?? 0, delivered = delivered ?? 0 \
                 RETURN NONE",
            )
            .calls(news)
            .publish(MESSAGE_SENT, message.id.to_string(), message.at, event)
            .run()
            .await
    }
}

impl ChatStore {
    /// Queues an email, once per `id`.
    pub(crate) async fn send_mail(
        &self,
        id: String,
        at: Timestamp,
        mail: MailMessage,
    ) -> Result<(), DbError> {
        self.db.write("chat.send_mail").publish(MAIL, id, at, mail).run().await
    }
}

fn count_stranger<'a>(write: Write<'a>, message: &Message, most: i64) -> Write<'a> {
    write
        .bind("since", (message.at - STRANGERS_WITHIN).as_millis())
        .bind("most", most)
        .step("fn::chat::count_stranger($row.sender, $row.at, $since, $most)")
}
