//! Too large bodies, on real sockets against the real binary. The client receives the error, even
//! if it sends everything before it reads.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpStream},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::binary::{Server, sparkyard};

const MIB: usize = 1 << 20;
const SOON: Duration = Duration::from_secs(20);

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.url.trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(SOON)).unwrap();
    stream.set_write_timeout(Some(SOON)).unwrap();
    stream
}

fn head(path: &str, kind: &str, more: &str) -> String {
    format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\n{more}\r\n")
}

/// Reads to the end of the connection.
fn rest(stream: &mut TcpStream) -> String {
    let mut response = Vec::new();
    stream.read_to_end(&mut response).unwrap();
    String::from_utf8_lossy(&response).into_owned()
}

fn is_refused(response: &str) {
    assert!(response.starts_with("HTTP/1.1 413 "), "{response}");
    assert!(response.contains("\"code\":\"request.too_large\""), "{response}");
    assert!(response.contains("connection: close"), "{response}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_that_sends_first_receives_the_error() {
    let data_dir = TempDir::new().unwrap();
    let server = Server::start(data_dir.path(), &[]).await;
    check_rejections(&server, "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_behind_a_proxy_receives_the_error() {
    let data_dir = TempDir::new().unwrap();
    let mut command = sparkyard();
    command.env("SPARKYARD_LIMITS__ENABLED", "true");
    command.env("SPARKYARD_SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]");
    let server = Server::launch(command, data_dir.path(), &[]).await;
    check_rejections(&server, "x-forwarded-for: 203.0.113.7\r\n");
}

/// Sends various bodies, with an additional header line.
fn check_rejections(server: &Server, line: &str) {
    let (json, form) = ("application/json", "multipart/form-data; boundary=x");
    for (path, kind, size) in [
        ("/api/auth/login", json, 20 << 10),
        ("/api/auth/login", json, 3 * MIB),
        ("/api/auth/register", form, 3 * MIB),
        ("/api/users/profile/update/bio", json, 20 * MIB),
        ("/api/bookings", form, 40 * MIB),
    ] {
        let mut stream = connect(server);
        let head = head(path, kind, &format!("{line}content-length: {size}\r\n"));
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(&vec![b' '; size]).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        is_refused(&rest(&mut stream));
    }
    // Without a length, in chunks.
    let mut stream = connect(server);
    let head = head("/api/auth/login", json, &format!("{line}transfer-encoding: chunked\r\n"));
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = [format!("{MIB:x}\r\n").into_bytes(), vec![b' '; MIB], b"\r\n".to_vec()].concat();
    for _ in 0..3 {
        stream.write_all(&chunk).unwrap();
    }
    stream.write_all(b"0\r\n\r\n").unwrap();
    is_refused(&rest(&mut stream));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn expect_continue_is_rejected_at_once() {
    let data_dir = TempDir::new().unwrap();
    let server = Server::start(data_dir.path(), &[]).await;
    let mut stream = connect(&server);
    let more = format!("content-length: {}\r\nexpect: 100-continue\r\n", 3 * MIB);
    let started = Instant::now();
    stream.write_all(head("/api/auth/login", "application/json", &more).as_bytes()).unwrap();
    let mut response = [0; 13];
    stream.read_exact(&mut response).unwrap();
    assert_eq!(&response, b"HTTP/1.1 413 ");
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn endless_body_is_cut_off() {
    let data_dir = TempDir::new().unwrap();
    let server = Server::start(data_dir.path(), &[]).await;
    let mut stream = connect(&server);
    let head = head("/api/auth/login", "application/json", "content-length: 100000000000\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut reader = stream.try_clone().unwrap();
    let reading = thread::spawn(move || {
        let mut response = [0; 13];
        reader.read_exact(&mut response).unwrap();
        response
    });
    let mut sent = 0;
    let piece = vec![b' '; MIB];
    while sent < 200 && stream.write_all(&piece).is_ok() {
        sent += 1;
    }
    assert!((60..100).contains(&sent), "{sent} MiB were taken");
    assert_eq!(&reading.join().unwrap(), b"HTTP/1.1 413 ");
}
