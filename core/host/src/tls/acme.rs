//! A certificate from an authority that speaks ACME (RFC 8555), renewed in time.
//!
//! The authority connects to the server itself to see that the domain leads here (the challenge
//! `tls-alpn-01`, RFC 8737), so port 443 is enough. Account and certificate are kept in the data
//! directory.

mod client;
mod order;
mod store;

use std::{path::Path, sync::Arc, time::Duration};

use anyhow::{Context, anyhow, bail, ensure};
use instant_acme::{Account, Error, ExternalAccountKey, NewAccount};
use sparkyard_db::Timestamp;
use sparkyard_kernel::Clock;
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};
use tracing::{info, warn};

use self::{client::DirectoryClient, store::AcmeStore};
use super::{certificate::Certificate, certificates::Certificates};
use crate::config::AcmeConfig;

/// Pause after the first failure to reach the authority. Each further one waits three times as
/// long.
const RETRY: Duration = Duration::from_secs(5);
/// Pause after the first refusal: Let's Encrypt allows five of a domain per hour.
const RETRY_REFUSED: Duration = Duration::from_mins(1);
/// Longest pause after a failure.
const LONGEST_RETRY: Duration = Duration::from_hours(1);
/// Longest sleep, after which the clock is looked at again: it may have been set.
const LONGEST_SLEEP: Duration = Duration::from_hours(1);
/// Maximum duration of an order.
const LONGEST_ORDER: Duration = Duration::from_mins(5);
/// A certificate is renewed in the last third of its validity.
const RENEWED_IN_LAST: u32 = 3;
/// Type of the problem that tells that an account is unknown.
const UNKNOWN_ACCOUNT: &str = "urn:ietf:params:acme:error:accountDoesNotExist";

/// Certificate of the domains, from one authority.
pub(super) struct AcmeCertificate {
    directory: String,
    contact: Option<String>,
    /// Account outside ACME to which the account is bound.
    external: Option<ExternalAccountKey>,
    names: Vec<String>,
    client: DirectoryClient,
    store: AcmeStore,
    certificates: Arc<Certificates>,
    clock: Arc<dyn Clock>,
    current: Option<Certificate>,
}

/// Returns the last moment at which the stored certificate is valid; `None` without one.
pub(super) fn end_of_certificate(
    config: &AcmeConfig,
    data_dir: &Path,
) -> anyhow::Result<Option<Timestamp>> {
    let stored = AcmeStore::new(data_dir, &config.directory).certificate()?;
    Ok(stored.map(|certificate| certificate.ends))
}

impl AcmeCertificate {
    /// Prepares the account; uses the certificate of the last run, if there is one.
    pub(super) fn new(
        config: &AcmeConfig,
        names: Vec<String>,
        data_dir: &Path,
        certificates: Arc<Certificates>,
        clock: &Arc<dyn Clock>,
    ) -> anyhow::Result<Self> {
        let client = DirectoryClient::new(&config.ca_file)?;
        let store = AcmeStore::new(data_dir, &config.directory);
        let contact = (!config.contact.is_empty()).then(|| format!("mailto:{}", config.contact));
        let external = config.external_account()?;
        let external = external.map(|(id, key)| ExternalAccountKey::new(id.to_owned(), &key));
        let current = match store.certificate() {
            Ok(stored) => stored.filter(|stored| names.iter().all(|name| stored.names(name))),
            Err(cause) => {
                warn!("the stored certificate cannot be used: {cause:#}");
                None
            }
        };
        if let Some(current) = &current {
            certificates.replace(current.key.clone());
        }
        let (directory, clock) = (config.directory.clone(), clock.clone());
        Ok(Self {
            directory,
            contact,
            external,
            names,
            client,
            store,
            certificates,
            clock,
            current,
        })
    }

    /// Orders a certificate whenever one is due, until `stop` is set.
    pub(super) async fn renew(mut self, mut stop: watch::Receiver<bool>) {
        let mut failures = 0;
        let mut due = self.due();
        loop {
            let now = self.clock.now();
            if now >= due {
                let ordered = tokio::select! {
                    ordered = timeout(LONGEST_ORDER, self.order()) => ordered,
                    _ = stop.wait_for(|stop| *stop) => return,
                };
                let ordered = ordered.unwrap_or_else(|_| Err(anyhow!("it took too long")));
                self.certificates.clear_challenges();
                match ordered {
                    Ok(()) => {
                        failures = 0;
                        due = self.due();
                    }
                    Err(cause) => {
                        let pause = pause(is_transient(&cause), failures);
                        self.report(&cause, pause);
                        failures += 1;
                        due = self.clock.now() + pause;
                    }
                }
                continue;
            }
            tokio::select! {
                () = sleep(due.since(now).min(LONGEST_SLEEP)) => {}
                // A dropped sender counts as a stop, too.
                _ = stop.wait_for(|stop| *stop) => return,
            }
        }
    }

