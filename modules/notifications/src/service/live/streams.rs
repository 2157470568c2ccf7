//! Registry of the open streams of this process. A member has a limited number; one more evicts the
//! oldest.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use sparkyard_kernel::UserId;
use tokio::sync::{Mutex as AsyncMutex, mpsc};

use super::shared::Shared;

/// Maximum number of streams per member: a browser holds one for all its tabs.
pub(super) const MOST: usize = 8;
/// Queue length of ephemeral events per stream; a slow client loses the rest.
const EPHEMERAL_QUEUE: usize = 16;

/// Registry of all open streams.
#[derive(Debug, Default)]
pub(crate) struct StreamRegistry(Mutex<Taken>);

#[derive(Debug, Default)]
struct Taken {
    of: HashMap<UserId, Present>,
    /// Number of streams ever opened, from which their numbers come.
    count: u64,
}

/// Streams of one member.
#[derive(Debug, Default)]
struct Present {
    places: VecDeque<Place>,
    shared: Arc<AsyncMutex<Shared>>,
}

/// A registered stream.
#[derive(Debug)]
struct Place {
    number: u64,
    access_token: Arc<str>,
    ephemeral: mpsc::Sender<String>,
}

/// Slot of one stream in the registry; freed on drop.
pub(super) struct StreamSlot {
    member: UserId,
    number: u64,
    ephemeral: mpsc::Receiver<String>,
    shared: Arc<AsyncMutex<Shared>>,
    streams: Arc<StreamRegistry>,
}

impl StreamRegistry {
    /// Takes a slot for a stream of `member`, authenticated by `access_token`; evicts the oldest
    /// stream above the limit.
    pub(super) fn take(self: &Arc<Self>, member: &UserId, access_token: Arc<str>) -> StreamSlot {
        let (sender, ephemeral) = mpsc::channel(EPHEMERAL_QUEUE);
        let mut taken = self.lock();
        taken.count += 1;
        let number = taken.count;
        let present = taken.of.entry(member.clone()).or_default();
        present.places.push_back(Place { number, access_token, ephemeral: sender });
        if present.places.len() > MOST {
            present.places.pop_front();
        }
        let shared = present.shared.clone();
        drop(taken);
        StreamSlot { member: member.clone(), number, ephemeral, shared, streams: self.clone() }
    }

    /// Sends an ephemeral event to all streams of `member`, without waiting.
    pub(crate) fn send_ephemeral(&self, member: &UserId, news: &str) {
        let taken = self.lock();
        for place in taken.of.get(member).iter().flat_map(|present| &present.places) {
            // A full queue drops the event: it is not needed to keep the client correct.
            let _ = place.ephemeral.try_send(news.to_owned());
        }
    }

    /// Returns the access tokens of all streams of `member`.
    pub(super) fn access_tokens(&self, member: &UserId) -> Vec<Arc<str>> {
        let taken = self.lock();
        let places = taken.of.get(member).into_iter().flat_map(|present| &present.places);
        places.map(|place| place.access_token.clone()).collect()
    }

    /// Returns the members with an open stream.
    pub(super) fn members(&self) -> Vec<UserId> {
        self.lock().of.keys().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StreamSlot {
    pub(super) fn member(&self) -> &UserId {
        &self.member
    }

    /// Returns the state shared by the member's streams.
    pub(super) fn shared(&self) -> Arc<AsyncMutex<Shared>> {
        self.shared.clone()
    }

    pub(super) fn streams(&self) -> Arc<StreamRegistry> {
        self.streams.clone()
    }

    /// Returns the next ephemeral event; `None` once the slot is lost.
    pub(super) async fn next_ephemeral(&mut self) -> Option<String> {
        self.ephemeral.recv().await
    }
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        let mut taken = self.streams.lock();
        if let Some(present) = taken.of.get_mut(&self.member) {
            present.places.retain(|place| place.number != self.number);
            if present.places.is_empty() {
                taken.of.remove(&self.member);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn newest_streams_evict_the_oldest() {
        let streams = Arc::new(StreamRegistry::default());
        let (ana, bo) = (UserId::from("ana"), UserId::from("bo"));
        let mut other = streams.take(&bo, "his".into());
        let mut held: Vec<_> = (0..1000).map(|_| streams.take(&ana, "hers".into())).collect();
        streams.send_ephemeral(&ana, "x");
        for (number, slot) in held.iter_mut().enumerate() {
            let expected = (number >= 1000 - MOST).then(|| "x".to_owned());
            assert_eq!(slot.next_ephemeral().await, expected, "{number}");
        }
        assert_eq!(streams.access_tokens(&ana).len(), MOST);
        streams.send_ephemeral(&bo, "y");
        assert_eq!(other.next_ephemeral().await.as_deref(), Some("y"));
        drop((held, other));
        assert!(streams.lock().of.is_empty(), "who is gone is forgotten");
    }

    #[tokio::test]
    async fn slow_reader_loses_hints_beyond_the_queue() {
        let streams = Arc::new(StreamRegistry::default());
        let ana = UserId::from("ana");
        let mut slot = streams.take(&ana, "hers".into());
        (0..1000).for_each(|number| streams.send_ephemeral(&ana, &number.to_string()));
        for number in 0..EPHEMERAL_QUEUE {
            assert_eq!(slot.next_ephemeral().await, Some(number.to_string()));
        }
        streams.send_ephemeral(&ana, "fresh");
        assert_eq!(slot.next_ephemeral().await.as_deref(), Some("fresh"));
    }
}
