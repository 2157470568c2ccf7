//! Connection limits, on real sockets against the real binary: slow heads, slow bodies, idle peers,
//! too many connections.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{interval, timeout},
};

use crate::binary::{Server, sparkyard};

/// Idle timeout and request timeout, in seconds.
const LIMIT: u64 = 2;
/// The timeout, plus generous time on a busy machine.
const SOON: Duration = Duration::from_secs(LIMIT + 20);

async fn server(data_dir: &TempDir, connections: usize) -> Server {
    let mut command = sparkyard();
    command
        .env("SPARKYARD_SERVER__IDLE_SECONDS", LIMIT.to_string())
        .env("SPARKYARD_SERVER__REQUEST_SECONDS", LIMIT.to_string())
        .env("SPARKYARD_SERVER__MAX_CONNECTIONS", connections.to_string());
    Server::launch(command, data_dir.path(), &[]).await
}

async fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap()
}

/// Sends `bytes` one by one, too slowly, until the server gives up; returns what it sent before
/// closing the connection.
async fn drip(stream: TcpStream, bytes: &'static [u8]) -> String {
    let (mut read, mut write) = stream.into_split();
    let dripping = tokio::spawn(async move {
        let mut pace = interval(Duration::from_millis(200));
        for byte in bytes.iter().cycle() {
            pace.tick().await;
            if write.write_all(&[*byte]).await.is_err() {
                break;
            }
        }
    });
    let mut response = Vec::new();
    // The connection may end with a reset, since we keep sending.
    let _ = timeout(SOON, read.read_to_end(&mut response)).await.expect("an end to the connection");
    dripping.abort();
    String::from_utf8(response).unwrap()
}

/// Reads to the end of the connection, which must come soon.
async fn rest(stream: &mut TcpStream) -> String {
    let mut response = Vec::new();
    timeout(SOON, stream.read_to_end(&mut response)).await.expect("an end").unwrap();
    String::from_utf8_lossy(&response).into_owned()
}

