//! Claimed deliveries, and deliveries handed over in memory.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::{Delivery, LEASE, Timestamp};

/// Maximum number of deliveries per consumer that are kept in memory. Others are read from the
/// table when they are next.
const MAX_HANDED: usize = 1_000;

/// Deliveries that this process has claimed or will claim next. When no other process delivers,
/// leases exist only here.
#[derive(Default)]
pub(crate) struct Claims {
    /// End of the claim by delivery; `None` for a delivery that is in `handed`, or will be once its
    /// write has been committed.
    held: HashMap<Key, Option<Timestamp>>,
    /// Deliveries published by this process and not claimed yet, by consumer.
    handed: HashMap<String, VecDeque<Delivery>>,
    /// Consumers with stored deliveries that are not in `handed`.
    unread: HashSet<String>,
}

/// Event and consumer of a delivery.
pub(crate) type Key = (String, String);

impl Claims {
    pub(crate) fn len(&self) -> usize {
        self.held.len()
    }

    /// Checks whether a stored delivery is claimed or in memory.
    pub(crate) fn hold(&self, delivery: &Delivery, now: Timestamp) -> bool {
        self.held.get(&delivery.key()).is_some_and(|until| until.is_none_or(|until| until > now))
    }

    /// Keeps a delivery that is about to be stored from being read, so that it can be handed over.
    /// Returns false, and does nothing, if a delivery of the same event is on its way, or too many
    /// are in memory.
    pub(crate) fn announce(&mut self, delivery: &Delivery) -> bool {
        let waiting = self.handed.get(&delivery.consumer).map_or(0, VecDeque::len);
        let key = delivery.key();
        let free = waiting < MAX_HANDED && !self.held.contains_key(&key);
        if free {
            self.held.insert(key, None);
        }
        free
    }

    /// Hands over an announced delivery that has been stored.
    pub(crate) fn hand(&mut self, delivery: Delivery) {
        self.handed.entry(delivery.consumer.clone()).or_default().push_back(delivery);
    }

    /// Records that `consumer` has deliveries to read from the table.
    pub(crate) fn note_unread(&mut self, consumer: String) {
        self.unread.insert(consumer);
    }

    /// Claims up to `limit` deliveries from memory; also returns whether none is left to read from
    /// the table. Deliveries due later leave memory and are read when they are due.
    pub(crate) fn take_handed(
        &mut self,
        consumer: &str,
        now: Timestamp,
        limit: usize,
    ) -> (Vec<Delivery>, bool) {
        let Some(next) = self.handed.get_mut(consumer) else { return (Vec::new(), false) };
        let some = next.len().min(limit);
        let (due, later): (Vec<_>, Vec<_>) =
            next.drain(..some).partition(|delivery| delivery.created_at <= now);
        self.release(&later.iter().collect::<Vec<_>>());
        self.take(&due, now);
        let full = due.len() == limit;
        let unread =
            if full { self.unread.contains(consumer) } else { self.unread.remove(consumer) };
        (due, !unread)
    }

    pub(crate) fn take(&mut self, claimed: &[Delivery], now: Timestamp) {
        self.held.retain(|_, until| until.is_none_or(|until| until > now));
        self.held.extend(claimed.iter().map(|delivery| (delivery.key(), Some(now + LEASE))));
    }

    pub(crate) fn release(&mut self, done: &[&Delivery]) {
        for delivery in done {
            self.held.remove(&delivery.key());
        }
    }
}
