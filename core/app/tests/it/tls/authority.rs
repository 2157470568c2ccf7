//! A certificate authority of the tests.

use std::{fs, path::Path, sync::Arc};

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, KeyUsagePurpose,
};
use tokio_rustls::rustls::{
    ALL_VERSIONS, ClientConfig, RootCertStore, SupportedProtocolVersion,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, pem::PemObject},
};

/// Root certificate with its key.
pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        params.distinguished_name.push(DnType::CommonName, "Authority of a test");
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    /// Writes a certificate for `name` and its key to two files, each replaced as a whole.
    pub(crate) fn certify(
        &self,
        name: &str,
        certificate: impl AsRef<Path>,
        key: impl AsRef<Path>,
    ) -> Vec<u8> {
        let pair = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        let signed = params.signed_by(&pair, &self.0).unwrap();
        write(key.as_ref(), &pair.serialize_pem());
        write(certificate.as_ref(), &signed.pem());
        signed.der().to_vec()
    }

    /// Returns the root certificate in PEM.
    pub(crate) fn pem(&self) -> String {
        self.0.pem()
    }
}

fn write(path: &Path, content: &str) {
    let aside = path.with_added_extension("new");
    fs::write(&aside, content).unwrap();
    fs::rename(aside, path).unwrap();
}

/// Returns settings of a client that trusts the root certificate `pem` only.
pub(crate) fn trusting(pem: &str) -> ClientConfig {
    trusting_with(pem, ALL_VERSIONS)
}

/// Returns settings of a client that knows some versions of TLS only.
pub(crate) fn trusting_with(
    pem: &str,
    versions: &[&'static SupportedProtocolVersion],
) -> ClientConfig {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(pem.as_bytes()).unwrap()).unwrap();
    ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_protocol_versions(versions)
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth()
}

/// Returns an HTTP client that trusts the root certificate `pem` only.
pub(crate) fn client_trusting(pem: &str) -> reqwest::Client {
    let root = reqwest::Certificate::from_pem(pem.as_bytes()).unwrap();
    // A new connection for each request, so that each sees the present certificate.
    reqwest::Client::builder().tls_certs_only([root]).pool_max_idle_per_host(0).build().unwrap()
}
