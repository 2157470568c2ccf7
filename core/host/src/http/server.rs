//! Accepts connections, and keeps none of them for longer than it is used.
//!
//! HTTP/1.1 only: a browser speaks anything newer to the proxy that does TLS.

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
    connections::ConnectionLimit,
    conversation::Conversation,
    linger::{Linger, Stay},
    prompt::{LEAST_RATE, Prompt},
};
use crate::config::ServerConfig;

/// How long requests in flight may take once the server is told to stop.
const GRACE: Duration = Duration::from_secs(10);
/// Pause after the machine has refused a connection, most likely for want of file handles.
const REFUSED_PAUSE: Duration = Duration::from_millis(100);
/// Most bytes of a request's head; of header lines there may be a hundred.
const MAX_HEAD: usize = 32 * 1024;
/// Most bytes of a body that are kept ready.
const MAX_BUFFER: usize = 64 * 1024;
/// Bytes that the machine keeps ready for each connection, about twice as many with what belongs to
/// them. Left to itself it would keep megabytes for whoever reads slowly, and not tell before a
/// third of them is taken that anything is.
const SEND_BUFFER: u32 = 128 * 1024;
/// Connections that wait to be accepted.
const BACKLOG: u32 = 1024;
/// Of so many connections that are served, one more may linger.
const SERVED_FOR_ONE_THAT_LINGERS: usize = 4;

type Answers = BoxEndpoint<'static, Response>;

/// Listens at `address`, a host and a port.
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
    // Elsewhere it would let others listen here, too.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Connections have it from whoever accepts them.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves `endpoint` until `stop` has an outcome, then lets requests in flight finish; returns it.
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
                let stay = Stay::new(place, lingering.clone());
                let connection =
                    converse(stream, peer, endpoint.clone(), idle, stay, stopping.clone());
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
    stay: Stay,
    stopping: watch::Receiver<bool>,
) {
    let local = stream.local_addr().map(|address| LocalAddr(address.into())).unwrap_or_default();
    if let Err(error) = stream.set_nodelay(true) {
        debug!(%peer, "answers may be late: {error}");
    }
    let conversation = Conversation::new(stopping.clone());
    let told = conversation.stopped();
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let (endpoint, remote) = (endpoint.clone(), RemoteAddr(peer.into()));
        let mut request = Request::from((request, local.clone(), remote, Scheme::HTTP));
        let conversation = conversation.clone();
        conversation.begin();
        request.set_data(conversation.clone());
        async move {
            let answer: hyper::Response<_> = endpoint.get_response(request).await.into();
            Ok::<_, Infallible>(answer.map(|body| conversation.answer(body)))
        }
    });
    let prompt = Prompt::new(stream, idle, LEAST_RATE, conversation.clone());
    let stream = Linger::new(prompt, stay, stopping);
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
