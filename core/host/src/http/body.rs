//! Counts the body of a request as it arrives.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
};

use bytes::{Bytes, BytesMut};
use futures_util::Stream;
use poem::Body;
use sparkyard_kernel::request_usage::{Refused, RequestUsage, too_large};

/// Maximum size of a slice of a form, in bytes.
const SLICE: usize = 2 * 1024;

type Pieces = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

/// Progress of receiving a body.
#[derive(Default)]
pub(super) struct Progress {
    ended: AtomicBool,
}

impl Progress {
    /// Checks whether the whole body has arrived.
    pub(super) fn complete(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }
}

/// Limits and accounting of one body.
pub(super) struct Watch {
    /// Maximum size, in bytes.
    pub(super) limit: u64,
    /// Whether the body is a multipart form, which may contain files.
    pub(super) is_form: bool,
    pub(super) usage: Arc<RequestUsage>,
    pub(super) progress: Arc<Progress>,
}

impl Watch {
    /// Wraps `body` to count it. The result ends with an error once the body is rejected.
    pub(super) fn over(self, body: Body) -> Body {
        if body.is_empty() {
            self.progress.ended.store(true, Ordering::Relaxed);
            return body;
        }
        let source = Source { pieces: Box::pin(body.into_bytes_stream()), watch: self, bytes: 0 };
        match source.watch.is_form {
            true => Body::from_bytes_stream(Sliced { source, rest: Bytes::new(), given: false }),
            false => Body::from_bytes_stream(Whole { source, collected: BytesMut::new() }),
        }
    }
}

/// A body as it arrives from the network.
struct Source {
    pieces: Pieces,
    watch: Watch,
    bytes: u64,
}

impl Source {
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let Some(piece) = ready!(self.pieces.as_mut().poll_next(cx)) else {
            self.watch.progress.ended.store(true, Ordering::Relaxed);
            return Poll::Ready(None);
        };
        let piece = piece?;
        self.bytes = self.bytes.saturating_add(u64::try_from(piece.len()).unwrap_or(u64::MAX));
        if self.bytes > self.watch.limit {
            return Poll::Ready(Some(Err(broken(self.watch.usage.reject(too_large())))));
        }
        Poll::Ready(Some(Ok(piece)))
    }
}

fn broken(refused: Refused) -> io::Error {
    io::Error::other(refused)
}

/// A body collected into one buffer, so that memory is counted once however it was split.
struct Whole {
    source: Source,
    collected: BytesMut,
}

impl Stream for Whole {
    type Item = io::Result<Bytes>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let Self { source, collected } = self.get_mut();
        loop {
            let Some(piece) = ready!(source.poll(cx)) else {
                let whole = std::mem::take(collected).freeze();
                return Poll::Ready((!whole.is_empty()).then_some(Ok(whole)));
            };
            let piece = piece?;
            source.watch.usage.keep(piece.len()).map_err(broken)?;
            collected.extend_from_slice(&piece);
        }
    }
}

/// A form split into small slices, yielding between them. The form parser would otherwise buffer
/// all that has arrived before writing any of its files to disk.
struct Sliced {
    source: Source,
    rest: Bytes,
    given: bool,
}

impl Stream for Sliced {
    type Item = io::Result<Bytes>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let Self { source, rest, given } = self.get_mut();
        if std::mem::take(given) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        while rest.is_empty() {
            match ready!(source.poll(cx)) {
                Some(piece) => *rest = piece?,
                None => return Poll::Ready(None),
            }
        }
        let slice = rest.split_to(rest.len().min(SLICE));
        *given = true;
        source.watch.usage.keep_of_form(slice.len()).map_err(broken)?;
        Poll::Ready(Some(Ok(slice)))
    }
}
