//! Accepts connections, and keeps none of them for longer than it is used.
//!
//! HTTP/1.1 only: a browser speaks anything newer to the proxy that does TLS.

use std::{
    convert::Infallible,
    io,
    net::SocketAddr,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use poem::{
    Endpoint, Request, Response,
    endpoint::BoxEndpoint,
    http::uri::Scheme,
    web::{LocalAddr, RemoteAddr},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
    time::{Sleep, sleep},
};
use tracing::{debug, warn};

use super::{connections::ConnectionLimit, linger::Linger};
use crate::config::ServerConfig;

/// How long requests in flight may take once the server is told to stop.
const GRACE: Duration = Duration::from_secs(10);
/// Pause after the machine has refused a connection, most likely for want of file handles.
const REFUSED_PAUSE: Duration = Duration::from_millis(100);
/// Most bytes of a request's head; of header lines there may be a hundred.
const MAX_HEAD: usize = 32 * 1024;
/// Most bytes of a body that are kept ready.
const MAX_BUFFER: usize = 64 * 1024;

type Answers = BoxEndpoint<'static, Response>;

/// Serves `endpoint` until `stop` has an outcome, then lets requests in flight finish; returns it.
pub(crate) async fn serve<T>(
    listener: TcpListener,
    endpoint: Answers,
    config: &ServerConfig,
    limit: Arc<ConnectionLimit>,
    stop: impl Future<Output = T>,
) -> T {
    let endpoint = Arc::new(endpoint);
    let idle = config.idle();
    let places = Arc::new(Semaphore::new(config.max_connections.max(1)));
    // Every connection holds a receiver, so that the last one to go closes the channel.
    let (stopper, stopping) = watch::channel(false);
    let mut stop = pin!(stop);
    let outcome = loop {
        let next = async {
            // The semaphore is never closed.
            let place = places.clone().acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            outcome = &mut stop => break outcome,
            next = next => next,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(admitted) = limit.admit(peer.ip()) else {
                    debug!(%peer, "has too many connections already");
                    continue;
                };
                let connection = converse(stream, peer, endpoint.clone(), idle, stopping.clone());
                tokio::spawn(async move {
                    connection.await;
                    drop((admitted, place));
                });
            }
            Err(error) => {
                warn!("a connection could not be accepted: {error}");
                sleep(REFUSED_PAUSE).await;
            }
        }
    };
    drop((listener, stopping));
    // Nobody may be listening any more.
    let _ = stopper.send(true);
    if tokio::time::timeout(GRACE, stopper.closed()).await.is_err() {
        warn!("some requests did not finish within {GRACE:?}");
    }
    outcome
}

/// Answers the requests of one connection, one after another.
async fn converse(
    stream: TcpStream,
    peer: SocketAddr,
    endpoint: Arc<Answers>,
    idle: Duration,
    mut stopping: watch::Receiver<bool>,
) {
    let local = stream.local_addr().map(|address| LocalAddr(address.into())).unwrap_or_default();
    if let Err(error) = stream.set_nodelay(true) {
        debug!(%peer, "answers may be late: {error}");
    }
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let (endpoint, remote) = (endpoint.clone(), RemoteAddr(peer.into()));
        let request = Request::from((request, local.clone(), remote, Scheme::HTTP));
        async move { Ok::<hyper::Response<_>, Infallible>(endpoint.get_response(request).await.into()) }
    });
    let stream = Linger::new(Prompt::new(stream, idle), stopping.clone());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(idle)
        .max_header_size(MAX_HEAD)
        .max_buf_size(MAX_BUFFER)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = told(&mut stopping) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        debug!(%peer, "connection ended: {error}");
    }
}

/// Waits until told to stop; whoever would tell being gone counts as told.
async fn told(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// A connection whose other end must take what it is sent.
struct Prompt<S> {
    stream: S,
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> Prompt<S> {
    fn new(stream: S, patience: Duration) -> Self {
        Self { stream, patience, stalled: None }
    }

    /// Passes on what writing came to, or an error when nothing has moved for too long.
    fn hurry<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
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
        self.hurry(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, pieces);
        self.hurry(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.hurry(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.hurry(cx, shut)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;

    use super::*;

    #[tokio::test]
    async fn a_reader_that_takes_nothing_is_let_go() {
        let (ours, theirs) = tokio::io::duplex(16);
        let mut stream = Prompt::new(ours, Duration::from_millis(20));
        let error = stream.write_all(&[0; 64]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(theirs);
    }
}
