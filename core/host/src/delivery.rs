//! Delivers events from the outbox to their handlers, at least once.
//!
//! Each consumer has a task of its own, so that one that is slow or fails does not delay the
//! others. A failed delivery is due again after a pause that is stored with it, so that a restart
//! neither forgets nor repeats it: retries in memory, as by `backon`, could not do that.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::{
    future::join_all,
    stream::{FuturesUnordered, StreamExt},
};
use sparkyard_db::{Condition, Db, Delivery};
use sparkyard_kernel::Event;
use tokio::{
    sync::{Notify, watch},
    time::MissedTickBehavior,
};
use tracing::{error, warn};

use crate::{
    Host,
    assembly::{MAIL_CONSUMER, MANY_CONSUMER},
};

/// Maximum number of deliveries claimed for a consumer in one round.
const BATCH: usize = 32;
/// Batch size for mail: mail servers do not like many connections from one place.
const MAIL_BATCH: usize = 4;
/// Batch size for bulk mail, which is not urgent.
const MANY_BATCH: usize = 2;
/// Interval of polls for events of other processes, and for retries that are due.
const POLL: Duration = Duration::from_secs(1);
/// Time for which handled deliveries, except mails, stay in the outbox, so that many are deleted in
/// one write. Those left when the process is killed are delivered again.
const SETTLE: Duration = Duration::from_millis(100);
/// Time for which a round may continue once the server is told to stop. Deliveries left over are
/// made after the next start.
const GRACE: Duration = Duration::from_secs(5);

impl Host {
    /// Delivers one round of due events; returns the number of deliveries claimed.
    pub async fn deliver(&self) -> anyhow::Result<usize> {
        let rounds =
            join_all(self.handlers.keys().map(|consumer| self.deliver_to(consumer, Among::All)));
        let claimed = rounds.await.into_iter().sum();
        self.handled.settle(&self.cx.db).await?;
        claimed
    }

    /// Delivers due events, and those that result from them, until none is left.
    pub async fn settle(&self) -> anyhow::Result<()> {
        while self.deliver().await? > 0 {}
        Ok(())
    }

    /// Delivers events until told to stop.
    pub async fn deliver_until(self: Arc<Self>, stop: watch::Receiver<bool>) {
        let consumers = self.handlers.keys().copied();
        let lanes: Vec<_> = consumers
            .map(|consumer| tokio::spawn(lane(self.clone(), consumer, stop.clone())))
            .collect();
        let settling = tokio::spawn(settle_soon(self.clone(), stop));
        for ended in join_all(lanes.into_iter().chain([settling])).await {
            if let Err(cause) = ended {
                error!("deliveries have ended: {cause}");
            }
        }
        if let Err(cause) = self.handled.settle(&self.cx.db).await {
            warn!("the last delivery will be repeated: {cause:#}");
        }
    }

    /// Runs one round for one consumer; returns the number of deliveries claimed.
    async fn deliver_to(&self, consumer: &str, among: Among) -> anyhow::Result<usize> {
        let (db, now, batch) = (&self.cx.db, self.cx.now(), batch(consumer));
        let due = match among {
            Among::Untried => db.claim_untried(consumer, now, batch).await?,
            Among::All => db.claim(consumer, now, batch).await?,
        };
        let mut handling: FuturesUnordered<_> = due
            .iter()
            .map(|delivery| async move { (delivery, self.handle(delivery).await) })
            .collect();
        while let Some((delivery, outcome)) = handling.next().await {
            let counted = if outcome.is_ok() { "handled" } else { "failed" };
            self.metrics.deliveries.with_label_values(&[consumer, counted]).inc();
            match outcome {
                Ok(()) => self.handled.note(delivery.clone()),
                Err(cause) => self.try_again(delivery, &cause).await?,
            }
        }
        if is_mail(consumer) && !due.is_empty() {
            // At once, so that a crash repeats the mails of one round at most.
            self.handled.settle(db).await?;
        }
        Ok(due.len())
    }

