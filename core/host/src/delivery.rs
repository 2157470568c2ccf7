//! Carries events from the outbox to their handlers, at least once.
//!
//! Every consumer has a lane of its own: what one is slow with, or cannot do at all at present,
//! keeps nothing from the others.

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use sparkyard_db::Delivery;
use sparkyard_kernel::Event;
use tokio::{sync::watch, time::MissedTickBehavior};
use tracing::{error, warn};

use crate::{
    Host,
    assembly::{MAIL_CONSUMER, MANY_CONSUMER},
};

/// How many deliveries one round claims for a consumer.
const BATCH: usize = 32;
/// The same for mail: mail servers do not like many connections from one place.
const MAIL_BATCH: usize = 4;
/// The same for mails to very many, which have time.
const MANY_BATCH: usize = 2;
/// How often to look for what other processes published, or what came due again.
const POLL: Duration = Duration::from_secs(1);
/// How long a round under way may go on once the server is told to stop. What it leaves is
/// delivered after the next start.
const GRACE: Duration = Duration::from_secs(5);

impl Host {
    /// Delivers what is due now, one round; returns how many deliveries it claimed.
    pub async fn deliver(&self) -> anyhow::Result<usize> {
        let rounds =
            join_all(self.handlers.keys().map(|consumer| self.deliver_to(consumer, Among::All)));
        rounds.await.into_iter().sum()
    }

    /// Delivers what is due now, and what that leads to, until nothing is left.
    pub async fn settle(&self) -> anyhow::Result<()> {
        while self.deliver().await? > 0 {}
        Ok(())
    }

    /// Delivers until told to stop.
    pub async fn deliver_until(self: Arc<Self>, stop: watch::Receiver<bool>) {
        let consumers = self.handlers.keys().copied();
        let lanes =
            consumers.map(|consumer| tokio::spawn(lane(self.clone(), consumer, stop.clone())));
        for ended in join_all(lanes).await {
            if let Err(cause) = ended {
                error!("deliveries have ended: {cause}");
            }
        }
    }

    /// One round for one consumer.
    async fn deliver_to(&self, consumer: &str, among: Among) -> anyhow::Result<usize> {
        let (db, now, batch) = (&self.cx.db, self.cx.now(), batch(consumer));
        let due = match among {
            Among::Untried => db.claim_untried(consumer, now, batch).await?,
            Among::All => db.claim(consumer, now, batch).await?,
        };
        let outcomes = join_all(due.iter().map(|delivery| self.deliver_one(delivery))).await;
        outcomes.into_iter().collect::<anyhow::Result<()>>()?;
        Ok(due.len())
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

/// How many deliveries one round claims for `consumer` at most.
fn batch(consumer: &str) -> usize {
    match consumer {
        MAIL_CONSUMER => MAIL_BATCH,
        MANY_CONSUMER => MANY_BATCH,
        _ => BATCH,
    }
}

/// Where a round looks for deliveries.
#[derive(Clone, Copy)]
enum Among {
    /// Among those that were never tried: it was told that there are some.
    Untried,
    /// Among these, and those that came due again.
    All,
}

/// Delivers to one consumer until told to stop.
async fn lane(host: Arc<Host>, consumer: &'static str, mut stop: watch::Receiver<bool>) {
    let mut published = host.cx.db.deliveries_to(consumer);
    let mut poll = tokio::time::interval(POLL);
    poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut among = Among::All;
    let mut condition = host.cx.db.condition();
    while !*stop.borrow() && stop.has_changed().is_ok() {
        if !condition.borrow_and_update().is_ready() {
            // Nothing can be claimed from a database that takes no writes.
            tokio::select! {
                _ = condition.changed() => {}
                _ = stop.changed() => {}
            }
            continue;
        }
        let round = tokio::select! {
            round = host.deliver_to(consumer, among) => round,
            () = grace(stop.clone()) => break,
        };
        match round {
            // There may be more.
            Ok(claimed) if claimed >= batch(consumer) => continue,
            Ok(_) => {}
            Err(cause) => error!(consumer, "the outbox could not be read: {cause:#}"),
        }
        among = tokio::select! {
            // What came due again is looked for in time, unless every round is full.
            biased;
            _ = poll.tick() => Among::All,
            () = published.woken() => Among::Untried,
            _ = stop.changed() => Among::All,
        }
    }
}

/// Ends a while after the server is told to stop.
async fn grace(mut stop: watch::Receiver<bool>) {
    // When nobody is left to tell, the process is about to end.
    let _ = stop.wait_for(|stop| *stop).await;
    tokio::time::sleep(GRACE).await;
}
