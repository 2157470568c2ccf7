//! State of a connection: the request in flight, until the client has received its whole response.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http_body_util::{BodyExt, combinators::MapErr};
use hyper::body::Body;
use sparkyard_kernel::in_flight::InFlight;
use tokio::sync::watch;

/// Connection state, shared by the layers of one connection.
#[derive(Clone)]
pub(super) struct ConnectionState {
    state: Arc<Mutex<State>>,
    stopping: watch::Receiver<bool>,
}

#[derive(Default)]
struct State {
    in_flight: Option<InFlight>,
    /// Whether the whole response body has been passed to the connection.
    handed_over: bool,
}

impl ConnectionState {
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

    /// Holds `in_flight`, the request's in-flight slot, until the response has been sent.
    pub(super) fn take(&self, in_flight: InFlight) {
        self.lock().in_flight = Some(in_flight);
    }

    /// Releases the in-flight slot, although the response goes on.
    pub(super) fn give_back(&self) {
        self.lock().in_flight = None;
    }

    /// Wraps `body` to record when it has been handed over to the connection. Hyper drops it before
    /// its last bytes have been written.
    pub(super) fn track_body<B: Body>(
        &self,
        body: B,
    ) -> MapErr<B, impl FnMut(B::Error) -> B::Error + use<B>> {
        let handing_over = HandingOver(self.clone());
        body.map_err(move |error| {
            // Moves the guard into the body.
            let _ = &handing_over;
            error
        })
    }

    /// Records that the write buffer is empty; returns whether a response has thereby ended.
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

/// Notes on drop that the whole body has been passed to the connection.
struct HandingOver(ConnectionState);

impl Drop for HandingOver {
    fn drop(&mut self) {
        self.0.lock().handed_over = true;
    }
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::{ClientAddress, in_flight::InFlightLimit};

    use super::*;

    #[test]
    fn slot_is_held_until_the_response_is_flushed() {
        let limit = InFlightLimit::new(1);
        let in_flight = || limit.begin(ClientAddress([198, 51, 100, 7].into()));
        let connection_state = ConnectionState::new(watch::channel(false).1);
        connection_state.begin();
        connection_state.take(in_flight().unwrap());
        let body = connection_state.track_body(String::new());
        assert!(!connection_state.flushed(), "there is more to come");
        drop(body);
        assert!(in_flight().is_err(), "the last of it may wait for a slow reader");
        assert!(connection_state.flushed());
        connection_state.take(in_flight().unwrap());
        // A closed connection releases its slot, too.
        drop(connection_state);
        in_flight().unwrap();
    }
}
