use std::{collections::BTreeMap, time::Duration};

use surrealdb::types::{SurrealValue, Value};

use crate::{Db, DbError, Timestamp, Topic, Waiting};

/// A claimed delivery may be claimed again after this long: no handler may take longer, or the
/// event is handled twice.
pub const LEASE: Duration = Duration::from_secs(30);
/// Most that a failed delivery waits: what could not leave in an outage leaves this long after
/// its end at the latest.
const MAX_BACK_OFF: Duration = Duration::from_mins(15);

/// What was never claimed; `EXPLAIN` must show a range of an index.
const UNTRIED: &str = "SELECT VALUE id FROM outbox WITH INDEX outbox_untried \
    WHERE consumer = $consumer AND attempts = 0 AND due_at <= $now LIMIT $limit";
/// What is due to one consumer, tried or not; the same holds for it.
const DUE: &str = "SELECT VALUE id FROM outbox WITH INDEX outbox_due_to \
    WHERE consumer = $consumer AND due_at <= $now LIMIT $limit";

/// What waits for one consumer, due or not; the same holds for it.
const WAITING: &str = "SELECT VALUE id FROM outbox WITH INDEX outbox_due_to \
    WHERE consumer = $consumer LIMIT $limit";

/// What writes name that publish something to `consumer`.
pub(crate) fn name(consumer: &str) -> String {
    format!("outbox:{consumer}")
}

