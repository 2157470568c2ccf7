//! A certificate with its private key.

use std::{sync::Arc, time::Duration};

use anyhow::{Context, ensure};
use sparkyard_db::Timestamp;
use tokio_rustls::rustls::{
    client::verify_server_name,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, PrivateKeyDer, ServerName, pem::PemObject},
    server::ParsedCertificate,
    sign::CertifiedKey,
};
use x509_parser::parse_x509_certificate;

/// A certificate chain with the private key of its first certificate.
#[derive(Debug)]
pub(super) struct Certificate {
    /// Form in which connections use it.
    pub(super) key: Arc<CertifiedKey>,
    /// First moment of its validity.
    pub(super) begins: Timestamp,
    /// Last moment of its validity.
    pub(super) ends: Timestamp,
}

impl Certificate {
    /// Reads the chain and the key, both in PEM, which may be the same text; fails if they do not
    /// belong together.
    pub(super) fn from_pem(chain: &[u8], key: &[u8]) -> anyhow::Result<Self> {
        let chain: Vec<_> = CertificateDer::pem_slice_iter(chain)
            .collect::<Result<_, _>>()
            .context("the certificate is not in PEM")?;
        let first = chain.first().context("there is no certificate in PEM")?;
        let (begins, ends) = validity(first)?;
        let key = PrivateKeyDer::from_pem_slice(key)
            .context("there is no private key in PEM without a password")?;
        let key = CertifiedKey::from_der(chain, key, &default_provider())
            .context("the private key is not that of the certificate")?;
        Ok(Self { key: Arc::new(key), begins, ends })
    }

    /// Fails if the certificate is not valid at `now`, or not for `host`.
    pub(super) fn check(&self, host: &str, now: Timestamp) -> anyhow::Result<()> {
        let Self { begins, ends, .. } = self;
        ensure!(*begins <= now, "the certificate is valid from {begins} only");
        ensure!(now <= *ends, "the certificate has expired on {ends}");
        ensure!(self.names(host), "the certificate is not for {host}");
        Ok(())
    }

    /// Checks whether the certificate is for `host`, a domain or an address.
    pub(super) fn names(&self, host: &str) -> bool {
        let Some(first) = self.key.cert.first() else { return false };
        let (Ok(parsed), Ok(name)) =
            (ParsedCertificate::try_from(first), ServerName::try_from(host))
        else {
            return false;
        };
        verify_server_name(&parsed, &name).is_ok()
    }

    /// Returns how long the certificate is valid in all.
    pub(super) fn lifetime(&self) -> Duration {
        self.ends.since(self.begins)
    }
}

/// Reads the first and the last moment at which a certificate is valid.
fn validity(certificate: &CertificateDer<'_>) -> anyhow::Result<(Timestamp, Timestamp)> {
    let (_, parsed) = parse_x509_certificate(certificate).context("reading the certificate")?;
    let moment = |seconds: i64| {
        Timestamp::from_millis(seconds.saturating_mul(1000)).context("reading its validity")
    };
    let validity = parsed.validity();
    Ok((moment(validity.not_before.timestamp())?, moment(validity.not_after.timestamp())?))
}

#[cfg(test)]
pub(super) mod tests {
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    use super::*;

    /// Returns a certificate for `name`, valid in the given years, and its key.
    pub(in crate::tls) fn pem(name: &str, from: i32, until: i32) -> [String; 2] {
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        params.not_before = date_time_ymd(from, 1, 1);
        params.not_after = date_time_ymd(until, 1, 1);
        let key = KeyPair::generate().unwrap();
        [params.self_signed(&key).unwrap().pem(), key.serialize_pem()]
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn certificate_and_key_must_match() {
        let ([chain, key], [_, other]) = (pem("a.org", 2025, 2030), pem("a.org", 2025, 2030));
        let read = |chain: &str, key: &str| {
            Certificate::from_pem(chain.as_bytes(), key.as_bytes())
                .map_err(|error| format!("{error:#}"))
        };
        read(&chain, &key).unwrap();
        let both = format!("{key}{chain}");
        read(&both, &both).unwrap();
        assert!(read(&chain, &other).unwrap_err().contains("not that of the certificate"));
        assert!(read(&key, &key).unwrap_err().contains("no certificate"));
        assert!(read(&chain, &chain).unwrap_err().contains("no private key"));
        let half = &chain[..chain.len() / 2];
        assert!(read(half, &key).is_err() && read("", "").is_err());
        let mangled = chain.replacen('A', "B", 3);
        read(&mangled, &key).unwrap_err();
    }

    #[test]
    fn validity_and_names_are_checked() {
        let [chain, key] = pem("*.a.org", 2025, 2030);
        let certificate = Certificate::from_pem(chain.as_bytes(), key.as_bytes()).unwrap();
        let check = |host: &str, now: &str| certificate.check(host, at(now));
        check("x.a.org", "2026-01-01T00:00:00Z").unwrap();
        for (host, now, reason) in [
            ("x.a.org", "2024-01-01T00:00:00Z", "valid from 2025-01-01"),
            ("x.a.org", "2030-01-02T00:00:00Z", "expired on 2030-01-01"),
            ("a.org", "2026-01-01T00:00:00Z", "not for a.org"),
            ("127.0.0.1", "2026-01-01T00:00:00Z", "not for 127.0.0.1"),
        ] {
            let error = check(host, now).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        assert!(certificate.lifetime() > Duration::from_hours(5 * 365 * 24));
    }
}
