use std::{collections::BTreeMap, time::Duration};

use surrealdb::types::{SurrealValue, Value};

use crate::{Db, DbError, Timestamp};

/// A claimed delivery may be claimed again after this long: no handler may take longer, or the
/// event is handled twice.
pub const LEASE: Duration = Duration::from_secs(30);
/// Most that a failed delivery waits: what could not leave in an outage leaves this long after
/// its end at the latest.
const MAX_BACK_OFF: Duration = Duration::from_mins(15);

/// Which consumers want which events.
#[derive(Clone, Debug, Default)]
pub struct Routes(BTreeMap<&'static str, Vec<String>>);

impl Routes {
    /// Sends every event called `event` to `consumer` as well.
    pub fn add(&mut self, event: &'static str, consumer: &'static str) {
        self.0.entry(event).or_default().push(consumer.to_owned());
    }

    pub(crate) fn consumers(&self, event: &str) -> Vec<String> {
        self.0.get(event).cloned().unwrap_or_default()
    }
}

/// One event on its way to one consumer.
#[derive(Clone, Debug, SurrealValue)]
pub struct Delivery {
    /// Identity of the event, the same for all its consumers and all attempts.
    pub event: String,
    /// `module.what_happened`.
    pub name: String,
    /// Who is to handle it.
    pub consumer: String,
    /// What the publisher had to say.
    pub payload: Value,
    /// When it happened.
    pub created_at: Timestamp,
    /// Attempts including this one.
    pub attempts: i64,
}

impl Db {
    /// Claims up to `limit` deliveries that are due to `consumer`, for the length of a lease.
    pub async fn claim(
        &self,
        consumer: &str,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<Delivery>, DbError> {
        let due = self
            .query(
                "SELECT VALUE id FROM outbox WHERE due_at <= $now AND consumer = $consumer \
                 LIMIT $limit",
            )
            .bind("consumer", consumer.to_owned())
            .bind("now", now)
            .bind("limit", limit)
            .fetch::<Value>()
            .await?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        self.write("core.claim")
            .bind("due", due)
            .bind("now", now)
            .bind("lease", now + LEASE)
            .step(
                "LET $claimed = (UPDATE $due SET due_at = $lease, attempts += 1 \
                 WHERE due_at <= $now RETURN AFTER)",
            )
            .returning("$claimed")
            .run()
            .await
    }

    /// Forgets a delivery that was handled.
    pub async fn settle(&self, delivery: &Delivery) -> Result<(), DbError> {
        self.write("core.settle")
            .bind("key", vec![delivery.event.clone(), delivery.consumer.clone()])
            .step("DELETE type::record('outbox', $key)")
            .run()
            .await
    }

    /// Puts a failed delivery back, later the more often it failed.
    pub async fn postpone(&self, delivery: &Delivery, now: Timestamp) -> Result<(), DbError> {
        let exponent = u32::try_from(delivery.attempts).unwrap_or(12).min(12);
        let back_off = Duration::from_secs(1 << exponent).min(MAX_BACK_OFF);
        self.write("core.postpone")
            .bind("key", vec![delivery.event.clone(), delivery.consumer.clone()])
            .bind("due", now + back_off)
            .step("UPDATE type::record('outbox', $key) SET due_at = $due")
            .run()
            .await
    }
}
