//! State of a connection: the request in flight, until the client has received its whole response.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

use hyper::body::{Body, Frame, SizeHint};
use sparkyard_kernel::turn::Turn;
use tokio::sync::watch;

/// Connection state, shared by the layers of one connection.
#[derive(Clone)]
pub(super) struct Conversation {
    state: Arc<Mutex<State>>,
    stopping: watch::Receiver<bool>,
}

#[derive(Default)]
struct State {
    turn: Option<Turn>,
    /// Whether the whole response body has been passed to the connection.
    handed_over: bool,
}

impl Conversation {
    /// Creates the state of a connection that ends when `stopping` becomes true.
    pub(super) fn new(stopping: watch::Receiver<bool>) -> Self {
        Self { state: Arc::default(), stopping }
    }

    /// Waits until the connection is to end.
    pub(super) fn stopped(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut stopping = self.stopping.clone();
        async move {
            // A dropped sender counts as a stop, too.
            let _ = stopping.wait_for(|stop| *stop).await;
        }
    }

    /// Resets the state: the next request has arrived.
    pub(super) fn begin(&self) {
        *self.lock() = State::default();
    }

    /// Holds `turn`, the request's in-flight slot, until the response has been sent.
    pub(super) fn take(&self, turn: Turn) {
        self.lock().turn = Some(turn);
    }

    /// Releases the in-flight slot, although the response goes on.
    pub(super) fn give_back(&self) {
        self.lock().turn = None;
    }

    /// Wraps `body` to record when it has been handed over to the connection.
    pub(super) fn answer<B>(&self, body: B) -> Answer<B> {
        Answer { body, conversation: self.clone() }
    }

    /// Notes that the write buffer is empty; returns whether a response has thereby ended.
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

/// The body of a response. Hyper drops it before its last bytes have been written.
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
    fn slot_is_held_until_the_response_is_flushed() {
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
        // A closed connection releases its slot, too.
        drop(conversation);
        turn().unwrap();
    }
}
