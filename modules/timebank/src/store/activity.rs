//! Exchanges that count, counted for the operator.

use sparkyard_kernel::{
    Months, UserId,
    db::DbError,
    ports::{Help, MAX_HELP},
};
use surrealdb::types::SurrealValue;

use super::TimebankStore;

/// Counts by month, skill and parties; `EXPLAIN` must show a range of an index.
pub(super) const COUNTED: &str = "SELECT month, skill, helper, writer, other, \
     count() AS exchanges, math::sum(hours) AS hours \
     FROM (SELECT string::slice(day, 0, 7) AS month, skill, helper, writer, other, hours \
     FROM exchange WITH INDEX exchange_day WHERE day >= $first AND day <= $last \
     AND status IN ['confirmed', 'unanswered'] LIMIT $most) \
     GROUP BY month, skill, helper, writer, other";

#[derive(SurrealValue)]
struct HelpRow {
    month: String,
    skill: String,
    helper: UserId,
    writer: UserId,
    other: UserId,
    exchanges: i64,
    /// Hundredths of an hour.
    hours: i64,
}

impl HelpRow {
    fn help(self, months: &[String]) -> Option<Help> {
        let month = months.iter().position(|month| *month == self.month)?;
        let receiver = if self.helper == self.writer { self.other } else { self.writer };
        let (exchanges, hours) = (self.exchanges.unsigned_abs(), self.hours.unsigned_abs());
        Some(Help { month, skill: self.skill, giver: self.helper, receiver, exchanges, hours })
    }
}

impl TimebankStore {
    /// Counts the exchanges of `months` that were confirmed or not answered in time, those of two
    /// members together; at most one more than [`MAX_HELP`].
    pub(crate) async fn counted_in(&self, months: &Months) -> Result<Vec<Help>, DbError> {
        let (first, last) = months.days();
        let rows: Vec<HelpRow> = self
            .db
            .query(COUNTED)
            .bind("first", first.to_string())
            .bind("last", last.to_string())
            .bind("most", MAX_HELP + 1)
            .fetch()
            .await?;
        let names = months.names();
        Ok(rows.into_iter().filter_map(|row| row.help(&names)).collect())
    }
}
