//! A push service, and browsers that read its messages.

use std::{
    collections::HashMap,
    io::Write,
    net::TcpListener,
    process::{Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU16, Ordering},
    },
};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::{
    SecretKey,
    ecdsa::{Signature, VerifyingKey, signature::Verifier},
};
use poem::{
    Endpoint, EndpointExt, Request, Response, Server, http::StatusCode, listener::TcpAcceptor,
};
use serde_json::{Value, json};
use sparkyard_testkit::Member;

const READER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/notifications/push/read.mjs");
const MISSING: &str = "nothing reads messages; to install what does: npm ci --prefix web";

/// A message received by the service.
#[derive(Clone, Debug)]
pub(crate) struct PushMessage {
    pub(crate) path: String,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: Vec<u8>,
}

/// The service; accepts everything unless set otherwise.
#[derive(Clone)]
pub(crate) struct PushServer {
    pub(crate) origin: String,
    received: Arc<Mutex<Vec<PushMessage>>>,
    status: Arc<AtomicU16>,
}

impl PushServer {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        listener.set_nonblocking(true).unwrap();
        let status = Arc::new(AtomicU16::new(201));
        let server = Self { origin, received: Arc::default(), status };
        let acceptor = TcpAcceptor::from_std(listener).unwrap();
        tokio::spawn(Server::new_with_acceptor(acceptor).run(server.clone().endpoint()));
        server
    }

    fn endpoint(self) -> impl Endpoint {
        poem::endpoint::make(move |mut request: Request| {
            let server = self.clone();
            async move {
                let path = request.uri().path().to_owned();
                let headers = request.headers().iter();
                let headers = headers
                    .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
                    .collect();
                let body = request.take_body().into_vec().await.unwrap();
                server.received.lock().unwrap().push(PushMessage { path, headers, body });
                let status = StatusCode::from_u16(server.status.load(Ordering::SeqCst)).unwrap();
                let answer = Response::builder().status(status).header("retry-after", "600");
                // The client must not follow redirects.
                Ok::<_, poem::Error>(answer.header("location", "/elsewhere").finish())
            }
        })
        .boxed()
    }

    /// Sets the status of later responses.
    pub(crate) fn respond_with(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    /// Takes the messages received since the last call.
    pub(crate) fn take(&self) -> Vec<PushMessage> {
        std::mem::take(&mut self.received.lock().unwrap())
    }
}

/// A browser with a Web Push subscription.
pub(crate) struct Browser {
    pub(crate) endpoint: String,
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    /// Creates a browser; `number` distinguishes it from others.
    pub(crate) fn new(server: &PushServer, number: u8) -> Self {
        let secret = SecretKey::from_slice(&[number + 1; 32]).unwrap();
        let endpoint = format!("{}/to/{number}", server.origin);
        Self { endpoint, secret, auth: [number; 16] }
    }

    /// Returns the subscription as the browser reports it to the page.
    pub(crate) fn subscription(&self) -> Value {
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        json!({
            "endpoint": self.endpoint,
            "p256dh": encode(&self.secret.public_key().to_sec1_bytes()),
            "auth": encode(&self.auth),
        })
    }

    pub(crate) async fn belongs_to(&self, member: &Member) {
        member.post("/api/notifications/push", self.subscription()).await.ok();
    }

    /// Decrypts a message with an independent implementation.
    pub(crate) fn read(&self, received: &PushMessage) -> Value {
        let message = json!({
            "key": URL_SAFE_NO_PAD.encode(self.secret.to_bytes()),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
            "body": URL_SAFE_NO_PAD.encode(&received.body),
        });
        let mut reader = Command::new("node")
            .arg(READER)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|cause| panic!("{MISSING}: {cause}"));
        let mut input = reader.stdin.take().unwrap();
        input.write_all(message.to_string().as_bytes()).unwrap();
        drop(input);
        let output = reader.wait_with_output().unwrap();
        assert!(output.status.success(), "{MISSING}");
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

/// Verifies the signature against the site's key (RFC 8292) and returns its claims.
pub(crate) fn signed(received: &PushMessage, key: &str) -> Value {
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let (token, shown) = received.headers["authorization"]
        .strip_prefix("vapid t=")
        .unwrap()
        .split_once(", k=")
        .unwrap();
    assert_eq!(shown, key);
    let (text, signature) = token.rsplit_once('.').unwrap();
    let signature = Signature::from_slice(&decode(signature)).unwrap();
    let key = VerifyingKey::from_sec1_bytes(&decode(key)).unwrap();
    key.verify(text.as_bytes(), &signature).unwrap();
    let (head, claims) = text.split_once('.').unwrap();
    let head: Value = serde_json::from_slice(&decode(head)).unwrap();
    assert_eq!(head, json!({ "typ": "JWT", "alg": "ES256" }));
    serde_json::from_slice(&decode(claims)).unwrap()
}
