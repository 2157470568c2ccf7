//! Quotas with fair shares, of bytes, requests or connections: no sender may hold more than a fixed
//! part.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::sync::Notify;

use crate::{ApiError, ClientAddress, UserId, client::NEIGHBOURS};

/// Number of shares in a quota: each sender may take an eighth.
const SHARES: u64 = 8;
/// Seconds after which a sender who was refused may retry.
const COME_BACK: u64 = 5;

/// Party charged for what a request holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sender {
    /// All requests from one [network](ClientAddress::network).
    Network(IpAddr),
    /// All networks of one [subnet](ClientAddress::subnet), which together have
    /// [`NEIGHBOURS`] shares, or another limit.
    Subnet(IpAddr),
    /// A member, at any address.
    Member(UserId),
}

impl Sender {
    /// Returns the network and the subnet of `address`; both are charged.
    pub fn at(address: ClientAddress) -> Vec<Self> {
        vec![Self::Network(address.network()), Self::Subnet(address.subnet())]
    }
}

/// A quota of bytes, held while requests are in progress.
#[derive(Debug)]
pub struct Quota {
    capacity: u64,
    share: u64,
    /// Maximum that all networks of one subnet may hold together.
    subnet: u64,
    taken: Mutex<Taken>,
    freed: Notify,
}

#[derive(Debug, Default)]
struct Taken {
    all: u64,
    by: HashMap<Sender, u64>,
}

/// The quota, or the sender's share of it, is exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotaExceeded;

impl From<QuotaExceeded> for ApiError {
    fn from(_: QuotaExceeded) -> Self {
        let message = "Too much is being sent at once. Nothing was changed; try again shortly.";
        Self::new(503, "server.no_room", message).retry_after(COME_BACK)
    }
}

impl Quota {
    /// Creates a quota of `capacity` bytes. A share is never less than `least`, so that the largest
    /// permitted request always fits.
    pub fn new(capacity: u64, least: u64) -> Arc<Self> {
        let capacity = capacity.max(least);
        let share = (capacity / SHARES).max(least);
        Self::with(capacity, share, near(share))
    }

    /// Creates a quota without a total, in which each sender may hold at most `share`.
    pub fn of_shares(share: u64) -> Arc<Self> {
        Self::with(u64::MAX, share, near(share))
    }

    /// Creates a quota without a total, in which a subnet may hold at most `subnet`, and every
    /// other sender at most `share`.
    pub fn of_shares_within(share: u64, subnet: u64) -> Arc<Self> {
        Self::with(u64::MAX, share, subnet)
    }

    fn with(capacity: u64, share: u64, subnet: u64) -> Arc<Self> {
        Arc::new(Self { capacity, share, subnet, taken: Mutex::default(), freed: Notify::new() })
    }

    /// Returns the number of bytes held at the moment.
    pub fn taken(&self) -> u64 {
        self.lock().all
    }

    /// Returns the number of senders that hold anything.
    pub fn senders(&self) -> usize {
        self.lock().by.len()
    }

    /// Returns an empty reservation that is charged to `senders`.
    pub fn hold(self: &Arc<Self>, senders: Vec<Sender>) -> Reservation {
        Reservation { quota: self.clone(), senders, bytes: 0 }
    }

    fn take(&self, senders: &[Sender], bytes: u64) -> Result<(), QuotaExceeded> {
        let mut taken = self.lock();
        let fits = |taken: u64, limit: u64| taken.saturating_add(bytes) <= limit;
        let fair = |sender: &Sender| fits(taken.of(sender), self.limit(sender));
        if !fits(taken.all, self.capacity) || !senders.iter().all(fair) {
            return Err(QuotaExceeded);
        }
        taken.all += bytes;
        taken.note(senders, bytes);
        Ok(())
    }

    /// Charges `sender` as well for bytes that are already held.
    fn take_share(&self, sender: &Sender, bytes: u64) -> Result<(), QuotaExceeded> {
        let mut taken = self.lock();
        if taken.of(sender).saturating_add(bytes) > self.limit(sender) {
            return Err(QuotaExceeded);
        }
        taken.note(std::slice::from_ref(sender), bytes);
        Ok(())
    }

