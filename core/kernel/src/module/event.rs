//! Events: published by one module, delivered to others at least once, after commit.

use async_trait::async_trait;
use sparkyard_db::{Timestamp, Topic};
use surrealdb::types::{SurrealValue, Value};

/// An event as delivered to a handler.
#[derive(Clone, Debug)]
pub struct Event {
    /// Id of the event, equal for every attempt, so that handlers can be idempotent.
    pub id: String,
    /// Name, `module.what_happened`.
    pub name: String,
    /// Time at which it happened.
    pub at: Timestamp,
    /// Payload from the publisher.
    pub payload: Value,
}

impl Event {
    /// Returns the payload if the event belongs to `topic`.
    pub fn of<P: SurrealValue>(&self, topic: Topic<P>) -> anyhow::Result<Option<P>> {
        let payload = || P::from_value(self.payload.clone());
        Ok((self.name == topic.name()).then(payload).transpose()?)
    }

    /// Returns the payload, for a handler subscribed to `topic` only; an error for another event.
    pub fn read<P: SurrealValue>(&self, topic: Topic<P>) -> anyhow::Result<P> {
        self.of(topic)?.ok_or_else(|| anyhow::anyhow!("{} is not {topic:?}", self.name))
    }
}

/// Handler of the events that a module subscribes to. It may be called twice for one event; after
/// an error the event is delivered again later.
#[async_trait]
pub trait EventHandler: Send + Sync + 'static {
    /// Handles one event.
    async fn handle(&self, event: &Event) -> anyhow::Result<()>;
}
