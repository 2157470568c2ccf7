//! Room for what people send, of which nobody gets more than a fair share.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::sync::Notify;

use crate::{ApiError, ClientAddress, UserId, client::NEIGHBOURS};

/// The part of the room that one sender may take: an eighth.
const SHARES: u64 = 8;
/// Seconds after which somebody who found no room may try again.
const COME_BACK: u64 = 5;

/// Whose share is drawn on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sender {
    /// Whoever speaks from there.
    Network(IpAddr),
    /// All networks of a [neighbourhood](ClientAddress::neighbourhood), which has several shares.
    Neighbourhood(IpAddr),
    /// A member, wherever they are.
    Member(UserId),
}

impl Sender {
    /// Both that speak from `address`.
    pub fn at(address: ClientAddress) -> Vec<Self> {
        vec![Self::Network(address.network()), Self::Neighbourhood(address.neighbourhood())]
    }

    /// How many shares of a room they have.
    fn shares(&self) -> u64 {
        match self {
            Self::Neighbourhood(_) => NEIGHBOURS.into(),
            Self::Network(_) | Self::Member(_) => 1,
        }
    }
}

/// Room for so many bytes, taken while requests are under way.
#[derive(Debug)]
pub struct Room {
    capacity: u64,
    share: u64,
    taken: Mutex<Taken>,
    freed: Notify,
}

#[derive(Debug, Default)]
struct Taken {
    all: u64,
    by: HashMap<Sender, u64>,
}

/// There is no room left, or the sender's share is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom;

impl From<NoRoom> for ApiError {
    fn from(_: NoRoom) -> Self {
        let message = "Too much is being sent at once. Nothing was changed; try again shortly.";
        Self::new(503, "server.no_room", message).retry_after(COME_BACK)
    }
}

impl Room {
    /// Room for `capacity` bytes. A share is never less than `least`, so that the largest thing
    /// that may be sent at all finds room.
    pub fn new(capacity: u64, least: u64) -> Arc<Self> {
        let capacity = capacity.max(least);
        Self::with(capacity, (capacity / SHARES).max(least))
    }

    /// Room for all, of whom each gets no more than `share`.
    pub fn of_shares(share: u64) -> Arc<Self> {
        Self::with(u64::MAX, share)
    }

    fn with(capacity: u64, share: u64) -> Arc<Self> {
        Arc::new(Self { capacity, share, taken: Mutex::default(), freed: Notify::new() })
    }

    /// Bytes that are taken at the moment.
    pub fn taken(&self) -> u64 {
        self.lock().all
    }

    /// Senders who hold something.
    pub fn senders(&self) -> usize {
        self.lock().by.len()
    }

    /// Nothing yet, on the account of `senders`.
    pub fn hold(self: &Arc<Self>, senders: Vec<Sender>) -> Held {
        Held { room: self.clone(), senders, bytes: 0 }
    }

    fn take(&self, senders: &[Sender], bytes: u64) -> Result<(), NoRoom> {
        let mut taken = self.lock();
        let fits = |taken: u64, limit: u64| taken.saturating_add(bytes) <= limit;
        let fair = |sender: &Sender| fits(taken.of(sender), self.limit(sender));
        if !fits(taken.all, self.capacity) || !senders.iter().all(fair) {
            return Err(NoRoom);
        }
        taken.all += bytes;
        taken.note(senders, bytes);
        Ok(())
    }

    /// Puts what is taken already on the account of somebody else, too.
    fn take_share(&self, sender: &Sender, bytes: u64) -> Result<(), NoRoom> {
        let mut taken = self.lock();
        if taken.of(sender).saturating_add(bytes) > self.limit(sender) {
            return Err(NoRoom);
        }
        taken.note(std::slice::from_ref(sender), bytes);
        Ok(())
    }

    /// Most that they may take.
    fn limit(&self, sender: &Sender) -> u64 {
        self.share.saturating_mul(sender.shares())
    }

