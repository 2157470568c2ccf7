use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    time::Duration,
};

use surrealdb::types::{RecordId, RecordIdKey, SurrealValue, Value};

use crate::{Db, DbError, Timestamp, Topic, Waiting, claims::Key};

#[cfg(test)]
mod tests;

/// Duration of a claim, after which a delivery can be claimed again. If a handler takes longer, the
/// event is handled twice.
pub const LEASE: Duration = Duration::from_secs(30);
/// Longest backoff of a failed delivery, and so the longest delay after the end of an outage.
const MAX_BACK_OFF: Duration = Duration::from_mins(15);

/// Columns of a [`Delivery`].
macro_rules! delivery {
    () => {
        "SELECT id, event, name, consumer, payload, created_at, attempts + 1 AS attempts FROM "
    };
}

/// Due deliveries that have never failed. `EXPLAIN` must show a range of an index.
const UNTRIED: &str = concat!(
    delivery!(),
    "outbox WITH INDEX outbox_untried \
     WHERE consumer = $consumer AND attempts = 0 AND due_at <= $now LIMIT $limit"
);
/// Due deliveries to one consumer, failed before or not; an index range, too.
const DUE: &str = concat!(
    delivery!(),
    "outbox WITH INDEX outbox_due_to WHERE consumer = $consumer AND due_at <= $now LIMIT $limit"
);
/// All deliveries to one consumer, due or not; an index range, too.
const WAITING: &str = "SELECT VALUE id FROM outbox WITH INDEX outbox_due_to \
    WHERE consumer = $consumer LIMIT $limit";
/// All deliveries to one consumer that have never failed; an index range, too.
const FRESH: &str = "SELECT VALUE id FROM outbox WITH INDEX outbox_untried \
    WHERE consumer = $consumer AND attempts = 0 LIMIT $limit";

/// Times of deliveries to one consumer, due or not; an index range, too.
const TIMES: &str = "SELECT VALUE created_at FROM outbox WITH INDEX outbox_due_to \
    WHERE consumer = $consumer LIMIT $limit";

/// Returns the name under which writes wake `consumer`.
pub(crate) fn name(consumer: &str) -> String {
    format!("outbox:{consumer}")
}

/// Consumers of each event.
#[derive(Clone, Debug, Default)]
pub struct Routes(BTreeMap<&'static str, Vec<String>>);

impl Routes {
    /// Sends every event called `event` to `consumer` as well.
    pub fn add(&mut self, event: &'static str, consumer: &'static str) {
        self.0.entry(event).or_default().push(consumer.to_owned());
    }

    /// Returns all consumers, each once.
    fn all(&self) -> BTreeSet<String> {
        self.0.values().flatten().cloned().collect()
    }

    pub(crate) fn consumers(&self, event: &str) -> Vec<String> {
        self.0.get(event).cloned().unwrap_or_default()
    }
}

/// Deliveries that wait for one consumer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backlog {
    /// The consumer.
    pub consumer: String,
    /// Number of deliveries, counted up to a limit.
    pub waiting: usize,
    /// Time of the oldest event among those counted.
    pub oldest: Option<Timestamp>,
}

/// Delivery of one event to one consumer.
#[derive(Clone, Debug, SurrealValue)]
pub struct Delivery {
    /// Id of the event, equal for all consumers and attempts.
    pub event: String,
    /// `module.what_happened`.
    pub name: String,
    /// Consumer that handles the event.
    pub consumer: String,
    /// Payload from the publisher.
    pub payload: Value,
    /// Time of the event.
    pub created_at: Timestamp,
    /// Number of attempts, including this one.
    pub attempts: i64,
    id: RecordId,
}

impl Delivery {
    /// Creates the first attempt to deliver an event that is about to be published.
    pub(crate) fn first(
        event: &str,
        name: &str,
        consumer: String,
        payload: Value,
        created_at: Timestamp,
    ) -> Self {
        let key = [event, &consumer].map(|part| Value::String(part.to_owned()));
        Self {
            event: event.to_owned(),
            name: name.to_owned(),
            payload,
            created_at,
            attempts: 1,
            id: RecordId::new("outbox", RecordIdKey::Array(Vec::from(key).into())),
            consumer,
        }
    }

