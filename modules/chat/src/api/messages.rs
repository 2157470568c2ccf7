use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    ApiError, Cursor, Json, Limit, PageQuery, Reply, SignedIn, UserId,
    auth::forbidden,
    envelope::{FORBIDDEN, INPUT, MALFORMED, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{MessageBody, MessageView, ReadMark},
};
use crate::{model::MessageId, service::ChatService};

/// Operations on the messages of one conversation.
pub struct MessagesApi(pub(super) Arc<ChatService>);

#[OpenApi(prefix_path = "/api/message", tag = "Tag::Chat")]
impl MessagesApi {
    /// Messages between you and somebody else, in the order in which they are read: those of the
    /// newest page, and `next_cursor` leads to older ones. With `after`, the oldest of those that
    /// are newer than that one instead: if as many come as were asked for, ask again after the
    /// last of them.
    #[oai(path = "/:myId/:otherId", method = "get", operation_id = "list_messages")]
    async fn list_messages(
        &self,
        SignedIn(caller): SignedIn,
        /// Your own id; 403 for another.
        #[oai(name = "myId")]
        own: Path<UserId>,
        /// With whom.
        #[oai(name = "otherId")]
        other: Path<UserId>,
        /// Messages wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
        /// The `id` or the `seq` of a message of this conversation; `0` for its beginning.
        #[oai(validator(max_length = 64))]
        after: Query<Option<String>>,
    ) -> Reply<Vec<MessageView>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        if own.0 != caller.id {
            return Err(forbidden().into());
        }
        let page = PageQuery::new(limit.0, cursor.0)?;
        let messages = match after.0 {
            Some(after) => self.0.messages_after(&caller.id, &other, &after, &page).await?,
            None => self.0.messages(&caller.id, &other, &page).await?,
        };
        listed(messages.map(MessageView::from))
    }

    /// Sends a message. Sending one with a `clientId` again answers with the message of the first
    /// time, however often and at whatever time.
    ///
    /// 422 `chat.say_more` for the first message between two people when it has fewer than 10
    /// characters; 403 `chat.cannot_write` when the other takes no messages from you; 429
    /// `chat.too_many_strangers` for whoever has written to 20 people within 48 hours with whom they
    /// share no booking and who do not follow each other, and `chat.too_many_today` after 1,000
    /// messages in a day; the host may set other numbers.
    #[oai(path = "/", method = "post", operation_id = "send_message")]
    async fn send_message(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<MessageBody>,
    ) -> Reply<MessageView, { UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | TOO_MANY }> {
        let (sender, draft) = body.draft();
        if sender != caller.id {
            return Err(forbidden().into());
        }
        ok(self.0.send(&caller.id, draft).await?.into())
    }

    /// Marks a message that was sent to you as read, and with it all older ones of the same
    /// sender. Repeating it changes nothing.
    #[oai(path = "/markasread/:messageId", method = "put", operation_id = "mark_message_read")]
    async fn mark_message_read(
        &self,
        SignedIn(caller): SignedIn,
        /// The message.
        #[oai(name = "messageId", validator(max_length = 64))]
        message: Path<String>,
    ) -> Reply<ReadMark, { UNAUTHORISED | MALFORMED | NOT_FOUND }> {
        let message = MessageId::received(&message).ok_or_else(no_such_message)?;
        ok(self.0.mark_read(&caller.id, &message).await?.into())
    }
}

/// 404 for what cannot be a message.
pub(super) fn no_such_message() -> ApiError {
    crate::error::ChatError::NotFound.into()
}
