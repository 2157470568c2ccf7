//! An S3 server of another implementation, which checks every signature.

use std::{net::SocketAddr, path::PathBuf};

use hyper_util::rt::TokioIo;
use s3s::{auth::SimpleAuth, service::S3ServiceBuilder};
use s3s_fs::FileSystem;
use tempfile::TempDir;
use tokio::{net::TcpListener, task::JoinHandle};

const BUCKET: &str = "swap";
const KEY: &str = "sparkyard-test";
/// Secret that must never appear in a log or a response.
pub(crate) const SECRET: &str = "s3cret-never-to-be-seen";

/// The server; stops on drop.
pub(crate) struct Buckets {
    address: SocketAddr,
    root: TempDir,
    serving: JoinHandle<()>,
}

impl Buckets {
    pub(crate) async fn start() -> Self {
        let root = TempDir::new().unwrap();
        std::fs::create_dir(root.path().join(BUCKET)).unwrap();
        let mut service = S3ServiceBuilder::new(FileSystem::new(root.path()).unwrap());
        service.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let service = service.build();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let http = hyper::server::conn::http1::Builder::new();
                let connection = http.serve_connection(TokioIo::new(socket), service.clone());
                tokio::spawn(async move {
                    // Clients may disconnect at any time.
                    let _ = connection.await;
                });
            }
        });
        Self { address, root, serving }
    }

    /// Returns the configuration of a community that stores its files here.
    pub(crate) fn settings(&self, secret: &str) -> String {
        format!("[files]\nstore = 's3'\n[files.s3]\n{}", self.bucket(secret))
    }

    /// Returns the settings of the bucket, for any section.
    pub(crate) fn bucket(&self, secret: &str) -> String {
        format!(
            "bucket = '{BUCKET}'\nendpoint = 'http://{}'\naccess_key = '{KEY}'\n\
             secret_key = '{secret}'\n",
            self.address
        )
    }

    /// Returns the files in one area.
    pub(crate) fn stored(&self, area: &str) -> Vec<PathBuf> {
        let folder = self.root.path().join(BUCKET).join(area);
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    /// Stops the server.
    pub(crate) fn stop(&self) {
        self.serving.abort();
    }
}

impl Drop for Buckets {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
