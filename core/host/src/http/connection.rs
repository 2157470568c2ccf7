//! Serves HTTP on one connection, and limits how long and how many connections a client can hold.
//!
//! Hyper, by options in [`serve`]:
//! - closes a connection whose next request head is not complete in time (slow headers, and idle
//!   connections), with `header_read_timeout`;
//! - bounds the size of a head, and its read buffer;
//! - ends idle connections, and the others after their response, when the server stops.
//!
//! The submodules stop attacks for which hyper, hyper-util and tower have no option:
//! - [`write_timeout`]: a client that reads nothing, or a few bytes now and then, would keep its
//!   connection and the buffered response for good. Hyper never limits a write; `tokio-io-timeout`
//!   limits the wait for a single one, which one byte in time renews.
//! - [`limit`]: one address, or many neighbouring ones, would take all connections. tower counts
//!   requests, of all clients together.
//! - [`in_flight`]: one sender would take all that the server can do at a time, over the
//!   connections of a proxy or of their own. tower's `ConcurrencyLimit` has one limit for all, and
//!   ends with the response's head, before a slow reader has taken the body. [`state`] tells when
//!   that has happened.
//! - [`streams`]: event streams do not end, and would leave no connection for other requests.
//!
//! [`linger`] is for well-behaved clients. Hyper closes a connection while the client still sends,
//! which resets it, and the client may never see why it was refused. Hyper only offers to leave the
//! closing to its caller.
//!
//! With TLS, the handshake comes first. It has a time limit and holds the connection's permit, and
//! all of the above lies between hyper and the encryption.
//!
//! Time and size of a request's body are limited in [`bounds`](super::bounds).

pub(super) mod in_flight;
pub(super) mod limit;
mod linger;
mod state;
pub(super) mod streams;
mod write_timeout;

use std::{convert::Infallible, future::poll_fn, net::SocketAddr, pin::Pin, sync::Arc};

use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use poem::{
    Endpoint, Request, Response,
    endpoint::BoxEndpoint,
    http::uri::Scheme,
    web::{LocalAddr, RemoteAddr},
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    time::Duration,
};
use tracing::debug;

use self::{
    linger::linger,
    state::ConnectionState,
    write_timeout::{LEAST_RATE, WriteTimeout},
};
use crate::tls::Tls;

/// Maximum size of a request's head, in bytes; hyper allows a hundred header lines.
const MAX_HEAD: usize = 32 * 1024;
/// Maximum size of hyper's read buffer, in bytes.
const MAX_BUFFER: usize = 64 * 1024;

/// State shared by all connections.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) endpoint: Arc<BoxEndpoint<'static, Response>>,
    pub(super) tls: Option<Tls>,
    /// Longest wait for the next request, and for a reader.
    pub(super) idle: Duration,
    /// Permits of connections that only linger.
    pub(super) lingering: Arc<Semaphore>,
    /// Becomes true when the server stops.
    pub(super) stopping: watch::Receiver<bool>,
}

/// Addresses of a connection, and whether it is encrypted.
struct Origin {
    local: LocalAddr,
    peer: SocketAddr,
    scheme: Scheme,
}

/// Serves one connection, after the handshake if it is encrypted. Holds `permit` until the
/// connection only lingers.
pub(super) async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    shared: Shared,
    permit: Option<OwnedSemaphorePermit>,
) {
    let local = stream.local_addr().map(|address| LocalAddr(address.into())).unwrap_or_default();
    if let Err(error) = stream.set_nodelay(true) {
        debug!(%peer, "responses may be late: {error}");
    }
    let Some(tls) = shared.tls.clone() else {
        let origin = Origin { local, peer, scheme: Scheme::HTTP };
        return requests(stream, origin, shared, permit).await;
    };
    let mut stopping = shared.stopping.clone();
    let encrypted = tokio::select! {
        encrypted = tls.accept(stream, shared.idle) => encrypted,
        // A dropped sender counts as a stop, too.
        _ = stopping.wait_for(|stop| *stop) => None,
    };
    if let Some(stream) = encrypted {
        let origin = Origin { local, peer, scheme: Scheme::HTTPS };
        requests(stream, origin, shared, permit).await;
    }
}

/// Serves the requests of one connection, one after another.
async fn requests(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    origin: Origin,
    shared: Shared,
    permit: Option<OwnedSemaphorePermit>,
) {
    let Origin { local, peer, scheme } = origin;
    let Shared { endpoint, idle, lingering, stopping, .. } = shared;
    let state = ConnectionState::new(stopping);
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let (endpoint, remote) = (endpoint.clone(), RemoteAddr(peer.into()));
        let mut request = Request::from((request, local.clone(), remote, scheme.clone()));
        let state = state.clone();
        state.begin();
        request.set_data(state.clone());
        Box::pin(async move {
            let response: hyper::Response<_> = endpoint.get_response(request).await.into();
            Ok::<_, Infallible>(response.map(|body| state.track_body(body)))
        })
    });
    let stream = WriteTimeout::new(stream, idle, LEAST_RATE, state.clone());
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(idle)
        .max_header_size(MAX_HEAD)
        .max_buf_size(MAX_BUFFER)
        .serve_connection(TokioIo::new(stream), service);
    let ended = tokio::select! {
        ended = poll_fn(|cx| connection.poll_without_shutdown(cx)) => Some(ended),
        () = state.stopped() => None,
    };
    let ended = if let Some(ended) = ended {
        ended
    } else {
        Pin::new(&mut connection).graceful_shutdown();
        poll_fn(|cx| connection.poll_without_shutdown(cx)).await
    };
    // Hyper responds to a malformed head before it returns the error.
    let answered = ended.as_ref().map_or_else(hyper::Error::is_parse, |()| true);
    if answered {
        let stream = connection.into_parts().io.into_inner();
        linger(stream, permit, lingering, state.stopped()).await;
    }
    if let Err(error) = ended {
        debug!(%peer, "connection ended: {error}");
    }
}
