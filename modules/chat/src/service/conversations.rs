//! Conversations: the list of them, and what stands above one.

use sparkyard_kernel::{
    Page, PageQuery, UserId,
    fold::fold,
    ports::{KycStatus, LiveNews, LiveTyping, PersonInfo, Ties},
};

use super::ChatService;
use crate::{
    error::ChatError,
    model::{
        Conversation, Unread,
        seen::{Face, Found, SeenConversation, SeenHead},
    },
};

impl ChatService {
    /// One's conversations, those with the newest messages first. What is listed has come to a
    /// device of the caller.
    pub(crate) async fn conversations(
        &self,
        caller: &UserId,
        page: &PageQuery,
    ) -> Result<Page<SeenConversation>, ChatError> {
        let Page { items, next_cursor } = self.store.conversations(caller, page).await?;
        self.delivered(caller, &items).await;
        let items = items.into_iter().map(|conversation| (conversation, None)).collect();
        Ok(Page { items: self.with_faces(items).await?, next_cursor })
    }

    /// Conversations with the names and pictures of the others.
    pub(super) async fn with_faces(
        &self,
        conversations: Vec<(Conversation, Option<Found>)>,
    ) -> Result<Vec<SeenConversation>, ChatError> {
        let others = conversations.iter().map(|(conversation, _)| &conversation.other);
        let people = self.faces(others).await?;
        let seen = |(conversation, found): (Conversation, Option<Found>)| SeenConversation {
            face: Face::of(people.get(&conversation.other)),
            conversation,
            found,
        };
        Ok(conversations.into_iter().map(seen).collect())
    }

    /// How much there is to read. A device that shows that has been told of it.
    pub(crate) async fn unread(&self, caller: &UserId) -> Result<Unread, ChatError> {
        let unread = self.store.unread(caller).await?;
        self.delivered(caller, &unread).await;
        Ok(Unread {
            messages: unread.iter().map(|conversation| conversation.unread).sum(),
            conversations: unread.len() as u64,
        })
    }

    /// What stands above the conversation with `other`, whether there is one or not.
    pub(crate) async fn head(
        &self,
        caller: &UserId,
        other: &UserId,
    ) -> Result<SeenHead, ChatError> {
        let people = self.faces([caller, other].into_iter()).await?;
        let (person, sides) = (people.get(other), self.store.sides(caller, other).await?);
        if person.is_none() && sides.is_none() {
            return Err(ChatError::PersonNotFound);
        }
        let refusal = self.refusal(caller, other, person).await?;
        let (ties, bookings) = match person.is_some() && caller != other {
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
        let (conversation, theirs) = sides.map(|sides| (sides.own, sides.theirs)).unzip();
        Ok(SeenHead {
            other: other.clone(),
            face: Face::of(person),
            verified,
            refusal,
            ties,
            bookings,
            town: person.and_then(|person| shared_town(people.get(caller)?, person)),
            conversation,
            theirs: theirs.unwrap_or_default(),
        })
    }

    /// Tells `other` that the caller is writing to them, if they have a conversation and may still
    /// write to each other; the caller does not learn whether.
    pub(crate) async fn typing(&self, caller: &UserId, other: &UserId) -> Result<(), ChatError> {
        let Some(live) = &self.live else { return Ok(()) };
        if self.store.sides(caller, other).await?.is_none() {
            return Ok(());
        }
        let people = self.faces([other].into_iter()).await?;
        if self.refusal(caller, other, people.get(other)).await?.is_none() {
            live.hint(other, &LiveNews::Typing(LiveTyping { user_id: caller.clone() }));
        }
        Ok(())
    }
}

/// The town where both live.
fn shared_town(one: &PersonInfo, other: &PersonInfo) -> Option<String> {
    let both = one.id != other.id && other.listed && !other.location.is_empty();
    (both && fold(&one.location) == fold(&other.location)).then(|| other.location.clone())
}
