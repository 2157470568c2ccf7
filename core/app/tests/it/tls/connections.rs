//! Limits of time, number and size of encrypted connections: those of plain ones.

use std::time::{Duration, Instant};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWriteExt, split},
    net::TcpStream,
    time::{interval, sleep, timeout},
};
use tokio_rustls::rustls::version::{TLS12, TLS13};

use super::{
    authority::trusting_with,
    site::{SOON, TlsSite, handshake},
};
use crate::limits_slow::closed;

/// Idle timeout and request timeout, in seconds.
const LIMIT: &str = "2";
const HEALTH: &[u8] = b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
/// Size of the receive buffer of slow readers.
const RECEIVE_BUFFER: u32 = 64 * 1024;

async fn strict_site() -> TlsSite {
    TlsSite::start(&[("SERVER__IDLE_SECONDS", LIMIT), ("SERVER__REQUEST_SECONDS", LIMIT)]).await
}

/// Reads to the end of the connection, which must come soon; its last bytes may be lost.
async fn rest(stream: &mut (impl AsyncRead + Unpin)) -> (String, bool) {
    let mut response = Vec::new();
    let ended = timeout(SOON, stream.read_to_end(&mut response)).await.expect("an end");
    (String::from_utf8_lossy(&response).into_owned(), ended.is_ok())
}

/// Sends `bytes` one by one, too slowly, until the server gives up; returns what it said and how
/// long it took.
async fn drip(
    stream: impl AsyncRead + tokio::io::AsyncWrite + Send + Unpin + 'static,
    bytes: &'static [u8],
) -> (String, Duration) {
    let (mut read, mut write) = split(stream);
    let started = Instant::now();
    let dripping = tokio::spawn(async move {
        let mut pace = interval(Duration::from_millis(200));
        for byte in bytes.iter().cycle() {
            pace.tick().await;
            if write.write_all(&[*byte]).await.is_err() || write.flush().await.is_err() {
                break;
            }
        }
    });
    let response = rest(&mut read).await.0;
    dripping.abort();
    (response, started.elapsed())
}

