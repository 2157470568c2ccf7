use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use super::*;

/// Echoes requests, and records how many are served at once.
#[derive(Default)]
struct Echo {
    busy: AtomicUsize,
    busiest: AtomicUsize,
}

#[async_trait]
impl ControlHandler for Echo {
    async fn handle(&self, request: &str) -> CommandOutput {
        let busy = self.busy.fetch_add(1, Ordering::SeqCst) + 1;
        self.busiest.fetch_max(busy, Ordering::SeqCst);
        tokio::task::yield_now().await;
        self.busy.fetch_sub(1, Ordering::SeqCst);
        match request {
            "never" => std::future::pending().await,
            "bad" => CommandOutput::failed("it is bad"),
            request => CommandOutput { lines: vec![request.to_owned()], failure: None },
        }
    }
}

/// A control socket in its own directory.
struct Host {
    dir: TempDir,
    handler: Arc<Echo>,
    stop: watch::Sender<bool>,
    served: JoinHandle<()>,
}

impl Host {
    fn open() -> Self {
        let dir = TempDir::new().unwrap();
        let (handler, (stop, stopped)) = (Arc::new(Echo::default()), watch::channel(false));
        let served =
            tokio::spawn(Listener::open(dir.path()).unwrap().serve(handler.clone(), stopped));
        Self { dir, handler, stop, served }
    }

    async fn request(&self, request: &str) -> CommandOutput {
        send(self.dir.path(), request).await.unwrap().expect("a listener")
    }

    /// Sends bytes and returns the response.
    async fn send_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = UnixStream::connect(self.dir.path().join(SOCKET)).await.unwrap();
        // The server may close before all is sent.
        let _ = stream.write_all(bytes).await;
        let _ = stream.shutdown().await;
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response).await;
        response
    }
}

#[tokio::test]
async fn request_is_answered_on_a_private_socket() {
    let host = Host::open();
    let output = host.request("how are you?").await;
    assert_eq!(output, CommandOutput { lines: vec!["how are you?".to_owned()], failure: None });
    assert_eq!(host.request("bad").await, CommandOutput::failed("it is bad"));
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
        assert_eq!(host.send_bytes(sent).await, expected, "{sent:?}");
    }
    // Unread input may reset the connection before the outcome is read.
    host.send_bytes(&vec![b'x'; 1 << 20]).await;
    host.request("still there?").await;
}

#[tokio::test]
async fn concurrent_clients_are_limited() {
    let host = Arc::new(Host::open());
    let visits = (0..64).map(|number| {
        let host = host.clone();
        tokio::spawn(async move { (number, host.request(&format!("visit {number}")).await) })
    });
    for visit in visits.collect::<Vec<_>>() {
        let (number, output) = visit.await.unwrap();
        assert_eq!(output.lines, [format!("visit {number}")]);
    }
    assert!((1..=MAX_CLIENTS).contains(&host.handler.busiest.load(Ordering::SeqCst)));
}

#[tokio::test]
async fn silent_clients_time_out() {
    for sent in [&b""[..], b"half a requ"] {
        let (mut client, stream) = UnixStream::pair().unwrap();
        client.write_all(sent).await.unwrap();
        serve_client(stream, Arc::new(Echo::default()), Duration::from_millis(20)).await;
        let mut response = Vec::new();
        // With half a request unread, the system reports a reset.
        let _ = client.read_to_end(&mut response).await;
        assert_eq!(response, b"");
    }
}

#[tokio::test]
async fn stop_ends_connections_and_removes_the_socket() {
    let Host { dir, stop, served, .. } = Host::open();
    let path = dir.path().join(SOCKET);
    let mut client = UnixStream::connect(&path).await.unwrap();
    client.write_all(b"never\n").await.unwrap();
    stop.send(true).unwrap();
    served.await.unwrap();
    assert_eq!(client.read(&mut [0; 8]).await.unwrap_or(0), 0);
    assert!(!path.exists());
    assert_eq!(send(dir.path(), "anybody?").await.unwrap(), None);
}

#[tokio::test]
async fn stale_socket_is_replaced() {
    let dir = TempDir::new().unwrap();
    drop(UnixListener::bind(dir.path().join(SOCKET)).unwrap());
    assert!(dir.path().join(SOCKET).exists());
    assert_eq!(send(dir.path(), "anybody?").await.unwrap(), None);
    Listener::open(dir.path()).unwrap();
}

#[tokio::test]
async fn too_long_socket_path_is_explained() {
    let outside = TempDir::new().unwrap();
    let dir = outside.path().join("d".repeat(120));
    fs::create_dir(&dir).unwrap();
    let opened = Listener::open(&dir).unwrap_err();
    let sent = send(&dir, "anybody?").await.unwrap_err();
    for error in [format!("{opened:#}"), format!("{sent:#}")] {
        assert!(error.contains("is too long for a socket"), "{error}");
    }
}