    fn give_back(&self, senders: &[Sender], bytes: u64) {
        if bytes == 0 {
            return;
        }
        let mut taken = self.lock();
        taken.all = taken.all.saturating_sub(bytes);
        for sender in senders {
            if let Some(held) = taken.by.get_mut(sender) {
                *held = held.saturating_sub(bytes);
                if *held == 0 {
                    taken.by.remove(sender);
                }
            }
        }
        drop(taken);
        self.freed.notify_waiters();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    fn of(&self, sender: &Sender) -> u64 {
        self.by.get(sender).copied().unwrap_or_default()
    }

    fn note(&mut self, senders: &[Sender], bytes: u64) {
        if bytes > 0 {
            for sender in senders {
                *self.by.entry(sender.clone()).or_default() += bytes;
            }
        }
    }
}

/// What somebody holds of a [`Room`]; given back when dropped.
#[derive(Debug)]
pub struct Held {
    room: Arc<Room>,
    senders: Vec<Sender>,
    bytes: u64,
}

impl Held {
    /// Takes so much more.
    pub fn grow(&mut self, bytes: u64) -> Result<(), NoRoom> {
        self.room.take(&self.senders, bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// The same, waiting for others to give back. For those only who do not wait for a sender.
    pub async fn grow_within(&mut self, patience: Duration, bytes: u64) -> Result<(), NoRoom> {
        let room = self.room.clone();
        let growing = async {
            loop {
                // Listening begins before looking, so that nothing is missed in between.
                let mut freed = std::pin::pin!(room.freed.notified());
                freed.as_mut().enable();
                if self.grow(bytes).is_ok() {
                    return;
                }
                freed.await;
            }
        };
        tokio::time::timeout(patience, growing).await.map_err(|_| NoRoom)
    }

    /// Gives so much back.
    pub fn shrink(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.room.give_back(&self.senders, bytes);
    }

    /// What is held, and will be, is on the account of `sender` too.
    pub fn also_for(&mut self, sender: &Sender) {
        if !self.senders.contains(sender) {
            self.room.lock().note(std::slice::from_ref(sender), self.bytes);
            self.senders.push(sender.clone());
        }
    }

    /// The same, unless it is more than is left of their share.
    pub fn try_also_for(&mut self, sender: &Sender) -> Result<(), NoRoom> {
        if self.senders.contains(sender) {
            return Ok(());
        }
        self.room.take_share(sender, self.bytes)?;
        self.senders.push(sender.clone());
        Ok(())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.room.give_back(&self.senders, self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(last: u8) -> Sender {
        Sender::Network(IpAddr::from([198, 51, 100, last]))
    }

    #[test]
    fn nobody_takes_more_than_a_share_and_all_of_it_comes_back() {
        let room = Room::new(800, 10);
        for _ in 0..100 {
            let mut one = room.hold(vec![network(1)]);
            one.grow(100).unwrap();
            assert_eq!(one.grow(1), Err(NoRoom));
            let mut again = room.hold(vec![network(1)]);
            assert_eq!(again.grow(1), Err(NoRoom), "one share for all that a sender does");
            let mut rest: Vec<_> = (2..9).map(|last| room.hold(vec![network(last)])).collect();
            for held in &mut rest {
                held.grow(100).unwrap();
            }
            let mut late = room.hold(vec![network(9)]);
            assert_eq!(late.grow(1), Err(NoRoom), "the room is full");
            one.shrink(40);
            late.grow(40).unwrap();
            assert_eq!((room.taken(), room.senders()), (800, 9));
            drop((one, again, rest, late));
            assert_eq!((room.taken(), room.senders()), (0, 0));
        }
    }

    #[test]
    fn a_neighbourhood_has_four_shares() {
        let room = Room::new(800, 10);
        let address = |text: &str| ClientAddress(text.parse().unwrap());
        let mut near: Vec<_> = (0..5)
            .map(|home| room.hold(Sender::at(address(&format!("2001:db8:1:{home}00::1")))))
            .collect();
        for held in &mut near[..4] {
            held.grow(100).unwrap();
        }
        assert_eq!(near[4].grow(1), Err(NoRoom));
        let mut far = room.hold(Sender::at(address("2001:db8:2::1")));
        far.grow(100).unwrap();
        near[0].shrink(30);
        near[4].grow(30).unwrap();
        drop((near, far));
        assert_eq!((room.taken(), room.senders()), (0, 0));
    }

    #[test]
    fn a_member_has_one_share_at_all_addresses() {
        let room = Room::new(800, 10);
        let ana = Sender::Member(UserId::from("ana"));
        let mut home = room.hold(vec![network(1)]);
        home.grow(60).unwrap();
        home.also_for(&ana);
        home.also_for(&ana);
        let mut away = room.hold(vec![network(2)]);
        away.also_for(&ana);
        assert_eq!(away.grow(41), Err(NoRoom));
        away.grow(40).unwrap();
        assert_eq!(home.grow(1), Err(NoRoom));
        drop((home, away));
        assert_eq!((room.taken(), room.senders()), (0, 0));
    }

    #[test]
    fn the_largest_thing_finds_room_in_a_small_one() {
        let room = Room::new(20, 50);
        let mut held = room.hold(vec![network(1)]);
        held.grow(50).unwrap();
        assert_eq!(held.grow(1), Err(NoRoom));
    }

    #[tokio::test]
    async fn who_waits_gets_what_others_give_back() {
        let room = Room::new(80, 10);
        let mut first = room.hold(vec![network(1)]);
        first.grow(10).unwrap();
        let mut second = room.hold(vec![network(1)]);
        assert_eq!(second.grow_within(Duration::from_millis(10), 5).await, Err(NoRoom));
        let (grown, ()) = tokio::join!(second.grow_within(Duration::from_mins(1), 5), async {
            tokio::time::sleep(Duration::from_millis(10)).await;
            drop(first);
        });
        grown.unwrap();
        assert_eq!(room.taken(), 5);
    }
}
