//! Search in the member's own conversations.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{
    ApiError, Page, PageQuery, UserId,
    quota::{Quota, QuotaExceeded, Reservation, Sender},
    text_folding::fold,
    validate::Checks,
};

use super::ChatService;
use crate::{
    error::ChatError,
    model::{
        Conversation, Message,
        seen::{ConversationForViewer, Face, Found},
        words::Words,
    },
};

/// In-flight limit of searches per member; the next one waits.
const AT_ONCE: u64 = 1;
/// Maximum time that a search waits for the previous one.
const PATIENCE: Duration = Duration::from_secs(10);
/// Number of messages read per query.
const BATCH: u64 = 100;
/// Limit per conversation: only the newest messages are searched.
const MAX_OF_ONE: Amount = Amount { messages: 2_000, bytes: 2 * MIB };
/// Limit per request, overshot by at most one conversation; the next page continues from there.
const MOST: Amount = Amount { messages: 5_000, bytes: 4 * MIB };
/// Maximum number of conversations per request.
const MAX_CONVERSATIONS: usize = 200;

const MIB: usize = 1024 * 1024;

/// Amount of text searched. Counts the bytes both as written and as compared: an emoji is compared
/// by its name, which can be eight words.
#[derive(Clone, Copy, Default)]
struct Amount {
    messages: u64,
    bytes: usize,
}

impl Amount {
    fn reaches(self, most: Self) -> bool {
        self.messages >= most.messages || self.bytes >= most.bytes
    }
}

/// A running search. Holds its slot under the in-flight limit until all work has stopped.
struct Search {
    words: Words,
    _slot: Reservation,
}

/// Creates the in-flight limit of searches.
pub(super) fn slots() -> Arc<Quota> {
    Quota::of_shares(AT_ONCE)
}

impl ChatService {
    /// Finds conversations with a member of that name, and those with a message that has all words.
    pub(crate) async fn search(
        &self,
        caller: &UserId,
        wanted: &str,
        page: &PageQuery,
    ) -> Result<Page<ConversationForViewer>, ChatError> {
        Checks::new().line("q", wanted, 3, 100).finish()?;
        let words = Words::of(wanted);
        if words.is_empty() {
            return Ok(Page { items: Vec::new(), next_cursor: None });
        }
        let mut slot = self.searches.hold(vec![Sender::Member(caller.clone())]);
        slot.grow_within(PATIENCE, 1).await.map_err(|QuotaExceeded| ChatError::Searching)?;
        let search = Arc::new(Search { words, _slot: slot });
        let (mut found, mut looked, mut conversations) = (Vec::new(), Amount::default(), 0);
        let mut part = page.clone();
        part.limit = MAX_CONVERSATIONS.min(part.limit * 2);
        loop {
            let some = self.store.conversations(caller, &part).await?;
            let goes_on = some.next_cursor.is_some();
            for seen in self.with_faces(some.items.into_iter().map(|c| (c, None)).collect()).await?
            {
                let position = seen.conversation.position.clone();
                conversations += 1;
                found.extend(self.look_through(seen, &search, &mut looked).await?);
                let is_full = found.len() == page.limit
                    || looked.reaches(MOST)
                    || conversations == MAX_CONVERSATIONS;
                if is_full {
                    return Ok(Page::unfinished(found, &position));
                }
                part.after = Some(position);
            }
            if !goes_on {
                return Ok(Page { items: found, next_cursor: None });
            }
        }
    }

    /// Returns the conversation if its name or a message matches; adds the work to `looked`.
    async fn look_through(
        &self,
        seen: ConversationForViewer,
        search: &Arc<Search>,
        looked: &mut Amount,
    ) -> Result<Option<ConversationForViewer>, ChatError> {
        let Face { name, .. } = &seen.face;
        let is_named = search.words.are_in(&fold(name));
        let (found, amount) = self.newest_with(&seen.conversation, search).await?;
        looked.messages += amount.messages;
        looked.bytes += amount.bytes;
        Ok((is_named || found.is_some()).then_some(ConversationForViewer { found, ..seen }))
    }

    /// Returns the newest matching message, and the amount of text searched.
    async fn newest_with(
        &self,
        conversation: &Conversation,
        search: &Arc<Search>,
    ) -> Result<(Option<Found>, Amount), ChatError> {
        let (mut last, mut looked) = (conversation.seq, Amount::default());
        while last > 0 && !looked.reaches(MAX_OF_ONE) {
            let first = last.saturating_sub(BATCH) + 1;
            let messages = self.store.range(&conversation.thread, first, last).await?;
            let found = search.newest_of(messages, &mut looked).await?;
            if found.is_some() {
                return Ok((found, looked));
            }
            last = first - 1;
        }
        Ok((None, looked))
    }
}

impl Search {
    /// Returns the newest match among `messages`. Compares on a blocking thread, so as not to delay
    /// other requests.
    async fn newest_of(
        self: &Arc<Self>,
        messages: Vec<Message>,
        looked: &mut Amount,
    ) -> Result<Option<Found>, ChatError> {
        let (search, mut amount) = (self.clone(), *looked);
        let work = move || {
            let found = messages.into_iter().rev().find(|message| {
                if amount.reaches(MAX_OF_ONE) {
                    return false;
                }
                let folded = fold(&message.content);
                amount.messages += 1;
                amount.bytes += message.content.len() + folded.len();
                search.words.are_in(&folded)
            });
            (found, amount)
        };
        let done = tokio::task::spawn_blocking(work).await;
        let (found, amount) = done.map_err(ApiError::internal)?;
        *looked = amount;
        Ok(found.map(|Message { id, content, at, .. }| Found { id, content, at }))
    }
}