    /// Returns the most that `sender` may hold.
    fn limit(&self, sender: &Sender) -> u64 {
        match sender {
            Sender::Subnet(_) => self.subnet,
            Sender::Network(_) | Sender::Member(_) => self.share,
        }
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

/// Returns what a subnet may hold unless it has a limit of its own.
fn near(share: u64) -> u64 {
    share.saturating_mul(NEIGHBOURS.into())
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

/// A reservation in a [`Quota`], released when dropped.
#[derive(Debug)]
pub struct Reservation {
    quota: Arc<Quota>,
    senders: Vec<Sender>,
    bytes: u64,
}

impl Reservation {
    /// Reserves `bytes` more.
    pub fn grow(&mut self, bytes: u64) -> Result<(), QuotaExceeded> {
        self.quota.take(&self.senders, bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Reserves `bytes` more, waiting up to `patience` for others to release theirs. Only for
    /// callers that do not themselves wait for a sender.
    pub async fn grow_within(
        &mut self,
        patience: Duration,
        bytes: u64,
    ) -> Result<(), QuotaExceeded> {
        let quota = self.quota.clone();
        let growing = async {
            loop {
                // Register before checking, so that no notification is missed in between.
                let mut freed = std::pin::pin!(quota.freed.notified());
                freed.as_mut().enable();
                if self.grow(bytes).is_ok() {
                    return;
                }
                freed.await;
            }
        };
        tokio::time::timeout(patience, growing).await.map_err(|_| QuotaExceeded)
    }

    /// Releases `bytes`.
    pub fn shrink(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.quota.give_back(&self.senders, bytes);
    }

    /// Charges `sender` as well, for what is held now and later, without checking the share.
    pub fn also_for(&mut self, sender: &Sender) {
        if !self.senders.contains(sender) {
            self.quota.lock().note(std::slice::from_ref(sender), self.bytes);
            self.senders.push(sender.clone());
        }
    }

    /// Charges `sender` as well, unless that exceeds the sender's share.
    pub fn try_also_for(&mut self, sender: &Sender) -> Result<(), QuotaExceeded> {
        if self.senders.contains(sender) {
            return Ok(());
        }
        self.quota.take_share(sender, self.bytes)?;
        self.senders.push(sender.clone());
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.quota.give_back(&self.senders, self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(last: u8) -> Sender {
        Sender::Network(IpAddr::from([198, 51, 100, last]))
    }

    #[test]
    fn senders_are_limited_to_a_share_until_release() {
        let quota = Quota::new(800, 10);
        for _ in 0..100 {
            let mut one = quota.hold(vec![network(1)]);
            one.grow(100).unwrap();
            assert_eq!(one.grow(1), Err(QuotaExceeded));
            let mut again = quota.hold(vec![network(1)]);
            assert_eq!(again.grow(1), Err(QuotaExceeded), "one share for all that a sender does");
            let mut rest: Vec<_> = (2..9).map(|last| quota.hold(vec![network(last)])).collect();
            for held in &mut rest {
                held.grow(100).unwrap();
            }
            let mut late = quota.hold(vec![network(9)]);
            assert_eq!(late.grow(1), Err(QuotaExceeded), "the quota is full");
            one.shrink(40);
            late.grow(40).unwrap();
            assert_eq!((quota.taken(), quota.senders()), (800, 9));
            drop((one, again, rest, late));
            assert_eq!((quota.taken(), quota.senders()), (0, 0));
        }
    }

    #[test]
    fn subnet_has_four_shares() {
        let quota = Quota::new(800, 10);
        let address = |text: &str| ClientAddress(text.parse().unwrap());
        let mut near: Vec<_> = (0..5)
            .map(|home| quota.hold(Sender::at(address(&format!("2001:db8:1:{home}00::1")))))
            .collect();
        for held in &mut near[..4] {
            held.grow(100).unwrap();
        }
        assert_eq!(near[4].grow(1), Err(QuotaExceeded));
        let mut far = quota.hold(Sender::at(address("2001:db8:2::1")));
        far.grow(100).unwrap();
        near[0].shrink(30);
        near[4].grow(30).unwrap();
        drop((near, far));
        assert_eq!((quota.taken(), quota.senders()), (0, 0));
    }

    #[test]
    fn member_has_one_share_across_addresses() {
        let quota = Quota::new(800, 10);
        let ana = Sender::Member(UserId::from("ana"));
        let mut home = quota.hold(vec![network(1)]);
        home.grow(60).unwrap();
        home.also_for(&ana);
        home.also_for(&ana);
        let mut away = quota.hold(vec![network(2)]);
        away.also_for(&ana);
        assert_eq!(away.grow(41), Err(QuotaExceeded));
        away.grow(40).unwrap();
        assert_eq!(home.grow(1), Err(QuotaExceeded));
        drop((home, away));
        assert_eq!((quota.taken(), quota.senders()), (0, 0));
    }

    #[test]
    fn largest_request_fits_a_small_quota() {
        let quota = Quota::new(20, 50);
        let mut held = quota.hold(vec![network(1)]);
        held.grow(50).unwrap();
        assert_eq!(held.grow(1), Err(QuotaExceeded));
    }

    #[tokio::test]
    async fn waiting_reservation_gets_released_bytes() {
        let quota = Quota::new(80, 10);
        let mut first = quota.hold(vec![network(1)]);
        first.grow(10).unwrap();
        let mut second = quota.hold(vec![network(1)]);
        assert_eq!(second.grow_within(Duration::from_millis(10), 5).await, Err(QuotaExceeded));
        let (grown, ()) = tokio::join!(second.grow_within(Duration::from_mins(1), 5), async {
            tokio::time::sleep(Duration::from_millis(10)).await;
            drop(first);
        });
        grown.unwrap();
        assert_eq!(quota.taken(), 5);
    }
}
