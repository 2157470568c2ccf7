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
}

/// Handler of the events that a module subscribes to. It may be called twice for one event; after
/// an error the event is delivered again later.
#[async_trait]
pub trait EventHandler: Send + Sync + 'static {
    /// Handles one event.
    async fn handle(&self, event: &Event) -> anyhow::Result<()>;
}

/// Implements [`EventHandler`] for a type by one table, from which its constant `NAMES` follows, for
/// [`Module::LISTENS_TO`](crate::Module::LISTENS_TO). An event that is not in the table is an error.
///
/// Each row has one or more topics of the same payload, a variable for the payload, and a future of
/// a `Result`:
///
/// ```text
/// event_handler! { ChatEvents(self, event):
///     REPLIED as reply => self.service.answered_by_mail(&reply, event),
/// }
/// ```
#[macro_export]
macro_rules! event_handler {
    ($handler:ident($self:ident, $event:ident):
     $($($topic:path)|+ as $payload:ident => $handled:expr,)+) => {
        impl $handler {
            /// Names of the events that it handles.
            pub(crate) const NAMES: &'static [&'static str] = &[$($($topic.name()),+),+];
        }

        #[async_trait::async_trait]
        impl $crate::EventHandler for $handler {
            async fn handle(&$self, $event: &$crate::Event) -> anyhow::Result<()> {
                $(for topic in [$($topic),+] {
                    if let Some($payload) = $event.of(topic)? {
                        $handled.await?;
                        return Ok(());
                    }
                })+
                Err(anyhow::anyhow!("nothing handles {}", $event.name))
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use tokio::sync::Mutex;

    use super::*;

    const OPENED: Topic<i64> = Topic::new("shop.opened");
    const CLOSED: Topic<i64> = Topic::new("shop.closed");
    const NAMED: Topic<String> = Topic::new("shop.named");

    #[derive(Default)]
    struct ShopEvents(Mutex<Vec<String>>);

    impl ShopEvents {
        async fn note(&self, words: String) -> anyhow::Result<()> {
            self.0.lock().await.push(words);
            Ok(())
        }
    }

    event_handler! { ShopEvents(self, event):
        OPENED | CLOSED as at => self.note(format!("{} {at}", event.name)),
        NAMED as name => self.note(name),
    }

    #[tokio::test]
    async fn each_event_goes_to_its_row() {
        let shop = ShopEvents::default();
        let handle = async |name: &str, payload: Value| {
            let (id, name) = ("1".to_owned(), name.to_owned());
            let event = Event { id, name, at: Timestamp::EPOCH, payload };
            shop.handle(&event).await.map_err(|error| error.to_string())
        };
        assert_eq!(ShopEvents::NAMES, ["shop.opened", "shop.closed", "shop.named"]);
        handle("shop.closed", 18_i64.into_value()).await.unwrap();
        handle("shop.named", "Plumb".to_owned().into_value()).await.unwrap();
        let unknown = handle("shop.sold", Value::None).await;
        assert_eq!(unknown, Err("nothing handles shop.sold".to_owned()));
        handle("shop.opened", Value::None).await.unwrap_err();
        assert_eq!(*shop.0.lock().await, ["shop.closed 18", "Plumb"]);
    }
}
