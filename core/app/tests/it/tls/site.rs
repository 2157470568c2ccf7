//! A server with a certificate in files, and its clients.

use std::{path::PathBuf, sync::Arc, time::Duration};

use tempfile::TempDir;
use tokio::{
    io,
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{ClientConfig, pki_types::ServerName},
};

use super::{
    Log,
    authority::{Authority, client_trusting, trusting},
    soon,
};
use crate::{
    TestApp,
    binary::{Server, free_port, sparkyard},
};

pub(crate) const SOON: Duration = Duration::from_secs(25);

pub(crate) struct TlsSite {
    pub(crate) server: Server,
    pub(crate) port: u16,
    pub(crate) redirect_port: u16,
    pub(crate) authority: Authority,
    /// Certificate of the server, in DER.
    pub(crate) certificate: Vec<u8>,
    pub(super) log: Log,
    files: TempDir,
    _data_dir: TempDir,
}

impl TlsSite {
    /// Starts the server with further settings and waits until it responds.
    pub(crate) async fn start(settings: &[(&str, &str)]) -> Self {
        let (files, data_dir, log) = (TempDir::new().unwrap(), TempDir::new().unwrap(), Log::new());
        let (port, redirect_port) = (free_port(), free_port());
        let authority = Authority::new();
        let (pem, key) = (files.path().join("site.pem"), files.path().join("site.key"));
        let certificate = authority.certify("localhost", &pem, &key);
        let mut command = sparkyard();
        command
            .env("SPARKYARD_SITE__PUBLIC_URL", format!("https://localhost:{port}"))
            .env("SPARKYARD_TLS__SOURCE", "files")
            .env("SPARKYARD_TLS__CERTIFICATE", &pem)
            .env("SPARKYARD_TLS__KEY", &key)
            .env("SPARKYARD_TLS__REDIRECT_PORT", redirect_port.to_string())
            .env("RUST_LOG", "warn,sparkyard=info")
            .stderr(log.writer());
        for (name, value) in settings {
            command.env(format!("SPARKYARD_{name}"), value);
        }
        TestApp::put_database(data_dir.path()).await;
        let server = Server::greet(command, data_dir.path(), &[], port);
        let site = Self {
            server,
            port,
            redirect_port,
            authority,
            certificate,
            log,
            files,
            _data_dir: data_dir,
        };
        soon("ready", SOON, async || {
            let response = site.https().get(site.at("/readyz")).send().await;
            response.is_ok_and(|response| response.status().is_success()).then_some(())
        })
        .await;
        site
    }

    /// Returns the public URL of a path.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("https://localhost:{}{path}", self.port)
    }

    pub(crate) fn https(&self) -> reqwest::Client {
        client_trusting(&self.authority.pem())
    }

    /// Returns the files of certificate and key.
    pub(crate) fn paths(&self) -> [PathBuf; 2] {
        ["site.pem", "site.key"].map(|name| self.files.path().join(name))
    }

    pub(crate) async fn tcp(&self) -> TcpStream {
        TcpStream::connect(("127.0.0.1", self.port)).await.unwrap()
    }

    /// Connects from an address of this machine, with a small receive buffer if given.
    pub(crate) async fn tcp_from(&self, address: &str, buffer: Option<u32>) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(format!("{address}:0").parse().unwrap()).unwrap();
        if let Some(size) = buffer {
            socket.set_recv_buffer_size(size).unwrap();
        }
        socket.connect(([127, 0, 0, 1], self.port).into()).await.unwrap()
    }

    /// Performs the handshake as a browser that speaks HTTP/1.1.
    pub(crate) async fn tls(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let mut config = trusting(&self.authority.pem());
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        handshake(config, stream).await
    }
}

pub(crate) async fn handshake(
    config: ClientConfig,
    stream: TcpStream,
) -> io::Result<TlsStream<TcpStream>> {
    let name = ServerName::try_from("localhost").unwrap();
    let connecting = TlsConnector::from(Arc::new(config)).connect(name, stream);
    timeout(SOON, connecting).await.expect("an end of the handshake")
}
