//! Accepts connections and serves HTTP on them, closing slow and idle ones.
//!
//! HTTP/1.1 only: browsers speak newer versions to the proxy that terminates TLS.

use std::{io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use poem::{Response, endpoint::BoxEndpoint};
use tokio::{
    net::{TcpListener, TcpSocket, lookup_host},
    sync::{Semaphore, watch},
    time::sleep,
};
use tracing::{debug, warn};

use super::connection::{self, Shared, limit::ConnectionLimit};
use crate::config::ServerConfig;

/// Time that requests in flight get to finish once the server is told to stop.
const GRACE: Duration = Duration::from_secs(10);
/// Pause after a failed `accept`, most likely for lack of file descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);
/// Send buffer of each connection, in bytes; the kernel uses about twice as much with its
/// bookkeeping. By default it would buffer megabytes for a slow reader, and report progress only
/// after a third of them has been read.
const SEND_BUFFER: u32 = 128 * 1024;
/// Maximum number of connections that wait to be accepted.
const BACKLOG: u32 = 1024;
/// One lingering close is allowed per this many allowed connections.
const CONNECTIONS_PER_LINGERING: usize = 4;

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
    endpoint: Arc<BoxEndpoint<'static, Response>>,
    config: &ServerConfig,
    limit: Arc<ConnectionLimit>,
    stop: impl Future<Output = T>,
) -> T {
    let most = config.max_connections.max(1);
    let places = Arc::new(Semaphore::new(most));
    let lingering = Arc::new(Semaphore::new(most.div_ceil(CONNECTIONS_PER_LINGERING)));
    // Every connection holds a receiver, so the channel closes when the last connection ends.
    let (shutdown, stopping) = watch::channel(false);
    let shared = Shared { endpoint, idle: config.idle(), lingering, stopping };
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
                let connection = connection::serve(stream, peer, shared.clone(), place);
                tokio::spawn(async move {
                    connection.await;
                    drop(admitted);
                });
            }
            Err(error) => {
                warn!("a connection could not be accepted: {error}");
                sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    };
    drop((listener, shared));
    // There may be no receiver left.
    let _ = shutdown.send(true);
    if tokio::time::timeout(GRACE, shutdown.closed()).await.is_err() {
        warn!("some requests did not finish within {GRACE:?}");
    }
    outcome
}
