//! TLS of the server itself, on real sockets against the real binary.

pub(crate) mod authority;
mod connections;
mod files;
pub(crate) mod site;

use std::{
    fs::File,
    io::Read,
    process::Stdio,
    time::{Duration, Instant},
};

use poem::http::Method;
use tempfile::TempDir;
use tokio::time::sleep;

use self::{authority::Authority, site::TlsSite};
use crate::binary::{Signal, sparkyard};

#[tokio::test]
async fn everything_is_encrypted_and_plain_http_is_redirected() {
    let site = TlsSite::start(&[]).await;
    let response = site.https().get(site.at("/readyz")).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.version(), reqwest::Version::HTTP_11);
    assert_eq!(response.headers()["strict-transport-security"], "max-age=31536000");
    assert!(site.server.greeting.contains("is ready at https://127.0.0.1:"));

    let plain = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    let plain = plain.build().unwrap();
    let redirect = format!("http://127.0.0.1:{}", site.redirect_port);
    for (method, status) in [(Method::GET, 301), (Method::HEAD, 301), (Method::POST, 308)] {
        let asked = plain.request(method, format!("{redirect}/a/b?c=%20d"));
        let response = asked.header("host", "evil.example").send().await.unwrap();
        assert_eq!(response.status(), status);
        assert_eq!(response.headers()["location"], site.at("/a/b?c=%20d"));
        assert!(!response.headers().contains_key("strict-transport-security"));
    }
    // Plain HTTP to the encrypted port gets no response.
    let wrong = plain.get(site.at("/").replacen("https", "http", 1)).send().await;
    assert!(wrong.is_err());
}

#[tokio::test]
async fn wrong_settings_are_reported_at_the_start() {
    let data_dir = TempDir::new().unwrap();
    let dir = TempDir::new().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let authority = Authority::new();
    authority.certify("localhost", file("a.pem"), file("a.key"));
    authority.certify("localhost", file("b.pem"), file("b.key"));
    std::fs::write(file("empty"), "").unwrap();
    let (a, a_key, b_key, empty) = (&file("a.pem"), &file("a.key"), &file("b.key"), &file("empty"));
    let https = "https://localhost";
    let missing = file("missing");
    for (source, url, certificate, key, expected) in [
        ("files", "http://localhost", a, a_key, "site.public_url"),
        ("files", "", a, a_key, "site.public_url"),
        ("files", https, &String::new(), a_key, "tls.certificate is empty"),
        ("files", https, &missing, a_key, "missing"),
        ("files", https, a, &missing, "missing"),
        ("files", https, a, b_key, "not that of the certificate"),
        ("files", https, empty, a_key, "no certificate in PEM"),
        ("files", https, a, empty, "no private key in PEM"),
        ("acme", "https://127.0.0.1", a, a_key, "no authority certifies"),
        ("letsencrypt", https, a, a_key, "letsencrypt"),
    ] {
        let output = sparkyard()
            .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(data_dir.path())
            .env("SPARKYARD_TLS__SOURCE", source)
            .env("SPARKYARD_SITE__PUBLIC_URL", url)
            .env("SPARKYARD_TLS__CERTIFICATE", certificate)
            .env("SPARKYARD_TLS__KEY", key)
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && stderr.contains(expected), "{expected}: {stderr}");
    }
}

/// Waits until `look` finds something.
pub(crate) async fn soon<T>(
    what: &str,
    longest: Duration,
    mut look: impl AsyncFnMut() -> Option<T>,
) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(began.elapsed() < longest, "{what}: not within {longest:?}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// Standard error of a server, in a file.
pub(crate) struct Log(TempDir);

impl Log {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn writer(&self) -> Stdio {
        File::options().create(true).append(true).open(self.0.path().join("log")).unwrap().into()
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        File::open(self.0.path().join("log")).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    pub(crate) async fn has(&self, part: &str) {
        let look = async || self.text().contains(part).then_some(());
        soon(part, Duration::from_secs(40), look).await;
    }
}

#[tokio::test]
async fn server_stops_during_handshakes() {
    let mut site = TlsSite::start(&[]).await;
    let _silent = [site.tcp().await, site.tcp().await];
    let took = site.server.stop(Signal::Terminate).await;
    assert!(took < Duration::from_secs(5), "{took:?}");
}
