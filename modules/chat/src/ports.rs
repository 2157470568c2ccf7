//! The `Conversations` port: read state for other modules, and messages for staff.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, ItemId, Page, PageQuery, Timestamp, UserId,
    db::Fragment,
    ports::{Conversations, MessageInContext, PortHandle, WrittenMessage},
};

use crate::{
    model::{Message, MessageId},
    service::ChatService,
    store::{self, ChatStore},
};

/// Maximum number of messages shown before and after a message.
const MAX_AROUND: usize = 100;

/// Implements [`Conversations`] on the module's store and service.
pub(crate) struct ConversationsPort {
    pub(crate) store: ChatStore,
    /// Set before the first request.
    pub(crate) service: PortHandle<ChatService>,
}

#[async_trait]
impl Conversations for ConversationsPort {
    async fn send(
        &self,
        from: &UserId,
        to: &UserId,
        content: &str,
        key: &str,
    ) -> Result<(), ApiError> {
        Ok(self.service.get()?.send_once(from, to, content, key).await?)
    }

    async fn between(
        &self,
        one: &UserId,
        other: &UserId,
        since: Timestamp,
        page: &PageQuery,
    ) -> Result<Page<WrittenMessage>, ApiError> {
        let before = page.after.is_some().then(|| page.offset()).transpose()?;
        let Some(sides) = self.store.sides(one, other).await? else {
            return Ok(Page { items: Vec::new(), next_cursor: None });
        };
        let newest = sides.own.seq;
        let last = before.map_or(newest, |seq| newest.min((seq as u64).saturating_sub(1)));
        let first = last.saturating_sub(page.limit as u64) + 1;
        let messages = self.store.range(&sides.own.thread, first, last).await?;
        let goes_on = first > 1 && messages.first().is_some_and(|oldest| oldest.at >= since);
        let items = messages.into_iter().filter(|message| message.at >= since);
        let items = items.map(WrittenMessage::from).collect();
        Ok(match goes_on {
            true => Page::unfinished(items, &first.to_string()),
            false => Page { items, next_cursor: None },
        })
    }

    async fn unread(
        &self,
        reader: &UserId,
        from: &UserId,
        messages: &[ItemId],
    ) -> Result<Vec<ItemId>, ApiError> {
        let Some(sides) = self.store.sides(reader, from).await? else { return Ok(Vec::new()) };
        let (thread, read) = (&sides.own.thread, sides.own.progress.read);
        let is_unread = |id: &&ItemId| {
            MessageId::received(id.as_str()).is_some_and(|id| id.thread == *thread && id.seq > read)
        };
        Ok(messages.iter().filter(is_unread).cloned().collect())
    }

    async fn is_read(&self, reader: &UserId, message: &ItemId) -> Result<bool, ApiError> {
        let Some(id) = MessageId::received(message.as_str()) else { return Ok(true) };
        let message = self.store.message(&id).await?.filter(|message| message.to == *reader);
        let Some(message) = message else { return Ok(true) };
        let sides = self.store.sides(reader, &message.from).await?;
        Ok(sides.is_none_or(|sides| sides.own.progress.read >= id.seq))
    }

    async fn around(
        &self,
        message: &ItemId,
        before: usize,
        after: usize,
    ) -> Result<Option<MessageInContext>, ApiError> {
        let Some(MessageId { thread, seq }) = MessageId::received(message.as_str()) else {
            return Ok(None);
        };
        let first = seq.saturating_sub(before.min(MAX_AROUND) as u64).max(1);
        let last = seq + after.min(MAX_AROUND) as u64;
        let mut before = self.store.range(&thread, first, last).await?;
        let Some(place) = before.iter().position(|message| message.id.seq == seq) else {
            return Ok(None);
        };
        let after = before.split_off(place + 1);
        let message = before.remove(place).into();
        let written = |messages: Vec<Message>| messages.into_iter().map(Into::into).collect();
        let (before, after) = (written(before), written(after));
        Ok(Some(MessageInContext { before, message, after }))
    }

    async fn picture(&self, message: &ItemId) -> Result<Option<String>, ApiError> {
        match MessageId::received(message.as_str()) {
            Some(id) => Ok(self.store.file(&id).await?),
            None => Ok(None),
        }
    }

    fn remove(&self, message: &ItemId, at: Timestamp) -> Option<Fragment> {
        MessageId::received(message.as_str()).map(|id| store::remove(&id, at))
    }

    fn put_back(&self, message: &ItemId) -> Option<Fragment> {
        MessageId::received(message.as_str()).map(|id| store::put_back(&id))
    }
}

impl From<Message> for WrittenMessage {
    fn from(message: Message) -> Self {
        Self {
            id: message.id.to_string().into(),
            from: message.from,
            to: message.to,
            content: message.content,
            picture: message.picture.is_some(),
            at: message.at,
        }
    }
}
