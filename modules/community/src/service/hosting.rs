//! Events as admins create, change and cancel them.

use sparkyard_kernel::{
    Caller, ItemId, Timestamp, UserId, allowance, audit::AuditEntry, idempotency::idempotency,
};

use super::CommunityService;
use crate::{
    error::{CommunityError, TOO_MANY_EVENTS},
    model::event::{Event, EventForViewer, EventWords, State, WrittenEvent},
};

/// Maximum number of events created per day, over all admins.
const EVENTS_PER_DAY: u32 = 20;

impl CommunityService {
    /// Creates an event on behalf of an admin. Recorded in the audit log.
    pub(crate) async fn create_event(
        &self,
        caller: &Caller,
        written: WrittenEvent,
        key: Option<&str>,
    ) -> Result<EventForViewer, CommunityError> {
        let now = self.cx.now();
        let words = written.checked(now, None)?;
        self.check_hosts(&words, &[]).await?;
        let print = format!("{words:?}");
        let key = idempotency(caller, "create_event", key, &[print.as_bytes()], now)?;
        let event = Event {
            id: ItemId(self.cx.ids.next()),
            words,
            thanked: Vec::new(),
            author: caller.id.clone(),
            created_at: now,
            edited_at: None,
            cancelled_at: None,
            version: 0,
            joined: 0,
            waiting: 0,
        };
        let daily = self.cx.limits.daily("community.events", EVENTS_PER_DAY);
        let charge = daily.use_up("all", 1, now, &TOO_MANY_EVENTS);
        let detail = detail(&event.words);
        let audit = self.event_audit(caller, "community.event_created", (&event.id, detail), now);
        let made = self.store.create_event(&event, (charge, audit.fragment()), key).await;
        let id = made.map_err(|error| {
            allowance::explain::<CommunityError>(error, &[&TOO_MANY_EVENTS], now)
        })?;
        self.event(caller, &id).await
    }

    /// Changes an event on behalf of an admin, and tells those who take part of another time or
    /// place. Recorded in the audit log.
    pub(crate) async fn edit_event(
        &self,
        caller: &Caller,
        id: &ItemId,
        written: WrittenEvent,
    ) -> Result<EventForViewer, CommunityError> {
        let now = self.cx.now();
        let event = self.open_event(caller, id).await?;
        let words = written.checked(now, Some(event.words.starts_at))?;
        self.check_hosts(&words, &super::events::members_of(&event)).await?;
        let detail = event.words.changes(&words);
        if detail.is_empty() {
            return self.event(caller, id).await;
        }
        let audit = self.event_audit(caller, "community.event_edited", (id, detail), now);
        let change = (now, ItemId(self.cx.ids.next()));
        self.store.edit_event(&event, words, change, audit.fragment()).await?;
        self.event(caller, id).await
    }

    /// Cancels an event on behalf of an admin, and tells those who take part. Recorded in the audit
    /// log. Repeating it changes nothing.
    pub(crate) async fn cancel_event(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<EventForViewer, CommunityError> {
        let now = self.cx.now();
        let event = match self.open_event(caller, id).await {
            Err(CommunityError::EventCancelled) => return self.event(caller, id).await,
            event => event?,
        };
        let detail = detail(&event.words);
        let audit = self.event_audit(caller, "community.event_cancelled", (id, detail), now);
        let change = (now, ItemId(self.cx.ids.next()));
        self.store.cancel_event(&event, change, audit.fragment()).await?;
        self.event(caller, id).await
    }

    /// Returns an event that is neither cancelled nor over.
    async fn open_event(&self, caller: &Caller, id: &ItemId) -> Result<Event, CommunityError> {
        let (event, _) = self.stored_event(caller, id).await?;
        match event.state_at(self.cx.now()) {
            State::Cancelled => Err(CommunityError::EventCancelled),
            State::Over => Err(CommunityError::EventOver),
            State::Coming | State::Begun => Ok(event),
        }
    }

    /// Checks that hosts and helpers other than those `before` are members in good standing.
    async fn check_hosts(
        &self,
        words: &EventWords,
        before: &[UserId],
    ) -> Result<(), CommunityError> {
        let members = words.hosts.iter().map(|host| host.member.clone());
        let new: Vec<UserId> = members.filter(|member| !before.contains(member)).collect();
        if self.are_listed(&new).await? { Ok(()) } else { Err(CommunityError::Hosts) }
    }

    /// Checks whether all of `members` are in good standing.
    pub(super) async fn are_listed(&self, members: &[UserId]) -> Result<bool, CommunityError> {
        let found = self.people.find(members).await?;
        Ok(members.iter().all(|member| found.get(member).is_some_and(|person| person.listed)))
    }

    pub(super) fn event_audit<'a>(
        &self,
        caller: &'a Caller,
        action: &'static str,
        (id, detail): (&ItemId, String),
        at: Timestamp,
    ) -> AuditEntry<'a> {
        AuditEntry {
            id: self.cx.ids.next(),
            at,
            actor: caller.id.as_str(),
            action,
            subject: format!("event:{id}"),
            detail,
        }
    }
}

/// Returns the event in words, for the audit log.
fn detail(words: &EventWords) -> String {
    let EventWords { title, place, starts_at, .. } = words;
    format!("{title}, {place}, {starts_at}")
}
