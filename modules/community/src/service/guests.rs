//! The guest list of an event, attendance, and thanks to those who host and help.

use sparkyard_kernel::{
    ApiError, Caller, ItemId, Page, PageQuery, Timestamp, UserId,
    db::DbError,
    events::community::{EventChanged, EventNews},
    idempotency::digest,
    ports::{EventMembers, INSUFFICIENT_FUNDS, PotGrant},
};

use super::{CommunityService, events};
use crate::{
    error::{CommunityError, EVENT_CHANGED},
    model::{
        Near,
        event::{
            Event, EventForViewer, Guest, GuestForHost, GuestState, State, Thanks, WrittenThanks,
        },
    },
};

impl CommunityService {
    /// Returns a page of those who joined or wait and are in good standing, in the order in which
    /// they came. For staff and hosts.
    pub(crate) async fn guests(
        &self,
        caller: &Caller,
        id: &ItemId,
        page: &PageQuery,
    ) -> Result<Page<GuestForHost>, CommunityError> {
        self.run_event(caller, id).await?;
        let Page { mut items, next_cursor } = self.store.guests(id, page).await?;
        items.retain(|guest| guest.state != GuestState::Left);
        Ok(Page { items: self.guests_for(caller, items).await?, next_cursor })
    }

    /// Notes whether a guest came. For staff and hosts, once the event has begun.
    pub(crate) async fn mark_attended(
        &self,
        caller: &Caller,
        (id, member): (&ItemId, &UserId),
        attended: bool,
    ) -> Result<GuestForHost, CommunityError> {
        let event = self.run_event(caller, id).await?;
        self.check_begun(&event)?;
        self.store.mark_attended(&event, member, attended).await?;
        let marked = self.store.event(id, member).await?.and_then(|(_, guest)| guest);
        let marked = self.guests_for(caller, marked.into_iter().collect()).await?.pop();
        marked.ok_or(CommunityError::GuestNotFound)
    }

    /// Thanks hosts and helpers with sparks from the pot, on behalf of an admin: all of them, or
    /// nobody. Each is thanked once for an event. Recorded in the audit log.
    pub(crate) async fn thank_hosts(
        &self,
        caller: &Caller,
        id: &ItemId,
        written: WrittenThanks,
    ) -> Result<EventForViewer, CommunityError> {
        // Again if somebody else thanks one of them meanwhile, who is then left out.
        loop {
            let (event, _) = self.stored_event(caller, id).await?;
            self.check_begun(&event)?;
            let mut thanks = written.clone().checked(&event)?;
            if thanks.to.contains(&caller.id) {
                return Err(CommunityError::OwnThanks);
            }
            thanks.to.retain(|member| !event.thanked.contains(member));
            if thanks.to.is_empty() {
                break;
            }
            match self.give_thanks(caller, &event, thanks).await {
                Err(CommunityError::Db(DbError::Refused(violation)))
                    if *violation == EVENT_CHANGED => {}
                Err(CommunityError::Db(DbError::Refused(violation)))
                    if violation.code == INSUFFICIENT_FUNDS =>
                {
                    return Err(CommunityError::PotTooLow);
                }
                outcome => {
                    outcome?;
                    break;
                }
            }
        }
        self.event(caller, id).await
    }

    async fn give_thanks(
        &self,
        caller: &Caller,
        event: &Event,
        Thanks { amount, to, message }: Thanks,
    ) -> Result<(), CommunityError> {
        let pot = self.pot().ok_or(CommunityError::NoPot)?;
        let (to, now) = (to.into_iter().collect::<Vec<_>>(), self.cx.now());
        if !self.are_listed(&to).await? {
            return Err(CommunityError::ThankedGone);
        }
        let grants = to.iter().map(|receiver| {
            pot.grant(PotGrant {
                id: gift_id(&event.id, receiver),
                receiver: receiver.clone(),
                granted_by: caller.id.clone(),
                amount,
                reason: message.clone(),
                at: now,
            })
        });
        let grants = grants.collect::<Result<Vec<_>, ApiError>>()?;
        let names = to.iter().map(UserId::as_str).collect::<Vec<_>>().join(", ");
        let detail = format!("{amount} sparks each to {names}: {message}");
        let audit = self.event_audit(caller, "community.event_thanked", (&event.id, detail), now);
        Ok(self.store.thank_hosts(event, to, grants, audit.fragment()).await?)
    }