#[tokio::test]
async fn slow_connections_are_closed() {
    let data_dir = TempDir::new().unwrap();
    let server = server(&data_dir, 64).await;

    let mut stream = connect(&server).await;
    stream.write_all(b"GET /healthz HTTP/1.1\r\n").await.unwrap();
    let started = Instant::now();
    drip(stream, b"x-drip: drip\r\n").await;
    assert!(started.elapsed() > Duration::from_secs(1), "closed before its time");

    let mut stream = connect(&server).await;
    let head = "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    stream.write_all(format!("{head}content-length: 5000\r\n\r\n{{").as_bytes()).await.unwrap();
    let response = drip(stream, b" ").await;
    assert!(response.starts_with("HTTP/1.1 408 "), "{response}");
    assert!(response.contains("\"code\":\"request.too_slow\""), "{response}");

    // Idle from the beginning, and after a response.
    assert_eq!(rest(&mut connect(&server).await).await, "");
    let mut stream = connect(&server).await;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    assert!(rest(&mut stream).await.starts_with("HTTP/1.1 200 "));
}

/// Returns the number of connections that the server has closed.
pub(crate) async fn closed(held: &mut [TcpStream]) -> usize {
    let mut closed = 0;
    for stream in held {
        let ended = timeout(Duration::from_millis(10), stream.read(&mut [0])).await;
        closed += usize::from(ended.is_ok());
    }
    closed
}

#[tokio::test]
async fn connections_per_address_are_limited() {
    let data_dir = TempDir::new().unwrap();
    let mut command = sparkyard();
    command.env("SPARKYARD_LIMITS__ENABLED", "true");
    command.env("SPARKYARD_SERVER__MAX_CONNECTIONS", "80");
    let server = Server::launch(command, data_dir.path(), &[]).await;
    let mut held = Vec::new();
    for _ in 0..300 {
        held.push(connect(&server).await);
    }
    let (socket, started) = (TcpSocket::new_v4().unwrap(), Instant::now());
    // An address in another subnet.
    socket.bind("127.0.1.2:0".parse().unwrap()).unwrap();
    let address = server.url.trim_start_matches("http://").parse().unwrap();
    let mut other = socket.connect(address).await.unwrap();
    other.write_all(b"GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n").await.unwrap();
    assert!(rest(&mut other).await.starts_with("HTTP/1.1 200 "));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert_eq!(closed(&mut held).await, 300 - 64);
}

/// Sends requests on behalf of `address` with bodies that never end, a few bytes at a time. Starts
/// again whenever one is rejected, and counts rejections.
async fn send_without_end(url: String, address: &str, refused: Arc<AtomicUsize>) {
    let head = format!(
        "POST /api/auth/login HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {address}\r\n\
         content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    );
    loop {
        let mut stream = TcpStream::connect(url.trim_start_matches("http://")).await.unwrap();
        let (mut read, mut write) = stream.split();
        let sending = async {
            let mut sent = write.write_all(head.as_bytes()).await;
            while sent.is_ok() {
                tokio::time::sleep(Duration::from_millis(200)).await;
                sent = write.write_all(b"2\r\n  \r\n").await;
            }
        };
        let reading = async {
            let mut response = Vec::new();
            let _ = read.read_to_end(&mut response).await;
            if response.starts_with(b"HTTP/1.1 503 ") {
                let response = String::from_utf8(response).unwrap();
                assert!(response.contains("\"code\":\"server.too_many_at_once\""), "{response}");
                assert!(
                    response.contains("retry-after: 5") && response.contains("nosniff"),
                    "{response}"
                );
                refused.fetch_add(1, Ordering::Relaxed);
            }
        };
        tokio::join!(sending, reading);
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Sends one request by way of the proxy; returns the response and its duration.
async fn ask_from(server: &Server, address: &str, request: &str) -> (String, Duration) {
    let (asked, mut stream) = (Instant::now(), connect(server).await);
    let (line, more) = request.split_once("\r\n").unwrap();
    let proxied = format!("{line}\r\nx-forwarded-for: {address}\r\nconnection: close\r\n{more}");
    stream.write_all(proxied.as_bytes()).await.unwrap();
    (rest(&mut stream).await, asked.elapsed())
}

/// Each guess is for another account, as repeated guesses are delayed.
fn log_in_with_body(number: u128) -> String {
    let body = format!("{{\"email\":\"bo{number}@example.org\",\"password\":\"certainly not\"}}");
    format!(
        "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_in_flight_are_limited_behind_a_proxy() {
    const HEALTH: &str = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    let data_dir = TempDir::new().unwrap();
    let mut command = sparkyard();
    command.env("SPARKYARD_LIMITS__ENABLED", "true");
    command.env("SPARKYARD_SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]");
    command.env("SPARKYARD_SERVER__MAX_CONNECTIONS", "80");
    command.env("SPARKYARD_LIMITS__SIGN_IN_PER_MINUTE", "100000");
    let server = Server::launch(command, data_dir.path(), &[]).await;
    let refused = Arc::new(AtomicUsize::new(0));
    let attack: Vec<_> = (0..200)
        .map(|_| tokio::spawn(send_without_end(server.url.clone(), "203.0.113.7", refused.clone())))
        .collect();
    let (begun, mut longest) = (Instant::now(), Duration::ZERO);
    while refused.load(Ordering::Relaxed) < 300 {
        assert!(begun.elapsed() < SOON * 3, "only {refused:?} were refused");
        let login = log_in_with_body(begun.elapsed().as_millis());
        for (request, status) in [(HEALTH, "HTTP/1.1 200 "), (&*login, "HTTP/1.1 401 ")] {
            let (response, took) = ask_from(&server, "198.51.100.1", request).await;
            assert!(response.starts_with(status), "{response}");
            longest = longest.max(took);
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    println!("longest answer: {longest:?}; {refused:?} refused within {:?}", begun.elapsed());
    assert!(longest < Duration::from_secs(10), "{longest:?}");
    let (response, _) = ask_from(&server, "203.0.113.7", HEALTH).await;
    assert!(response.starts_with("HTTP/1.1 503 "), "{response}");
    // The requests end with their connections.
    attack.iter().for_each(tokio::task::JoinHandle::abort);
    let gone = Instant::now();
    while !ask_from(&server, "203.0.113.7", HEALTH).await.0.starts_with("HTTP/1.1 200 ") {
        assert!(gone.elapsed() < SOON, "the places stay taken");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn connections_beyond_the_limit_wait() {
    let data_dir = TempDir::new().unwrap();
    let server = server(&data_dir, 2).await;
    let _idle = (connect(&server).await, connect(&server).await);
    let mut third = connect(&server).await;
    third.write_all(b"GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n").await.unwrap();
    assert!(rest(&mut third).await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn request_heads_are_limited() {
    let data_dir = TempDir::new().unwrap();
    let server = server(&data_dir, 64).await;
    let long = format!("x-long: {}\r\n", "x".repeat(100_000));
    let many = "x-line: x\r\n".repeat(200);
    for lines in [long, many] {
        let mut stream = connect(&server).await;
        let request = format!("GET /healthz HTTP/1.1\r\n{lines}\r\n");
        // The server may close before it has read everything.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut status = [0; 13];
        stream.read_exact(&mut status).await.unwrap();
        assert_eq!(&status, b"HTTP/1.1 431 ");
    }
}
