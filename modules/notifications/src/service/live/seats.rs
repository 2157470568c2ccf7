//! Who has a stream open in this process. Nobody has more than a few: whoever begins one more
//! loses the oldest.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use sparkyard_kernel::UserId;
use tokio::sync::{Mutex as AsyncMutex, mpsc};

use super::shared::Shared;

/// Streams of one member: a browser holds one for all its tabs.
pub(super) const MOST: usize = 8;
/// Hints that wait to be taken; of a slow reader the rest is lost.
const HINTS: usize = 16;

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Seats(Mutex<Taken>);

#[derive(Debug, Default)]
struct Taken {
    of: HashMap<UserId, Present>,
    /// How many there ever were.
    count: u64,
}

/// The streams of one member.
#[derive(Debug, Default)]
struct Present {
    places: VecDeque<Place>,
    shared: Arc<AsyncMutex<Shared>>,
}

/// A stream as others know it.
#[derive(Debug)]
struct Place {
    number: u64,
    access_token: Arc<str>,
    hints: mpsc::Sender<String>,
}

/// The place of one stream; free again when dropped.
pub(super) struct Seat {
    member: UserId,
    number: u64,
    hints: mpsc::Receiver<String>,
    shared: Arc<AsyncMutex<Shared>>,
    seats: Arc<Seats>,
}

impl Seats {
    /// A place for one more stream of `member`, who has shown `access_token`; the oldest gives way
    /// if there are too many.
    pub(super) fn take(self: &Arc<Self>, member: &UserId, access_token: Arc<str>) -> Seat {
        let (sender, hints) = mpsc::channel(HINTS);
        let mut taken = self.lock();
        taken.count += 1;
        let number = taken.count;
        let present = taken.of.entry(member.clone()).or_default();
        present.places.push_back(Place { number, access_token, hints: sender });
        if present.places.len() > MOST {
            present.places.pop_front();
        }
        let shared = present.shared.clone();
        drop(taken);
        Seat { member: member.clone(), number, hints, shared, seats: self.clone() }
    }

    /// Tells all streams of `member` something that is not worth waiting for.
    pub(crate) fn hint(&self, member: &UserId, news: &str) {
        let taken = self.lock();
        for place in taken.of.get(member).iter().flat_map(|present| &present.places) {
            // Who has not taken the last ones yet misses nothing without it.
            let _ = place.hints.try_send(news.to_owned());
        }
    }

    /// What those have shown who have a stream as `member`.
    pub(super) fn access_tokens(&self, member: &UserId) -> Vec<Arc<str>> {
        let taken = self.lock();
        let places = taken.of.get(member).into_iter().flat_map(|present| &present.places);
        places.map(|place| place.access_token.clone()).collect()
    }

    /// Who has one.
    pub(super) fn members(&self) -> Vec<UserId> {
        self.lock().of.keys().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat {
    /// Whose it is.
    pub(super) fn member(&self) -> &UserId {
        &self.member
    }

    /// What the member's streams share.
    pub(super) fn shared(&self) -> Arc<AsyncMutex<Shared>> {
        self.shared.clone()
    }

    /// All places.
    pub(super) fn seats(&self) -> Arc<Seats> {
        self.seats.clone()
    }

    /// The next hint; `None` when the place is gone.
    pub(super) async fn hint(&mut self) -> Option<String> {
        self.hints.recv().await
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.seats.lock();
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
    async fn the_newest_streams_of_a_member_stay_and_the_oldest_gives_way() {
        let seats = Arc::new(Seats::default());
        let (ana, bo) = (UserId::from("ana"), UserId::from("bo"));
        let mut other = seats.take(&bo, "his".into());
        let mut held: Vec<_> = (0..1000).map(|_| seats.take(&ana, "hers".into())).collect();
        seats.hint(&ana, "x");
        for (number, seat) in held.iter_mut().enumerate() {
            let expected = (number >= 1000 - MOST).then(|| "x".to_owned());
            assert_eq!(seat.hint().await, expected, "{number}");
        }
        assert_eq!(seats.access_tokens(&ana).len(), MOST);
        seats.hint(&bo, "y");
        assert_eq!(other.hint().await.as_deref(), Some("y"));
        drop((held, other));
        assert!(seats.lock().of.is_empty(), "who is gone is forgotten");
    }

    #[tokio::test]
    async fn a_slow_reader_gets_the_first_hints_and_costs_no_more_memory() {
        let seats = Arc::new(Seats::default());
        let ana = UserId::from("ana");
        let mut seat = seats.take(&ana, "hers".into());
        (0..1000).for_each(|number| seats.hint(&ana, &number.to_string()));
        for number in 0..HINTS {
            assert_eq!(seat.hint().await, Some(number.to_string()));
        }
        seats.hint(&ana, "fresh");
        assert_eq!(seat.hint().await.as_deref(), Some("fresh"));
    }
}
