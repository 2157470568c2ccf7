//! One order of a certificate.

use std::{sync::Arc, time::Duration};

use anyhow::{Context, bail};
use instant_acme::{
    Account, AuthorizationStatus, ChallengeType, Error, Identifier, NewOrder, Order, OrderStatus,
    RetryPolicy,
};
use rcgen::{CertificateParams, CustomExtension, KeyPair};
use tokio_rustls::rustls::{
    crypto::ring::default_provider, pki_types::PrivateKeyDer, sign::CertifiedKey,
};

use crate::tls::{certificate::Certificate, certificates::Certificates};

/// Intervals of asking whether the authority has checked the domains and issued the certificate.
const POLLS: RetryPolicy = RetryPolicy::new()
    .initial_delay(Duration::from_millis(500))
    .backoff(1.5)
    .timeout(Duration::from_mins(2));

/// An issued certificate chain and its private key, in PEM.
pub(super) struct Issued {
    pub(super) chain: String,
    pub(super) key: String,
}

impl Issued {
    /// Parses the certificate.
    pub(super) fn certificate(&self) -> anyhow::Result<Certificate> {
        Certificate::from_pem(self.chain.as_bytes(), self.key.as_bytes())
    }
}

/// Orders a certificate for `names` and answers the authority's challenges.
pub(super) async fn issue(
    account: &Account,
    names: &[String],
    certificates: &Certificates,
) -> anyhow::Result<Issued> {
    let identifiers: Vec<_> = names.iter().cloned().map(Identifier::Dns).collect();
    let mut order = account.new_order(&NewOrder::new(&identifiers)).await?;
    answer_challenges(&mut order, certificates).await?;
    if order.poll_ready(&POLLS).await? != OrderStatus::Ready {
        return Err(refusal(&mut order).await);
    }
    let key = order.finalize().await?;
    let chain = order.poll_certificate(&POLLS).await?;
    Ok(Issued { chain, key })
}

/// Prepares the certificate of each challenge, and tells the authority to look at it.
async fn answer_challenges(order: &mut Order, certificates: &Certificates) -> anyhow::Result<()> {
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let mut authorization = authorization?;
        match authorization.status {
            AuthorizationStatus::Pending => {}
            AuthorizationStatus::Valid => continue,
            status => bail!("an authorization is {status:?} from the beginning"),
        }
        let mut challenge = authorization
            .challenge(ChallengeType::TlsAlpn01)
            .context("the authority does not offer the challenge tls-alpn-01")?;
        let domain = challenge.identifier().to_string();
        let proof =
            challenge_certificate(&domain, challenge.key_authorization().digest().as_ref())?;
        certificates.set_challenge(&domain, proof);
        challenge.set_ready().await?;
    }
    Ok(())
}

/// Makes the certificate that proves control over `domain`; `digest` has 32 bytes.
fn challenge_certificate(domain: &str, digest: &[u8]) -> anyhow::Result<Arc<CertifiedKey>> {
    let mut params = CertificateParams::new(vec![domain.to_owned()])?;
    params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
    let key = KeyPair::generate()?;
    let certificate = params.self_signed(&key)?;
    let key = PrivateKeyDer::try_from(key.serialize_der()).map_err(anyhow::Error::msg)?;
    let key = default_provider().key_provider.load_private_key(key)?;
    // Not compared with the key: the comparison does not know the extension.
    Ok(Arc::new(CertifiedKey::new(vec![certificate.der().clone()], key)))
}

/// Returns why the authority has refused an order: the problem of a failed challenge, if it tells.
async fn refusal(order: &mut Order) -> anyhow::Error {
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        let domain = authorization.identifier().to_string();
        let Ok(state) = authorization.refresh().await else { continue };
        let mut problems = state.challenges.iter().filter_map(|challenge| challenge.error.clone());
        if let Some(problem) = problems.next() {
            return anyhow::Error::new(Error::Api(problem)).context(domain);
        }
    }
    anyhow::anyhow!("the authority found the order invalid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenge_certificate_is_for_its_domain() {
        let certificate = challenge_certificate("a.org", &[7; 32]).unwrap();
        assert_eq!(certificate.cert.len(), 1);
        let acme_identifier = [0x2b, 6, 1, 5, 5, 7, 1, 31];
        assert!(certificate.cert[0].windows(8).any(|part| part == acme_identifier));
    }
}
