//! Whose password is hashed next. Everybody who waits stands in a line with all that the same
//! requester sent, and the lines take turns, so that one address that sends a thousand passwords
//! waits for itself.

use std::{
    collections::{HashMap, VecDeque},
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
    Stranger(IpAddr),
    /// A signed-in member, or a device that has signed in before.
    Known(String),
}

impl Requester {
    /// Whoever sends from `device`, while nobody knows it.
    pub(crate) fn of(device: &Device) -> Self {
        Self::Stranger(device.network)
    }

    /// A signed-in member.
    pub(crate) fn member(user: &UserId) -> Self {
        Self::Known(user.to_string())
    }
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
    known: Lines,
    strangers: Lines,
    /// Whose turn it was last.
    last_was_known: bool,
}

/// Lines that take turns.
#[derive(Default)]
struct Lines {
    of: HashMap<Requester, VecDeque<Ticket>>,
    /// Whose turn comes when. Each line that is not empty is in it once.
    turns: VecDeque<Requester>,
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

    /// Waits for a turn. When all places are taken, whoever is last in the longest line loses
    /// theirs, unless that would be the newcomer.
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
    fn lines(&mut self, requester: &Requester) -> &mut Lines {
        match requester {
            Requester::Stranger(_) => &mut self.strangers,
            Requester::Known(_) => &mut self.known,
        }
    }

    fn join(&mut self, requester: &Requester) -> (u64, oneshot::Receiver<Turn>) {
        self.tickets += 1;
        self.waiting += 1;
        let (called, receiver) = oneshot::channel();
        let ticket = Ticket { id: self.tickets, called };
        self.lines(requester).push(requester, ticket);
        (self.tickets, receiver)
    }

    /// Takes the place of the last one in the longest line; false when nobody has more than
    /// `requester` would have. Strangers make room for those we know, never the other way round.
    fn make_room(&mut self, requester: &Requester) -> bool {
        let is_known = matches!(requester, Requester::Known(_));
        let own = self.lines(requester).length(requester);
        let (longest, worth) = match (self.strangers.longest(), self.known.longest()) {
            (Some(strangers), _) if is_known => (strangers, true),
            (Some((line, length)), _) => ((line, length), length > own + 1),
            (None, Some((line, length))) if is_known => ((line, length), length > own + 1),
            (None, _) => return false,
        };
        if worth {
            self.lines(&longest.0).send_last_away(&longest.0);
            self.waiting -= 1;
        }
        worth
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

impl Lines {
    fn push(&mut self, requester: &Requester, ticket: Ticket) {
        let line = self.of.entry(requester.clone()).or_default();
        if line.is_empty() {
            self.turns.push_back(requester.clone());
        }
        line.push_back(ticket);
    }

    fn next(&mut self) -> Option<Ticket> {
        let requester = self.turns.pop_front()?;
        let line = self.of.get_mut(&requester)?;
        let ticket = line.pop_front();
        match line.is_empty() {
            true => drop(self.of.remove(&requester)),
            false => self.turns.push_back(requester),
        }
        ticket
    }

    fn length(&self, requester: &Requester) -> usize {
        self.of.get(requester).map_or(0, VecDeque::len)
    }

    fn longest(&self) -> Option<(Requester, usize)> {
        let line = self.turns.iter().max_by_key(|requester| self.length(requester))?;
        Some((line.clone(), self.length(line)))
    }

    /// Dropping the ticket tells its owner.
    fn send_last_away(&mut self, requester: &Requester) {
        let last = self.of.get(requester).and_then(VecDeque::back).map(|ticket| ticket.id);
        if let Some(last) = last {
            self.remove(requester, last);
        }
    }

    /// Takes a ticket out; whether it was there.
    fn remove(&mut self, requester: &Requester, ticket: u64) -> bool {
        let Some(line) = self.of.get_mut(requester) else { return false };
        let before = line.len();
        line.retain(|waiting| waiting.id != ticket);
        let was_there = line.len() < before;
        if line.is_empty() {
            self.of.remove(requester);
            self.turns.retain(|other| other != requester);
        }
        was_there
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        if state.lines(self.requester).remove(self.requester, self.ticket) {
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
