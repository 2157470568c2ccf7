//! Reading pages of one conversation.

use std::collections::BTreeSet;

use sparkyard_kernel::{ApiError, Page, PageQuery, UserId};

use super::ChatService;
use crate::{
    error::ChatError,
    model::{
        Message, MessageId,
        message_id::place,
        seen::{Face, MessageForViewer},
    },
    store::Sides,
};

impl ChatService {
    /// Returns the newest messages with `other` before the cursor, in ascending order.
    pub(crate) async fn messages(
        &self,
        caller: &UserId,
        other: &UserId,
        page: &PageQuery,
    ) -> Result<Page<MessageForViewer>, ChatError> {
        let before = page.after.is_some().then(|| page.offset()).transpose()?;
        let Some(sides) = self.store.sides(caller, other).await? else { return Ok(empty()) };
        self.delivered(caller, std::slice::from_ref(&sides.own)).await;
        let newest = sides.own.seq;
        let last = before.map_or(newest, |seq| newest.min((seq as u64).saturating_sub(1)));
        let first = last.saturating_sub(page.limit as u64) + 1;
        let messages = self.store.range(&sides.own.thread, first, last).await?;
        let messages = self.seen(messages, &sides, caller).await?;
        Ok(match first > 1 {
            true => Page::unfinished(messages, &first.to_string()),
            false => Page { items: messages, next_cursor: None },
        })
    }

    /// Returns the oldest messages with `other` that are newer than `after`, a `seq` or an id.
    pub(crate) async fn messages_after(
        &self,
        caller: &UserId,
        other: &UserId,
        after: &str,
        page: &PageQuery,
    ) -> Result<Page<MessageForViewer>, ChatError> {
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
        let items = self.seen(messages, &sides, caller).await?;
        Ok(Page { items, next_cursor: None })
    }

    /// Adds the read state, as the caller sees it.
    async fn seen(
        &self,
        messages: Vec<Message>,
        sides: &Sides,
        caller: &UserId,
    ) -> Result<Vec<MessageForViewer>, ChatError> {
        let theirs = self.shown_progress(caller, sides).await?;
        let seen = |message: Message| {
            let receiver = match message.from == *caller {
                true => theirs,
                false => Some(sides.own.progress),
            };
            MessageForViewer::new(message, receiver)
        };
        let mut messages = messages.into_iter().map(seen).collect();
        self.name_delegates(&mut messages).await?;
        Ok(messages)
    }

    /// Adds the names of delegates; without any, nothing is read.
    pub(super) async fn name_delegates(
        &self,
        messages: &mut Vec<MessageForViewer>,
    ) -> Result<(), ChatError> {
        let delegates = messages.iter().filter_map(|seen| seen.message.delegate.as_ref());
        let delegates: BTreeSet<UserId> = delegates.cloned().collect();
        if delegates.is_empty() {
            return Ok(());
        }
        let people = self.people.find(&delegates.into_iter().collect::<Vec<_>>()).await?;
        for seen in messages {
            let delegate = seen.message.delegate.as_ref();
            seen.delegate = delegate.map(|delegate| Face::of(people.get(delegate)).name);
        }
        Ok(())
    }
}

fn empty() -> Page<MessageForViewer> {
    Page { items: Vec::new(), next_cursor: None }
}
