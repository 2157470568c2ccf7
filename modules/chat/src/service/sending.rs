//! Sending messages.

use sparkyard_kernel::{
    ItemId, UserId,
    db::{DbError, Fragment},
    events::chat::MessageSent,
    ports::{LiveMessage, LiveNews, PersonInfo},
};

use super::ChatService;
use crate::{
    error::{ChatError, MOVED_ON, TOO_MANY_STRANGERS, TOO_MANY_TODAY},
    model::{Checked, Draft, Message, MessageId, Picture, seen::SeenMessage},
    store::Sending,
};

/// How often somebody looks again who was not the fastest of many who write in one conversation.
const MOST_LOOKS: u32 = 64;

impl ChatService {
    /// Sends words.
    pub(crate) async fn send(
        &self,
        caller: &UserId,
        draft: Draft,
    ) -> Result<SeenMessage, ChatError> {
        let checked = draft.check(1)?;
        self.may_write(caller, &checked.to).await?;
        let (message, before) = self.place(caller, &checked, None).await?;
        self.as_sent(caller, message, before).await
    }

    /// The message, as its sender sees it; of one that was not there `before` nobody can have read
    /// anything.
    pub(super) async fn as_sent(
        &self,
        caller: &UserId,
        message: Message,
        before: bool,
    ) -> Result<SeenMessage, ChatError> {
        let is_read = message.read_at.is_some()
            || before && {
                let sides = self.store.sides(caller, &message.to).await?;
                sides.is_some_and(|sides| sides.theirs.read >= message.id.seq)
            };
        Ok(SeenMessage { message, is_read })
    }

    /// Refuses whoever cannot write to `other`.
    pub(super) async fn may_write(&self, caller: &UserId, other: &UserId) -> Result<(), ChatError> {
        if caller == other {
            return Err(ChatError::Yourself);
        }
        let people = self.faces([other].into_iter()).await?;
        let person: Option<&PersonInfo> = people.get(other);
        if person.is_none() && self.store.sides(caller, other).await?.is_none() {
            return Err(ChatError::PersonNotFound);
        }
        match self.refusal(caller, other, person).await? {
            Some(_) => Err(ChatError::CannotWrite),
            None => Ok(()),
        }
    }

    /// Gives a message the next place in its conversation; with whether it was there before.
    ///
    /// Two who write at once find the same place free. The store lets one of them have it, and the
    /// other looks again; so whatever is decided here about the conversation as it was read, such
    /// as whether this is its first message, is true of it when the message is kept.
    pub(super) async fn place(
        &self,
        caller: &UserId,
        checked: &Checked,
        picture: Option<Picture>,
    ) -> Result<(Message, bool), ChatError> {
        for _ in 0..MOST_LOOKS {
            let sides = self.store.sides(caller, &checked.to).await?;
            if let (Some(sides), Some(client_id)) = (&sides, &checked.client_id) {
                let thread = &sides.own.thread;
                if let Some(sent) = self.store.sent_before(thread, caller, client_id).await? {
                    return Ok((sent, true));
                }
            }
            let now = self.cx.now();
            let stranger = match &sides {
                Some(_) => false,
                None => self.is_stranger(caller, checked).await?,
            };
            let known = sides.as_ref().map(|sides| &sides.own);
            let message = Message {
                id: MessageId {
                    thread: known.map_or_else(|| self.cx.ids.next(), |own| own.thread.clone()),
                    seq: known.map_or(0, |own| own.seq) + 1,
                },
                from: caller.clone(),
                to: checked.to.clone(),
                content: checked.content.clone(),
                // Nobody reads them in another order, whatever the clocks say.
                at: known.map_or(now, |own| own.last.at.max(now)),
                client_id: checked.client_id.clone(),
                delivered_at: None,
                read_at: None,
                picture: picture.as_ref().map(|picture| picture.size),
                removed: false,
            };
            let sending = Sending {
                nth: sides.as_ref().map_or(0, |sides| sides.sent) + 1,
                excerpt: checked.excerpt(),
                file: picture.as_ref().map(|picture| picture.file.clone()),
                most_strangers: stranger.then(|| self.config.most_strangers(self.cx.limits)),
                counted: self.config.messages(self.cx.limits).use_up(
                    caller.as_str(),
                    1,
                    now,
                    &TOO_MANY_TODAY,
                ),
                news: self.message_news(&message),
                event: MessageSent {
                    id: ItemId(message.id.to_string()),
                    from: caller.clone(),
                    to: checked.to.clone(),
                    excerpt: checked.excerpt(),
                },
            };
            match self.store.send(&message, sending).await {
                Ok(()) => return Ok((message, false)),
                Err(DbError::Refused(refusal)) if *refusal == MOVED_ON => {}
                Err(DbError::Refused(refusal)) if *refusal == TOO_MANY_STRANGERS => {
                    let free_at = self.store.next_stranger_at(caller, now).await?;
                    return Err(ChatError::TooManyStrangers(free_at.since(now).as_secs().max(1)));
                }
                Err(error) => return Err(ChatError::from(error).with_wait(now)),
            }
        }
        Err(DbError::Busy { attempts: MOST_LOOKS }.into())
    }

    /// Whether somebody to whom the caller has never written is a stranger to them. The first
    /// message to anybody must say something.
    async fn is_stranger(&self, caller: &UserId, checked: &Checked) -> Result<bool, ChatError> {
        if !checked.says_enough_at_first() {
            return Err(ChatError::SayMore);
        }
        Ok(self.cx.limits.enabled
            && self.shared_bookings(caller, &checked.to).await? == 0
            && !self.people.ties(caller, &checked.to).await?.follow_each_other)
    }

    /// Tells both of a message: its receiver, and the sender's other devices.
    fn message_news(&self, message: &Message) -> Vec<Fragment> {
        let Some(live) = &self.live else { return Vec::new() };
        let news = LiveNews::Message(LiveMessage {
            id: ItemId(message.id.to_string()),
            sender_id: message.from.clone(),
            receiver_id: message.to.clone(),
            seq: live_seq(message.id.seq),
        });
        vec![live.tell(&message.to, &news), live.tell(&message.from, &news)]
    }
}

/// A place as live news have it.
pub(super) fn live_seq(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}
