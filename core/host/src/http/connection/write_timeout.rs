//! Write timeout and minimum transfer rate of a connection.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

use super::state::ConnectionState;

/// Minimum rate at which a response must be read, in bytes per second, once the grace period is
/// used up.
pub(super) const LEAST_RATE: u32 = 16 * 1024;

/// A stream whose writes fail when the peer reads nothing for too long, or reads a response below
/// the minimum rate.
pub(super) struct WriteTimeout<S> {
    stream: S,
    patience: Duration,
    rate: u32,
    connection_state: ConnectionState,
    /// Bytes of the response written so far, and time spent waiting for the peer.
    taken: u64,
    waited: Duration,
    stall: Option<Stall>,
}

/// A pending write.
struct Stall {
    began: Instant,
    end: Pin<Box<Sleep>>,
}

impl<S> WriteTimeout<S> {
    /// Wraps `stream`; the peer has a grace period of `patience`, then must read `rate` bytes per
    /// second.
    pub(super) fn new(
        stream: S,
        patience: Duration,
        rate: u32,
        connection_state: ConnectionState,
    ) -> Self {
        let (taken, waited, stall) = (0, Duration::ZERO, None);
        Self { stream, patience, rate, connection_state, taken, waited, stall }
    }

    /// Passes the result of a write on, or fails with `TimedOut` when the time is used up.
    fn hurry<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            if let Some(stall) = self.stall.take() {
                self.waited += stall.began.elapsed();
            }
            return written;
        }
        let left = self.patience_left();
        let stall = self
            .stall
            .get_or_insert_with(|| Stall { began: Instant::now(), end: Box::pin(sleep(left)) });
        ready!(stall.end.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Returns how long the peer may read nothing from now on.
    fn patience_left(&self) -> Duration {
        let millis = self.taken.saturating_mul(1000) / u64::from(self.rate.max(1));
        let allowed = self.patience.saturating_add(Duration::from_millis(millis));
        allowed.saturating_sub(self.waited).min(self.patience)
    }

    fn count(&mut self, written: &Poll<io::Result<usize>>) {
        if let Poll::Ready(Ok(bytes)) = written {
            self.taken = self.taken.saturating_add(u64::try_from(*bytes).unwrap_or(u64::MAX));
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.count(&written);
        self.hurry(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, pieces);
        self.count(&written);
        self.hurry(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Called by hyper once the write buffer is empty.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        let flushed = self.hurry(cx, flushed);
        if flushed.is_ready() && self.connection_state.flushed() {
            (self.taken, self.waited) = (0, Duration::ZERO);
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.hurry(cx, shut)
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
        sync::watch,
    };

    use super::*;

    const PATIENCE: Duration = Duration::from_millis(500);
    const SIZE: usize = 64 * 1024;

    fn stream(rate: u32) -> (WriteTimeout<DuplexStream>, DuplexStream) {
        let (ours, theirs) = duplex(1024);
        let connection_state = ConnectionState::new(watch::channel(false).1);
        (WriteTimeout::new(ours, PATIENCE, rate, connection_state), theirs)
    }

    /// Reads half a kilobyte at a time, at most 25 kB per second.
    async fn take_slowly(mut stream: DuplexStream) -> usize {
        let (mut piece, mut taken) = ([0; 512], 0);
        loop {
            tokio::time::sleep(Duration::from_millis(20)).await;
            match stream.read(&mut piece).await.unwrap() {
                0 => return taken,
                more => taken += more,
            }
        }
    }

    #[tokio::test]
    async fn write_times_out_without_a_reader() {
        let (mut ours, _theirs) = stream(1);
        let error = ours.write_all(&[0; 4096]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn reader_above_the_minimum_rate_is_served() {
        let (mut ours, theirs) = stream(8 * 1024);
        let taking = tokio::spawn(take_slowly(theirs));
        let started = Instant::now();
        ours.write_all(&vec![0; SIZE]).await.unwrap();
        assert!(started.elapsed() > PATIENCE * 3, "{:?}", started.elapsed());
        drop(ours);
        assert_eq!(taking.await.unwrap(), SIZE);
    }

    #[tokio::test]
    async fn reader_below_the_minimum_rate_is_dropped() {
        let (mut ours, theirs) = stream(256 * 1024);
        let taking = tokio::spawn(take_slowly(theirs));
        let error = ours.write_all(&vec![0; SIZE]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(ours);
        assert!(taking.await.unwrap() < SIZE / 2);
    }

    #[tokio::test]
    async fn grace_period_restarts_with_each_response() {
        let (mut ours, theirs) = stream(256 * 1024);
        let connection_state = ours.connection_state.clone();
        let taking = tokio::spawn(take_slowly(theirs));
        for _ in 0..16 {
            // Each response fits into the grace period, all together do not.
            drop(connection_state.track_body(String::new()));
            ours.write_all(&[0; 2048]).await.unwrap();
            ours.flush().await.unwrap();
        }
        drop(ours);
        assert_eq!(taking.await.unwrap(), 16 * 2048);
    }
}