    /// Returns when the next certificate is to be ordered.
    fn due(&self) -> Timestamp {
        match &self.current {
            Some(current) => current.ends - current.lifetime() / RENEWED_IN_LAST,
            None => self.clock.now(),
        }
    }

    /// Orders a certificate, stores it and uses it.
    async fn order(&mut self) -> anyhow::Result<()> {
        let account = self.account().await?;
        let issued = order::issue(&account, &self.names, &self.certificates).await;
        if let Err(cause) = &issued
            && is_unknown_account(cause)
        {
            self.store.delete_account().context("deleting the account")?;
        }
        let issued = issued?;
        let certificate = issued.certificate().context("reading the issued certificate")?;
        if let Some(name) = self.names.iter().find(|name| !certificate.names(name)) {
            bail!("the issued certificate is not for {name}");
        }
        // Used also if it cannot be stored, such as on a full disk.
        self.certificates.replace(certificate.key.clone());
        info!("got a certificate for {}, valid until {}", self.names.join(", "), certificate.ends);
        self.current = Some(certificate);
        if let Err(cause) = self.store.put_certificate(&issued) {
            warn!("the new certificate could not be stored: {cause:#}");
        }
        // Otherwise the next order would follow at once, and then the next.
        ensure!(self.due() > self.clock.now(), "it is to be renewed already: is the clock right?");
        Ok(())
    }

    /// Returns the account at the authority, created on first use.
    async fn account(&self) -> anyhow::Result<Account> {
        let builder = Account::builder_with_http(Box::new(self.client.clone()));
        match self.store.account() {
            Ok(Some(credentials)) => return Ok(builder.from_credentials(credentials).await?),
            Ok(None) => {}
            Err(cause) => warn!("the stored account cannot be used, making another: {cause:#}"),
        }
        let contact: Vec<_> = self.contact.iter().map(String::as_str).collect();
        let new = NewAccount {
            contact: &contact,
            terms_of_service_agreed: true,
            only_return_existing: false,
        };
        let created = builder.create(&new, self.directory.clone(), self.external.as_ref()).await;
        let (account, credentials) = created?;
        self.store.put_account(&credentials).context("storing the account")?;
        Ok(account)
    }

    fn report(&self, cause: &anyhow::Error, pause: Duration) {
        let names = self.names.join(", ");
        let until = match &self.current {
            Some(current) => format!("the present one is valid until {}", current.ends),
            None => "nobody can connect until there is one".to_owned(),
        };
        warn!(
            "no new certificate for {names} from {}: {cause:#}; {until}; trying again in {} s",
            self.directory,
            pause.as_secs()
        );
    }
}

/// Returns the pause after a failure that follows `failures` others.
fn pause(is_transient: bool, failures: u32) -> Duration {
    let first = if is_transient { RETRY } else { RETRY_REFUSED };
    first.saturating_mul(3_u32.saturating_pow(failures)).min(LONGEST_RETRY)
}

/// Checks whether the authority could not be reached or had a problem of its own. An account that
/// it does not know is replaced at the next attempt.
fn is_transient(cause: &anyhow::Error) -> bool {
    match cause.downcast_ref::<Error>() {
        Some(Error::Api(problem)) => {
            problem.status.is_some_and(|status| status >= 500) || is_unknown_account(cause)
        }
        Some(Error::Other(_) | Error::Json(_) | Error::Timeout(_) | Error::Str(_)) => true,
        _ => false,
    }
}

fn is_unknown_account(cause: &anyhow::Error) -> bool {
    let Some(Error::Api(problem)) = cause.downcast_ref::<Error>() else { return false };
    problem.r#type.as_deref() == Some(UNKNOWN_ACCOUNT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_an_hour() {
        let seconds = |is_transient| (0..7).map(move |n| pause(is_transient, n).as_secs());
        assert_eq!(seconds(true).collect::<Vec<_>>(), [5, 15, 45, 135, 405, 1215, 3600]);
        assert_eq!(seconds(false).collect::<Vec<_>>(), [60, 180, 540, 1620, 3600, 3600, 3600]);
        assert_eq!(pause(true, u32::MAX), LONGEST_RETRY);
    }
}
