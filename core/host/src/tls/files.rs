//! A certificate in files, read again when they change.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, ensure};
use sparkyard_db::Timestamp;
use sparkyard_kernel::Clock;
use tokio::{sync::watch, task::spawn_blocking, time::sleep};
use tracing::{info, warn};

use super::{certificate::Certificate, certificates::Certificates};
use crate::config::TlsConfig;

/// Interval of looking at the files. Their content is compared, since programs that renew
/// certificates replace symbolic links as well as files.
const POLL: Duration = Duration::from_secs(5);
/// Interval of warnings about a certificate that expires soon.
const REMINDER: Duration = Duration::from_hours(24);
/// Remaining validity below which the log warns.
const SOON: Duration = Duration::from_hours(7 * 24);
/// Maximum size of each file, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// Certificate and key in files.
pub(super) struct CertificateFiles {
    paths: Arc<Paths>,
    /// Host for which the certificate must be valid.
    host: String,
    certificates: Arc<Certificates>,
    clock: Arc<dyn Clock>,
    /// Content of the files when they were last read, or why that failed.
    seen: Result<Content, String>,
    /// The certificate that connections use.
    current: Certificate,
}

struct Paths {
    certificate: PathBuf,
    key: PathBuf,
}

#[derive(PartialEq, Eq)]
struct Content {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

/// Returns the last moment at which the certificate in the files is valid.
pub(super) fn end_of_certificate(config: &TlsConfig) -> anyhow::Result<Timestamp> {
    let paths = Paths::of(config);
    Ok(paths.read()?.parse().with_context(|| paths.shown())?.ends)
}

impl CertificateFiles {
    /// Reads the files, which must have a certificate with its key. One that has expired or is for
    /// another host is used with a warning.
    pub(super) fn new(
        config: &TlsConfig,
        host: String,
        certificates: Arc<Certificates>,
        clock: &Arc<dyn Clock>,
    ) -> anyhow::Result<Self> {
        let paths = Paths::of(config);
        for (setting, path) in [("certificate", &paths.certificate), ("key", &paths.key)] {
            ensure!(path != "", "tls.source is \"files\", but tls.{setting} is empty");
        }
        let content = paths.read()?;
        let current = content.parse().with_context(|| paths.shown())?;
        if let Err(cause) = current.check(&host, clock.now()) {
            warn!("{}: {cause}; browsers will refuse it", paths.shown());
        }
        if readable_by_others(&paths.key) {
            warn!("other users of this machine can read the private key {}", paths.key.display());
        }
        certificates.replace(current.key.clone());
        let (paths, clock) = (Arc::new(paths), clock.clone());
        Ok(Self { paths, host, certificates, clock, seen: Ok(content), current })
    }

    /// Replaces the certificate whenever the files have a better one, until `stop` is set.
    pub(super) async fn watch(mut self, mut stop: watch::Receiver<bool>) {
        let mut since_reminder = REMINDER;
        loop {
            tokio::select! {
                () = sleep(POLL) => {}
                // A dropped sender counts as a stop, too.
                _ = stop.wait_for(|stop| *stop) => return,
            }
            since_reminder += POLL;
            if since_reminder >= REMINDER && self.warn_of_expiry() {
                since_reminder = Duration::ZERO;
            }
            let paths = self.paths.clone();
            let read = spawn_blocking(move || paths.read()).await;
            let read = read.map_err(anyhow::Error::from).flatten();
            self.take(read.map_err(|cause| format!("{cause:#}")));
        }
    }

    /// Uses what was read, if it has changed and is not worse than the present certificate.
    fn take(&mut self, read: Result<Content, String>) {
        if read == self.seen {
            return;
        }
        let parsed = read.as_ref().map_err(Clone::clone).and_then(|content| {
            let certificate = content.parse().map_err(|cause| format!("{cause:#}"))?;
            let checked = certificate.check(&self.host, self.clock.now());
            checked.map_err(|cause| cause.to_string())?;
            Ok(certificate)
        });
        match parsed {
            Ok(certificate) => {
                info!("the certificate has been replaced, valid until {}", certificate.ends);
                self.certificates.replace(certificate.key.clone());
                self.current = certificate;
            }
            Err(cause) => warn!(
                "{} have changed, but the certificate in use stays, valid until {}: {cause}",
                self.paths.shown(),
                self.current.ends
            ),
        }
        self.seen = read;
    }

    /// Warns if the certificate in use expires soon; returns whether it does.
    fn warn_of_expiry(&self) -> bool {
        let left = self.current.ends.since(self.clock.now());
        if left < SOON {
            warn!("the certificate in {} expires on {}", self.paths.shown(), self.current.ends);
        }
        left < SOON
    }
}

impl Paths {
    fn of(config: &TlsConfig) -> Self {
        Self { certificate: config.certificate.clone(), key: config.key.clone() }
    }

    fn read(&self) -> anyhow::Result<Content> {
        let content =
            |path: &Path| read_file(path).with_context(|| format!("reading {}", path.display()));
        Ok(Content { certificate: content(&self.certificate)?, key: content(&self.key)? })
    }

    fn shown(&self) -> String {
        format!("{} and {}", self.certificate.display(), self.key.display())
    }
}

impl Content {
    fn parse(&self) -> anyhow::Result<Certificate> {
        Certificate::from_pem(&self.certificate, &self.key)
    }
}

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    File::open(path)?.take(MAX_FILE).read_to_end(&mut content)?;
    Ok(content)
}

#[cfg(unix)]
fn readable_by_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.permissions().mode() & 0o007 != 0)
}

#[cfg(not(unix))]
fn readable_by_others(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::fs;

    use sparkyard_kernel::ManualClock;
    use tempfile::TempDir;

    use super::*;
    use crate::tls::certificate::tests::pem;

    fn write(config: &TlsConfig, [certificate, key]: [String; 2]) {
        fs::write(&config.certificate, certificate).unwrap();
        fs::write(&config.key, key).unwrap();
    }

    #[test]
    fn a_worse_certificate_is_not_used() {
        let dir = TempDir::new().unwrap();
        let file = |name: &str| dir.path().join(name);
        let config = TlsConfig { certificate: file("c"), key: file("k"), ..TlsConfig::default() };
        let clock: Arc<dyn Clock> =
            Arc::new(ManualClock::at("2026-01-01T00:00:00Z".parse().unwrap()));
        let certificates = Arc::new(Certificates::default());
        let open = || {
            let host = "a.org".to_owned();
            CertificateFiles::new(&config, host, certificates.clone(), &clock)
        };
        assert!(open().err().unwrap().to_string().contains("reading"));
        write(&config, pem("a.org", 2025, 2030));
        let read = end_of_certificate(&config).unwrap();
        assert_eq!(read, "2030-01-01T00:00:00Z".parse().unwrap());
        let mut files = open().unwrap();
        let first = files.current.ends;
        let mut take = |pair: [String; 2]| {
            write(&config, pair);
            files.take(files.paths.read().map_err(|cause| cause.to_string()));
            files.current.ends
        };
        let [_, other_key] = pem("a.org", 2025, 2040);
        let [chain, _] = pem("a.org", 2025, 2040);
        for worse in [
            pem("b.org", 2025, 2040),
            pem("a.org", 2020, 2024),
            [chain, other_key],
            [String::new(), String::new()],
        ] {
            assert_eq!(take(worse), first);
        }
        assert!(take(pem("a.org", 2025, 2040)) > first);
    }
}