    /// Returns about `limit` of those whom a change of an event concerns, after the number `after`.
    pub(crate) async fn concerned(
        &self,
        change: &EventChanged,
        after: i64,
        limit: u32,
    ) -> Result<EventMembers, CommunityError> {
        let (id, most) = (&change.event_id, i64::from(limit));
        let guests = match change.news {
            EventNews::Promoted => self.store.promoted(&change.change, after, most).await?,
            _ => self.store.guests_after(id, after, most).await?,
        };
        let next = guests.last().filter(|_| guests.len() >= limit as usize).map(|one| one.turn);
        let is_concerned = |guest: &Guest| match change.news {
            EventNews::Moved | EventNews::Cancelled => guest.state != GuestState::Left,
            EventNews::Soon | EventNews::Promoted => guest.state == GuestState::Joined,
        };
        let guests = guests.into_iter().filter(is_concerned);
        let mut members: Vec<UserId> = guests.map(|guest| guest.member).collect();
        if after == 0 && matches!(change.news, EventNews::Moved | EventNews::Cancelled) {
            let hosts = self.hosts_of(id).await?;
            members.retain(|member| !hosts.contains(member));
            members.extend(hosts);
        }
        Ok(EventMembers { members, next })
    }

    /// Reminds guests of events that begin within a day, once.
    pub(crate) async fn remind_guests(&self, now: Timestamp) -> Result<(), CommunityError> {
        loop {
            let due = self.store.events_to_remind(now, super::expiry::BATCH).await?;
            for event in &due {
                match self.store.remind_guests(event, now).await {
                    // It was moved or cancelled, or another process was faster.
                    Err(DbError::Refused(violation)) if *violation == EVENT_CHANGED => {}
                    outcome => outcome?,
                }
            }
            if due.is_empty() {
                return Ok(());
            }
        }
    }

    /// Returns an event that the caller runs.
    async fn run_event(&self, caller: &Caller, id: &ItemId) -> Result<Event, CommunityError> {
        let (event, _) = self.stored_event(caller, id).await?;
        if events::runs(caller, &event) { Ok(event) } else { Err(CommunityError::NotHost) }
    }

    async fn hosts_of(&self, id: &ItemId) -> Result<Vec<UserId>, CommunityError> {
        let event = self.store.stored_event(id).await?;
        Ok(event.map(|event| events::members_of(&event)).unwrap_or_default())
    }

    fn check_begun(&self, event: &Event) -> Result<(), CommunityError> {
        match event.state_at(self.cx.now()) {
            State::Begun | State::Over => Ok(()),
            State::Coming => Err(CommunityError::EventNotBegun),
            State::Cancelled => Err(CommunityError::EventCancelled),
        }
    }

    async fn guests_for(
        &self,
        caller: &Caller,
        guests: Vec<Guest>,
    ) -> Result<Vec<GuestForHost>, CommunityError> {
        if guests.is_empty() {
            return Ok(Vec::new());
        }
        let people = self.people_for(caller, guests.iter().map(|guest| &guest.member)).await?;
        let from = people.get(&caller.id).and_then(|own| own.approximate);
        let seen = guests.into_iter().filter_map(|guest| {
            let near = Near::new(people.get(&guest.member)?.clone(), from);
            Some(GuestForHost { guest, near })
        });
        Ok(seen.collect())
    }
}

/// Returns the id of the gift by which a member is thanked for an event.
fn gift_id(event: &ItemId, receiver: &UserId) -> ItemId {
    ItemId(digest(&[b"event", event.as_str().as_bytes(), receiver.as_str().as_bytes()]))
}
