use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    AdminOnly, Cursor, ItemId, Json, Limit, MemberOrDelegate, PageQuery, Reply, SignedIn, UserId,
    attachment::CalendarFile,
    done,
    envelope::{CONFLICT, FORBIDDEN, Failure, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{Attendance, CommunityEvent, EventForm, EventGuest, EventThanks},
};
use crate::service::CommunityService;

/// Operations on events for all members.
pub struct EventsApi(pub(super) Arc<CommunityService>);

/// Operations of admins on events.
pub struct AdminEventsApi(pub(super) Arc<CommunityService>);

/// Error statuses of an operation on one event.
const ONE: u32 = UNAUTHORISED | NOT_FOUND | INPUT;
/// Error statuses common to all operations of admins.
const ADMIN: u32 = UNAUTHORISED | FORBIDDEN;

#[OpenApi(prefix_path = "/api/community/events", tag = "Tag::Community")]
impl EventsApi {
    /// Lists the events to come and under way, the first to begin first, without cancelled ones.
    #[oai(path = "/", method = "get", operation_id = "list_events")]
    async fn list_events(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Events wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<CommunityEvent>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.coming_events(&caller, &page).await?.map(CommunityEvent::from))
    }

    /// Returns an event, in every state, with hosts and helpers. Of those who join, only the number
    /// is shown.
    #[oai(path = "/:id", method = "get", operation_id = "get_event")]
    async fn get_event(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Id of the event.
        id: Path<ItemId>,
    ) -> Reply<CommunityEvent, ONE> {
        ok(self.0.event(&caller, &id.0).await?.into())
    }

    /// Joins an event, or its waiting list if no place is free: `own` says which. Repeating it
    /// changes nothing. Who waits gets the first place that becomes free, in order, and is told.
    ///
    /// 409 `community.event_cancelled` or `community.event_over`.
    #[oai(path = "/:id/join", method = "post", operation_id = "join_event")]
    async fn join_event(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Id of the event.
        id: Path<ItemId>,
    ) -> Reply<CommunityEvent, { ONE | CONFLICT }> {
        ok(self.0.join_event(&caller, &id.0).await?.into())
    }

    /// Leaves an event or its waiting list. Repeating it changes nothing.
    ///
    /// 409 `community.event_cancelled` or `community.event_over`.
    #[oai(path = "/:id/leave", method = "post", operation_id = "leave_event")]
    async fn leave_event(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Id of the event.
        id: Path<ItemId>,
    ) -> Reply<CommunityEvent, { ONE | CONFLICT }> {
        ok(self.0.leave_event(&caller, &id.0).await?.into())
    }

    /// Returns an event as a calendar file. A later file replaces an earlier one, and removes the
    /// appointment once the event is cancelled.
    #[oai(path = "/:id/calendar", method = "get", operation_id = "get_event_calendar")]
    async fn get_event_calendar(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the event.
        id: Path<ItemId>,
    ) -> Result<Response<CalendarFile>, Failure<ONE>> {
        let file = self.0.event_file(&caller, &id.0).await?;
        Ok(CalendarFile::response(file, &format!("event-{}.ics", id.0)))
    }

    /// Lists those who joined or wait, in the order in which they came. A page may be short
    /// although more follow. For hosts and helpers of the event, and for staff.
    ///
    /// 403 `community.not_host` for others.
    #[oai(path = "/:id/guests", method = "get", operation_id = "list_event_guests")]
    async fn list_event_guests(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the event.
        id: Path<ItemId>,
        /// Guests wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<EventGuest>, { ONE | FORBIDDEN }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.guests(&caller, &id.0, &page).await?.map(EventGuest::from))
    }

    /// Notes whether a guest came, once the event has begun. For hosts and helpers of the event,
    /// and for staff.
    ///
    /// 403 `community.not_host` for others; 404 `community.guest_not_found` for who is on no list;
    /// 409 `community.event_not_begun`, `community.event_cancelled`.
    #[oai(
        path = "/:id/guests/:user_id/attendance",
        method = "put",
        operation_id = "mark_attendance"
    )]
    async fn mark_attendance(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the event.
        id: Path<ItemId>,
        /// Id of the guest.
        user_id: Path<UserId>,
        Json(body): Json<Attendance>,
    ) -> Reply<EventGuest, { ONE | FORBIDDEN | CONFLICT }> {
        let guest = (&id.0, &user_id.0);
        ok(self.0.mark_attended(&caller, guest, body.attended).await?.into())
    }
}

