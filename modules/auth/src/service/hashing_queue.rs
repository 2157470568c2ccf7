//! Whose password is hashed next. Everybody who waits stands in a line with all that the same
//! requester sent, and the lines take turns, so that one address that sends a thousand passwords
//! waits for itself. Strangers' lines first take turns within their neighbourhood, and then the
//! neighbourhoods do: somebody with a thousand addresses next to each other waits for themself, too,
//! and neighbours who sign in as people do notice nothing of it, since a turn is a few hundredths of
//! a second.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use sparkyard_kernel::UserId;
use tokio::sync::oneshot;

use crate::{error::AuthError, model::device::Device};

/// Who wants something hashed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Requester {
    /// Somebody at this network, whoever it is.
    Stranger { network: IpAddr, neighbourhood: IpAddr },
    /// A signed-in member, or a device that has signed in before.
    Known(String),
}

impl Requester {
    /// Whoever sends from `device`, while nobody knows it.
    pub(crate) fn of(device: &Device) -> Self {
        let Device { network, neighbourhood, .. } = *device;
        Self::Stranger { network, neighbourhood }
    }

    /// A signed-in member.
    pub(crate) fn member(user: &UserId) -> Self {
        Self::Known(user.to_string())
    }

    fn group(&self) -> Group {
        match self {
            Self::Stranger { neighbourhood, .. } => Group::Neighbourhood(*neighbourhood),
            Self::Known(name) => Group::Known(name.clone()),
        }
    }
}

/// Those who share their turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Group {
    /// Strangers whose networks are next to each other.
    Neighbourhood(IpAddr),
    /// Each one we know.
    Known(String),
}

/// A bounded queue that is fair to requesters.
pub(crate) struct HashingQueue {
    state: Mutex<State>,
    /// So many hash at once.
    threads: usize,
    /// So many more may wait.
    places: usize,
}

#[derive(Default)]
struct State {
    hashing: usize,
    waiting: usize,
    tickets: u64,
    known: Groups,
    strangers: Groups,
    /// Whose turn it was last.
    last_was_known: bool,
}

/// Lines that take turns.
struct Lines<K, L> {
    of: HashMap<K, L>,
    /// Whose turn comes when. Each line that is not empty is in it once.
    turns: VecDeque<K>,
}

/// All who wait, by whom they share their turns with.
type Groups = Lines<Group, Lines<Requester, VecDeque<Ticket>>>;

/// Some who wait for the same turns.
trait Line: Default {
    fn length(&self) -> usize;
    fn next(&mut self) -> Option<Ticket>;
}

struct Ticket {
    id: u64,
    called: oneshot::Sender<Turn>,
}

/// Leave to hash, given back when dropped.
pub(crate) struct Turn(Option<Arc<HashingQueue>>);

/// Somebody in a line, who leaves it when the client has gone.
struct Waiting<'a> {
    queue: &'a HashingQueue,
    requester: &'a Requester,
    ticket: u64,
}

impl HashingQueue {
    pub(crate) fn new(threads: usize, places: usize) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), threads, places })
    }

    /// Waits for a turn. When all places are taken, whoever is last in the longest line of those
    /// who have most places loses theirs, unless that would be the newcomer.
    pub(crate) async fn turn(self: &Arc<Self>, requester: &Requester) -> Result<Turn, AuthError> {
        let (ticket, called) = {
            let mut state = self.state();
            if state.hashing < self.threads && state.waiting == 0 {
                state.hashing += 1;
                return Ok(Turn(Some(self.clone())));
            }
            if state.waiting >= self.places && !state.make_room(requester) {
                return Err(AuthError::Overloaded);
            }
            state.join(requester)
        };
        let waiting = Waiting { queue: self, requester, ticket };
        let turn = called.await.map_err(|_| AuthError::Overloaded);
        drop(waiting);
        turn
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls the next ones in, as far as there are threads for them.
    fn call_next(self: &Arc<Self>) {
        let mut state = self.state();
        while state.hashing < self.threads {
            let Some(ticket) = state.next() else { return };
            match ticket.called.send(Turn(Some(self.clone()))) {
                Ok(()) => state.hashing += 1,
                // They have gone just now. The turn was never theirs.
                Err(mut turn) => turn.0 = None,
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

    fn join(&mut self, requester: &Requester) -> (u64, oneshot::Receiver<Turn>) {
        self.tickets += 1;
        self.waiting += 1;
        let (called, receiver) = oneshot::channel();
        let ticket = Ticket { id: self.tickets, called };
        let group = self.groups(requester).line(&requester.group());
        group.line(requester).push_back(ticket);
        (self.tickets, receiver)
    }

    /// Takes the place of the last one in the longest line of the largest group; false when nobody
    /// has more than `requester` would have. Strangers make room for those we know, never the other
    /// way round.
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
            // Dropping the ticket tells its owner.
            lines.change(&longest, |line| drop(line.pop_back()));
            groups.tidy(&from);
            self.waiting -= 1;
        }
        is_fair
    }

    /// Takes the next one out: known ones and strangers in turn, as long as there are both.
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
    /// The line of `key`, for somebody to join.
    fn line(&mut self, key: &K) -> &mut L {
        if !self.of.contains_key(key) {
            self.turns.push_back(key.clone());
        }
        self.of.entry(key.clone()).or_default()
    }

    /// How many wait in the line of `key`.
    fn count(&self, key: &K) -> usize {
        self.of.get(key).map_or(0, L::length)
    }

    /// The longest line and its length.
    fn longest(&self) -> Option<(K, usize)> {
        let longest = self.turns.iter().max_by_key(|key| self.count(key))?;
        Some((longest.clone(), self.count(longest)))
    }

    /// Changes the line of `key`, if there is one.
    fn change<T>(&mut self, key: &K, change: impl FnOnce(&mut L) -> T) -> Option<T> {
        let changed = self.of.get_mut(key).map(change);
        self.tidy(key);
        changed
    }

    /// Forgets the line of `key` if nobody is left in it.
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

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(queue) = self.0.take() else { return };
        queue.state().hashing -= 1;
        queue.call_next();
    }
}

#[cfg(test)]
mod tests;
