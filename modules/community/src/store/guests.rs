//! Queries and writes of guests.

use sparkyard_kernel::{ItemId, Page, PageQuery, UserId, db::DbError};
use surrealdb::types::SurrealValue;

use super::{CommunityStore, event_rows::GuestRow};
use crate::{
    error::EVENT,
    model::event::{Event, Guest},
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const GUESTS: &str = "SELECT member, state, turn, attended FROM event_guest \
     WITH INDEX event_guest_turn WHERE event = $id AND turn > $turn ORDER BY turn LIMIT $limit";
pub(super) const PROMOTED: &str = "SELECT member, state, turn, attended FROM event_guest \
     WITH INDEX event_guest_promoted WHERE promoted_by = $change AND turn > $turn \
     ORDER BY turn LIMIT $limit";
pub(super) const BEFORE: &str = "SELECT count() AS n FROM event_guest \
     WITH INDEX event_guest_state WHERE event = $id AND state = 'waiting' AND turn < $turn \
     GROUP ALL";

pub(super) const JOINED: &str = "SELECT VALUE event FROM event_guest \
     WITH INDEX event_guest_own WHERE member = $member AND state != 'left' AND ended_ms = 0";

impl CommunityStore {
    /// Returns a page of those who joined, wait or left, in the order in which they came.
    pub(crate) async fn guests(
        &self,
        event: &ItemId,
        page: &PageQuery,
    ) -> Result<Page<Guest>, DbError> {
        let after = page.after.as_deref().and_then(|turn| turn.parse().ok()).unwrap_or(0);
        let rows = self.guests_after(event, after, page.fetch_limit()).await?;
        Ok(Page::cut(rows, page, |guest| guest.turn.to_string()))
    }

    /// Returns up to `limit` guests in every state whose number is above `after`.
    pub(crate) async fn guests_after(
        &self,
        event: &ItemId,
        after: i64,
        limit: i64,
    ) -> Result<Vec<Guest>, DbError> {
        let query = self.db.query(GUESTS).bind("id", event.clone()).bind("turn", after);
        let rows: Vec<GuestRow> = query.bind("limit", limit).fetch().await?;
        Ok(rows.into_iter().map(Guest::from).collect())
    }

    /// Returns up to `limit` guests who came from the waiting list by `change`.
    pub(crate) async fn promoted(
        &self,
        change: &ItemId,
        after: i64,
        limit: i64,
    ) -> Result<Vec<Guest>, DbError> {
        let query = self.db.query(PROMOTED).bind("change", change.clone()).bind("turn", after);
        let rows: Vec<GuestRow> = query.bind("limit", limit).fetch().await?;
        Ok(rows.into_iter().map(Guest::from).collect())
    }

    /// Returns the events still to come that a member joined, or waits for.
    pub(crate) async fn events_joined(&self, member: &UserId) -> Result<Vec<ItemId>, DbError> {
        self.db.query(JOINED).bind("member", member.clone()).fetch().await
    }

    /// Counts those who wait before the guest with the number `turn`.
    pub(crate) async fn waiting_before(&self, event: &ItemId, turn: i64) -> Result<u64, DbError> {
        #[derive(SurrealValue)]
        struct Before {
            n: i64,
        }
        let query = self.db.query(BEFORE).bind("id", event.clone()).bind("turn", turn);
        let before = query.fetch_optional::<Before>().await?;
        Ok(before.map_or(0, |before| before.n.unsigned_abs()))
    }

    /// Notes whether a guest came. Fails with `community.guest_not_found` for who is on no list.
    pub(crate) async fn mark_attended(
        &self,
        event: &Event,
        member: &UserId,
        attended: bool,
    ) -> Result<(), DbError> {
        self.db
            .write("community.mark_attended")
            .violations(EVENT)
            .bind("id", event.id.clone())
            .bind("member", member.clone())
            .bind("attended", attended)
            .step(
                "LET $marked = (UPDATE type::record('event_guest', [$id, $member]) \
                 SET attended = $attended WHERE state != 'left')",
            )
            .step("IF array::len($marked) = 0 { THROW 'community.guest_not_found' }")
            .run()
            .await
    }
}
