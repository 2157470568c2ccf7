use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    ApiError, Cursor, Json, Limit, MemberOrDelegate, PageQuery, Reply, UserId,
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
    /// Lists messages between you and somebody else, oldest first: the newest page, and
    /// `next_cursor` leads to older ones. With `after`, the oldest messages newer than that one
    /// instead: if the page is full, ask again after its last message.
    #[oai(path = "/:myId/:otherId", method = "get", operation_id = "list_messages")]
    async fn list_messages(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Your own id; 403 for another.
        #[oai(name = "myId")]
        own: Path<UserId>,
        /// The other member.
        #[oai(name = "otherId")]
        other: Path<UserId>,
        /// Page size, 1 to 100; 20 when left out.
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

    /// Sends a message. `clientId` makes this idempotent: a repetition returns the first message,
    /// however often and whenever it comes.
    ///
    /// 422 `chat.say_more` for the first message between two people when it has fewer than 10
    /// characters; 403 `chat.cannot_write` when the other takes no messages from you, and
    /// `chat.unanswered` after three messages to somebody who has not answered, with whom you share
    /// no accepted booking, and who do not follow each other; 429 `chat.too_many_strangers` after
    /// writing to 20 people within 48 hours with whom you share no accepted booking and who do not
    /// follow each other, and `chat.too_many_today` after 1,000 messages in a day; the operator may
    /// set other numbers.
    #[oai(path = "/", method = "post", operation_id = "send_message")]
    async fn send_message(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        Json(body): Json<MessageBody>,
    ) -> Reply<MessageView, { UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | TOO_MANY }> {
        let (sender, draft) = body.draft(caller.delegate.clone());
        if sender != caller.id {
            return Err(forbidden().into());
        }
        ok(self.0.send(&caller.id, draft).await?.into())
    }

    /// Marks a message sent to you as read, and all older ones of the same sender. Idempotent.
    #[oai(path = "/markasread/:messageId", method = "put", operation_id = "mark_message_read")]
    async fn mark_message_read(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The message.
        #[oai(name = "messageId", validator(max_length = 64))]
        message: Path<String>,
    ) -> Reply<ReadMark, { UNAUTHORISED | MALFORMED | NOT_FOUND }> {
        let message = MessageId::received(&message).ok_or_else(no_such_message)?;
        ok(self.0.mark_read(&caller.id, &message).await?.into())
    }
}

/// 404 for a malformed message id.
pub(super) fn no_such_message() -> ApiError {
    crate::error::ChatError::NotFound.into()
}
