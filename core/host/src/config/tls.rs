//! The `[tls]` section: the certificate with which the server encrypts connections.

use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use data_encoding::BASE64URL_NOPAD;
use poem::http::Uri;
use serde::{Deserialize, Serialize};
use sparkyard_kernel::validate::is_email;

/// Source of the certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CertificateSource {
    /// No TLS: a reverse proxy provides it.
    #[default]
    None,
    /// PEM files.
    Files,
    /// A certificate authority with the protocol ACME, such as Let's Encrypt.
    Acme,
}

/// The `[tls]` section.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct TlsConfig {
    /// Source of the certificate.
    pub source: CertificateSource,
    /// PEM file of the certificate and those that lead to its authority.
    pub certificate: PathBuf,
    /// PEM file of the private key.
    pub key: PathBuf,
    /// Port, at the host of `listen`, on which plain HTTP is redirected; 0 for none.
    pub redirect_port: u16,
    /// Settings of the source `acme`.
    pub acme: AcmeConfig,
}

/// The `[tls.acme]` section.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct AcmeConfig {
    /// Domains of the certificate; empty for the host of the site's public address.
    pub domains: Vec<String>,
    /// Email address that is given to the certificate authority, or empty.
    pub contact: String,
    /// URL of the authority's directory.
    pub directory: String,
    /// Id of the key of an account at the authority outside ACME (RFC 8555, external account
    /// binding), or empty.
    pub eab_kid: String,
    /// That key, in Base64 for URLs, or empty.
    pub eab_hmac_key: String,
    /// PEM file of a certificate to trust in addition to the public ones, when asking the
    /// directory.
    pub ca_file: PathBuf,
}

impl Default for TlsConfig {
    fn default() -> Self {
        Self {
            source: CertificateSource::None,
            certificate: PathBuf::new(),
            key: PathBuf::new(),
            redirect_port: 80,
            acme: AcmeConfig::default(),
        }
    }
}

impl Default for AcmeConfig {
    fn default() -> Self {
        Self {
            domains: Vec::new(),
            contact: String::new(),
            directory: "https://acme-v02.api.letsencrypt.org/directory".to_owned(),
            eab_kid: String::new(),
            eab_hmac_key: String::new(),
            ca_file: PathBuf::new(),
        }
    }
}

impl TlsConfig {
    /// Checks whether the server itself encrypts connections.
    pub fn is_on(&self) -> bool {
        self.source != CertificateSource::None
    }
}

/// Returns the host of `public_url`, for which the certificate must be valid; an error names the
/// invalid setting.
pub(crate) fn public_host(public_url: &str) -> anyhow::Result<String> {
    ensure!(
        public_url.starts_with("https://"),
        "tls.source is on, but site.public_url is {public_url:?}: set it to the https address \
             of the site"
    );
    let uri: Uri = public_url.parse().with_context(|| format!("site.public_url {public_url:?}"))?;
    let host = uri.host().unwrap_or_default();
    ensure!(!host.is_empty(), "site.public_url {public_url:?} has no host");
    Ok(host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase())
}

impl AcmeConfig {
    /// Returns id and bytes of the key of an external account, if there is one; an error names the
    /// invalid setting.
    pub(crate) fn external_account(&self) -> anyhow::Result<Option<(&str, Vec<u8>)>> {
        ensure!(
            self.eab_kid.is_empty() == self.eab_hmac_key.is_empty(),
            "tls.acme.eab_kid and tls.acme.eab_hmac_key belong together: set both or neither"
        );
        if self.eab_kid.is_empty() {
            return Ok(None);
        }
        let key = self.eab_hmac_key.trim_end_matches('=').as_bytes();
        let key = BASE64URL_NOPAD.decode(key);
        let key = key.context("tls.acme.eab_hmac_key is not in Base64 for URLs")?;
        Ok(Some((&self.eab_kid, key)))
    }