    async fn handle(&self, delivery: &Delivery) -> anyhow::Result<()> {
        let event = Event {
            id: delivery.event.clone(),
            name: delivery.name.clone(),
            at: delivery.created_at,
            payload: delivery.payload.clone(),
        };
        match self.handlers.get(delivery.consumer.as_str()) {
            Some(handler) => handler.handle(&event).await,
            None => Err(anyhow::anyhow!("no module answers to {}", delivery.consumer)),
        }
    }

    async fn try_again(&self, delivery: &Delivery, cause: &anyhow::Error) -> anyhow::Result<()> {
        let Delivery { name, consumer, attempts, .. } = delivery;
        warn!(name, consumer, attempts, "cannot handle an event, will retry: {cause:#}");
        Ok(self.cx.db.postpone(delivery, self.cx.now()).await?)
    }
}

/// Handled deliveries that are still in the outbox.
#[derive(Default)]
pub(crate) struct Handled {
    deliveries: Mutex<Vec<Delivery>>,
    noted: Notify,
}

impl Handled {
    fn note(&self, delivery: Delivery) {
        self.deliveries().push(delivery);
        self.noted.notify_one();
    }

    /// Deletes the deliveries from the outbox; after an error, they are deleted with the next ones.
    async fn settle(&self, db: &Db) -> anyhow::Result<()> {
        let handled = std::mem::take(&mut *self.deliveries());
        if handled.is_empty() {
            return Ok(());
        }
        let settled = db.settle(&handled.iter().collect::<Vec<_>>()).await;
        if settled.is_err() {
            self.deliveries().extend(handled);
        }
        Ok(settled?)
    }

    fn deliveries(&self) -> MutexGuard<'_, Vec<Delivery>> {
        self.deliveries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Deletes handled deliveries in batches until told to stop.
async fn settle_soon(host: Arc<Host>, mut stop: watch::Receiver<bool>) {
    let mut condition = host.cx.db.condition();
    while !*stop.borrow() {
        tokio::select! {
            () = some_handled(&host.handled, &mut condition) => {}
            _ = stop.changed() => return,
        }
        if let Err(cause) = host.handled.settle(&host.cx.db).await {
            warn!("cannot delete handled deliveries from the outbox: {cause:#}");
            host.handled.noted.notify_one();
        }
    }
}

/// Completes [`SETTLE`] after a delivery was handled, once the database accepts writes.
async fn some_handled(handled: &Handled, condition: &mut watch::Receiver<Condition>) {
    handled.noted.notified().await;
    tokio::time::sleep(SETTLE).await;
    // Fails only when the database is gone, as the process ends.
    let _ = condition.wait_for(Condition::is_ready).await;
}

fn is_mail(consumer: &str) -> bool {
    matches!(consumer, MAIL_CONSUMER | MANY_CONSUMER)
}

/// Returns the maximum number of deliveries claimed for `consumer` in one round.
fn batch(consumer: &str) -> usize {
    match consumer {
        MAIL_CONSUMER => MAIL_BATCH,
        MANY_CONSUMER => MANY_BATCH,
        _ => BATCH,
    }
}

/// Deliveries that a round considers.
#[derive(Clone, Copy)]
enum Among {
    /// Deliveries that have never failed: after a notification that there are some.
    Untried,
    /// All due deliveries, including retries.
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
            // Claims need a database that accepts writes.
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
            // The batch was full, so there may be more.
            Ok(claimed) if claimed >= batch(consumer) => continue,
            Ok(_) => {}
            Err(cause) => error!(consumer, "the outbox could not be read: {cause:#}"),
        }
        among = tokio::select! {
            // Polls first, so that retries start in time unless every round is full.
            biased;
            _ = poll.tick() => Among::All,
            () = published.woken() => Among::Untried,
            _ = stop.changed() => Among::All,
        }
    }
}

/// Completes [`GRACE`] after the server is told to stop.
async fn grace(mut stop: watch::Receiver<bool>) {
    // A dropped sender means that the process is about to end.
    let _ = stop.wait_for(|stop| *stop).await;
    tokio::time::sleep(GRACE).await;
}
