//! Sending messages.

use sparkyard_kernel::{
    ItemId, UserId, allowance,
    db::{DbError, Fragment},
    events::chat::MessageSent,
    ports::{LiveMessage, LiveNews},
};

use super::ChatService;
use crate::{
    error::{ChatError, MOVED_ON, TOO_MANY_STRANGERS, TOO_MANY_TODAY},
    model::{CannotWrite, Checked, Draft, Message, MessageId, Picture, seen::MessageForViewer},
    store::{Sending, Sides},
};

/// Maximum number of attempts when many messages are sent in one conversation at once.
const MAX_LOOKS: u32 = 64;

impl ChatService {
    /// Sends a text message.
    pub(crate) async fn send(
        &self,
        caller: &UserId,
        draft: Draft,
    ) -> Result<MessageForViewer, ChatError> {
        let checked = draft.check(1)?;
        self.may_write(caller, &checked.to).await?;
        self.may_delegate_write(&checked).await?;
        let (message, before) = self.place(caller, &checked, None).await?;
        self.as_sent(caller, message, before).await
    }

    /// Sends a text message for another module, once per `key` of the sender in the conversation.
    pub(crate) async fn send_once(
        &self,
        caller: &UserId,
        to: &UserId,
        content: &str,
        key: &str,
    ) -> Result<(), ChatError> {
        let content = content.to_owned();
        let draft = Draft { to: to.clone(), content, client_id: None, delegate: None };
        let checked = Checked { client_id: Some(key.to_owned()), ..draft.check(1)? };
        self.may_write(caller, to).await?;
        self.place(caller, &checked, None).await.map(drop)
    }

    /// Returns the message as the sender sees it. Without `before` it is new, hence unread.
    pub(super) async fn as_sent(
        &self,
        caller: &UserId,
        message: Message,
        before: bool,
    ) -> Result<MessageForViewer, ChatError> {
        let sides = match before {
            true => self.store.sides(caller, &message.to).await?,
            false => None,
        };
        let theirs = match sides {
            Some(sides) => self.shown_progress(caller, &sides).await?,
            None => None,
        };
        let mut seen = vec![MessageForViewer::new(message, theirs)];
        self.name_delegates(&mut seen).await?;
        seen.pop().ok_or(ChatError::NotFound)
    }

    /// Fails if `caller` cannot write to `other`. Checks the caller's account too, because a reply
    /// by email has passed no session guard. Does not check for missing answers: sending again
    /// must return the message sent before.
    pub(super) async fn may_write(&self, caller: &UserId, other: &UserId) -> Result<(), ChatError> {
        let people = self.faces([caller, other].into_iter()).await?;
        if !people.get(caller).is_some_and(|own| own.listed) {
            return Err(ChatError::NotActive);
        }
        let sides = self.store.sides(caller, other).await?;
        match self.refusal(caller, other, people.get(other), sides.as_ref()).await? {
            None | Some(CannotWrite::Unanswered) => Ok(()),
            Some(CannotWrite::Yourself) => Err(ChatError::Yourself),
            Some(CannotWrite::Blocked | CannotWrite::Deleted | CannotWrite::Suspended) => {
                Err(ChatError::CannotWrite)
            }
        }
    }

    /// Fails if a delegate and the receiver block each other.
    pub(super) async fn may_delegate_write(&self, checked: &Checked) -> Result<(), ChatError> {
        let Some(delegate) = &checked.delegate else { return Ok(()) };
        match self.people.is_blocked(delegate, &checked.to).await? {
            true => Err(ChatError::CannotWrite),
            false => Ok(()),
        }
    }

    /// Stores a message under the next `seq`; returns it, and whether it had been sent before.
    ///
    /// Concurrent senders in one process queue. In two processes both may find the same `seq` free:
    /// the store accepts one message, and the other sender retries. So all decisions made here from
    /// the conversation as read, such as whether this is its first message, still hold when the
    /// message is stored.
    pub(super) async fn place(
        &self,
        caller: &UserId,
        checked: &Checked,
        picture: Option<Picture>,
    ) -> Result<(Message, bool), ChatError> {
        let _queued = self.store.queue(caller, &checked.to).await;
        for _ in 0..MAX_LOOKS {
            let sides = self.store.sides(caller, &checked.to).await?;
            let now = self.cx.now();
            let stranger = match &sides {
                Some(sides) => {
                    if let Some(sent) = self.sent_before(caller, sides, checked).await? {
                        return Ok((sent, true));
                    }
                    if self.waits_for_answer(caller, sides).await? {
                        return Err(ChatError::Unanswered);
                    }
                    false
                }
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
                // Times never decrease within a conversation, even if clocks differ.
                at: known.map_or(now, |own| own.last.at.max(now)),
                client_id: checked.client_id.clone(),
                delivered_at: None,
                read_at: None,
                picture: picture.as_ref().map(|picture| picture.size),
                removed: false,
                delegate: checked.delegate.clone(),
            };
            let sending = Sending {
                nth: known.map_or(0, |own| own.sent) + 1,
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
                Err(error) => return Err(allowance::explain(error, &[&TOO_MANY_TODAY], now)),
            }
        }
        Err(DbError::Busy { attempts: MAX_LOOKS }.into())
    }

    /// Returns the caller's message with the same `client_id`, if sent before.
    pub(super) async fn sent_before(
        &self,
        caller: &UserId,
        sides: &Sides,
        checked: &Checked,
    ) -> Result<Option<Message>, ChatError> {
        let Some(client_id) = &checked.client_id else { return Ok(None) };
        Ok(self.store.sent_before(&sides.own.thread, caller, client_id).await?)
    }

    /// Checks whether the receiver of a first message is a stranger; refuses short messages.
    async fn is_stranger(&self, caller: &UserId, checked: &Checked) -> Result<bool, ChatError> {
        if !checked.says_enough_at_first() {
            return Err(ChatError::SayMore);
        }
        Ok(self.cx.limits.enabled && !self.know_each_other(caller, &checked.to).await?)
    }

    /// Returns the events for the receiver, and for the sender's other devices.
    fn message_news(&self, message: &Message) -> Vec<Fragment> {
        let Some(live) = &self.live else { return Vec::new() };
        let news = LiveNews::Message(LiveMessage {
            id: ItemId(message.id.to_string()),
            sender_id: message.from.clone(),
            receiver_id: message.to.clone(),
            seq: live_seq(message.id.seq),
        });
        vec![live.publish(&message.to, &news), live.publish(&message.from, &news)]
    }
}

/// Converts a `seq` to the type used in events.
pub(super) fn live_seq(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}