#[tokio::test]
async fn slow_handshakes_and_requests_are_closed() {
    let site = strict_site().await;
    let within = Duration::from_secs(1)..Duration::from_secs(8);
    // Nothing at all, and the beginning of a handshake byte by byte.
    let started = Instant::now();
    rest(&mut site.tcp().await).await;
    assert!(within.contains(&started.elapsed()), "{:?}", started.elapsed());
    let (_, took) = drip(site.tcp().await, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03").await;
    assert!(within.contains(&took), "{took:?}");

    // After the handshake: nothing, a slow head, a slow body.
    let mut idle = site.tls(site.tcp().await).await.unwrap();
    let (response, _) = rest(&mut idle).await;
    assert_eq!(response, "");
    let mut head = site.tls(site.tcp().await).await.unwrap();
    head.write_all(b"GET /healthz HTTP/1.1\r\n").await.unwrap();
    let (_, took) = drip(head, b"x-drip: drip\r\n").await;
    assert!(within.contains(&took), "{took:?}");
    let mut body = site.tls(site.tcp().await).await.unwrap();
    let start = "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                 content-length: 5000\r\n\r\n{";
    body.write_all(start.as_bytes()).await.unwrap();
    let (response, _) = drip(body, b" ").await;
    assert!(
        response.starts_with("HTTP/1.1 408 ") && response.contains("request.too_slow"),
        "{response}"
    );
}

#[tokio::test]
async fn handshakes_count_as_connections() {
    let limits = [("LIMITS__ENABLED", "true"), ("SERVER__MAX_CONNECTIONS", "80")];
    let site = TlsSite::start(&limits).await;
    let mut held = Vec::new();
    for _ in 0..300 {
        held.push(site.tcp().await);
    }
    let started = Instant::now();
    let other = site.tcp_from("127.0.1.2", None).await;
    let mut other = site.tls(other).await.unwrap();
    other.write_all(HEALTH).await.unwrap();
    assert!(rest(&mut other).await.0.starts_with("HTTP/1.1 200 "));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert_eq!(closed(&mut held).await, 300 - 64);
}

#[tokio::test]
async fn handshakes_beyond_the_limit_wait() {
    let settings = [("SERVER__MAX_CONNECTIONS", "2"), ("SERVER__IDLE_SECONDS", LIMIT)];
    let site = TlsSite::start(&settings).await;
    let _silent = (site.tcp().await, site.tcp().await);
    let mut third = site.tls(site.tcp().await).await.unwrap();
    third.write_all(HEALTH).await.unwrap();
    assert!(rest(&mut third).await.0.starts_with("HTTP/1.1 200 "));
}

/// Requests the API document, of two megabytes, and reads `piece` bytes at a time with pauses.
async fn read_slowly(site: &TlsSite, piece: usize, pause: Duration) -> (usize, Duration) {
    let stream = site.tcp_from("127.0.0.1", Some(RECEIVE_BUFFER)).await;
    let mut stream = site.tls(stream).await.unwrap();
    let request = b"GET /openapi.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    stream.write_all(request).await.unwrap();
    let (mut buffer, mut taken, started) = (vec![0; piece], 0, Instant::now());
    while let Ok(more @ 1..) = stream.read(&mut buffer).await {
        taken += more;
        sleep(pause).await;
    }
    (taken, started.elapsed())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_below_the_minimum_rate_are_dropped() {
    let site = strict_site().await;
    let document = site.https().get(site.at("/openapi.json")).send().await.unwrap();
    let length = document.bytes().await.unwrap().len();
    let (slow, steady) = tokio::join!(
        // Eight kilobytes per second, and some 400.
        timeout(Duration::from_mins(1), read_slowly(&site, 4096, Duration::from_millis(500))),
        read_slowly(&site, 16 * 1024, Duration::from_millis(40)),
    );
    let (taken, took) = slow.expect("an end");
    assert!(taken < length / 2, "{taken} of {length} bytes in {took:?}");
    let (taken, took) = steady;
    assert!(
        taken > length && took > Duration::from_secs(3),
        "{taken} of {length} bytes in {took:?}"
    );
}

#[tokio::test]
async fn client_of_a_refused_upload_receives_the_response() {
    let site = TlsSite::start(&[]).await;
    let mut stream = site.tls(site.tcp().await).await.unwrap();
    let body = vec![b' '; 4 << 20];
    let head = format!(
        "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    // Sends everything before it reads.
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&body).await.unwrap();
    stream.flush().await.unwrap();
    let (response, orderly) = rest(&mut stream).await;
    assert!(response.starts_with("HTTP/1.1 413 ") && orderly, "{response}");
}

#[tokio::test]
async fn protocols_are_negotiated() {
    let site = TlsSite::start(&[]).await;
    let pem = site.authority.pem();
    for (offered, chosen) in [
        (&[] as &[&str], Ok(None)),
        (&["http/1.1"], Ok(Some("http/1.1"))),
        (&["h2", "http/1.1"], Ok(Some("http/1.1"))),
        (&["acme-tls/1", "http/1.1"], Ok(Some("http/1.1"))),
        (&["h2"], Err(())),
        // No challenge is pending.
        (&["acme-tls/1"], Err(())),
    ] {
        for versions in [&[&TLS13], &[&TLS12]] {
            let mut config = trusting_with(&pem, versions);
            config.alpn_protocols = offered.iter().map(|name| name.as_bytes().to_vec()).collect();
            let stream = handshake(config, site.tcp().await).await;
            let found = stream.map(|stream| {
                let name = stream.get_ref().1.alpn_protocol();
                name.map(|name| String::from_utf8(name.to_vec()).unwrap())
            });
            assert_eq!(found.as_ref().map(Option::as_deref).map_err(drop), chosen, "{offered:?}");
        }
    }
}

/// Noise instead of a handshake ends the connection at once.
#[tokio::test]
async fn bytes_that_are_no_tls_are_refused() {
    let site = TlsSite::start(&[]).await;
    let plain = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n".to_vec();
    for noise in [plain, vec![0; 4096], vec![0x16; 70_000]] {
        let mut stream: TcpStream = site.tcp().await;
        let started = Instant::now();
        // The server may close before it has read everything.
        let _ = stream.write_all(&noise).await;
        let (response, _) = rest(&mut stream).await;
        assert!(response.len() < 16, "an alert at most");
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    }
}
