//! Accepts connections and serves HTTP on them, closing slow and idle ones.
//!
//! HTTP/1.1 only: browsers speak newer versions to a proxy in front, and this one to the server
//! itself, if it has a certificate.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use poem::{Response, endpoint::BoxEndpoint};
use tokio::{
    net::{TcpListener, TcpSocket, lookup_host},
    sync::{Semaphore, watch},
    time::{sleep, timeout},
};
use tracing::{debug, warn};

use super::connection::{self, Shared, limit::ConnectionLimit};
use crate::{config::ServerConfig, tls::Tls};

/// Time in which connections that are cut off must have ended.
const CUT_OFF: Duration = Duration::from_secs(1);
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

/// Endpoint of a listener, with its encryption and its limit.
#[derive(Clone)]
pub struct Service {
    /// Answers all requests.
    pub endpoint: Arc<BoxEndpoint<'static, Response>>,
    /// Encrypts connections; `None` for plain HTTP.
    pub tls: Option<Tls>,
    /// Limit of connections per address, which may be shared by several listeners.
    pub limit: Arc<ConnectionLimit>,
}

/// Serves requests until `stop` is set, then lets those in flight finish for as long as the
/// configuration says, and cuts the others off.
pub async fn serve(
    listener: TcpListener,
    service: Service,
    config: &ServerConfig,
    mut stop: watch::Receiver<bool>,
) {
    let Service { endpoint, tls, limit } = service;
    let most = config.max_connections.max(1);
    let permits = Arc::new(Semaphore::new(most));
    let lingering = Arc::new(Semaphore::new(most.div_ceil(CONNECTIONS_PER_LINGERING)));
    // Every connection holds a receiver of both, so these tell when the last connection has ended.
    let (shutdown, stopping) = watch::channel(false);
    let (cut_off, cut) = watch::channel(false);
    let shared = Shared { endpoint, tls, idle: config.idle(), lingering, stopping };
    loop {
        let next = async {
            // The semaphore is never closed.
            let permit = permits.clone().acquire_owned().await.ok();
            (permit, listener.accept().await)
        };
        let (permit, accepted) = tokio::select! {
            () = signalled(&mut stop) => break,
            next = next => next,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(admitted) = limit.admit(peer.ip()) else {
                    debug!(%peer, "has too many connections already");
                    continue;
                };
                let connection = connection::serve(stream, peer, shared.clone(), permit);
                let mut cut = cut.clone();
                tokio::spawn(async move {
                    tokio::select! {
                        () = connection => {}
                        () = signalled(&mut cut) => {}
                    }
                    drop(admitted);
                });
            }
            Err(error) => {
                warn!("a connection could not be accepted: {error}");
                sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
    drop((listener, shared, cut));
    // There may be no receiver left.
    let _ = shutdown.send(true);
    if timeout(config.stop(), cut_off.closed()).await.is_err() {
        let (left, time) = (cut_off.receiver_count(), config.stop());
        warn!("{left} connections did not finish within {time:?} and are cut off");
        let _ = cut_off.send(true);
        // If one does not end, the end of the process ends it.
        let _ = timeout(CUT_OFF, cut_off.closed()).await;
    }
}

/// Waits until `signal` is set; a dropped sender counts as set.
async fn signalled(signal: &mut watch::Receiver<bool>) {
    let _ = signal.wait_for(|set| *set).await;
}
