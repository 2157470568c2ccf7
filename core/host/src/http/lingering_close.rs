//! Lingering close: reads and discards input after the last response.
//!
//! Closing while bytes arrive resets the connection, and a client that sends its whole request
//! before reading would never see the response. The connection does not count against the
//! connection limit meanwhile.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    time::{Instant, Sleep, sleep_until},
};

/// Time to wait for further input.
const QUIET: Duration = Duration::from_secs(2);
/// Maximum duration of the lingering close: a request with files on a slow line.
const LONGEST: Duration = Duration::from_secs(30);
/// Maximum number of bytes discarded; more than the largest request.
const MOST: usize = 64 * 1024 * 1024;
const SCRATCH: usize = 16 * 1024;

/// A stream whose shutdown waits for the peer to stop sending.
pub(super) struct LingeringClose<S> {
    stream: S,
    slot: ClosingSlot,
    stopping: watch::Receiver<bool>,
    shut: Option<Shut>,
}

/// Permit of a connection. Lingering connections use a pool of their own; without a free permit
/// there, the connection closes at once.
pub(super) struct ClosingSlot {
    served: Option<OwnedSemaphorePermit>,
    lingering: Arc<Semaphore>,
}

impl ClosingSlot {
    /// Takes the connection's permit and the pool for lingering connections.
    pub(super) fn new(served: Option<OwnedSemaphorePermit>, lingering: Arc<Semaphore>) -> Self {
        Self { served, lingering }
    }

    /// Releases the connection's permit and takes one from the other pool, if free.
    fn end(&mut self) -> Option<OwnedSemaphorePermit> {
        self.served = None;
        self.lingering.clone().try_acquire_owned().ok()
    }
}

/// State after our side is shut.
struct Shut {
    _place: OwnedSemaphorePermit,
    until: Instant,
    left: usize,
    wait: Pin<Box<Sleep>>,
}

impl<S> LingeringClose<S> {
    /// Wraps `stream`; does not linger while the server stops.
    pub(super) fn new(stream: S, slot: ClosingSlot, stopping: watch::Receiver<bool>) -> Self {
        Self { stream, slot, stopping, shut: None }
    }
}

impl<S: AsyncRead + Unpin> LingeringClose<S> {
    /// Discards input until the peer closes, or a limit of time or bytes is reached.
    fn drain(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.shut.is_none() {
            self.shut = self.slot.end().map(Shut::now);
        }
        let Some(shut) = &mut self.shut else { return Poll::Ready(()) };
        let mut scratch = [0; SCRATCH];
        loop {
            if *self.stopping.borrow() || shut.wait.as_mut().poll(cx).is_ready() {
                return Poll::Ready(());
            }
            let mut buffer = ReadBuf::new(&mut scratch);
            let read = ready!(Pin::new(&mut self.stream).poll_read(cx, &mut buffer));
            let count = buffer.filled().len();
            if read.is_err() || count == 0 || count >= shut.left {
                return Poll::Ready(());
            }
            shut.left -= count;
            shut.wait.as_mut().reset(shut.until.min(Instant::now() + QUIET));
        }
    }
}

impl Shut {
    fn now(place: OwnedSemaphorePermit) -> Self {
        let now = Instant::now();
        let wait = Box::pin(sleep_until(now + QUIET));
        Self { _place: place, until: now + LONGEST, left: MOST, wait }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for LingeringClose<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for LingeringClose<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.shut.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
        }
        self.drain(cx).map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    /// Returns a permit, its pool, and room for `lingering` connections in lingering close.
    fn slot(lingering: usize) -> (ClosingSlot, Arc<Semaphore>) {
        let places = Arc::new(Semaphore::new(1));
        let served = places.clone().try_acquire_owned().unwrap();
        (ClosingSlot::new(Some(served), Arc::new(Semaphore::new(lingering))), places)
    }

    #[tokio::test]
    async fn input_is_discarded_until_the_peer_closes() {
        let (ours, theirs) = duplex(1024);
        let (_stopper, stopping) = watch::channel(false);
        let mut ours = LingeringClose::new(ours, slot(1).0, stopping);
        let (mut read, mut write) = tokio::io::split(theirs);
        let sending = tokio::spawn(async move {
            write.write_all(&vec![b'x'; 200_000]).await.unwrap();
            write.shutdown().await.unwrap();
        });
        ours.write_all(b"413").await.unwrap();
        ours.shutdown().await.unwrap();
        sending.await.unwrap();
        let mut said = String::new();
        read.read_to_string(&mut said).await.unwrap();
        assert_eq!(said, "413");
    }

    #[tokio::test]
    async fn lingering_ends_on_timeout_and_on_stop() {
        let (ours, _theirs) = duplex(1024);
        let (_stopper, stopping) = watch::channel(false);
        let shut = LingeringClose::new(ours, slot(1).0, stopping).shutdown_within(QUIET * 3).await;
        assert!(shut > QUIET / 2, "{shut:?}");
        let (ours, _theirs) = duplex(1024);
        let (_stopper, stopping) = watch::channel(true);
        let shut = LingeringClose::new(ours, slot(1).0, stopping).shutdown_within(QUIET * 3).await;
        assert!(shut < QUIET, "{shut:?}");
    }

    #[tokio::test]
    async fn lingering_releases_the_connection_permit() {
        let (_stopper, stopping) = watch::channel(false);
        let (ours, _theirs) = duplex(1024);
        let (place, places) = slot(1);
        let mut lingering = LingeringClose::new(ours, place, stopping.clone());
        assert_eq!(places.available_permits(), 0);
        let shut = tokio::time::timeout(QUIET / 4, lingering.shutdown()).await;
        assert!(shut.is_err(), "it lingers");
        assert_eq!(places.available_permits(), 1);
        // Without a free permit for lingering, the connection closes at once.
        let (ours, _theirs) = duplex(1024);
        let (place, places) = slot(0);
        let shut = LingeringClose::new(ours, place, stopping).shutdown_within(QUIET * 3).await;
        assert!(shut < QUIET / 2, "{shut:?}");
        assert_eq!(places.available_permits(), 1);
    }

    impl<S: AsyncRead + AsyncWrite + Unpin> LingeringClose<S> {
        async fn shutdown_within(mut self, limit: Duration) -> Duration {
            let started = Instant::now();
            tokio::time::timeout(limit, self.shutdown()).await.unwrap().unwrap();
            started.elapsed()
        }
    }
}
