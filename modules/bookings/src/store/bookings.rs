//! Storage of bookings.

use sparkyard_kernel::{
    BookingId, Page, PageQuery, SkillId, Timestamp, UserId,
    db::{DbError, Fragment, SurrealValue, Write},
};

use super::{
    Announcements, BookingStore, announce, position,
    proposal::keep_booked_time,
    rows::{BookingRow, DisputeRow},
};
use crate::{
    error::VIOLATIONS,
    model::{Booking, Decision, Dispute, Side, machine::Status},
};

/// Indexed lists; `EXPLAIN` must show a range of an index for each.
pub(super) const OUTWARD: &str = "SELECT *, record::id(id) AS id FROM booking \
     WHERE client = $user AND newest > $after ORDER BY newest LIMIT $limit";
pub(super) const INWARD: &str = "SELECT *, record::id(id) AS id FROM booking \
     WHERE provider = $user AND newest > $after ORDER BY newest LIMIT $limit";
/// Number of newest bookings on one side that are searched for open ones.
const MAX_OPEN: i64 = 200;
pub(super) const OPEN_OUTWARD: &str = "SELECT * FROM (SELECT *, record::id(id) AS id FROM booking \
     WHERE client = $user AND newest > $after ORDER BY newest LIMIT $limit) \
     WHERE closed_at = NONE OR expenses_state = 'asked'";
pub(super) const OPEN_INWARD: &str = "SELECT * FROM (SELECT *, record::id(id) AS id FROM booking \
     WHERE provider = $user AND newest > $after ORDER BY newest LIMIT $limit) \
     WHERE closed_at = NONE OR expenses_state = 'asked'";
pub(super) const COMPLETED: &str = "SELECT *, record::id(id) AS id FROM booking \
     WHERE client = $client AND provider = $provider AND skill = $skill \
     AND status = 'completed' ORDER BY newest LIMIT 100";
/// The lower bound excludes bookings without a date.
pub(super) const DUE: &str = "SELECT record::id(id) AS id, due_at FROM booking \
     WHERE due_at > $start AND due_at <= $now LIMIT $limit";

pub(super) const OPEN_BETWEEN: &str = "SELECT VALUE record::id(id) FROM booking \
     WITH INDEX booking_pair WHERE client = $client AND provider = $provider \
     AND closed_at = NONE LIMIT 1";

pub(super) const DONE_BETWEEN: &str = "SELECT VALUE record::id(id) FROM booking \
     WITH INDEX booking_pair WHERE client = $client AND provider = $provider \
     AND status = 'completed' LIMIT 1";
/// Maximum count of accepted bookings between two members.
const MAX_COUNTED: u64 = 100;
pub(super) const BETWEEN: &str = "SELECT VALUE record::id(id) FROM booking \
     WITH INDEX booking_pair WHERE client = $client AND provider = $provider \
     AND accepted_at != NONE LIMIT $limit";

/// A due booking, and since when it is due.
#[derive(SurrealValue)]
struct DueRow {
    id: BookingId,
    due_at: Timestamp,
}

/// Change of a dispute in the transaction that changes its booking.
pub(crate) enum DisputeChange {
    /// The dispute is opened.
    Open(Dispute),
    /// The dispute is decided; the fragment writes the audit entry, if an admin has decided.
    Decide(Decision, Option<Fragment>),
}

impl DisputeChange {
    /// Returns the reason for the decision.
    pub(crate) fn reason(&self) -> Option<&str> {
        match self {
            Self::Open(_) => None,
            Self::Decide(decision, _) => decision.reason.as_deref(),
        }
    }
}

impl BookingStore {
    /// Returns the number of the next booking.
    pub(crate) async fn next_id(&self) -> Result<BookingId, DbError> {
        self.db.next_number("bookings").await.map(BookingId)
    }

    /// Replaces `before` by `after`; throws `bookings.changed` after a concurrent change.
    pub(crate) async fn change(
        &self,
        before: &Booking,
        after: &Booking,
        money: Option<Fragment>,
        dispute: Option<DisputeChange>,
        announcements: Announcements,
    ) -> Result<(), DbError> {
        let mut write = self.guarded(before, after).calls(money);
        if before.state.status == Status::Pending {
            write = write.step("fn::bookings::uncount_pending($client, $id)");
        }
        let frees =
            matches!(after.state.status, Status::Rejected | Status::Cancelled | Status::Completed);
        if frees {
            write = write.step("fn::bookings::free_slot($provider, $id)");
        } else if before.proposal.is_some() {
            write = keep_booked_time(write, after);
        }
        let write = match dispute {
            Some(change) => change_dispute(write, change, after.updated_at),
            None => write,
        };
        announce(write, announcements, after.updated_at).run().await
    }

    /// Replaces `before` by `after` and nothing else; throws `bookings.changed` after a concurrent
    /// change.
    pub(crate) async fn replace(&self, before: &Booking, after: &Booking) -> Result<(), DbError> {
        self.guarded(before, after).run().await
    }