#[OpenApi(prefix_path = "/api/admin/events", tag = "Tag::Community")]
impl AdminEventsApi {
    /// Lists all events, the last to begin first. For admins.
    #[oai(path = "/", method = "get", operation_id = "list_all_events")]
    async fn list_all_events(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Events wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<CommunityEvent>, { ADMIN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.all_events(&caller, &page).await?.map(CommunityEvent::from))
    }

    /// Creates an event: members see it on the community page, and can join. Recorded in the audit
    /// log. For admins.
    ///
    /// 429 `community.events_of_a_day` after 20 in a day, of all admins together.
    #[oai(path = "/", method = "post", operation_id = "create_event")]
    async fn create_event(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        Json(body): Json<EventForm>,
    ) -> Reply<CommunityEvent, { ADMIN | INPUT | CONFLICT | TOO_MANY }> {
        let made = self.0.create_event(&caller, body.into(), key.0.as_deref()).await?;
        done("Created. Neighbours can join now.", made.into())
    }

    /// Changes an event. Those who joined or wait, and its hosts, are notified of another time or
    /// place. More places go to those who wait. Recorded in the audit log. For admins.
    ///
    /// 409 `community.event_too_small` for fewer places than members who joined,
    /// `community.event_cancelled`, `community.event_over`, and `community.event_changed` if
    /// another admin was faster.
    #[oai(path = "/:id", method = "put", operation_id = "update_event")]
    async fn update_event(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the event.
        id: Path<ItemId>,
        Json(body): Json<EventForm>,
    ) -> Reply<CommunityEvent, { ADMIN | NOT_FOUND | INPUT | CONFLICT }> {
        done("Saved.", self.0.edit_event(&caller, &id.0, body.into()).await?.into())
    }

    /// Cancels an event for good. Those who joined or wait, and its hosts, are notified. Repeating
    /// it changes nothing. Recorded in the audit log. For admins.
    ///
    /// 409 `community.event_over`.
    #[oai(path = "/:id/cancel", method = "put", operation_id = "cancel_event")]
    async fn cancel_event(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the event.
        id: Path<ItemId>,
    ) -> Reply<CommunityEvent, { ADMIN | NOT_FOUND | INPUT | CONFLICT }> {
        let cancelled = self.0.cancel_event(&caller, &id.0).await?;
        done("Cancelled. Those who joined are being told.", cancelled.into())
    }

    /// Thanks hosts and helpers of an event with sparks from the community's pot, once it has
    /// begun: all of them, or nobody. Each is thanked once for an event; who was thanked before is
    /// left out. Recorded in the audit log. For admins.
    ///
    /// 403 `community.own_thanks` for yourself; 409 `community.event_not_begun`,
    /// `community.event_cancelled`, `community.pot_too_low` if the pot has fewer sparks,
    /// `community.no_pot` if the site has none.
    #[oai(path = "/:id/thanks", method = "post", operation_id = "thank_hosts")]
    async fn thank_hosts(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the event.
        id: Path<ItemId>,
        Json(body): Json<EventThanks>,
    ) -> Reply<CommunityEvent, { ADMIN | NOT_FOUND | INPUT | CONFLICT }> {
        let thanked = self.0.thank_hosts(&caller, &id.0, body.into()).await?;
        done("Thanked. They have been told.", thanked.into())
    }
}
