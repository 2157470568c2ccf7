//! The write that keeps a message.

use sparkyard_kernel::{
    Timestamp,
    db::{DbError, Fragment, Write},
    events::{
        chat::{MESSAGE_SENT, MessageSent},
        core::MAIL,
    },
    newest_first,
    ports::MailMessage,
};

use super::{ChatStore, STRANGERS_WITHIN, place, rows::MessageRow, side};
use crate::{
    error::REFUSALS,
    model::{Kind, Message},
};

/// What happens in the write that keeps a message.
pub(crate) struct Sending {
    /// Which of its sender's messages in the conversation it is.
    pub(crate) nth: u64,
    /// How it begins.
    pub(crate) excerpt: String,
    /// The file with its picture.
    pub(crate) file: Option<String>,
    /// If it goes to a stranger, to how many of them one may write.
    pub(crate) most_strangers: Option<i64>,
    /// Counts it among those of the day.
    pub(crate) counted: Fragment,
    /// Tells open pages.
    pub(crate) news: Vec<Fragment>,
    /// Tells other modules.
    pub(crate) event: MessageSent,
}

impl ChatStore {
    /// Keeps a message, if its place is still free: else `chat.moved_on`.
    pub(crate) async fn send(&self, message: &Message, sending: Sending) -> Result<(), DbError> {
        let Sending { nth, excerpt, file, most_strangers, counted, news, event } = sending;
        let kind = if file.is_some() { Kind::Picture } else { Kind::Text };
        let write = self
            .db
            .write("chat.send")
            .refusals(REFUSALS)
            .bind("row", MessageRow::new(message, nth))
            .bind("before", place(message.id.seq - 1))
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
    /// Sends a mail, once for each `id`.
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
