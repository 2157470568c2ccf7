//! HTTP client for the authority's directory.

use std::{path::Path, pin::Pin, sync::Arc, time::Duration};

use anyhow::{Context, ensure};
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::{Request, Response};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use tokio::time::timeout;
use tokio_rustls::rustls::{
    ClientConfig, RootCertStore,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, pem::PemObject},
};

/// Maximum duration of one request.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum size of a response, in bytes.
const MAX_RESPONSE: usize = 1 << 20;

type Requests = Client<HttpsConnector<HttpConnector>, BodyWrapper<Bytes>>;

/// Client that trusts the public authorities, and those of a file.
#[derive(Clone)]
pub(super) struct DirectoryClient(Requests);

impl DirectoryClient {
    /// Creates the client; `ca_file` may be empty.
    pub(super) fn new(ca_file: &Path) -> anyhow::Result<Self> {
        let mut roots: RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
        if ca_file != "" {
            let context = || format!("reading tls.acme.ca_file {}", ca_file.display());
            let public = roots.len();
            for certificate in CertificateDer::pem_file_iter(ca_file).with_context(context)? {
                roots.add(certificate.with_context(context)?).with_context(context)?;
            }
            ensure!(
                roots.len() > public,
                "tls.acme.ca_file {} has no certificate",
                ca_file.display()
            );
        }
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let https = HttpsConnectorBuilder::new().with_tls_config(config).https_only();
        Ok(Self(Client::builder(TokioExecutor::new()).build(https.enable_http1().build())))
    }
}

impl HttpClient for DirectoryClient {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let response = self.0.request(request);
        Box::pin(async move {
            timeout(TIMEOUT, async {
                let (parts, body) = response.await.map_err(other)?.into_parts();
                let body =
                    Limited::new(body, MAX_RESPONSE).collect().await.map_err(Error::Other)?;
                Ok(BytesResponse::from(Response::from_parts(parts, Full::new(body.to_bytes()))))
            })
            .await
            .map_err(|_| Error::Timeout(None))?
        })
    }
}

fn other(cause: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::Other(Box::new(cause))
}
