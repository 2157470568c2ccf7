//! Lingering close: reads and discards input after the last response.
//!
//! Closing while bytes arrive resets the connection, and a client that sends its whole request
//! before reading would never see the response. The connection does not count against the
//! connection limit meanwhile.

use std::{sync::Arc, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// Time to wait for further input.
const QUIET: Duration = Duration::from_secs(2);
/// Maximum duration of the lingering close: a request with files on a slow line.
const LONGEST: Duration = Duration::from_secs(30);
/// Maximum number of bytes discarded; more than the largest request.
const MOST: u64 = 64 * 1024 * 1024;
const SCRATCH: usize = 16 * 1024;

/// Shuts our side of `stream` and releases `served`, the connection's permit. Then discards input
/// until the peer closes, the server stops, or a limit of time or bytes is reached. Lingering
/// connections use a pool of their own; without a free permit there, the connection closes at once.
pub(super) async fn linger(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    served: Option<OwnedSemaphorePermit>,
    lingering: Arc<Semaphore>,
    stopped: impl Future<Output = ()>,
) {
    if stream.shutdown().await.is_err() {
        return;
    }
    drop(served);
    let Ok(_permit) = lingering.try_acquire_owned() else { return };
    let (mut rest, mut scratch) = (stream.take(MOST), vec![0; SCRATCH]);
    let draining =
        async { while let Ok(Ok(1..)) = timeout(QUIET, rest.read(&mut scratch)).await {} };
    tokio::select! {
        () = stopped => {}
        _ = timeout(LONGEST, draining) => {}
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use tokio::{io::duplex, time::Instant};

    use super::*;

    /// Returns the only permit of a pool, and the pool.
    fn permit() -> (Option<OwnedSemaphorePermit>, Arc<Semaphore>) {
        let permits = Arc::new(Semaphore::new(1));
        (permits.clone().try_acquire_owned().ok(), permits)
    }

    fn pool(permits: usize) -> Arc<Semaphore> {
        Arc::new(Semaphore::new(permits))
    }

    #[tokio::test]
    async fn input_is_discarded_until_the_peer_closes() {
        let (mut ours, theirs) = duplex(1024);
        let (mut read, mut write) = tokio::io::split(theirs);
        let sending = tokio::spawn(async move {
            write.write_all(&vec![b'x'; 200_000]).await.unwrap();
            write.shutdown().await.unwrap();
        });
        ours.write_all(b"413").await.unwrap();
        linger(ours, None, pool(1), pending()).await;
        sending.await.unwrap();
        let mut said = String::new();
        read.read_to_string(&mut said).await.unwrap();
        assert_eq!(said, "413");
    }

    #[tokio::test]
    async fn lingering_ends_on_timeout_and_on_stop() {
        let (ours, _theirs) = duplex(1024);
        let shut = duration(linger(ours, None, pool(1), pending())).await;
        assert!(shut > QUIET / 2, "{shut:?}");
        let (ours, _theirs) = duplex(1024);
        let shut = duration(linger(ours, None, pool(1), ready(()))).await;
        assert!(shut < QUIET, "{shut:?}");
    }

    #[tokio::test]
    async fn lingering_releases_the_connection_permit() {
        let (ours, _theirs) = duplex(1024);
        let (served, permits) = permit();
        assert_eq!(permits.available_permits(), 0);
        let shut = timeout(QUIET / 4, linger(ours, served, pool(1), pending())).await;
        assert!(shut.is_err(), "it lingers");
        assert_eq!(permits.available_permits(), 1);
        // Without a free permit for lingering, the connection closes at once.
        let (ours, _theirs) = duplex(1024);
        let (served, permits) = permit();
        let shut = duration(linger(ours, served, pool(0), pending())).await;
        assert!(shut < QUIET / 2, "{shut:?}");
        assert_eq!(permits.available_permits(), 1);
    }

    async fn duration(lingering: impl Future<Output = ()>) -> Duration {
        let started = Instant::now();
        timeout(QUIET * 3, lingering).await.unwrap();
        started.elapsed()
    }
}
