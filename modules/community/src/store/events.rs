//! Queries and writes of events.

use sparkyard_kernel::{
    ItemId, Page, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment, Idempotency, Write},
    events::community::{EVENT_NEWS, EventChanged, EventNews},
    ports::PreparedGrant,
};

use super::{
    CommunityStore,
    event_rows::{EventRow, EventWordsRow, GuestRow, ListedEvent, NewEventRow},
};
use crate::{
    error::EVENT,
    model::event::{Event, EventWords, Guest, State},
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const COMING: &str = "SELECT record::id(id) AS id, soonest AS key, id.* AS row, soonest \
     FROM event WITH INDEX event_open WHERE open = true AND soonest > $after \
     ORDER BY soonest LIMIT $limit";
pub(super) const ALL: &str = "SELECT record::id(id) AS id, latest AS key, id.* AS row, latest \
     FROM event WITH INDEX event_latest WHERE latest > $after ORDER BY latest LIMIT $limit";
pub(super) const OVER: &str = "SELECT VALUE record::id(id) FROM event WITH INDEX event_due \
     WHERE open = true AND ends_at <= $now LIMIT $limit";
pub(super) const TO_REMIND: &str = "SELECT record::id(id) AS id, soonest AS key, id.* AS row \
     FROM event WITH INDEX event_remind WHERE remind_ms > 0 AND remind_ms <= $before_ms \
     LIMIT $limit";

/// Returns the record that all writes of the guest list of an event share.
fn guest_list(id: &ItemId) -> String {
    format!("event:{id}")
}

/// Returns the content of the event that reports news of `event`.
fn changed(event: &Event, news: EventNews, change: ItemId) -> EventChanged {
    EventChanged {
        change,
        event_id: event.id.clone(),
        title: event.words.title.clone(),
        place: event.words.place.clone(),
        starts_at: event.words.starts_at,
        news,
    }
}

impl CommunityStore {
    /// Stores an event. A repeated idempotency key returns the id of the first request.
    pub(crate) async fn create_event(
        &self,
        event: &Event,
        (charge, audit): (Fragment, Fragment),
        key: Option<Idempotency>,
    ) -> Result<ItemId, DbError> {
        self.db
            .write("community.create_event")
            .bind("id", event.id.clone())
            .bind("row", NewEventRow::from(event))
            .call(charge)
            .step("CREATE type::record('event', $id) CONTENT $row RETURN NONE")
            .call(audit)
            .idempotent(key)
            .returning("$id")
            .run()
            .await
    }

    /// Returns one event.
    pub(crate) async fn stored_event(&self, id: &ItemId) -> Result<Option<Event>, DbError> {
        let row: Option<EventRow> = self.db.get("event", id.clone()).await?;
        Ok(row.map(|row| row.event(id.clone())))
    }

    /// Returns one event, and `member` as its guest.
    pub(crate) async fn event(
        &self,
        id: &ItemId,
        member: &UserId,
    ) -> Result<Option<(Event, Option<Guest>)>, DbError> {
        let guest = vec![id.as_str().to_owned(), member.as_str().to_owned()];
        let found = self.db.get_both(("event", id.clone()), ("event_guest", guest)).await?;
        let (event, guest): (Option<EventRow>, Option<GuestRow>) = found;
        Ok(event.map(|row| (row.event(id.clone()), guest.map(Guest::from))))
    }

    /// Returns `member` as a guest of each of `events`, in their order.
    pub(crate) async fn guest_of(
        &self,
        member: &UserId,
        events: &[Event],
    ) -> Result<Vec<Option<Guest>>, DbError> {
        let key = |event: &Event| vec![event.id.to_string(), member.to_string()];
        let rows: Vec<Option<GuestRow>> =
            self.db.get_all("event_guest", events.iter().map(key)).await?;
        Ok(rows.into_iter().map(|row| row.map(Guest::from)).collect())
    }

    /// Returns a page of the events that are not cancelled and were not over when the job came by,
    /// the first to begin first.
    pub(crate) async fn coming_events(&self, page: &PageQuery) -> Result<Page<Event>, DbError> {
        self.events(COMING, page).await
    }

    /// Returns a page of all events, the last to begin first.
    pub(crate) async fn all_events(&self, page: &PageQuery) -> Result<Page<Event>, DbError> {
        self.events(ALL, page).await
    }

    async fn events(&self, query: &'static str, page: &PageQuery) -> Result<Page<Event>, DbError> {
        let query = self.db.query(query).bind("after", page.after.clone().unwrap_or_default());
        let rows: Vec<ListedEvent> = query.bind("limit", page.fetch_limit()).fetch().await?;
        let page = Page::cut(rows, page, |listed| listed.key.clone());
        Ok(page.map(|listed| listed.row.event(listed.id)))
    }

    /// Replaces what admins write of an event, and gives places that become free to those who wait.
    /// Fails with `community.event_changed` if it has another version than `event`.
    pub(crate) async fn edit_event(
        &self,
        event: &Event,
        words: EventWords,
        (at, change): (Timestamp, ItemId),
        audit: Fragment,
    ) -> Result<(), DbError> {
        let after = Event { words: words.clone(), ..event.clone() };
        let news = words.is_moved_from(&event.words).then_some(EventNews::Moved);
        let write = self
            .change_guests("community.edit_event", &after, at, &change)
            .bind("words", EventWordsRow::new(&event.id, words, at))
            .bind("version", event.version)
            .step("LET $row = fn::community::coming_event($id, $at)")
            .step("IF $row.version != $version { THROW 'community.event_changed' }")
            .step(
                "IF $words.places != NONE AND $words.places < $row.joined \
                 { THROW 'community.event_too_small' }",
            )
            .step("UPDATE $row.id MERGE $words RETURN NONE")
            .step(
                "UPDATE $row.id SET places = $words.places, version += 1, edited_at = $at \
                 RETURN NONE",
            )
            .step("fn::community::seat_waiting($id, $change)")
            .call(audit);
        let payload = news.into_iter();
        let write = payload.fold(write, |write, news| {
            let payload = changed(&after, news, change.clone());
            write.publish(EVENT_NEWS, format!("{change}:moved"), at, payload)
        });
        write.run().await
    }

    /// Cancels an event. Fails with `community.event_cancelled` if that was done before.
    pub(crate) async fn cancel_event(
        &self,
        event: &Event,
        (at, change): (Timestamp, ItemId),
        audit: Fragment,
    ) -> Result<(), DbError> {
        let payload = changed(event, EventNews::Cancelled, change.clone());
        self.db
            .write("community.cancel_event")
            .violations(EVENT)
            .queued(guest_list(&event.id))
            .bind("id", event.id.clone())
            .bind("at", at)
            .bind("ms", at.as_millis())
            .step("LET $row = fn::community::coming_event($id, $at)")
            .step("UPDATE $row.id SET cancelled_at = $at, version += 1 RETURN NONE")
            .step("fn::community::end_event($id, $ms)")
            .call(audit)
            .publish(EVENT_NEWS, change.to_string(), at, payload)
            .run()
            .await
    }

    /// Puts a member on the guest list, or on the waiting list if no place is free.
    pub(crate) async fn join_event(
        &self,
        event: &Event,
        member: &UserId,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let join = Fragment::new("fn::community::join_event", EVENT)
            .arg(event.id.clone())
            .arg(member.clone())
            .arg(at)
            .arg(sparkyard_kernel::newest_first(at, event.id.as_str()));
        self.db.write("community.join_event").queued(guest_list(&event.id)).call(join).run().await
    }

    /// Takes a member off both lists; their place goes to the first who waits.
    pub(crate) async fn leave_event(
        &self,
        event: &Event,
        member: &UserId,
        (at, change): (Timestamp, ItemId),
    ) -> Result<(), DbError> {
        self.change_guests("community.leave_event", event, at, &change)
            .bind("member", member.clone())
            .step("fn::community::leave_event($id, $member, $at, $change)")
            .run()
            .await
    }

    /// Returns a write in which members may come from the waiting list, who are told.
    fn change_guests(
        &self,
        label: &'static str,
        event: &Event,
        at: Timestamp,
        change: &ItemId,
    ) -> Write<'_> {
        let promoted = changed(event, EventNews::Promoted, change.clone());
        self.db
            .write(label)
            .violations(EVENT)
            .queued(guest_list(&event.id))
            .bind("id", event.id.clone())
            .bind("at", at)
            .bind("change", change.clone())
            .publish(EVENT_NEWS, change.to_string(), at, promoted)
    }

    /// Thanks hosts and helpers: adds all grants to one write. Fails with
    /// `community.event_changed` if one of them was thanked before.
    pub(crate) async fn thank_hosts(
        &self,
        event: &Event,
        to: Vec<UserId>,
        grants: Vec<PreparedGrant>,
        audit: Fragment,
    ) -> Result<(), DbError> {
        let write = self
            .db
            .write("community.thank_hosts")
            .violations(EVENT)
            .bind("id", event.id.clone())
            .bind("to", to)
            .step("LET $record = type::record('event', $id)")
            .step("LET $thanked = (SELECT VALUE thanked FROM ONLY $record) ?? []")
            .step(
                "IF array::len(array::intersect($thanked, $to)) > 0 \
                 { THROW 'community.event_changed' }",
            )
            .step("UPDATE $record SET thanked = array::union(thanked, $to) RETURN NONE")
            .call(audit);
        grants.into_iter().fold(write, |write, grant| grant.within(write)).run().await
    }

    /// Returns the ids of up to `limit` events whose time is over.
    pub(crate) async fn events_over(
        &self,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<ItemId>, DbError> {
        self.db.query(OVER).bind("now", now).bind("limit", limit).fetch().await
    }

    /// Notes that the time of an event is over. Changes nothing if that was noted before.
    pub(crate) async fn end_event(&self, id: &ItemId, now: Timestamp) -> Result<(), DbError> {
        self.db
            .write("community.end_event")
            .queued(guest_list(id))
            .bind("id", id.clone())
            .bind("now", now)
            .bind("ms", now.as_millis())
            .step("LET $row = (SELECT * FROM ONLY type::record('event', $id))")
            .step(
                "IF $row.open = true AND $row.ends_at <= $now \
                 { fn::community::end_event($id, $ms) }",
            )
            .run()
            .await
    }

    /// Returns up to `limit` events of whose start guests are to be reminded.
    pub(crate) async fn events_to_remind(
        &self,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<Event>, DbError> {
        let query = self.db.query(TO_REMIND).bind("before_ms", now.as_millis());
        let rows: Vec<ListedEvent> = query.bind("limit", limit).fetch().await?;
        Ok(rows.into_iter().map(|listed| listed.row.event(listed.id)).collect())
    }

    /// Reminds guests of an event, once for each start that it had. Fails with
    /// `community.event_changed` if it was moved or cancelled meanwhile, or they were reminded.
    pub(crate) async fn remind_guests(&self, event: &Event, at: Timestamp) -> Result<(), DbError> {
        let change = ItemId(format!("{}-{}", event.id, event.words.starts_at.as_millis()));
        // After a long stop it may have begun: then a reminder is of no use.
        let payload = matches!(event.state_at(at), State::Coming);
        let payload = payload.then(|| changed(event, EventNews::Soon, change.clone()));
        let write = self
            .db
            .write("community.remind_guests")
            .violations(EVENT)
            .bind("id", event.id.clone())
            .bind("version", event.version)
            .step(
                "LET $reminded = (UPDATE type::record('event', $id) SET remind_ms = 0 \
                 WHERE remind_ms > 0 AND version = $version)",
            )
            .step("IF array::len($reminded) = 0 { THROW 'community.event_changed' }");
        let payload = payload.into_iter();
        let write = payload.fold(write, |write, payload| {
            write.publish(EVENT_NEWS, change.to_string(), at, payload)
        });
        write.run().await
    }
}
