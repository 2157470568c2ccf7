//! Order in which passwords are hashed. Each requester has a queue, and the queues take turns, so
//! that an address that sends a thousand passwords delays only itself. The queues of strangers
//! first take turns within their subnet, and then the subnets take turns: an attacker with a
//! thousand adjacent addresses delays only themself, too. Ordinary users in the same subnet notice
//! nothing, since a turn takes a few hundredths of a second.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use sparkyard_kernel::UserId;
use tokio::sync::oneshot;

use crate::{error::AuthError, model::device::Device};

/// Origin of a hashing request, for fair queueing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Requester {
    /// An unknown person at this network.
    Stranger { network: IpAddr, subnet: IpAddr },
    /// A signed-in member, or a device that has signed in before.
    Known(String),
}

impl Requester {
    /// Returns the requester for an unrecognised `device`.
    pub(crate) fn of(device: &Device) -> Self {
        let Device { network, subnet, .. } = *device;
        Self::Stranger { network, subnet }
    }

    /// Returns the requester for a signed-in member.
    pub(crate) fn member(user: &UserId) -> Self {
        Self::Known(user.to_string())
    }

    fn group(&self) -> Group {
        match self {
            Self::Stranger { subnet, .. } => Group::Subnet(*subnet),
            Self::Known(name) => Group::Known(name.clone()),
        }
    }
}

/// Requesters that share turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Group {
    /// Strangers in the same subnet.
    Subnet(IpAddr),
    /// A single known requester.
    Known(String),
}

/// A bounded queue that is fair to requesters.
pub(crate) struct HashingQueue {
    state: Mutex<State>,
    /// Maximum number of concurrent hashes.
    threads: usize,
    /// Maximum number of waiting requests.
    places: usize,
}

#[derive(Default)]
struct State {
    hashing: usize,
    waiting: usize,
    tickets: u64,
    known: Groups,
    strangers: Groups,
    /// Whether the last turn went to a known requester.
    last_was_known: bool,
}

/// Queues that take turns.
struct Lines<K, L> {
    of: HashMap<K, L>,
    /// Round-robin order. Contains each non-empty queue once.
    turns: VecDeque<K>,
}

/// All waiting requests, by group and requester.
type Groups = Lines<Group, Lines<Requester, VecDeque<Ticket>>>;

/// A queue, or queues that share turns.
trait Line: Default {
    fn length(&self) -> usize;
    fn next(&mut self) -> Option<Ticket>;
}

struct Ticket {
    id: u64,
    called: oneshot::Sender<HashingPermit>,
}

/// Permission to hash; released when dropped.
pub(crate) struct HashingPermit(Option<Arc<HashingQueue>>);

/// A waiting request, which leaves the queue if the client disconnects.
struct Waiting<'a> {
    queue: &'a HashingQueue,
    requester: &'a Requester,
    ticket: u64,
}

impl HashingQueue {
    pub(crate) fn new(threads: usize, places: usize) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), threads, places })
    }

    /// Waits for a turn. When the queue is full, the last request in the longest queue of the
    /// largest group is dropped, unless that would be the new one.
    pub(crate) async fn permit(
        self: &Arc<Self>,
        requester: &Requester,
    ) -> Result<HashingPermit, AuthError> {
        let (ticket, called) = {
            let mut state = self.state();
            if state.hashing < self.threads && state.waiting == 0 {
                state.hashing += 1;
                return Ok(HashingPermit(Some(self.clone())));
            }
            if state.waiting >= self.places && !state.make_room(requester) {
                return Err(AuthError::Overloaded);
            }
            state.join(requester)
        };
        let waiting = Waiting { queue: self, requester, ticket };
        let permit = called.await.map_err(|_| AuthError::Overloaded);
        drop(waiting);
        permit
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Grants turns to waiting requests, as far as there are free threads.
    fn call_next(self: &Arc<Self>) {
        let mut state = self.state();
        while state.hashing < self.threads {
            let Some(ticket) = state.next() else { return };
            match ticket.called.send(HashingPermit(Some(self.clone()))) {
                Ok(()) => state.hashing += 1,
                // The client has just disconnected, so the turn was never taken.
                Err(mut permit) => permit.0 = None,
            }
        }
    }
}

impl State {
    fn groups(&mut self, requester: &Requester) -> &mut Groups {
        match requester {
            Requester::Stranger { .. } => &mut self.strangers,
            Requester::Known(_) => &mut self.known,
        }
    }

