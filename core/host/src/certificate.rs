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

/// Remaining validity below which a certificate should have been renewed: issuers of free ones renew
/// a month before the end.
pub(crate) const RENEW: Duration = Duration::from_hours(14 * 24);
const DAY: Duration = Duration::from_hours(24);
/// Interval of looking at the certificate.
const LOOK_EVERY: Duration = Duration::from_hours(1);
/// Time limit for the answer of the public address.
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

    /// Returns what is to be done while the certificate ends soon. `None` if it is not known, such as
    /// in a network that does not reach its own public address.
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

    /// Returns the end of the server's own certificate, or of that at the public address.
    async fn look(&self) -> anyhow::Result<Option<Timestamp>> {
        if self.config.tls.is_on() {
            let config = self.config.clone();
            return tokio::task::spawn_blocking(move || tls::end_of_certificate(&config)).await?;
        }
        // One that has expired is to be read as well. Nothing else is read, and nothing secret sent.
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
        let ends = self.look().await?;
        *self.ends.lock().unwrap_or_else(PoisonError::into_inner) = ends;
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
