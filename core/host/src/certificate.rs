//! The end of the certificate with which browsers reach the site.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use reqwest::{Client, Response, redirect::Policy, tls::TlsInfo};
use sparkyard_kernel::{
    Job, Timestamp,
    job::JobRunner,
    ports::{SetUpTopic, SetUpWarning},
};
use x509_parser::parse_x509_certificate;

use crate::{
    config::{CertificateSource, Config},
    tls,
};

/// Remaining validity below which a certificate should have been renewed: issuers of free ones
/// renew a month before the end.
pub(crate) const RENEW: Duration = Duration::from_hours(14 * 24);
const DAY: Duration = Duration::from_hours(24);
/// Interval of looking at the certificate.
const LOOK_EVERY: Duration = Duration::from_hours(1);
/// Time limit for the response of the public address.
const LIMIT: Duration = Duration::from_secs(10);

/// The certificate as it was when last looked at.
pub(crate) struct CertificateWatch {
    config: Config,
    ends: Mutex<Option<Timestamp>>,
}

impl CertificateWatch {
    pub(crate) fn new(config: &Config) -> Self {
        Self { config: config.clone(), ends: Mutex::default() }
    }

    /// Returns the job that looks at the certificate.
    pub(crate) fn job(self: &Arc<Self>) -> Job {
        Job::from_runner("core.look_at_certificate", LOOK_EVERY, self.clone())
    }

    /// Returns what is to be done while the certificate ends soon. `None` if its end was never
    /// known, such as in a network that does not reach its own public address.
    pub(crate) fn warning(&self, now: Timestamp) -> Option<SetUpWarning> {
        let ends = (*self.ends.lock().unwrap_or_else(PoisonError::into_inner))?;
        let (url, left) = (&self.config.site.public_url, ends.since(now));
        let problem = if ends <= now {
            format!("Browsers refuse {url}: its certificate has expired.")
        } else if left < RENEW {
            let days = days_in(left);
            format!(
                "Browsers will refuse {url} soon: its certificate is valid for {days} more days."
            )
        } else {
            return None;
        };
        let remedy = match self.config.tls.source {
            CertificateSource::None => "Check why the proxy does not renew it.",
            CertificateSource::Files => {
                "Put a new one into the files that [tls] of sparkyard.toml names. The server uses it \
                 without a restart."
            }
            CertificateSource::Acme => "Look in the server's log for why it is not renewed.",
        };
        let (topic, remedy) = (SetUpTopic::Certificate, remedy.to_owned());
        Some(SetUpWarning { topic, problem, remedy })
    }

    /// Returns the end of the server's own certificate, or of that at the public address. `None` if
    /// the address does not respond.
    async fn look(&self) -> anyhow::Result<Option<Timestamp>> {
        if self.config.tls.is_on() {
            let config = self.config.clone();
            return tokio::task::spawn_blocking(move || tls::end_of_certificate(&config)).await?;
        }
        // One that has expired is to be read as well. Nothing else is read, and nothing secret
        // sent.
        let client = Client::builder()
            .redirect(Policy::none())
            .timeout(LIMIT)
            .tls_info(true)
            .danger_accept_invalid_certs(true)
            .build()?;
        let url = &self.config.site.public_url;
        match client.get(format!("{url}/healthz")).send().await {
            Ok(response) => Ok(end_of(&response)),
            Err(cause) => {
                tracing::debug!("the certificate at {url} could not be looked at: {cause}");
                Ok(None)
            }
        }
    }
}

#[async_trait]
impl JobRunner for CertificateWatch {
    async fn run(&self, _: Timestamp) -> anyhow::Result<()> {
        if !self.config.site.public_url.starts_with("https://") {
            return Ok(());
        }
        if let Some(ends) = self.look().await? {
            *self.ends.lock().unwrap_or_else(PoisonError::into_inner) = Some(ends);
        }
        Ok(())
    }
}

/// Returns the whole days in a time.
pub(crate) const fn days_in(time: Duration) -> u64 {
    time.as_secs() / DAY.as_secs()
}

/// Returns the last moment at which the certificate of a response is valid (RFC 5280).
pub(crate) fn end_of(response: &Response) -> Option<Timestamp> {
    let certificate = response.extensions().get::<TlsInfo>()?.peer_certificate()?;
    let (_, certificate) = parse_x509_certificate(certificate).ok()?;
    Timestamp::from_millis(certificate.validity().not_after.timestamp().checked_mul(1000)?)
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
        task::JoinHandle,
    };
    use tokio_rustls::{
        TlsAcceptor,
        rustls::{ServerConfig, crypto::ring::default_provider, pki_types::PrivatePkcs8KeyDer},
    };

    use super::*;

    /// Answers requests at an address of this machine, with a certificate that is valid until the
    /// start of a year.
    async fn serve(address: &str, until: i32) -> (String, JoinHandle<()>) {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let mut params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
        params.not_after = date_time_ymd(until, 1, 1);
        let key = KeyPair::generate().unwrap();
        let chain = vec![params.self_signed(&key).unwrap().der().clone()];
        let key = PrivatePkcs8KeyDer::from(key.serialize_der()).into();
        let tls = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        let tls = TlsAcceptor::from(Arc::new(tls));
        let serving = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let mut stream = tls.accept(stream).await.unwrap();
                assert_ne!(stream.read(&mut [0; 1024]).await.unwrap(), 0);
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await.unwrap();
                stream.shutdown().await.unwrap();
            }
        });
        (address, serving)
    }

    fn watch(public_url: String) -> CertificateWatch {
        let mut config = Config::default();
        config.site.public_url = public_url;
        CertificateWatch::new(&config)
    }

    /// Looks at the certificate and returns the problem on two days of 2030 and 2031.
    async fn problems(watch: &CertificateWatch) -> [String; 2] {
        let days: [Timestamp; 2] =
            ["2030-12-20T12:00:00Z", "2031-01-01T00:00:00Z"].map(|day| day.parse().unwrap());
        watch.run(days[0]).await.unwrap();
        days.map(|now| watch.warning(now).map(|warning| warning.problem).unwrap_or_default())
    }

    #[tokio::test]
    async fn proxys_certificate_is_told_of_until_it_is_renewed() {
        let (address, serving) = serve("127.0.0.1:0", 2031).await;
        let watch = watch(format!("https://{address}"));
        assert_eq!(watch.warning("2030-12-31T00:00:00Z".parse().unwrap()).map(|_| ()), None);
        let found = problems(&watch).await;
        assert!(found[0].ends_with("valid for 11 more days."), "{found:?}");
        assert!(found[1].ends_with("has expired."), "{found:?}");

        // What is known stays while the address does not respond.
        serving.abort();
        assert!(serving.await.unwrap_err().is_cancelled());
        assert_eq!(problems(&watch).await, found);
        let _renewed = serve(&address, 2032).await;
        assert_eq!(problems(&watch).await, [""; 2]);
    }

    #[tokio::test]
    async fn nothing_is_told_without_a_certificate() {
        let (address, _serving) = serve("127.0.0.1:0", 2020).await;
        for url in [format!("http://{address}"), "https://127.0.0.1:1".to_owned()] {
            assert_eq!(problems(&watch(url.clone())).await, [""; 2], "{url}");
        }
    }
}
