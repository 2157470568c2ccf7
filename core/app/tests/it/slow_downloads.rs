//! Slow downloads, on real sockets against the real binary. They do not affect others, and readers
//! below the minimum rate are disconnected.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use sparkyard_kernel::{Clock, SystemClock};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{sleep, timeout},
};

use crate::{
    binary::{Server, sparkyard},
    stops::{person::Person, request::Request, town::Town},
};

/// Size of the file; two of these use up the server's memory for request bodies.
const FILE: usize = 6 << 20;
/// Write timeout, in seconds.
const PATIENCE: u64 = 3;
/// Size of the receive buffer; small, so that most of a file remains to be sent.
const RECEIVE_BUFFER: u32 = 128 * 1024;

/// A server behind a proxy, with a booking whose file both parties may read.
struct DownloadServer {
    server: Server,
    path: String,
    /// Access tokens of both parties.
    tokens: [String; 2],
    _data_dir: TempDir,
}

impl DownloadServer {
    async fn open() -> Self {
        let data_dir = TempDir::new().unwrap();
        let mut command = sparkyard();
        command
            .env("SPARKYARD_LIMITS__ENABLED", "true")
            .env("SPARKYARD_SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]")
            .env("SPARKYARD_SERVER__BODY_MEMORY_MB", "12")
            .env("SPARKYARD_SERVER__IDLE_SECONDS", PATIENCE.to_string());
        let server = Server::launch(command, data_dir.path(), &[]).await;
        let town = Town::found(&server, data_dir.path(), 2, 0).await;
        let [client, provider] = [&town.clients[0].me, &town.clients[1].me];
        let booking = book(&server.url, client, provider).await;
        let path = format!("/api/bookings/{booking}/file");
        let tokens =
            [client.access_token(&server.url).await, provider.access_token(&server.url).await];
        Self { server, path, tokens, _data_dir: data_dir }
    }

    /// Requests the file as one of the parties, from an address, and returns the connection.
    async fn ask(&self, party: usize, address: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(RECEIVE_BUFFER).unwrap();
        let server = self.server.url.trim_start_matches("http://").parse().unwrap();
        let mut stream = socket.connect(server).await.unwrap();
        let (path, token) = (&self.path, &self.tokens[party]);
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {address}\r\n\
             authorization: Bearer {token}\r\nconnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        assert_eq!(&status, b"HTTP/1.1 200");
        stream
    }

    /// Attempts a sign-in from another address; returns its duration.
    async fn sign_in(&self) -> Duration {
        let started = Instant::now();
        // Another account each time, as repeated guesses are delayed.
        let email = format!("{}@example.org", SystemClock.now().as_millis());
        let body = json!({ "email": email, "password": "certainly not it" });
        let http = reqwest::Client::new();
        let login = http.post(format!("{}/api/auth/login", self.server.url));
        let login = login.header("x-forwarded-for", "198.51.100.77").json(&body);
        let response = login.send().await.unwrap();
        assert_eq!(response.status(), 401, "{}", response.text().await.unwrap());
        started.elapsed()
    }
}

/// Books a free skill with a large file; returns the booking's id.
async fn book(url: &str, client: &Person, provider: &Person) -> Value {
    let post = |path: &str| Request::new(Method::POST, path);
    let fields = [
        ("skill_type", "gardening"),
        ("experience_level", "expert"),
        ("hourly_rate", "0"),
        ("description", "Hedges and lawns."),
    ];
    let skill = provider.ask(url, post("/api/skills").form(fields, None)).await;
    let date = SystemClock.now() + Duration::from_hours(48);
    let fields = [
        ("skills_id", skill["id"].as_str().unwrap()),
        ("booked_user_id", &provider.id),
        ("title", "Hedges"),
        ("description", "Please bring shears."),
        ("booking_location", "3 Weaver's Row, Leeds"),
        ("booking_date", &date.to_string()),
        ("payment_method", "wallet"),
    ];
    let request = post("/api/bookings").form(fields, Some(vec![b'f'; FILE]));
    client.ask(url, request).await["id"].clone()
}

/// Reads `piece` bytes at a time with pauses, until the end or for `time`; returns the number of
/// bytes.
async fn take(stream: &mut TcpStream, piece: usize, pause: Duration, time: Duration) -> usize {
    let (mut buffer, mut taken) = (vec![0; piece], 0);
    let taking = async {
        // A dropped connection may end with an error.
        while let Ok(more @ 1..) = stream.read(&mut buffer).await {
            taken += more;
            sleep(pause).await;
        }
    };
    let _ = timeout(time, taking).await;
    taken
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_readers_are_served_and_block_nobody() {
    let downloads = DownloadServer::open().await;
    let started = Instant::now();
    let readers = [downloads.ask(0, "203.0.113.1").await, downloads.ask(1, "203.0.113.2").await];
    let readers = readers.map(|mut stream| {
        // At most a megabyte per second, for longer than the write timeout.
        let (pause, time) = (Duration::from_millis(60), Duration::from_mins(2));
        tokio::spawn(async move { take(&mut stream, 64 * 1024, pause, time).await })
    });
    let mut longest = Duration::ZERO;
    while started.elapsed() < Duration::from_secs(PATIENCE) {
        longest = longest.max(downloads.sign_in().await);
        sleep(Duration::from_millis(200)).await;
    }
    assert!(longest < Duration::from_secs(10), "{longest:?}");
    for reader in readers {
        assert!(reader.await.unwrap() > FILE, "some of it is missing");
    }
    assert!(started.elapsed() > Duration::from_secs(PATIENCE), "{:?}", started.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_below_the_minimum_rate_are_dropped() {
    let downloads = DownloadServer::open().await;
    let mut stream = downloads.ask(0, "203.0.113.1").await;
    // Eight kilobytes per second.
    let (pause, time) = (Duration::from_millis(500), Duration::from_secs(PATIENCE * 4));
    let mut taken = take(&mut stream, 4096, pause, time).await;
    downloads.sign_in().await;
    // Only what the sockets have buffered is left.
    taken += take(&mut stream, 64 * 1024, Duration::ZERO, Duration::from_mins(1)).await;
    assert!(taken < FILE / 2, "{taken} bytes");
}
