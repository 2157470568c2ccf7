//! Certificates from an authority, Pebble. These tests wait the longest; by their name they run
//! first, beside others.

mod pebble;

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command, time::Duration};

use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::ServerName;

use self::pebble::Pebble;
use crate::{
    TestApp,
    binary::{Server, Signal, free_port, sparkyard},
    tls::{Log, authority::trusting, soon},
};

const DOMAIN: &str = "swap.example.org";
const OTHER: &str = "www.swap.example.org";

struct AcmeSite {
    port: u16,
    redirect_port: u16,
    data_dir: TempDir,
    log: Log,
}

impl AcmeSite {
    async fn new(port: u16) -> Self {
        let data_dir = TempDir::new().unwrap();
        TestApp::put_database(data_dir.path()).await;
        Self { port, redirect_port: free_port(), data_dir, log: Log::new() }
    }

    fn start(&self, pebble: &Pebble) -> Server {
        Server::greet(self.command(pebble), self.data_dir.path(), &[], self.port)
    }

    fn command(&self, pebble: &Pebble) -> Command {
        let mut command = sparkyard();
        command
            .env("SPARKYARD_SITE__PUBLIC_URL", format!("https://{DOMAIN}:{}", self.port))
            .env("SPARKYARD_TLS__SOURCE", "acme")
            .env("SPARKYARD_TLS__REDIRECT_PORT", self.redirect_port.to_string())
            .env("SPARKYARD_TLS__ACME__DOMAINS", format!("[\"{DOMAIN}\", \"{OTHER}\"]"))
            .env("SPARKYARD_TLS__ACME__CONTACT", "iris@example.org")
            .env("SPARKYARD_TLS__ACME__DIRECTORY", &pebble.directory)
            .env("SPARKYARD_TLS__ACME__CA_FILE", &pebble.ca_file)
            .env("RUST_LOG", "warn,sparkyard=info")
            .stderr(self.log.writer());
        command
    }

    /// Connects to `domain` and returns the server's certificate, if the root vouches for it.
    async fn certificate(&self, root: &str, domain: &'static str) -> Option<Vec<u8>> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await.ok()?;
        let name = ServerName::try_from(domain).unwrap();
        let connector = tokio_rustls::TlsConnector::from(std::sync::Arc::new(trusting(root)));
        let stream = connector.connect(name, stream).await.ok()?;
        Some(stream.get_ref().1.peer_certificates()?[0].to_vec())
    }

    /// Waits for a certificate other than `known`.
    async fn new_certificate(&self, root: &str, known: &[u8], longest: u64) -> Vec<u8> {
        soon("a certificate", Duration::from_secs(longest), async || {
            self.certificate(root, DOMAIN).await.filter(|found| found != known)
        })
        .await
    }
}

/// Returns the modes of all files and folders below `dir`, sorted.
fn modes(dir: &Path) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            found.push(("dir".to_owned(), mode));
            found.extend(modes(&entry.path()));
        } else {
            found.push((name, mode));
        }
    }
    found.sort();
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn certificate_is_issued_kept_and_renewed() {
    let site = AcmeSite::new(free_port()).await;
    // To be renewed after 24 seconds.
    let mut pebble = Pebble::new(site.port, 36);
    pebble.start().await;
    let mut server = site.start(&pebble);
    let root = pebble.root().await;
    let first = site.new_certificate(&root, &[], 30).await;
    assert_eq!(site.certificate(&root, OTHER).await.as_ref(), Some(&first));
    assert_eq!(site.certificate(&root, "else.example.org").await, None);
    let expected = [("account.json", 0o600), ("certificate.pem", 0o600), ("dir", 0o700)];
    let expected = expected.map(|(name, mode)| (name.to_owned(), mode));
    assert_eq!(modes(&site.data_dir.path().join("tls")), expected);

    // The certificate survives a kill and needs no authority.
    server.stop(Signal::Kill).await;
    pebble.stop();
    server = site.start(&pebble);
    assert_eq!(site.new_certificate(&root, &[], 5).await, first);

    // The authority comes back, and knows neither the account nor the certificate.
    pebble.start().await;
    let root = pebble.root().await;
    let second = site.new_certificate(&root, &first, 90).await;
    assert_ne!(second, first);
    let log = site.log.text();
    assert!(log.contains("no new certificate for swap.example.org"), "{log}");
    // Renewed with the same account.
    let third = site.new_certificate(&root, &second, 60).await;
    assert_ne!(third, second);
    let took = server.stop(Signal::Terminate).await;
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_starts_without_the_authority_and_retries() {
    let site = AcmeSite::new(free_port()).await;
    let mut pebble = Pebble::new(site.port, 3600);
    let server = site.start(&pebble);
    site.log.has("nobody can connect until there is one; trying again in 5 s").await;
    let redirect = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    let asked = redirect.build().unwrap().get(format!("http://127.0.0.1:{}/", site.redirect_port));
    assert_eq!(asked.send().await.unwrap().status(), 301);
    pebble.start().await;
    let root = pebble.root().await;
    site.new_certificate(&root, &[], 40).await;
    assert!(site.log.text().contains("got a certificate for swap.example.org"));
    drop(server);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_domain_is_reported_and_retried_later() {
    let site = AcmeSite::new(free_port()).await;
    let mut pebble = Pebble::new(site.port, 3600);
    // Nobody listens there.
    pebble.start_with_dns("127.0.0.99").await;
    let mut server = site.start(&pebble);
    site.log.has("trying again in 60 s").await;
    let log = site.log.text();
    assert!(log.contains("Failed to connect to 127.0.0.99"), "{log}");
    let took = server.stop(Signal::Terminate).await;
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_files_are_replaced() {
    let site = AcmeSite::new(free_port()).await;
    let mut pebble = Pebble::new(site.port, 3600);
    pebble.start().await;
    let mut server = site.start(&pebble);
    let root = pebble.root().await;
    let first = site.new_certificate(&root, &[], 30).await;
    server.stop(Signal::Kill).await;
    let tls = site.data_dir.path().join("tls");
    let folder = fs::read_dir(&tls).unwrap().next().unwrap().unwrap().path();
    for name in ["account.json", "certificate.pem"] {
        let whole = fs::read(folder.join(name)).unwrap();
        fs::write(folder.join(name), &whole[..whole.len() / 3]).unwrap();
    }
    let _server = site.start(&pebble);
    site.new_certificate(&root, &first, 30).await;
    let log = site.log.text();
    assert!(log.contains("the stored certificate cannot be used"), "{log}");
    assert!(log.contains("the stored account cannot be used"), "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acme_account_is_bound_to_the_customer_account() {
    const KEY: &str = "zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W";
    let site = AcmeSite::new(free_port()).await;
    let mut pebble = Pebble::new(site.port, 3600);
    pebble.bind_accounts("customer-1", KEY);
    pebble.start().await;
    let mut server = site.start(&pebble);
    site.log.has("trying again in 60 s").await;
    let log = site.log.text();
    assert!(log.contains("externalAccountRequired"), "{log}");
    server.stop(Signal::Terminate).await;

    let start = |kid: &str, key: &str| {
        let mut command = site.command(&pebble);
        command.env("SPARKYARD_TLS__ACME__EAB_KID", kid);
        command.env("SPARKYARD_TLS__ACME__EAB_HMAC_KEY", key);
        Server::greet(command, site.data_dir.path(), &[], site.port)
    };
    let _server = start("customer-1", KEY);
    site.new_certificate(&pebble.root().await, &[], 30).await;
    assert!(!site.log.text().contains(KEY), "the key is logged");
}
