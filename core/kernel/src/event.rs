//! Events: what one module makes known and others may act on, at least once, after commit.

use async_trait::async_trait;
use sparkyard_db::Timestamp;
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
    /// The payload as the type that the publisher documents.
    pub fn read<T: SurrealValue>(&self) -> anyhow::Result<T> {
        Ok(T::from_value(self.payload.clone())?)
    }
}

/// What a module does about the events it listens to. May be called twice for one event;
/// an error brings the event back later.
#[async_trait]
pub trait EventHandler: Send + Sync + 'static {
    /// Acts on one event.
    async fn handle(&self, event: &Event) -> anyhow::Result<()>;
}