/// What waits for one consumer and was never tried; the same holds for it.
const FRESH: &str = "SELECT VALUE id FROM outbox WITH INDEX outbox_untried \
    WHERE consumer = $consumer AND attempts = 0 LIMIT $limit";

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
    /// Waits from now on for writes of this process that publish something to `consumer`.
    pub fn deliveries_to(&self, consumer: &str) -> Waiting {
        self.wait_for(name(consumer))
    }

    /// Claims up to `limit` deliveries to `consumer` that were never tried, for the length of a
    /// lease: all that a publication has brought.
    pub async fn claim_untried(
        &self,
        consumer: &str,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<Delivery>, DbError> {
        let due = self.due(UNTRIED, consumer, now, limit).await?;
        self.lease(due, now).await
    }

    /// Claims up to `limit` deliveries that are due to `consumer`, for the length of a lease. Those
    /// that were never tried come first: what fails again and again delays nothing that may not.
    pub async fn claim(
        &self,
        consumer: &str,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<Delivery>, DbError> {
        let mut due = self.due(UNTRIED, consumer, now, limit).await?;
        if due.len() < limit {
            let tried = self.due(DUE, consumer, now, limit).await?;
            let tried = tried.into_iter().filter(|delivery| !due.contains(delivery));
            due = due.iter().cloned().chain(tried).take(limit).collect();
        }
        self.lease(due, now).await
    }

    /// Claims those of `due` that nobody else has claimed meanwhile.
    async fn lease(&self, due: Vec<Value>, now: Timestamp) -> Result<Vec<Delivery>, DbError> {
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

    /// How many deliveries wait for the consumer of `topic` who has the most of them, tried or not;
    /// nobody counts beyond `most`. Whoever publishes very many of one kind keeps them few by it.
    pub async fn waiting<P>(&self, topic: Topic<P>, most: usize) -> Result<usize, DbError> {
        self.most_of(topic.name(), WAITING, most).await
    }

    /// The same of those that were never tried.
    pub async fn untried<P>(&self, topic: Topic<P>, most: usize) -> Result<usize, DbError> {
        self.most_of(topic.name(), FRESH, most).await
    }

    async fn most_of(
        &self,
        event: &str,
        of_one: &'static str,
        most: usize,
    ) -> Result<usize, DbError> {
        let mut waiting = 0;
        for consumer in self.routes().consumers(event) {
            let query = self.query(of_one).bind("consumer", consumer);
            let found: Vec<Value> = query.bind("limit", most).fetch().await?;
            waiting = waiting.max(found.len());
        }
        Ok(waiting)
    }

    /// Ids of deliveries that `query` finds.
    async fn due(
        &self,
        query: &'static str,
        consumer: &str,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<Value>, DbError> {
        let query = self.query(query).bind("consumer", consumer.to_owned());
        query.bind("now", now).bind("limit", limit).fetch().await
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
    use tokio::time::timeout;

    use super::*;
    use crate::{DbConfig, Fragment};

    fn now() -> Timestamp {
        Timestamp::from_millis(1_772_474_640_000).unwrap()
    }

    async fn database() -> Db {
        let mut routes = Routes::default();
        for consumer in ["flooded", "calm"] {
            routes.add(consumer, consumer);
        }
        let db = Db::connect(&DbConfig::memory(), routes).await.unwrap();
        db.migrate(&[], now()).await.unwrap();
        db
    }

    async fn publish(db: &Db, consumer: &str, id: &str, at: Timestamp) {
        let fragment = Fragment::new("fn::core::publish", &[])
            .arg(id.to_owned())
            .arg(consumer.to_owned())
            .arg(vec![consumer.to_owned()])
            .arg(at)
            .arg(Value::None);
        db.write("test").call(fragment).run::<()>().await.unwrap();
    }

    fn events(claimed: &[Delivery]) -> Vec<&str> {
        claimed.iter().map(|due| due.event.as_str()).collect()
    }

    /// However much waits for others, a consumer's own deliveries are read from an index.
    #[tokio::test]
    async fn what_is_due_to_one_is_found_past_what_waits_for_others() {
        let (db, now) = (database().await, now());
        for number in 0..200 {
            publish(&db, "flooded", &format!("{number}"), now).await;
        }
        publish(&db, "calm", "only", now).await;

        for (query, index) in [
            (UNTRIED, "outbox_untried"),
            (FRESH, "outbox_untried"),
            (DUE, "outbox_due_to"),
            (WAITING, "outbox_due_to"),
        ] {
            let plan = db.query(query).bind("consumer", "calm".to_owned());
            let plan = plan.bind("now", now).bind("limit", 5_i64).plan().await.unwrap();
            assert!(plan.is_range_of(index), "{plan:?}");
        }

        let claimed = db.claim("calm", now, 5).await.unwrap();
        assert_eq!(events(&claimed), ["only"]);
        assert_eq!(db.claim("flooded", now, 150).await.unwrap().len(), 150);
        // The rest and, once their lease is over, the same again.
        assert_eq!(db.claim("flooded", now, 500).await.unwrap().len(), 50);
        assert_eq!(db.claim("flooded", now + LEASE, 500).await.unwrap().len(), 200);
        assert_eq!(db.claim("nobody", now, 5).await.unwrap().len(), 0);
    }

    #[tokio::test]
    async fn what_waits_is_counted_up_to_a_bound_whether_it_was_tried_or_not() {
        let (db, now) = (database().await, now());
        for number in 0..7 {
            publish(&db, "flooded", &format!("{number}"), now).await;
        }
        let waiting = async |most| db.waiting(Topic::<Value>::new("flooded"), most).await.unwrap();
        let claimed = db.claim("flooded", now, 3).await.unwrap();
        assert_eq!((waiting(100).await, waiting(5).await), (7, 5));
        let untried = async |most| db.untried(Topic::<Value>::new("flooded"), most).await.unwrap();
        assert_eq!((untried(100).await, untried(3).await), (4, 3));
        db.postpone(&claimed[0], now).await.unwrap();
        db.settle(&claimed[1]).await.unwrap();
        assert_eq!(waiting(100).await, 6);
        assert_eq!(db.waiting(Topic::<Value>::new("calm"), 100).await.unwrap(), 0);
        assert_eq!(db.waiting(Topic::<Value>::new("unheard"), 100).await.unwrap(), 0);
    }

    /// Whatever has failed and is due again waits for what comes in for the first time.
    #[tokio::test]
    async fn what_was_never_tried_goes_before_what_failed() {
        let (db, now) = (database().await, now());
        for number in 0..40 {
            publish(&db, "flooded", &format!("dead {number}"), now).await;
        }
        for delivery in db.claim("flooded", now, 40).await.unwrap() {
            db.postpone(&delivery, now).await.unwrap();
        }
        let later = now + Duration::from_secs(10);
        publish(&db, "flooded", "fresh", later).await;
        let claimed = db.claim("flooded", later, 4).await.unwrap();
        assert_eq!((claimed.len(), claimed[0].attempts), (4, 1), "{claimed:?}");
        let (fresh, failed) =
            events(&claimed).into_iter().partition::<Vec<_>, _>(|id| *id == "fresh");
        assert_eq!((fresh.len(), failed.len()), (1, 3), "the rest of the places is theirs");
        assert_eq!(db.claim("flooded", later, 50).await.unwrap().len(), 37);
    }

    #[tokio::test]
    async fn who_is_woken_finds_what_was_published_and_nobody_else_is_woken() {
        let (db, now) = (database().await, now());
        let (mut flooded, mut calm) = (db.deliveries_to("flooded"), db.deliveries_to("calm"));
        let publish = async |id: &str, at| {
            let topic = Topic::<String>::new("flooded");
            let write = db.write("test.publish").publish(topic, id.to_owned(), at, "x".to_owned());
            write.run::<()>().await.unwrap();
        };
        let soon = Duration::from_secs(5);
        publish("failing", now).await;
        timeout(soon, flooded.woken()).await.unwrap();
        for delivery in db.claim_untried("flooded", now, 5).await.unwrap() {
            db.postpone(&delivery, now).await.unwrap();
        }
        let later = now + Duration::from_secs(10);
        publish("fresh", later).await;
        timeout(soon, flooded.woken()).await.unwrap();
        assert_eq!(events(&db.claim_untried("flooded", later, 5).await.unwrap()), ["fresh"]);
        assert_eq!(events(&db.claim("flooded", later, 5).await.unwrap()), ["failing"]);
        timeout(Duration::ZERO, calm.woken()).await.unwrap_err();
    }
}
