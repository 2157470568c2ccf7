use std::{collections::BTreeMap, time::Duration};

use surrealdb::types::{SurrealValue, Value};

use crate::{Db, DbError, Timestamp};

/// A claimed delivery may be claimed again after this long: no handler may take longer, or the
/// event is handled twice.
pub const LEASE: Duration = Duration::from_secs(30);
/// Most that a failed delivery waits: what could not leave in an outage leaves this long after
/// its end at the latest.
const MAX_BACK_OFF: Duration = Duration::from_mins(15);

/// What is due to one consumer; `EXPLAIN` must show a range of an index.
const DUE: &str =
    "SELECT VALUE id FROM outbox WHERE consumer = $consumer AND due_at <= $now LIMIT $limit";

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
            .query(DUE)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DbConfig, Fragment};

    /// However much waits for others, a consumer's own deliveries are read from an index.
    #[tokio::test]
    async fn what_is_due_to_one_is_found_past_what_waits_for_others() {
        let mut routes = Routes::default();
        for consumer in ["flooded", "calm"] {
            routes.add(consumer, consumer);
        }
        let db = Db::connect(&DbConfig::memory(), routes).await.unwrap();
        let now = Timestamp::from_millis(1_772_474_640_000).unwrap();
        db.migrate(&[], now).await.unwrap();
        let publish = async |consumer: &'static str, id: String| {
            let fragment = Fragment::new("fn::core::publish", &[])
                .arg(id)
                .arg(consumer.to_owned())
                .arg(vec![consumer.to_owned()])
                .arg(now)
                .arg(Value::None);
            db.write("test").call(fragment).run::<()>().await.unwrap();
        };
        for number in 0..200 {
            publish("flooded", format!("{number}")).await;
        }
        publish("calm", "only".to_owned()).await;

        let plan = db.query(DUE);
        let plan = plan.bind("consumer", "calm".to_owned()).bind("now", now).bind("limit", 5_i64);
        let plan = plan.plan().await.unwrap();
        assert!(plan.is_range_of("outbox_due_to"), "{plan:?}");

        let claimed = db.claim("calm", now, 5).await.unwrap();
        assert_eq!(claimed.iter().map(|due| due.event.as_str()).collect::<Vec<_>>(), ["only"]);
        assert_eq!(db.claim("flooded", now, 150).await.unwrap().len(), 150);
        // The rest and, once their lease is over, the same again.
        assert_eq!(db.claim("flooded", now, 500).await.unwrap().len(), 50);
        assert_eq!(db.claim("flooded", now + LEASE, 500).await.unwrap().len(), 200);
        assert_eq!(db.claim("nobody", now, 5).await.unwrap().len(), 0);
    }
}