    pub(crate) fn key(&self) -> Key {
        (self.event.clone(), self.consumer.clone())
    }
}

impl Db {
    /// Subscribes to later writes of this process that publish something to `consumer`.
    pub fn deliveries_to(&self, consumer: &str) -> Waiting {
        self.wait_for(name(consumer))
    }

    /// Claims up to `limit` deliveries to `consumer` that have never failed, which covers all that
    /// a publication adds. Claims last as long as a lease. Deliveries that this process published
    /// since its last claim are in memory, so the database is seldom queried.
    pub async fn claim_untried(
        &self,
        consumer: &str,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<Delivery>, DbError> {
        let (handed, all) = self.claims().take_handed(consumer, now, limit);
        if !handed.is_empty() && (all || handed.len() == limit) {
            return Ok(handed);
        }
        let stored = self.claim_from(&[UNTRIED], consumer, now, limit - handed.len()).await?;
        Ok([handed, stored].concat())
    }

    /// Claims up to `limit` deliveries due to `consumer`, for the duration of a lease. Those that
    /// have never failed come first, so that repeated failures do not delay them.
    pub async fn claim(
        &self,
        consumer: &str,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<Delivery>, DbError> {
        let (handed, _) = self.claims().take_handed(consumer, now, limit);
        // Cached until a delivery to this consumer is published, so that polling an idle one costs
        // no query.
        if handed.is_empty() && self.count(WAITING, consumer, 1).await? == 0 {
            return Ok(handed);
        }
        let stored = self.claim_from(&[UNTRIED, DUE], consumer, now, limit - handed.len()).await?;
        Ok([handed, stored].concat())
    }

    /// Claims the results of `queries`, in that order.
    async fn claim_from(
        &self,
        queries: &[&'static str],
        consumer: &str,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<Delivery>, DbError> {
        // Deliveries settled from here on stay claimed: what was read before would look free.
        let _claiming = self.queue(BTreeSet::from([name(consumer)])).await;
        let mut free: Vec<Delivery> = Vec::new();
        for query in queries {
            if free.len() < limit {
                // The results include claimed deliveries, at most as many as there are claims.
                let most = limit + self.claims().len();
                let found = self.due(query, consumer, now, most).await?;
                let known: HashSet<Key> = free.iter().map(Delivery::key).collect();
                let claims = self.claims();
                free.extend(
                    found
                        .into_iter()
                        .filter(|due| !known.contains(&due.key()) && !claims.hold(due, now)),
                );
            }
        }
        free.truncate(limit);
        if !free.is_empty() && self.is_shared() {
            free = self.lease(free, now).await?;
        }
        self.claims().take(&free, now);
        Ok(free)
    }

    /// Claims the deliveries in `due` that no other process has claimed meanwhile.
    async fn lease(&self, due: Vec<Delivery>, now: Timestamp) -> Result<Vec<Delivery>, DbError> {
        let ids: Vec<RecordId> = due.iter().map(|delivery| delivery.id.clone()).collect();
        let leased: Vec<RecordId> = self
            .write("core.claim")
            .bind("due", ids)
            .bind("now", now)
            .bind("lease", now + LEASE)
            .step("LET $claimed = (UPDATE $due SET due_at = $lease WHERE due_at <= $now RETURN VALUE id)")
            .returning("$claimed")
            .run()
            .await?;
        Ok(due.into_iter().filter(|delivery| leased.contains(&delivery.id)).collect())
    }

    /// Ends the claims of `done`, whose rows have been changed in the outbox.
    async fn release(&self, done: &[&Delivery]) {
        let consumers = done.iter().map(|delivery| name(&delivery.consumer)).collect();
        let _claiming = self.queue(consumers).await;
        self.claims().release(done);
    }

    /// Returns the longest backlog of a consumer of `topic`, tried or not, counted up to `most`.
    /// Publishers of very many events use it to keep the backlog short.
    pub async fn waiting<P>(&self, topic: Topic<P>, most: usize) -> Result<usize, DbError> {
        self.most_of(topic.name(), WAITING, most).await
    }

    /// Counts as [`waiting`](Self::waiting) does, but only deliveries that have never failed.
    pub async fn untried<P>(&self, topic: Topic<P>, most: usize) -> Result<usize, DbError> {
        self.most_of(topic.name(), FRESH, most).await
    }

    /// Returns the backlog of each consumer, counted up to `most` deliveries, in one statement.
    pub async fn backlogs(&self, most: usize) -> Result<Vec<Backlog>, DbError> {
        let consumers = self.routes().all();
        let each = consumers.iter().enumerate().map(|(index, _)| {
            let of_one = TIMES.replace("$consumer", &format!("$consumer{index}"));
            format!("({of_one})")
        });
        let text = format!("RETURN [{}]", each.collect::<Vec<_>>().join(", "));
        let mut query = self.query(text).bind("limit", most);
        for (index, consumer) in consumers.iter().enumerate() {
            query = query.bind(format!("consumer{index}"), consumer.clone());
        }
        let times: Vec<Vec<Timestamp>> = query.fetch().await?;
        let backlog = |(consumer, times): (String, Vec<Timestamp>)| Backlog {
            consumer,
            waiting: times.len(),
            oldest: times.into_iter().min(),
        };
        Ok(consumers.into_iter().zip(times).map(backlog).collect())
    }

    async fn most_of(
        &self,
        event: &str,
        of_one: &'static str,
        most: usize,
    ) -> Result<usize, DbError> {
        let mut waiting = 0;
        for consumer in self.routes().consumers(event) {
            waiting = waiting.max(self.count(of_one, &consumer, most).await?);
        }
        Ok(waiting)
    }

    /// Counts the deliveries to one consumer that `query` finds, up to `most`.
    async fn count(
        &self,
        query: &'static str,
        consumer: &str,
        most: usize,
    ) -> Result<usize, DbError> {
        let query = self.query(query).bind("consumer", consumer.to_owned());
        let found: Vec<Value> = query.bind("limit", most).fetch().await?;
        Ok(found.len())
    }

    /// Returns the deliveries that `query` finds.
    async fn due(
        &self,
        query: &'static str,
        consumer: &str,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<Delivery>, DbError> {
        let query = self.query(query).bind("consumer", consumer.to_owned());
        query.bind("now", now).bind("limit", limit).fetch().await
    }

    /// Deletes handled deliveries. Many in one write cost hardly more than one: each transaction
    /// with a delete reads the definitions of all tables.
    pub async fn settle(&self, handled: &[&Delivery]) -> Result<(), DbError> {
        let ids: Vec<RecordId> = handled.iter().map(|delivery| delivery.id.clone()).collect();
        let write = self.write("core.settle").bind("handled", ids);
        write.step("DELETE $handled RETURN NONE").run::<()>().await?;
        self.release(handled).await;
        Ok(())
    }

    /// Returns a failed delivery to the outbox, with exponential backoff.
    pub async fn postpone(&self, delivery: &Delivery, now: Timestamp) -> Result<(), DbError> {
        let exponent = u32::try_from(delivery.attempts).unwrap_or(12).min(12);
        let back_off = Duration::from_secs(1 << exponent).min(MAX_BACK_OFF);
        self.write("core.postpone")
            .bind("id", delivery.id.clone())
            .bind("attempts", delivery.attempts)
            .bind("due", now + back_off)
            .step("UPDATE $id SET due_at = $due, attempts = $attempts RETURN NONE")
            .run::<()>()
            .await?;
        self.release(&[delivery]).await;
        Ok(())
    }
}
