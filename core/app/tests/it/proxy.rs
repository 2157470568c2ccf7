//! The shipped configuration of nginx, with the real nginx in front of the real binary.

use std::{
    fs,
    net::IpAddr,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use reqwest::{Certificate, Client, Response, redirect::Policy};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_rustls::client::TlsStream;

use crate::{
    binary::{Server, free_port, sparkyard},
    stops::{person::PASSWORD, town::Town},
    tls::{
        authority::{Authority, trusting},
        site::handshake,
        soon,
    },
};

const MISSING: &str = "no nginx; to install it: apt-get install nginx-light";
const SHIPPED: &str = include_str!("../../../../config/deploy/nginx.conf");
const NAME: &str = "sparkyard.example.org";
const SOON: Duration = Duration::from_secs(20);
/// Time limit of a request at the server, in seconds.
const LIMIT: u64 = 4;

/// nginx in front of a server.
struct Proxy {
    nginx: Child,
    server: Server,
    authority: Authority,
    port: u16,
    plain_port: u16,
    data_dir: TempDir,
    _dir: TempDir,
}

impl Proxy {
    async fn start() -> Self {
        let (data_dir, dir) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let mut command = sparkyard();
        command
            .env("SPARKYARD_SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]")
            .env("SPARKYARD_SERVER__REQUEST_SECONDS", LIMIT.to_string())
            .env("SPARKYARD_NOTIFICATIONS__HEARTBEAT_SECONDS", "1");
        let server = Server::launch(command, data_dir.path(), &[]).await;
        let (authority, port, plain_port) = (Authority::new(), free_port(), free_port());
        let file = |name: &str| dir.path().join(name);
        authority.certify("localhost", file("fullchain.pem"), file("privkey.pem"));
        let mut site = SHIPPED.to_owned();
        let live = format!("/etc/letsencrypt/live/{NAME}");
        for (shipped, here) in [
            ("listen 80;", format!("listen 127.0.0.1:{plain_port};")),
            ("listen [::]:80;", String::new()),
            ("listen 443 ssl http2;", format!("listen 127.0.0.1:{port} ssl http2;")),
            ("listen [::]:443 ssl http2;", String::new()),
            ("127.0.0.1:8080", server.url.trim_start_matches("http://").to_owned()),
            (&live, dir.path().to_str().unwrap().to_owned()),
            ("client_header_timeout 30s", "client_header_timeout 2s".to_owned()),
        ] {
            assert!(site.contains(shipped), "{shipped}");
            site = site.replace(shipped, &here);
        }
        let main = format!(
            "daemon off; master_process off; pid {dir}/pid; error_log {dir}/error.log;\n\
             events {{}}\n\
             http {{ access_log off; client_body_temp_path {dir}/body; proxy_temp_path {dir}/proxy;\n\
             fastcgi_temp_path {dir}/f; uwsgi_temp_path {dir}/u; scgi_temp_path {dir}/s;\n\
             include {dir}/site.conf; }}\n",
            dir = dir.path().display()
        );
        fs::write(file("site.conf"), site).unwrap();
        fs::write(file("nginx.conf"), main).unwrap();
        let nginx = Command::new("/usr/sbin/nginx")
            .args(["-e", "stderr", "-c"])
            .arg(file("nginx.conf"))
            .stdout(Stdio::null())
            .spawn()
            .expect(MISSING);
        let proxy = Self { nginx, server, authority, port, plain_port, data_dir, _dir: dir };
        let ready = async || proxy.client("127.0.0.1").get(proxy.at("/readyz")).send().await.ok();
        assert_eq!(soon("nginx", SOON, ready).await.status(), 200);
        proxy
    }

    fn at(&self, path: &str) -> String {
        format!("https://localhost:{}{path}", self.port)
    }

    /// Returns a client at an address of this machine.
    fn client(&self, address: &str) -> Client {
        let root = Certificate::from_pem(self.authority.pem().as_bytes()).unwrap();
        let client = Client::builder().tls_certs_only([root]).redirect(Policy::none());
        client.local_address(address.parse::<IpAddr>().unwrap()).build().unwrap()
    }

    async fn connect(&self) -> TlsStream<TcpStream> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        handshake(trusting(&self.authority.pem()), stream).await.unwrap()
    }

    /// Signs in from an address and returns the access token.
    async fn sign_in(&self, client: &Client, email: &str) -> String {
        let login = client.post(self.at("/api/auth/login"));
        // Says to be somebody else.
        let login = login.header("x-forwarded-for", "203.0.113.9");
        let login = login.json(&json!({ "email": email, "password": PASSWORD }));
        let response: Value = login.send().await.unwrap().json().await.unwrap();
        response["data"]["accessToken"].as_str().unwrap().to_owned()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // Fails if it has ended by itself.
        let _ = self.nginx.kill();
        let _ = self.nginx.wait();
    }
}

