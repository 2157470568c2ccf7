//! The other end of a connection must take what it is sent.

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

use super::conversation::Conversation;

/// Bytes of an answer that must be taken within a second, once patience is used up.
pub(super) const LEAST_RATE: u32 = 16 * 1024;

/// A stream that ends with an error when nothing is taken for too long, or when an answer is taken
/// more slowly than at the least rate.
pub(super) struct Prompt<S> {
    stream: S,
    patience: Duration,
    rate: u32,
    conversation: Conversation,
    /// Bytes of the answer that have been taken, and the time that was spent waiting for that.
    taken: u64,
    waited: Duration,
    stall: Option<Stall>,
}

/// Nothing is taken.
struct Stall {
    began: Instant,
    end: Pin<Box<Sleep>>,
}

impl<S> Prompt<S> {
    /// Over `stream`, whose other end has `patience` and then at least `rate` bytes in a second.
    pub(super) fn new(
        stream: S,
        patience: Duration,
        rate: u32,
        conversation: Conversation,
    ) -> Self {
        let (taken, waited, stall) = (0, Duration::ZERO, None);
        Self { stream, patience, rate, conversation, taken, waited, stall }
    }

    /// Passes on what writing came to, or an error when there is no patience left.
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

    /// How long nothing may be taken from now on.
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

impl<S: AsyncRead + Unpin> AsyncRead for Prompt<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Prompt<S> {
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

    /// Asked for when nothing waits to be written any more.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        let flushed = self.hurry(cx, flushed);
        if flushed.is_ready() && self.conversation.flushed() {
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

    fn stream(rate: u32) -> (Prompt<DuplexStream>, DuplexStream) {
        let (ours, theirs) = duplex(1024);
        let conversation = Conversation::new(watch::channel(false).1);
        (Prompt::new(ours, PATIENCE, rate, conversation), theirs)
    }

    /// Takes half a kilobyte again and again, at most 25 kB in a second.
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
    async fn a_reader_that_takes_nothing_is_let_go() {
        let (mut ours, _theirs) = stream(1);
        let error = ours.write_all(&[0; 4096]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_slow_reader_has_all_the_time_it_needs_above_the_least_rate() {
        let (mut ours, theirs) = stream(8 * 1024);
        let taking = tokio::spawn(take_slowly(theirs));
        let started = Instant::now();
        ours.write_all(&vec![0; SIZE]).await.unwrap();
        assert!(started.elapsed() > PATIENCE * 3, "{:?}", started.elapsed());
        drop(ours);
        assert_eq!(taking.await.unwrap(), SIZE);
    }

    #[tokio::test]
    async fn a_reader_below_the_least_rate_is_let_go_whatever_it_takes() {
        let (mut ours, theirs) = stream(256 * 1024);
        let taking = tokio::spawn(take_slowly(theirs));
        let error = ours.write_all(&vec![0; SIZE]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(ours);
        assert!(taking.await.unwrap() < SIZE / 2);
    }

    #[tokio::test]
    async fn every_answer_has_patience_of_its_own() {
        let (mut ours, theirs) = stream(256 * 1024);
        let conversation = ours.conversation.clone();
        let taking = tokio::spawn(take_slowly(theirs));
        for _ in 0..16 {
            // Each alone is taken within patience, all together are not.
            drop(conversation.answer(()));
            ours.write_all(&[0; 2048]).await.unwrap();
            ours.flush().await.unwrap();
        }
        drop(ours);
        assert_eq!(taking.await.unwrap(), 16 * 2048);
    }
}