    /// Returns the domains of the certificate, `public_host` among them; an error names the invalid
    /// setting.
    pub(crate) fn names(&self, public_host: &str) -> anyhow::Result<Vec<String>> {
        ensure!(
            self.directory.starts_with("https://"),
            "tls.acme.directory is {:?}, which is not an https URL",
            self.directory
        );
        ensure!(
            self.contact.is_empty() || is_email(&self.contact),
            "tls.acme.contact is {:?}, which is not an email address",
            self.contact
        );
        if self.domains.is_empty() {
            is_domain(public_host)
                .then(|| vec![public_host.to_owned()])
                .with_context(|| format!("site.public_url: no authority certifies {public_host:?}"))
        } else {
            let names: Vec<_> = self.domains.iter().map(|name| name.to_ascii_lowercase()).collect();
            if let Some(name) = names.iter().find(|name| !is_domain(name)) {
                bail!("tls.acme.domains: {name:?} is not a domain, such as swap.example.org");
            }
            ensure!(
                names.iter().any(|name| name == public_host),
                "tls.acme.domains lacks {public_host}, the host of site.public_url"
            );
            Ok(names)
        }
    }
}

/// Checks whether `name` is a domain that an authority may certify by a connection to it: neither
/// an address nor a wildcard.
fn is_domain(name: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let last_is_a_word = name
        .rsplit('.')
        .next()
        .is_some_and(|last| last.bytes().any(|byte| byte.is_ascii_alphabetic()));
    name.len() <= 253 && name.contains('.') && last_is_a_word && name.split('.').all(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_url_must_be_https() {
        let host = public_host;
        assert_eq!(host("https://Swap.example.org:8443").unwrap(), "swap.example.org");
        assert_eq!(host("https://[::1]").unwrap(), "::1");
        for url in ["http://swap.example.org", "", "https://"] {
            let error = host(url).unwrap_err();
            assert!(error.to_string().contains("site.public_url"), "{error}");
        }
    }

    #[test]
    fn domains_include_the_public_host() {
        let names = |domains: &[&str], host: &str| {
            let domains = domains.iter().map(|&name| name.to_owned()).collect();
            AcmeConfig { domains, ..AcmeConfig::default() }.names(host)
        };
        assert_eq!(names(&[], "swap.example.org").unwrap(), ["swap.example.org"]);
        assert_eq!(names(&["B.org", "a.org"], "a.org").unwrap(), ["b.org", "a.org"]);
        for (domains, host) in [
            (&["b.org"] as &[_], "a.org"),
            (&["*.a.org", "a.org"], "a.org"),
            (&["a.org", "10.0.0.1"], "a.org"),
            (&["a.org", "a..org"], "a.org"),
            (&[], "localhost"),
            (&[], "203.0.113.7"),
            (&[], "::1"),
        ] {
            assert!(names(domains, host).is_err(), "{domains:?} {host}");
        }
    }

    #[test]
    fn other_settings_of_acme_are_checked() {
        let wrong = AcmeConfig { contact: "nobody".to_owned(), ..AcmeConfig::default() };
        assert!(wrong.names("a.org").unwrap_err().to_string().contains("tls.acme.contact"));
        let plain = AcmeConfig { directory: "http://a.org".to_owned(), ..AcmeConfig::default() };
        assert!(plain.names("a.org").unwrap_err().to_string().contains("tls.acme.directory"));
    }

    #[test]
    fn key_of_an_external_account_is_read() {
        let account = |kid: &str, key: &str| {
            let (eab_kid, eab_hmac_key) = (kid.to_owned(), key.to_owned());
            let config = AcmeConfig { eab_kid, eab_hmac_key, ..AcmeConfig::default() };
            let account = config.external_account().map_err(|error| error.to_string());
            account.map(|account| account.map(|(id, key)| (id.to_owned(), key)))
        };
        assert_eq!(account("", ""), Ok(None));
        let read = Ok(Some(("a".to_owned(), vec![0xfb, 0xff])));
        assert_eq!(account("a", "-_8"), read);
        assert_eq!(account("a", "-_8="), read);
        for (kid, key) in [("a", ""), ("", "-_8"), ("a", "+/8"), ("a", "ключ")] {
            assert!(account(kid, key).unwrap_err().contains("tls.acme.eab_hmac_key"), "{key}");
        }
    }
}
