//! A small HTTP server that plays a provider.

use std::sync::{Arc, Mutex};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// Reaction to a request.
#[derive(Clone)]
pub(crate) enum Reply {
    /// Responds with a status and a body.
    Body(u16, String),
    /// Responds with 429 and a `Retry-After` of this many seconds.
    Later(u64),
    /// Never responds.
    Silence,
    /// Promises a body and closes the connection in the middle.
    HangUp,
    /// Sends without an end.
    Endless,
}

type Responder = Arc<Mutex<Box<dyn FnMut(&str) -> Reply + Send>>>;

/// A running server, which lives as long as its test.
pub(crate) struct Server {
    /// `http://127.0.0.1:PORT`.
    pub(crate) url: String,
    /// All requests so far: head, empty line, body.
    pub(crate) requests: Arc<Mutex<Vec<String>>>,
    responder: Responder,
}

impl Server {
    /// Starts a server that responds with the result of `respond`.
    pub(crate) async fn start(respond: impl FnMut(&str) -> Reply + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let responder: Responder = Arc::new(Mutex::new(Box::new(respond)));
        let (kept, speak) = (requests.clone(), responder.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, kept.clone(), speak.clone()));
            }
        });
        Self { url, requests, responder }
    }

    pub(crate) async fn always(reply: Reply) -> Self {
        Self::start(move |_| reply.clone()).await
    }

    /// Sets the response from now on.
    pub(crate) fn now(&self, reply: Reply) {
        *self.responder.lock().unwrap() = Box::new(move |_| reply.clone());
    }

    pub(crate) fn count(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
}

async fn serve(mut stream: TcpStream, requests: Arc<Mutex<Vec<String>>>, responder: Responder) {
    let Some(request) = read(&mut stream).await else { return };
    let reply = (responder.lock().unwrap())(&request);
    requests.lock().unwrap().push(request);
    let head = |status: u16, more: &str| {
        format!(
            "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close\r\n{more}\r\n"
        )
    };
    // The client may be gone already.
    let _ = match reply {
        Reply::Body(status, body) => {
            let head = head(status, &format!("content-length: {}\r\n", body.len()));
            stream.write_all((head + &body).as_bytes()).await
        }
        Reply::Later(seconds) => {
            let more = format!("content-length: 0\r\nretry-after: {seconds}\r\n");
            stream.write_all(head(429, &more).as_bytes()).await
        }
        Reply::Silence => std::future::pending().await,
        Reply::HangUp => {
            let head = head(200, "content-length: 1000\r\n");
            stream.write_all((head + "[{").as_bytes()).await
        }
        Reply::Endless => {
            let mut sent = stream.write_all(head(200, "").as_bytes()).await;
            while sent.is_ok() {
                sent = stream.write_all(&[b' '; 8192]).await;
            }
            sent
        }
    };
}

async fn read(stream: &mut TcpStream) -> Option<String> {
    let (mut request, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&request).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse::<usize>().ok()
            });
            if body.len() >= length.unwrap_or(0) {
                return Some(text);
            }
        }
        match stream.read(&mut buffer).await {
            Ok(read) if read > 0 => request.extend_from_slice(&buffer[..read]),
            _ => return None,
        }
    }
}