/// Checks whether a response is of the server, and not of the proxy.
fn by_server(response: &Response) -> bool {
    response.headers().contains_key("x-request-id")
}

/// Reads to the end of the connection.
async fn rest(stream: &mut TlsStream<TcpStream>) -> String {
    let mut response = Vec::new();
    // nginx may end it without notice.
    let _ = timeout(SOON, stream.read_to_end(&mut response)).await.expect("an end");
    String::from_utf8_lossy(&response).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn address_body_limits_and_redirect() {
    let proxy = Proxy::start().await;
    let town = Town::found(&proxy.server, proxy.data_dir.path(), 1, 0).await;
    let client = proxy.client("127.0.1.7");
    let token = proxy.sign_in(&client, &town.clients[0].me.email).await;
    let sessions = client.get(proxy.at("/api/auth/sessions")).bearer_auth(token).send().await;
    let sessions: Value = sessions.unwrap().json().await.unwrap();
    let sessions = sessions["data"].to_string();
    assert!(sessions.contains("\"127.0.1.7\"") && !sessions.contains("203.0.113.9"), "{sessions}");

    let post = |size: usize| client.post(proxy.at("/api/skills")).body(vec![b'x'; size]).send();
    let response = post(29 << 20).await.unwrap();
    assert!(response.status() == 413 && !by_server(&response), "{response:?}");
    let response = post(27 << 20).await.unwrap();
    assert!(by_server(&response), "{response:?}");

    let response = client.get(proxy.at("/api/site")).send().await.unwrap();
    let transport = response.headers().get_all("strict-transport-security").iter().count();
    assert_eq!((response.status().as_u16(), transport), (200, 1));
    let plain = format!("http://localhost:{}/x?y=z", proxy.plain_port);
    let response = client.get(plain).send().await.unwrap();
    assert_eq!(response.status(), 301);
    assert_eq!(response.headers()["location"], "https://localhost/x?y=z");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn event_stream_is_not_buffered() {
    let proxy = Proxy::start().await;
    let town = Town::found(&proxy.server, proxy.data_dir.path(), 1, 0).await;
    let client = proxy.client("127.0.0.1");
    let token = proxy.sign_in(&client, &town.clients[0].me.email).await;
    let began = Instant::now();
    let live = client.get(proxy.at("/api/live")).bearer_auth(token).send();
    let mut live = timeout(SOON, live).await.unwrap().unwrap();
    let mut pieces = Vec::new();
    while pieces.len() < 4 {
        let piece = timeout(SOON, live.chunk()).await.expect("a piece").unwrap().unwrap();
        pieces.push((String::from_utf8_lossy(&piece).into_owned(), began.elapsed()));
    }
    assert!(pieces[0].0.contains("hello") && pieces[0].1 < Duration::from_secs(2), "{pieces:?}");
    // Heartbeats come one by one.
    assert!(pieces[3].1 > pieces[0].1 + Duration::from_millis(1500), "{pieces:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_and_many_connections_are_limited() {
    const HEAD: &str = "POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\n\
        content-type: application/json\r\ncontent-length: 5000\r\n\r\n{";
    let proxy = Proxy::start().await;
    // A head that is never complete.
    let mut head = proxy.connect().await;
    head.write_all(b"GET / HTTP/1.1\r\nhost: loc").await.unwrap();
    let began = Instant::now();
    let response = rest(&mut head).await;
    assert!(!response.starts_with("HTTP/1.1 200"), "{response}");
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());

    // The server's limit for bodies holds, and its response arrives.
    let mut body = proxy.connect().await;
    body.write_all(HEAD.as_bytes()).await.unwrap();
    let response = rest(&mut body).await;
    assert!(
        response.starts_with("HTTP/1.1 408 ") && response.contains("request.too_slow"),
        "{response}"
    );

    // One address has 64 requests at once.
    let statuses = (0..80).map(async |_| {
        let mut stream = proxy.connect().await;
        stream.write_all(HEAD.as_bytes()).await.unwrap();
        sleep(Duration::from_millis(100)).await;
        rest(&mut stream).await.get(9..12).map(str::to_owned).unwrap_or_default()
    });
    let statuses = join_all(statuses).await;
    let of = |status: &str| statuses.iter().filter(|found| *found == status).count();
    // nginx may still count those of before, which it closes slowly. It resets a connection that
    // it refuses with data unread, so that its response may be lost.
    let refused = of("503") + of("");
    assert!(of("408") <= 64 && of("503") > 0 && of("408") + refused == 80, "{statuses:?}");
}
