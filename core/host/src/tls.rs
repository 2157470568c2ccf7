//! TLS of the server itself: its certificate, and the handshake.
//!
//! The certificate comes from files ([`files`]) or from an authority that speaks ACME ([`acme`]).
//! Either replaces it in [`Certificates`] while the server runs.

mod acme;
mod certificate;
mod certificates;
mod files;

use std::{sync::Arc, time::Duration};

use sparkyard_db::Timestamp;
use sparkyard_kernel::Clock;
use tokio::{net::TcpStream, sync::watch, time::timeout};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::ring::{Ticketer, default_provider},
    },
    server::TlsStream,
};
use tracing::debug;

use self::{
    acme::AcmeCertificate,
    certificates::{CHALLENGE_PROTOCOL, Certificates},
    files::CertificateFiles,
};
use crate::config::{CertificateSource, Config, public_host};

/// Maximum duration of a handshake; less if connections may be idle for less.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Maximum number of bytes that wait to be sent on a connection, besides the kernel's buffer.
const SEND_BUFFER: usize = 32 * 1024;
/// Name of HTTP/1.1 in ALPN.
const HTTP: &[u8] = b"http/1.1";

/// Server side of TLS.
#[derive(Clone)]
pub struct Tls {
    acceptor: TlsAcceptor,
}

/// Keeps the certificate valid while the server runs.
pub struct CertificateKeeper(Source);

enum Source {
    Files(CertificateFiles),
    Acme(Box<AcmeCertificate>),
}

/// Prepares TLS as configured; `None` if it is off. With an authority, the server may start without
/// a certificate. An error names the invalid setting or file.
pub fn open(
    config: &Config,
    clock: &Arc<dyn Clock>,
) -> anyhow::Result<Option<(Tls, CertificateKeeper)>> {
    if !config.tls.is_on() {
        return Ok(None);
    }
    let host = public_host(&config.site.public_url)?;
    let certificates = Arc::new(Certificates::default());
    let source = match config.tls.source {
        CertificateSource::None => return Ok(None),
        CertificateSource::Files => {
            let files = CertificateFiles::new(&config.tls, host, certificates.clone(), clock)?;
            Source::Files(files)
        }
        CertificateSource::Acme => {
            let names = config.tls.acme.names(&host)?;
            let (acme, data_dir) = (&config.tls.acme, &config.data_dir);
            let acme = AcmeCertificate::new(acme, names, data_dir, certificates.clone(), clock)?;
            Source::Acme(Box::new(acme))
        }
    };
    Ok(Some((Tls::new(certificates)?, CertificateKeeper(source))))
}

/// Returns the last moment at which the certificate of the server itself is valid, as its files have
/// it now; `None` if there is none yet.
pub(crate) fn end_of_certificate(config: &Config) -> anyhow::Result<Option<Timestamp>> {
    match config.tls.source {
        CertificateSource::None => Ok(None),
        CertificateSource::Files => files::end_of_certificate(&config.tls).map(Some),
        CertificateSource::Acme => acme::end_of_certificate(&config.tls.acme, &config.data_dir),
    }
}

impl CertificateKeeper {
    /// Replaces the certificate when its files change or it is to be renewed, until `stop` is set.
    pub async fn run(self, stop: watch::Receiver<bool>) {
        match self.0 {
            Source::Files(files) => files.watch(stop).await,
            Source::Acme(acme) => acme.renew(stop).await,
        }
    }
}

impl Tls {
    fn new(certificates: Arc<Certificates>) -> anyhow::Result<Self> {
        // Named, because other crates bring a second one and none is the default.
        let provider = Arc::new(default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(certificates);
        config.alpn_protocols = vec![HTTP.to_vec(), CHALLENGE_PROTOCOL.to_vec()];
        config.ticketer = Ticketer::new()?;
        Ok(Self { acceptor: TlsAcceptor::from(Arc::new(config)) })
    }

    /// Performs the handshake on a new connection, within `longest`; `None` if it fails, or if the
    /// authority only wanted to see the certificate of a challenge.
    pub(crate) async fn accept(
        &self,
        stream: TcpStream,
        longest: Duration,
    ) -> Option<TlsStream<TcpStream>> {
        let handshake = self.acceptor.accept(stream);
        let mut stream = match timeout(longest.min(HANDSHAKE), handshake).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => {
                debug!("TLS handshake failed: {error}");
                return None;
            }
            Err(_) => {
                debug!("TLS handshake took too long");
                return None;
            }
        };
        let session = stream.get_mut().1;
        session.set_buffer_limit(Some(SEND_BUFFER));
        let is_challenge = session.alpn_protocol() == Some(CHALLENGE_PROTOCOL);
        (!is_challenge).then_some(stream)
    }
}
