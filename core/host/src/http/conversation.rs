//! What a connection is at: the request that it answers, until the other end has taken it all.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

use hyper::body::{Body, Frame, SizeHint};
use sparkyard_kernel::turn::Turn;
use tokio::sync::watch;

/// Shared by all that one connection is made of.
#[derive(Clone)]
pub(super) struct Conversation {
    state: Arc<Mutex<State>>,
    stopping: watch::Receiver<bool>,
}

#[derive(Default)]
struct State {
    turn: Option<Turn>,
    /// Whether all of the answer has been handed to the connection.
    handed_over: bool,
}

impl Conversation {
    /// One that is to end when `stopping` says so.
    pub(super) fn new(stopping: watch::Receiver<bool>) -> Self {
        Self { state: Arc::default(), stopping }
    }

    /// Waits until it is to end.
    pub(super) fn stopped(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut stopping = self.stopping.clone();
        async move {
            // Whoever would tell being gone counts as told.
            let _ = stopping.wait_for(|stop| *stop).await;
        }
    }

    /// The next request has come.
    pub(super) fn begin(&self) {
        *self.lock() = State::default();
    }

    /// The request has this turn, until it is answered.
    pub(super) fn take(&self, turn: Turn) {
        self.lock().turn = Some(turn);
    }

    /// The request has its turn no longer, although its answer goes on.
    pub(super) fn give_back(&self) {
        self.lock().turn = None;
    }

    /// `body`, which tells when it has been handed over.
    pub(super) fn answer<B>(&self, body: B) -> Answer<B> {
        Answer { body, conversation: self.clone() }
    }

    /// Nothing waits to be sent; whether this was the end of an answer.
    pub(super) fn flushed(&self) -> bool {
        let mut state = self.lock();
        if state.handed_over {
            *state = State::default();
            return true;
        }
        false
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The body of an answer. The connection lets go of it before the last of it is on its way.
pub(super) struct Answer<B> {
    body: B,
    conversation: Conversation,
}

impl<B: Body + Unpin> Body for Answer<B> {
    type Data = B::Data;

    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for Answer<B> {
    fn drop(&mut self) {
        self.conversation.lock().handed_over = true;
    }
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::{ClientAddress, turn::Turns};

    use super::*;

    #[test]
    fn a_turn_ends_when_the_last_of_the_answer_has_been_sent() {
        let turns = Turns::new(1);
        let turn = || turns.begin(ClientAddress([198, 51, 100, 7].into()));
        let conversation = Conversation::new(watch::channel(false).1);
        conversation.begin();
        conversation.take(turn().unwrap());
        let answer = conversation.answer(String::new());
        assert!(!conversation.flushed(), "there is more to come");
        drop(answer);
        assert!(turn().is_err(), "the last of it may wait for a slow reader");
        assert!(conversation.flushed());
        conversation.take(turn().unwrap());
        // Whoever goes away has no turn either.
        drop(conversation);
        turn().unwrap();
    }
}
