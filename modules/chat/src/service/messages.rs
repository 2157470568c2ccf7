//! Reading the messages of one conversation.

use sparkyard_kernel::{ApiError, Page, PageQuery, UserId};

use super::ChatService;
use crate::{
    error::ChatError,
    model::{Message, MessageId, message_id::place, seen::SeenMessage},
    store::Sides,
};

impl ChatService {
    /// The newest messages with `other` that are older than the cursor, in the order in which
    /// they are read.
    pub(crate) async fn messages(
        &self,
        caller: &UserId,
        other: &UserId,
        page: &PageQuery,
    ) -> Result<Page<SeenMessage>, ChatError> {
        let before = page.after.is_some().then(|| page.offset()).transpose()?;
        let Some(sides) = self.store.sides(caller, other).await? else { return Ok(empty()) };
        self.delivered(caller, std::slice::from_ref(&sides.own)).await;
        let newest = sides.own.seq;
        let last = before.map_or(newest, |seq| newest.min((seq as u64).saturating_sub(1)));
        let first = last.saturating_sub(page.limit as u64) + 1;
        let messages = self.store.range(&sides.own.thread, first, last).await?;
        let messages = seen(messages, &sides, caller);
        Ok(match first > 1 {
            true => Page::unfinished(messages, &first.to_string()),
            false => Page { items: messages, next_cursor: None },
        })
    }

    /// The oldest messages with `other` that are newer than `after`, a place or an id.
    pub(crate) async fn messages_after(
        &self,
        caller: &UserId,
        other: &UserId,
        after: &str,
        page: &PageQuery,
    ) -> Result<Page<SeenMessage>, ChatError> {
        let foreign = || ApiError::invalid("after", "This is no message of this conversation.");
        let id = MessageId::received(after);
        let after = place(after).or(id.as_ref().map(|id| id.seq)).ok_or_else(foreign)?;
        let sides = self.store.sides(caller, other).await?;
        let thread = sides.as_ref().map(|sides| sides.own.thread.as_str());
        if id.is_some_and(|id| Some(id.thread.as_str()) != thread) {
            return Err(foreign().into());
        }
        let Some(sides) = sides else { return Ok(empty()) };
        self.delivered(caller, std::slice::from_ref(&sides.own)).await;
        let last = sides.own.seq.min(after.saturating_add(page.limit as u64));
        let messages = self.store.range(&sides.own.thread, after + 1, last).await?;
        Ok(Page { items: seen(messages, &sides, caller), next_cursor: None })
    }
}

fn empty() -> Page<SeenMessage> {
    Page { items: Vec::new(), next_cursor: None }
}

/// The messages, as the caller sees them.
fn seen(messages: Vec<Message>, sides: &Sides, caller: &UserId) -> Vec<SeenMessage> {
    let seen = |message: Message| {
        let receiver = if message.from == *caller { sides.theirs } else { sides.own.progress };
        SeenMessage { is_read: message.id.seq <= receiver.read, message }
    };
    messages.into_iter().map(seen).collect()
}
