use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Cursor, Limit, MemberOrDelegate, PageQuery, Reply, SignedIn, UserId, done,
    envelope::{INPUT, MALFORMED, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{ConversationHead, ConversationView, UnreadMessages},
};
use crate::service::ChatService;

/// Operations on conversations.
pub struct ConversationsApi(pub(super) Arc<ChatService>);

#[OpenApi(prefix_path = "/api/message", tag = "Tag::Chat")]
impl ConversationsApi {
    /// Lists your conversations, those with the newest messages first. With `q`, only conversations
    /// with a member of that name, and those with a message that contains all words or beginnings
    /// of words in `q`, newest first; such a page can be short although more follow. A search reads
    /// the newest 2,000 messages of each conversation, or fewer very long ones. You can run one
    /// search at a time.
    #[oai(path = "/chat/history/users", method = "get", operation_id = "list_conversations")]
    async fn list_conversations(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
        /// Search text, 3 to 100 characters; all conversations if blank or left out.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
    ) -> Reply<Vec<ConversationView>, { UNAUTHORISED | INPUT | TOO_MANY }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let found = match q.0.filter(|q| !q.trim().is_empty()) {
            Some(wanted) => self.0.search(&caller.id, &wanted, &page).await?,
            None => self.0.conversations(&caller.id, &page).await?,
        };
        listed(found.map(ConversationView::from))
    }

    /// Counts your unread messages, and the conversations with such messages, at most 1,000.
    #[oai(path = "/unread", method = "get", operation_id = "count_unread_messages")]
    async fn count_unread_messages(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
    ) -> Reply<UnreadMessages, UNAUTHORISED> {
        ok(self.0.unread(&caller.id).await?.into())
    }

    /// Returns the header of a conversation: the other member, whether you can write to them, and
    /// what you have in common. Also for somebody to whom you have never written; 404
    /// `chat.person_not_found` if there is nobody of that id, and if one of you blocks the other
    /// and you have never written to each other.
    #[oai(path = "/with/:otherId", method = "get", operation_id = "get_conversation")]
    async fn get_conversation(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The other member.
        #[oai(name = "otherId")]
        other: Path<UserId>,
    ) -> Reply<ConversationHead, { UNAUTHORISED | MALFORMED | NOT_FOUND }> {
        ok(self.0.head(&caller.id, &other).await?.into())
    }

    /// Marks the changes of your bookings with somebody, shown in their conversation, as seen;
    /// messages are marked separately. Idempotent.
    #[oai(
        path = "/seen/:otherId/bookings",
        method = "put",
        operation_id = "mark_conversation_bookings_seen"
    )]
    async fn mark_conversation_bookings_seen(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The other member.
        #[oai(name = "otherId")]
        other: Path<UserId>,
    ) -> Reply<Option<String>, { UNAUTHORISED | MALFORMED }> {
        self.0.mark_bookings_seen(&caller.id, &other).await?;
        done("", None)
    }

    /// Tells the other member of a conversation, if they look at it now, that you are typing.
    /// Nothing is stored; repeat it every few seconds while you type.
    #[oai(path = "/typing/:otherId", method = "post", operation_id = "tell_typing")]
    async fn tell_typing(
        &self,
        SignedIn(caller): SignedIn,
        /// The other member.
        #[oai(name = "otherId")]
        other: Path<UserId>,
    ) -> Reply<Option<String>, { UNAUTHORISED | MALFORMED }> {
        self.0.typing(&caller.id, &other).await?;
        done("", None)
    }
}
