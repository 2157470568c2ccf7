//! Completed bookings, counted for the operator.

use sparkyard_kernel::{
    Months, UserId,
    db::{DbError, time_bucket},
    ports::{Help, MAX_HELP},
};
use surrealdb::types::SurrealValue;

use super::BookingStore;

#[derive(SurrealValue)]
struct HelpRow {
    month: i64,
    skill_type: String,
    provider: UserId,
    client: UserId,
    exchanges: i64,
    hours: i64,
}

impl From<HelpRow> for Help {
    fn from(row: HelpRow) -> Self {
        Self {
            month: usize::try_from(row.month).unwrap_or_default(),
            skill: row.skill_type,
            giver: row.provider,
            receiver: row.client,
            exchanges: row.exchanges.unsigned_abs(),
            hours: row.hours.unsigned_abs().saturating_mul(100),
        }
    }
}

/// Returns the statement that counts completed bookings by month, skill and parties. It reads a
/// range of an index; `EXPLAIN` must show it.
pub(super) fn completed(months: usize) -> String {
    format!(
        "SELECT month, skill_type, provider, client, count() AS exchanges, \
         math::sum(hours) AS hours FROM (SELECT {} AS month, skill_type, provider, client, hours \
         FROM booking WITH INDEX booking_starts WHERE starts_at >= $start AND starts_at < $end \
         AND status = 'completed' LIMIT $most) GROUP BY month, skill_type, provider, client",
        time_bucket("starts_at", months)
    )
}

impl BookingStore {
    /// Counts the completed bookings of `months`, those of two members together; at most one more
    /// than [`MAX_HELP`].
    pub(crate) async fn completed_in(&self, months: &Months) -> Result<Vec<Help>, DbError> {
        let bounds = months.bounds();
        let rows: Vec<HelpRow> = self
            .db
            .query(completed(months.count()))
            .bind("start", bounds.first().copied())
            .bind("end", bounds.last().copied())
            .bind("bounds", bounds)
            .bind("most", MAX_HELP + 1)
            .fetch()
            .await?;
        Ok(rows.into_iter().map(Help::from).collect())
    }
}