    fn join(&mut self, requester: &Requester) -> (u64, oneshot::Receiver<HashingPermit>) {
        self.tickets += 1;
        self.waiting += 1;
        let (called, receiver) = oneshot::channel();
        let ticket = Ticket { id: self.tickets, called };
        let group = self.groups(requester).line(&requester.group());
        group.line(requester).push_back(ticket);
        (self.tickets, receiver)
    }

    /// Drops the last request in the longest queue of the largest group. Returns false if no group
    /// or requester has more than `requester` would have. Strangers make room for known requesters,
    /// never the other way round.
    fn make_room(&mut self, requester: &Requester) -> bool {
        let is_known = matches!(requester, Requester::Known(_));
        let strangers = self.strangers.length() > 0;
        let (groups, is_worth_less) = match is_known && !strangers {
            true => (&mut self.known, false),
            false => (&mut self.strangers, is_known),
        };
        let own = requester.group();
        let most = groups.longest();
        let other = most.filter(|(_, length)| is_worth_less || *length > groups.count(&own) + 1);
        let other = other.map(|(group, _)| group);
        let from = other.clone().unwrap_or(own);
        let Some(lines) = groups.of.get_mut(&from) else { return false };
        let Some((longest, length)) = lines.longest() else { return false };
        let is_fair = other.is_some() || length > lines.count(requester) + 1;
        if is_fair {
            // Dropping the ticket notifies its owner.
            lines.change(&longest, |line| drop(line.pop_back()));
            groups.tidy(&from);
            self.waiting -= 1;
        }
        is_fair
    }

    /// Takes the next request out, alternating between known requesters and strangers.
    fn next(&mut self) -> Option<Ticket> {
        let known_first = !self.last_was_known;
        let (first, second) = match known_first {
            true => (&mut self.known, &mut self.strangers),
            false => (&mut self.strangers, &mut self.known),
        };
        let (ticket, was_first) = match first.next() {
            Some(ticket) => (ticket, true),
            None => (second.next()?, false),
        };
        self.last_was_known = known_first == was_first;
        self.waiting -= 1;
        Some(ticket)
    }
}

impl<K, L> Default for Lines<K, L> {
    fn default() -> Self {
        Self { of: HashMap::new(), turns: VecDeque::new() }
    }
}

impl<K: Clone + Eq + Hash, L: Line> Lines<K, L> {
    /// Returns the queue of `key`, creating it if needed.
    fn line(&mut self, key: &K) -> &mut L {
        if !self.of.contains_key(key) {
            self.turns.push_back(key.clone());
        }
        self.of.entry(key.clone()).or_default()
    }

    /// Returns the number of requests in the queue of `key`.
    fn count(&self, key: &K) -> usize {
        self.of.get(key).map_or(0, L::length)
    }

    /// Returns the longest queue and its length.
    fn longest(&self) -> Option<(K, usize)> {
        let longest = self.turns.iter().max_by_key(|key| self.count(key))?;
        Some((longest.clone(), self.count(longest)))
    }

    /// Changes the queue of `key`, if there is one.
    fn change<T>(&mut self, key: &K, change: impl FnOnce(&mut L) -> T) -> Option<T> {
        let changed = self.of.get_mut(key).map(change);
        self.tidy(key);
        changed
    }

    /// Removes the queue of `key` if it is empty.
    fn tidy(&mut self, key: &K) {
        if self.of.get(key).is_some_and(|line| line.length() == 0) {
            self.of.remove(key);
            self.turns.retain(|other| other != key);
        }
    }
}

impl<K: Clone + Eq + Hash, L: Line> Line for Lines<K, L> {
    fn length(&self) -> usize {
        self.of.values().map(L::length).sum()
    }

    fn next(&mut self) -> Option<Ticket> {
        let key = self.turns.pop_front()?;
        let line = self.of.get_mut(&key)?;
        let ticket = line.next();
        match line.length() {
            0 => drop(self.of.remove(&key)),
            _ => self.turns.push_back(key),
        }
        ticket
    }
}

impl Line for VecDeque<Ticket> {
    fn length(&self) -> usize {
        self.len()
    }

    fn next(&mut self) -> Option<Ticket> {
        self.pop_front()
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        let leave = |line: &mut VecDeque<Ticket>| {
            let before = line.len();
            line.retain(|waiting| waiting.id != self.ticket);
            line.len() < before
        };
        let groups = state.groups(self.requester);
        let left = groups
            .change(&self.requester.group(), |lines| lines.change(self.requester, leave))
            .flatten();
        if left == Some(true) {
            state.waiting -= 1;
        }
    }
}

impl Drop for HashingPermit {
    fn drop(&mut self) {
        let Some(queue) = self.0.take() else { return };
        queue.state().hashing -= 1;
        queue.call_next();
    }
}

#[cfg(test)]
mod tests;
