//! Looking for words in one's conversations.

use sparkyard_kernel::{Page, PageQuery, UserId, validate::Checks};

use super::ChatService;
use crate::{
    error::ChatError,
    model::{
        Conversation,
        seen::{Face, Found, SeenConversation},
        words::Words,
    },
};

/// Messages that are read at one time.
const BATCH: u64 = 200;
/// Most messages of one conversation that are looked through: its newest.
const MOST_OF_ONE: u64 = 2_000;
/// Messages after which a search ends for one request; the next goes on from there.
const MOST: u64 = 5_000;
/// Conversations after which it does.
const MOST_CONVERSATIONS: usize = 200;

impl ChatService {
    /// Conversations with somebody of that name, and those with a message that has these words.
    pub(crate) async fn search(
        &self,
        caller: &UserId,
        wanted: &str,
        page: &PageQuery,
    ) -> Result<Page<SeenConversation>, ChatError> {
        Checks::new().line("q", wanted, 3, 100).finish()?;
        let words = Words::of(wanted);
        let (mut found, mut read, mut looked) = (Vec::new(), 0, 0);
        let mut part = page.clone();
        part.limit = MOST_CONVERSATIONS.min(part.limit * 2);
        while !words.is_empty() {
            let some = self.store.conversations(caller, &part).await?;
            let goes_on = some.next_cursor.is_some();
            for seen in self.with_faces(some.items.into_iter().map(|c| (c, None)).collect()).await?
            {
                let position = seen.conversation.position.clone();
                looked += 1;
                found.extend(self.look_through(seen, &words, &mut read).await?);
                let is_full =
                    found.len() == page.limit || read >= MOST || looked == MOST_CONVERSATIONS;
                if is_full {
                    return Ok(Page::unfinished(found, &position));
                }
                part.after = Some(position);
            }
            if !goes_on {
                break;
            }
        }
        Ok(Page { items: found, next_cursor: None })
    }

    /// The conversation, if its name or a message of it has these words; `read` counts messages.
    async fn look_through(
        &self,
        seen: SeenConversation,
        words: &Words,
        read: &mut u64,
    ) -> Result<Option<SeenConversation>, ChatError> {
        let Face { name, .. } = &seen.face;
        let is_named = words.are_in(name);
        let found = self.newest_with(&seen.conversation, words, read).await?;
        Ok((is_named || found.is_some()).then_some(SeenConversation { found, ..seen }))
    }

    /// The newest message with these words.
    async fn newest_with(
        &self,
        conversation: &Conversation,
        words: &Words,
        read: &mut u64,
    ) -> Result<Option<Found>, ChatError> {
        let end = conversation.seq.saturating_sub(MOST_OF_ONE);
        let mut last = conversation.seq;
        while last > end {
            let first = last.saturating_sub(BATCH).max(end) + 1;
            let messages = self.store.range(&conversation.thread, first, last).await?;
            *read += last + 1 - first;
            let fits = messages.into_iter().rev().find(|message| words.are_in(&message.content));
            if let Some(message) = fits {
                return Ok(Some(Found {
                    id: message.id,
                    content: message.content,
                    at: message.at,
                }));
            }
            last = first - 1;
        }
        Ok(None)
    }
}