    /// Starts a write that replaces `before` by `after`, unless there was a concurrent change.
    pub(super) fn guarded(&self, before: &Booking, after: &Booking) -> Write<'_> {
        self.db
            .write("bookings.change")
            .bind("id", before.id)
            .bind("client", before.client.clone())
            .bind("provider", before.provider.clone())
            .bind("version", before.version)
            .bind("row", BookingRow::from(after))
            .violations(VIOLATIONS)
            .step(
                "LET $changed = (UPDATE type::record('booking', $id) CONTENT $row \
                 WHERE version = $version RETURN VALUE version)",
            )
            .step("IF array::is_empty($changed) { THROW 'bookings.changed' }")
    }

    /// Returns a booking.
    pub(crate) async fn booking(&self, id: BookingId) -> Result<Option<Booking>, DbError> {
        let row: Option<BookingRow> = self.db.get("booking", id.0).await?;
        row.map(Booking::try_from).transpose()
    }

    /// Returns several bookings, in no particular order.
    pub(crate) async fn bookings(&self, ids: &[BookingId]) -> Result<Vec<Booking>, DbError> {
        let rows: Vec<Option<BookingRow>> =
            self.db.get_all("booking", ids.iter().map(|id| id.0)).await?;
        rows.into_iter().flatten().map(Booking::try_from).collect()
    }

    /// Returns a page of a member's bookings on one side, newest first.
    pub(crate) async fn list(
        &self,
        side: Side,
        user: &UserId,
        after: i64,
        page: &PageQuery,
    ) -> Result<Page<Booking>, DbError> {
        let text = match side {
            Side::Outward => OUTWARD,
            Side::Inward => INWARD,
        };
        let rows = self
            .db
            .query(text)
            .bind("user", user.to_string())
            .bind("after", after)
            .bind("limit", page.fetch_limit())
            .fetch::<BookingRow>()
            .await?;
        let Page { items, next_cursor } = Page::cut(rows, page, |row| position(row.newest));
        let items = items.into_iter().map(Booking::try_from).collect::<Result<_, _>>()?;
        Ok(Page { items, next_cursor })
    }

    /// Returns the bookings that are not closed, or whose expenses are not answered, among the
    /// newest ones of `user` on one side.
    pub(crate) async fn open(&self, side: Side, user: &UserId) -> Result<Vec<Booking>, DbError> {
        let text = match side {
            Side::Outward => OPEN_OUTWARD,
            Side::Inward => OPEN_INWARD,
        };
        let query = self.db.query(text).bind("user", user.clone()).bind("after", i64::MIN);
        let rows = query.bind("limit", MAX_OPEN).fetch::<BookingRow>().await?;
        rows.into_iter().map(Booking::try_from).collect()
    }

    /// Returns the latest completed bookings of a skill between two members, newest first.
    pub(crate) async fn completed(
        &self,
        client: &UserId,
        provider: &UserId,
        skill: &SkillId,
    ) -> Result<Vec<Booking>, DbError> {
        self.db
            .query(COMPLETED)
            .bind("client", client.to_string())
            .bind("provider", provider.to_string())
            .bind("skill", skill.to_string())
            .fetch::<BookingRow>()
            .await?
            .into_iter()
            .map(Booking::try_from)
            .collect()
    }

    /// Returns the number of bookings.
    pub(crate) async fn count(&self) -> Result<i64, DbError> {
        let query =
            self.db.query("SELECT VALUE n FROM (SELECT count() AS n FROM booking GROUP ALL)");
        Ok(query.fetch_optional::<i64>().await?.unwrap_or_default())
    }

    /// Returns up to `limit` bookings due since `after` and their due times, the longest overdue
    /// first.
    pub(crate) async fn due(
        &self,
        after: Timestamp,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<(BookingId, Timestamp)>, DbError> {
        let rows = self
            .db
            .query(DUE)
            .bind("start", after)
            .bind("now", now)
            .bind("limit", limit)
            .fetch::<DueRow>()
            .await?;
        Ok(rows.into_iter().map(|row| (row.id, row.due_at)).collect())
    }

    /// Checks whether two members have an open booking, requested by either.
    pub(crate) async fn share_open(&self, one: &UserId, other: &UserId) -> Result<bool, DbError> {
        self.either_way(OPEN_BETWEEN, one, other).await
    }

    /// Checks whether two members have completed a booking, requested by either.
    pub(crate) async fn share_past(&self, one: &UserId, other: &UserId) -> Result<bool, DbError> {
        self.either_way(DONE_BETWEEN, one, other).await
    }

    async fn either_way(
        &self,
        text: &'static str,
        one: &UserId,
        other: &UserId,
    ) -> Result<bool, DbError> {
        for (client, provider) in [(one, other), (other, one)] {
            let query = self.db.query(text);
            let query = query.bind("client", client.clone()).bind("provider", provider.clone());
            if query.fetch_optional::<BookingId>().await?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the number of accepted bookings between two members, up to [`MAX_COUNTED`].
    pub(crate) async fn count_between(&self, one: &UserId, other: &UserId) -> Result<u64, DbError> {
        let mut count = 0;
        for (client, provider) in [(one, other), (other, one)] {
            let query = self.db.query(BETWEEN).bind("limit", MAX_COUNTED);
            let query = query.bind("client", client.clone()).bind("provider", provider.clone());
            count += query.fetch::<BookingId>().await?.len() as u64;
        }
        Ok(count.min(MAX_COUNTED))
    }
}

fn change_dispute(write: Write<'_>, change: DisputeChange, now: Timestamp) -> Write<'_> {
    match change {
        DisputeChange::Open(dispute) => write
            .bind("dispute", DisputeRow::from(&dispute))
            .step("CREATE type::record('dispute', $id) CONTENT $dispute"),
        DisputeChange::Decide(decision, audit) => write
            .bind("outcome", decision.outcome)
            .bind("share", decision.provider_share.map(i64::from))
            .bind("reason", decision.reason)
            .bind("resolved_at", now)
            .step(
                "UPDATE type::record('dispute', $id) SET open = false, \
                 outcome = $outcome, provider_share = $share, reason = $reason, \
                 resolved_at = $resolved_at, \
                 file_kept_since = IF file != NONE { $resolved_at }",
            )
            .step(
                "UPDATE dispute_statement SET file_kept_since = $resolved_at \
                 WHERE booking = $id AND file != NONE RETURN NONE",
            )
            .calls(audit),
    }
}
