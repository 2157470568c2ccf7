//! Carries events from the outbox to their handlers, at least once.

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use sparkyard_db::Delivery;
use sparkyard_kernel::Event;
use tokio::sync::watch;
use tracing::{error, warn};

use crate::House;

/// How many deliveries one round claims.
const BATCH: i64 = 32;
/// How often to look for what other processes published, or what came due again.
const POLL: Duration = Duration::from_secs(1);

impl House {
    /// Delivers what is due now, one round; returns how many deliveries it claimed.
    pub async fn deliver(&self) -> anyhow::Result<usize> {
        let due = self.cx.db.claim(self.cx.now(), BATCH).await?;
        let outcomes = join_all(due.iter().map(|delivery| self.deliver_one(delivery))).await;
        outcomes.into_iter().collect::<anyhow::Result<Vec<()>>>()?;
        Ok(due.len())
    }

    /// Delivers what is due now, and what that leads to, until nothing is left.
    pub async fn settle(&self) -> anyhow::Result<()> {
        while self.deliver().await? > 0 {}
        Ok(())
    }

    async fn deliver_one(&self, delivery: &Delivery) -> anyhow::Result<()> {
        let event = Event {
            id: delivery.event.clone(),
            name: delivery.name.clone(),
            at: delivery.created_at,
            payload: delivery.payload.clone(),
        };
        let handled = match self.handlers.get(delivery.consumer.as_str()) {
            Some(handler) => handler.handle(&event).await,
            None => Err(anyhow::anyhow!("no module answers to {}", delivery.consumer)),
        };
        match handled {
            Ok(()) => self.cx.db.settle(delivery).await?,
            Err(cause) => {
                let (name, consumer, attempts) =
                    (&delivery.name, &delivery.consumer, delivery.attempts);
                warn!(name, consumer, attempts, "event will be tried again: {cause:#}");
                self.cx.db.postpone(delivery, self.cx.now()).await?;
            }
        }
        Ok(())
    }
}

/// Delivers until told to stop.
pub(crate) async fn run(house: Arc<House>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        match house.deliver().await {
            // There may be more.
            Ok(claimed) if claimed > 0 => continue,
            Ok(_) => {}
            Err(cause) => error!("the outbox could not be read: {cause:#}"),
        }
        tokio::select! {
            () = house.cx.db.published() => {}
            () = tokio::time::sleep(POLL) => {}
            _ = stop.changed() => {}
        }
    }
}
