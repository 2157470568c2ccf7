//! Events as members see, join and leave them.

use sparkyard_kernel::{Caller, ItemId, Page, PageQuery, Role, UserId, calendar, db::DbError};

use super::CommunityService;
use crate::{
    error::CommunityError,
    model::{
        Near,
        event::{Event, EventForViewer, Guest, GuestState, HostForViewer, State},
    },
};

impl CommunityService {
    /// Returns a page of the events to come and under way, the first to begin first.
    pub(crate) async fn coming_events(
        &self,
        caller: &Caller,
        page: &PageQuery,
    ) -> Result<Page<EventForViewer>, CommunityError> {
        let now = self.cx.now();
        let Page { mut items, next_cursor } = self.store.coming_events(page).await?;
        // The job may not have come by yet.
        items.retain(|event| event.state_at(now) != State::Over);
        Ok(Page { items: self.events_for(caller, items).await?, next_cursor })
    }

    /// Returns a page of all events, the last to begin first, for admins.
    pub(crate) async fn all_events(
        &self,
        caller: &Caller,
        page: &PageQuery,
    ) -> Result<Page<EventForViewer>, CommunityError> {
        let Page { items, next_cursor } = self.store.all_events(page).await?;
        Ok(Page { items: self.events_for(caller, items).await?, next_cursor })
    }

    /// Returns an event in every state, with the hosts whom the caller may see.
    pub(crate) async fn event(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<EventForViewer, CommunityError> {
        let (event, guest) = self.stored_event(caller, id).await?;
        let hosts = self.hosts_for(caller, &event).await?;
        let position = match &guest {
            Some(Guest { state: GuestState::Waiting, turn, .. }) => {
                Some(self.store.waiting_before(id, *turn).await? + 1)
            }
            _ => None,
        };
        Ok(EventForViewer { position, hosts, ..self.seen_event(caller, event, guest) })
    }

    /// Puts the caller on the guest list, or on the waiting list. Repeating it changes nothing.
    pub(crate) async fn join_event(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<EventForViewer, CommunityError> {
        let (event, _) = self.stored_event(caller, id).await?;
        self.store.join_event(&event, &caller.id, self.cx.now()).await?;
        self.event(caller, id).await
    }

    /// Takes the caller off both lists. Repeating it changes nothing.
    pub(crate) async fn leave_event(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<EventForViewer, CommunityError> {
        let (event, _) = self.stored_event(caller, id).await?;
        let change = (self.cx.now(), ItemId(self.cx.ids.next()));
        self.store.leave_event(&event, &caller.id, change).await?;
        self.event(caller, id).await
    }

    /// Gives up the places of a member at events that are still to come.
    pub(crate) async fn give_up_places(&self, member: &UserId) -> Result<(), CommunityError> {
        for id in self.store.events_joined(member).await? {
            let Some(event) = self.store.stored_event(&id).await? else { continue };
            let change = (self.cx.now(), ItemId(self.cx.ids.next()));
            match self.store.leave_event(&event, member, change).await {
                // Over or cancelled meanwhile: the row is erased with the others.
                Ok(()) | Err(DbError::Refused(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Returns an event as a calendar file.
    pub(crate) async fn event_file(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<String, CommunityError> {
        let (event, _) = self.stored_event(caller, id).await?;
        Ok(calendar::single(&event.calendar_entry(&self.cx.site)))
    }

    /// Returns an event, and the caller as its guest.
    pub(super) async fn stored_event(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<(Event, Option<Guest>), CommunityError> {
        self.store.event(id, &caller.id).await?.ok_or(CommunityError::EventNotFound)
    }

    async fn events_for(
        &self,
        caller: &Caller,
        events: Vec<Event>,
    ) -> Result<Vec<EventForViewer>, CommunityError> {
        let guests = self.store.guest_of(&caller.id, &events).await?;
        let both = events.into_iter().zip(guests);
        Ok(both.map(|(event, guest)| self.seen_event(caller, event, guest)).collect())
    }

    fn seen_event(&self, caller: &Caller, event: Event, guest: Option<Guest>) -> EventForViewer {
        let state = event.state_at(self.cx.now());
        let has_begun = matches!(state, State::Begun | State::Over);
        EventForViewer {
            state,
            own: guest.map(|guest| guest.state),
            position: None,
            hosts: Vec::new(),
            is_run_by_viewer: runs(caller, &event),
            can_thank: has_begun && caller.acts_as(Role::Admin) && self.pot().is_some(),
            event,
        }
    }

    async fn hosts_for(
        &self,
        caller: &Caller,
        event: &Event,
    ) -> Result<Vec<HostForViewer>, CommunityError> {
        if event.words.hosts.is_empty() {
            return Ok(Vec::new());
        }
        let members = event.words.hosts.iter().map(|host| &host.member);
        let people = self.people_for(caller, members).await?;
        let from = people.get(&caller.id).and_then(|own| own.approximate);
        let hosts = event.words.hosts.iter().filter_map(|host| {
            let person = people.get(&host.member)?.clone();
            let is_thanked = event.thanked.contains(&host.member);
            Some(HostForViewer { near: Near::new(person, from), role: host.role, is_thanked })
        });
        Ok(hosts.collect())
    }
}

/// Checks whether the caller sees the guest list of an event.
pub(super) fn runs(caller: &Caller, event: &Event) -> bool {
    caller.acts_as(Role::Moderator) || event.is_hosted_by(&caller.id)
}

/// Returns the members named in the event's list of hosts.
pub(super) fn members_of(event: &Event) -> Vec<UserId> {
    event.words.hosts.iter().map(|host| host.member.clone()).collect()
}
