//! The list of conversations, and their headers.

use sparkyard_kernel::{
    Page, PageQuery, UserId,
    ports::{KycStatus, LiveNews, LiveTyping, PersonInfo, Ties},
    text_folding::fold,
};

use super::ChatService;
use crate::{
    error::ChatError,
    model::{
        CannotWrite, Conversation, Unread,
        seen::{ConversationForViewer, Face, Found, HeadForViewer},
    },
};

impl ChatService {
    /// Lists the caller's conversations, newest messages first, and marks them as delivered.
    pub(crate) async fn conversations(
        &self,
        caller: &UserId,
        page: &PageQuery,
    ) -> Result<Page<ConversationForViewer>, ChatError> {
        let Page { items, next_cursor } = self.store.conversations(caller, page).await?;
        self.delivered(caller, &items).await;
        let items = items.into_iter().map(|conversation| (conversation, None)).collect();
        Ok(Page { items: self.with_faces(items).await?, next_cursor })
    }

    /// Adds names and pictures of the other members.
    pub(super) async fn with_faces(
        &self,
        conversations: Vec<(Conversation, Option<Found>)>,
    ) -> Result<Vec<ConversationForViewer>, ChatError> {
        let others = conversations.iter().map(|(conversation, _)| &conversation.other);
        let people = self.faces(others).await?;
        let seen = |(conversation, found): (Conversation, Option<Found>)| ConversationForViewer {
            face: Face::of(people.get(&conversation.other)),
            conversation,
            found,
        };
        Ok(conversations.into_iter().map(seen).collect())
    }

    /// Counts unread messages, and marks them as delivered to the device that asks.
    pub(crate) async fn unread(&self, caller: &UserId) -> Result<Unread, ChatError> {
        let unread = self.store.unread(caller).await?;
        self.delivered(caller, &unread).await;
        Ok(Unread {
            messages: unread.iter().map(|conversation| conversation.unread).sum(),
            conversations: unread.len() as u64,
        })
    }

    /// Returns the header of the conversation with `other`, whether it exists or not.
    pub(crate) async fn head(
        &self,
        caller: &UserId,
        other: &UserId,
    ) -> Result<HeadForViewer, ChatError> {
        let people = self.faces([caller, other].into_iter()).await?;
        let (person, sides) = (people.get(other), self.store.sides(caller, other).await?);
        let refusal = self.refusal(caller, other, person, sides.as_ref()).await?;
        let blocked = refusal == Some(CannotWrite::Blocked);
        let (ties, bookings) = match person.is_some() && caller != other && !blocked {
            true => {
                let ties = self.people.ties(caller, other).await?;
                (ties, self.shared_bookings(caller, other).await?)
            }
            false => (Ties::default(), 0),
        };
        let verified = match &self.kyc {
            Some(kyc) => Some(kyc.status(other).await? == KycStatus::Verified),
            None => None,
        };
        let theirs = match &sides {
            Some(sides) => self.shown_progress(caller, sides).await?,
            None => None,
        };
        Ok(HeadForViewer {
            other: other.clone(),
            face: Face::of(person),
            verified,
            refusal,
            ties,
            bookings,
            town: person
                .filter(|_| !blocked)
                .and_then(|person| shared_town(people.get(caller)?, person)),
            conversation: sides.map(|sides| sides.own),
            theirs: theirs.unwrap_or_default(),
        })
    }

    /// Tells `other` that the caller is typing, if they have a conversation and the caller may
    /// write and shares read receipts. The caller does not learn whether it was sent.
    pub(crate) async fn typing(&self, caller: &UserId, other: &UserId) -> Result<(), ChatError> {
        let Some(live) = &self.live else { return Ok(()) };
        let Some(sides) = self.store.sides(caller, other).await? else { return Ok(()) };
        let people = self.faces([other].into_iter()).await?;
        let refusal = self.refusal(caller, other, people.get(other), Some(&sides)).await?;
        if refusal.is_none() && self.shows_receipts(caller, other, sides.own.sent > 0).await? {
            live.send_ephemeral(other, &LiveNews::Typing(LiveTyping { user_id: caller.clone() }));
        }
        Ok(())
    }
}

/// Returns the town in which both members live.
fn shared_town(one: &PersonInfo, other: &PersonInfo) -> Option<String> {
    let both = one.id != other.id && other.listed && !other.location.is_empty();
    (both && fold(&one.location) == fold(&other.location)).then(|| other.location.clone())
}
