use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use super::*;

/// Echoes requests, and records how many are served at once.
#[derive(Default)]
struct Parrot {
    busy: AtomicUsize,
    busiest: AtomicUsize,
}

#[async_trait]
impl Operator for Parrot {
    async fn answer(&self, request: &str) -> Said {
        let busy = self.busy.fetch_add(1, Ordering::SeqCst) + 1;
        self.busiest.fetch_max(busy, Ordering::SeqCst);
        tokio::task::yield_now().await;
        self.busy.fetch_sub(1, Ordering::SeqCst);
        match request {
            "never" => std::future::pending().await,
            "bad" => Said::failed("it is bad"),
            request => Said { lines: vec![request.to_owned()], failure: None },
        }
    }
}

/// A control socket in its own directory.
struct Host {
    dir: TempDir,
    parrot: Arc<Parrot>,
    stop: watch::Sender<bool>,
    served: JoinHandle<()>,
}

impl Host {
    fn open() -> Self {
        let dir = TempDir::new().unwrap();
        let (parrot, (stop, stopped)) = (Arc::new(Parrot::default()), watch::channel(false));
        let served = tokio::spawn(Door::open(dir.path()).unwrap().serve(parrot.clone(), stopped));
        Self { dir, parrot, stop, served }
    }

    async fn ask(&self, request: &str) -> Said {
        ask(self.dir.path(), request).await.unwrap().expect("an open door")
    }

    /// Sends bytes and returns what the server sends back.
    async fn send(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = UnixStream::connect(self.dir.path().join(SOCKET)).await.unwrap();
        // The server may close before all is sent.
        let _ = stream.write_all(bytes).await;
        let _ = stream.shutdown().await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        answer
    }
}

#[tokio::test]
async fn request_is_answered_on_a_private_socket() {
    let host = Host::open();
    let said = host.ask("how are you?").await;
    assert_eq!(said, Said { lines: vec!["how are you?".to_owned()], failure: None });
    assert_eq!(host.ask("bad").await, Said::failed("it is bad"));
    let mode = fs::metadata(host.dir.path().join(SOCKET)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[tokio::test]
async fn invalid_requests_are_rejected() {
    let host = Host::open();
    let failed = b"failed: a request is one short line\n";
    for (sent, expected) in [
        (&b"no end of line"[..], &failed[..]),
        (b"", failed),
        (b"\xff\xfe\x00\n", "\u{fffd}\u{fffd}\0\nok\n".as_bytes()),
        (b"crlf\r\n", b"crlf\nok\n"),
        (b"one\ntwo\nthree\n", b"one\nok\n"),
    ] {
        assert_eq!(host.send(sent).await, expected, "{sent:?}");
    }
    // Unread input may reset the connection before the outcome is read.
    host.send(&vec![b'x'; 1 << 20]).await;
    host.ask("still there?").await;
}

#[tokio::test]
async fn concurrent_clients_are_limited() {
    let host = Arc::new(Host::open());
    let visits = (0..64).map(|number| {
        let host = host.clone();
        tokio::spawn(async move { (number, host.ask(&format!("visit {number}")).await) })
    });
    for visit in visits.collect::<Vec<_>>() {
        let (number, said) = visit.await.unwrap();
        assert_eq!(said.lines, [format!("visit {number}")]);
    }
    assert!((1..=SEATS).contains(&host.parrot.busiest.load(Ordering::SeqCst)));
}

#[tokio::test]
async fn silent_clients_time_out() {
    for said in [&b""[..], b"half a requ"] {
        let (mut visitor, stream) = UnixStream::pair().unwrap();
        visitor.write_all(said).await.unwrap();
        visit(stream, Arc::new(Parrot::default()), Duration::from_millis(20)).await;
        let mut answer = Vec::new();
        // With half a request unread, the system reports a reset.
        let _ = visitor.read_to_end(&mut answer).await;
        assert_eq!(answer, b"");
    }
}

#[tokio::test]
async fn stop_ends_connections_and_removes_the_socket() {
    let Host { dir, stop, served, .. } = Host::open();
    let path = dir.path().join(SOCKET);
    let mut visitor = UnixStream::connect(&path).await.unwrap();
    visitor.write_all(b"never\n").await.unwrap();
    stop.send(true).unwrap();
    served.await.unwrap();
    assert_eq!(visitor.read(&mut [0; 8]).await.unwrap_or(0), 0);
    assert!(!path.exists());
    assert_eq!(ask(dir.path(), "anybody?").await.unwrap(), None);
}

#[tokio::test]
async fn stale_socket_is_replaced() {
    let dir = TempDir::new().unwrap();
    drop(UnixListener::bind(dir.path().join(SOCKET)).unwrap());
    assert!(dir.path().join(SOCKET).exists());
    assert_eq!(ask(dir.path(), "anybody?").await.unwrap(), None);
    Door::open(dir.path()).unwrap();
}

#[tokio::test]
async fn too_long_socket_path_is_explained() {
    let outside = TempDir::new().unwrap();
    let dir = outside.path().join("d".repeat(120));
    fs::create_dir(&dir).unwrap();
    let opened = Door::open(&dir).unwrap_err();
    let asked = ask(&dir, "anybody?").await.unwrap_err();
    for error in [format!("{opened:#}"), format!("{asked:#}")] {
        assert!(error.contains("is too long for a socket"), "{error}");
    }
}
