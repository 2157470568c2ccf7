use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Cursor, Limit, PageQuery, Reply, SignedIn, UserId, done,
    envelope::{INPUT, MALFORMED, NOT_FOUND, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{ConversationHead, ConversationView, UnreadMessages},
};
use crate::service::ChatService;

/// Operations on whole conversations.
pub struct ConversationsApi(pub(super) Arc<ChatService>);

#[OpenApi(prefix_path = "/api/message", tag = "Tag::Chat")]
impl ConversationsApi {
    /// Your conversations, those with the newest messages first. With `q`, those with somebody of
    /// that name, and those with a message that has all of these words or beginnings of words,
    /// newest first; such a page can come back short although others follow.
    #[oai(path = "/chat/history/users", method = "get", operation_id = "list_conversations")]
    async fn list_conversations(
        &self,
        SignedIn(caller): SignedIn,
        /// Conversations wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
        /// What to look for, 3 to 100 characters; nothing, or left out: all conversations.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
    ) -> Reply<Vec<ConversationView>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let found = match q.0.filter(|q| !q.trim().is_empty()) {
            Some(wanted) => self.0.search(&caller.id, &wanted, &page).await?,
            None => self.0.conversations(&caller.id, &page).await?,
        };
        listed(found.map(ConversationView::from))
    }

    /// How many messages you have not read, and in how many conversations: of these a thousand at
    /// most, since nobody looks at more.
    #[oai(path = "/unread", method = "get", operation_id = "count_unread_messages")]
    async fn count_unread_messages(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<UnreadMessages, UNAUTHORISED> {
        ok(self.0.unread(&caller.id).await?.into())
    }

    /// What stands above a conversation: who it is with, whether you can write to them, and what
    /// you have in common. Also of somebody to whom you have never written; 404
    /// `chat.person_not_found` where there is nobody of that id.
    #[oai(path = "/with/:otherId", method = "get", operation_id = "get_conversation")]
    async fn get_conversation(
        &self,
        SignedIn(caller): SignedIn,
        /// With whom.
        #[oai(name = "otherId")]
        other: Path<UserId>,
    ) -> Reply<ConversationHead, { UNAUTHORISED | MALFORMED | NOT_FOUND }> {
        ok(self.0.head(&caller.id, &other).await?.into())
    }

    /// Tells somebody with whom you have a conversation, if they look at it now, that you are
    /// writing to them. It is kept nowhere; send it every few seconds while you type.
    #[oai(path = "/typing/:otherId", method = "post", operation_id = "tell_typing")]
    async fn tell_typing(
        &self,
        SignedIn(caller): SignedIn,
        /// To whom.
        #[oai(name = "otherId")]
        other: Path<UserId>,
    ) -> Reply<Option<String>, { UNAUTHORISED | MALFORMED }> {
        self.0.typing(&caller.id, &other).await?;
        done("", None)
    }
}
