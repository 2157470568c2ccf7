//! Accepts connections and serves HTTP on them, closing slow and idle ones.
//!
//! HTTP/1.1 only: browsers speak newer versions to the proxy that terminates TLS.

use std::{convert::Infallible, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use poem::{
    Endpoint, Request, Response,
    endpoint::BoxEndpoint,
    http::uri::Scheme,
    web::{LocalAddr, RemoteAddr},
};
use tokio::{
    net::{TcpListener, TcpSocket, TcpStream, lookup_host},
    sync::{Semaphore, watch},
    time::sleep,
};
use tracing::{debug, warn};

use super::{
    connection_state::ConnectionState,
    connections::ConnectionLimit,
    lingering_close::{ClosingSlot, LingeringClose},
    write_timeout::{LEAST_RATE, WriteTimeout},
};
use crate::config::ServerConfig;

/// Time that requests in flight get to finish once the server is told to stop.
const GRACE: Duration = Duration::from_secs(10);
/// Pause after a failed `accept`, most likely for lack of file descriptors.
const REFUSED_PAUSE: Duration = Duration::from_millis(100);
/// Maximum size of a request's head, in bytes; hyper allows a hundred header lines.
const MAX_HEAD: usize = 32 * 1024;
/// Maximum size of hyper's read buffer, in bytes.
const MAX_BUFFER: usize = 64 * 1024;
/// Send buffer of each connection, in bytes; the kernel uses about twice as much with its
/// bookkeeping. By default it would buffer megabytes for a slow reader, and report progress only
/// after a third of them has been read.
const SEND_BUFFER: u32 = 128 * 1024;
/// Maximum number of connections that wait to be accepted.
const BACKLOG: u32 = 1024;
/// Number of served connections per connection in lingering close.
const SERVED_FOR_ONE_THAT_LINGERS: usize = 4;

type Answers = BoxEndpoint<'static, Response>;

/// Binds to `address` (host and port) and listens.
pub async fn listen(address: &str) -> io::Result<TcpListener> {
    let mut outcome = Err(io::ErrorKind::AddrNotAvailable.into());
    for address in lookup_host(address).await? {
        outcome = listen_at(address);
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // On other systems the option would let other processes listen on the same port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Accepted connections inherit it.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves `endpoint` until `stop` completes, then lets requests in flight finish; returns the
/// output of `stop`.
pub async fn serve<T>(
    listener: TcpListener,
    endpoint: Arc<Answers>,
    config: &ServerConfig,
    limit: Arc<ConnectionLimit>,
    stop: impl Future<Output = T>,
) -> T {
    let idle = config.idle();
    let most = config.max_connections.max(1);
    let places = Arc::new(Semaphore::new(most));
    let lingering = Arc::new(Semaphore::new(most.div_ceil(SERVED_FOR_ONE_THAT_LINGERS)));
    // Every connection holds a receiver, so the channel closes when the last connection ends.
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
                let slot = ClosingSlot::new(place, lingering.clone());
                let connection =
                    converse(stream, peer, endpoint.clone(), idle, slot, stopping.clone());
                tokio::spawn(async move {
                    connection.await;
                    drop(admitted);
                });
            }
            Err(error) => {
                warn!("a connection could not be accepted: {error}");
                sleep(REFUSED_PAUSE).await;
            }
        }
    };
    drop((listener, stopping));
    // There may be no receiver left.
    let _ = stopper.send(true);
    if tokio::time::timeout(GRACE, stopper.closed()).await.is_err() {
        warn!("some requests did not finish within {GRACE:?}");
    }
    outcome
}

/// Serves the requests of one connection, one after another.
async fn converse(
    stream: TcpStream,
    peer: SocketAddr,
    endpoint: Arc<Answers>,
    idle: Duration,
    slot: ClosingSlot,
    stopping: watch::Receiver<bool>,
) {
    let local = stream.local_addr().map(|address| LocalAddr(address.into())).unwrap_or_default();
    if let Err(error) = stream.set_nodelay(true) {
        debug!(%peer, "answers may be late: {error}");
    }
    let connection_state = ConnectionState::new(stopping.clone());
    let told = connection_state.stopped();
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let (endpoint, remote) = (endpoint.clone(), RemoteAddr(peer.into()));
        let mut request = Request::from((request, local.clone(), remote, Scheme::HTTP));
        let connection_state = connection_state.clone();
        connection_state.begin();
        request.set_data(connection_state.clone());
        async move {
            let answer: hyper::Response<_> = endpoint.get_response(request).await.into();
            Ok::<_, Infallible>(answer.map(|body| connection_state.answer(body)))
        }
    });
    let prompt = WriteTimeout::new(stream, idle, LEAST_RATE, connection_state.clone());
    let stream = LingeringClose::new(prompt, slot, stopping);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(idle)
        .max_header_size(MAX_HEAD)
        .max_buf_size(MAX_BUFFER)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = told => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        debug!(%peer, "connection ended: {error}");
    }
}
