//! Events: what one module makes known and others may act on, at least once, after commit.

use async_trait::async_trait;
use sparkyard_db::{Timestamp, Topic};
use surrealdb::types::{SurrealValue, Value};

/// An event as its handler sees it.
#[derive(Clone, Debug)]
pub struct Event {
    /// The same for every attempt: what makes a handler idempotent.
    pub id: String,
    /// `module.what_happened`.
    pub name: String,
    /// When it happened.
    pub at: Timestamp,
    /// What the publisher had to say.
    pub payload: Value,
}

impl Event {
    /// What it says, if it is one of `topic`.
    pub fn of<P: SurrealValue>(&self, topic: Topic<P>) -> anyhow::Result<Option<P>> {
        let payload = || P::from_value(self.payload.clone());
        Ok((self.name == topic.name()).then(payload).transpose()?)
    }

    /// What it says, for a handler that hears events of `topic` alone.
    pub fn read<P: SurrealValue>(&self, topic: Topic<P>) -> anyhow::Result<P> {
        self.of(topic)?.ok_or_else(|| anyhow::anyhow!("{} is not {topic:?}", self.name))
    }
}

/// What a module does about the events it listens to. May be called twice for one event;
/// an error brings the event back later.
#[async_trait]
pub trait EventHandler: Send + Sync + 'static {
    /// Acts on one event.
    async fn handle(&self, event: &Event) -> anyhow::Result<()>;
}
