//! An unfinished request.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Time limit for sending a part of the body, and for the response.
const PATIENCE: Duration = Duration::from_secs(10);
const PIECE: usize = 64 * 1024;

/// An open connection.
pub(super) struct UnfinishedRequest {
    _stream: TcpStream,
    /// Status of the response; 0 without one.
    pub(super) status: u16,
}

/// Sender of a request.
#[derive(Clone, Copy)]
pub(super) struct Caller<'a> {
    pub(super) url: &'a str,
    pub(super) token: &'a str,
    /// Client address that the proxy forwards.
    pub(super) forwarded: Option<&'a str>,
}

impl UnfinishedRequest {
    /// Begins a request that announces one byte more than it sends: `start`, then `size` bytes.
    pub(super) async fn open(
        Caller { url, token, forwarded }: Caller<'_>,
        (path, kind): (&str, &str),
        start: &[u8],
        size: usize,
    ) -> Self {
        let mut stream = TcpStream::connect(url.trim_start_matches("http://")).await.unwrap();
        let forwarded = forwarded.map(|address| format!("x-forwarded-for: {address}\r\n"));
        let forwarded = forwarded.unwrap_or_default();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\n{forwarded}authorization: Bearer {token}\r\n\
             content-type: {kind}\r\ntransfer-encoding: chunked\r\n\r\n"
        );
        let method = if path.ends_with("/password") { "PUT" } else { "POST" };
        let head = head.replacen("POST", method, 1);
        stream.write_all(head.as_bytes()).await.unwrap();
        let (mut read, mut write) = stream.split();
        let mut response = [0; 12];
        let sending = async {
            send_chunk(&mut write, start).await;
            let piece = vec![b'a'; PIECE];
            for _ in 0..size.div_ceil(PIECE) {
                // The server may close the connection after a rejection.
                if !send_chunk(&mut write, &piece).await {
                    break;
                }
            }
            tokio::time::sleep(PATIENCE).await;
        };
        let status = tokio::select! {
            read = read.read_exact(&mut response) => match read {
                Ok(_) => std::str::from_utf8(&response[9..]).unwrap().parse().unwrap(),
                Err(_) => 0,
            },
            () = sending => 0,
        };
        Self { _stream: stream, status }
    }
}

/// Sends a chunk; returns whether it was accepted.
async fn send_chunk(write: &mut (impl AsyncWriteExt + Unpin), bytes: &[u8]) -> bool {
    let chunk = [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
    timeout(PATIENCE, write.write_all(&chunk)).await.is_ok_and(|sent| sent.is_ok())
}
