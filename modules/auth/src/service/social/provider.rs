//! What we ask the provider, and how far we trust its answers.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use openidconnect::{
    AccessToken, AccessTokenHash, AuthorizationCode, ClaimsVerificationError, CsrfToken,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, Nonce, OAuth2TokenResponse, PkceCodeChallenge,
    PkceCodeVerifier, Scope, SignatureVerificationError, TokenResponse,
    core::{
        CoreAuthPrompt, CoreAuthenticationFlow, CoreClient, CoreIdToken, CoreIdTokenVerifier,
        CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreUserInfoClaims,
    },
    url::Url,
};
use sparkyard_kernel::{Cx, Timestamp, text::line, validate::is_email};
use tokio::sync::Mutex;

use super::http::Http;
use crate::{
    config::social::{Settings, is_protected},
    model::email::normalise,
};

/// What a provider says of itself is read again after this long.
const FRESH: Duration = Duration::from_hours(1);
/// After a failure nobody else is kept waiting for one for this long; nor does an unknown key
/// make us look for new keys more often.
const PAUSE: Duration = Duration::from_secs(30);
/// As much as is taken over of a name.
const NAME_LENGTH: usize = 60;

/// Signatures that only the provider can make.
const SIGNATURES: [CoreJwsSigningAlgorithm; 6] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
];

type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The provider of social sign-in.
pub(crate) struct Provider {
    cx: Cx,
    settings: Settings,
    http: Http,
    known: Mutex<Known>,
}

/// What is known of the provider.
#[derive(Default)]
struct Known {
    client: Option<Arc<Client>>,
    /// When it was last asked, in vain or not.
    asked_at: Option<Timestamp>,
}

/// The secrets of one sign-in.
pub(super) struct Secrets {
    pub(super) verifier: String,
    pub(super) nonce: String,
}

/// What the provider says of somebody.
#[derive(Debug)]
pub(super) struct Profile {
    pub(super) subject: String,
    /// Their address, if they have one, in our spelling.
    pub(super) email: Option<String>,
    /// Whether the provider has made sure that it is theirs.
    pub(super) verified: bool,
    pub(super) firstname: String,
    pub(super) lastname: String,
}

/// Why an answer of the provider does not count.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct ProviderError(String);

/// Tells an error with all its causes.
fn provider_error(cause: impl std::error::Error + Send + Sync + 'static) -> ProviderError {
    ProviderError(format!("{:#}", anyhow::Error::new(cause)))
}

/// The person in the claims of an ID token or of the user-info answer, which are two types with
/// the same parts.
macro_rules! profile_of {
    ($claims:expr) => {{
        let claims = &$claims;
        let email = claims.email().map(|email| normalise(email.as_str()));
        Profile {
            subject: claims.subject().to_string(),
            email: email.filter(|email| is_email(email)),
            verified: claims.email_verified() == Some(true),
            firstname: name(
                claims.given_name().and_then(|name| name.get(None)).map(|n| n.as_str()),
            ),
            lastname: name(
                claims.family_name().and_then(|name| name.get(None)).map(|n| n.as_str()),
            ),
        }
    }};
}

impl Provider {
    /// Asks the provider nothing yet: it may be down when we start.
    pub(crate) fn new(cx: &Cx, settings: Settings) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), settings, http: Http::new()?, known: Mutex::default() })
    }

    /// What members know it by.
    pub(crate) fn label(&self) -> &str {
        &self.settings.label
    }

    /// Who it is.
    pub(super) fn issuer(&self) -> &str {
        self.settings.issuer.as_str()
    }

    /// Where to send somebody to sign in.
    pub(super) async fn address(
        &self,
        state: &str,
        secrets: Secrets,
    ) -> Result<Url, ProviderError> {
        let client = self.client().await?;
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&secrets.verifier());
        let (state, nonce) = (CsrfToken::new(state.to_owned()), Nonce::new(secrets.nonce));
        let mut request = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || state.clone(),
                move || nonce.clone(),
            )
            .add_scopes(["email", "profile"].map(|scope| Scope::new(scope.to_owned())))
            .set_pkce_challenge(challenge);
        if self.settings.choose_account {
            request = request.add_prompt(CoreAuthPrompt::SelectAccount);
        }
        Ok(request.url().0)
    }

    /// Who came back with `code`.
    pub(super) async fn profile(
        &self,
        code: String,
        secrets: Secrets,
    ) -> Result<Profile, ProviderError> {
        let client = self.client().await?;
        let answer = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(provider_error)?
            .set_pkce_verifier(secrets.verifier())
            .request_async(&self.http)
            .await
            .map_err(provider_error)?;
        let token =
            answer.id_token().ok_or_else(|| ProviderError("there is no ID token".to_owned()))?;
        let nonce = Nonce::new(secrets.nonce);
        let (access, now) = (answer.access_token(), self.cx.now());
        match read(&client, token, access, &nonce, now) {
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            )) => {
                // Its keys may have changed since we last read them.
                let client = self.client_after(PAUSE).await?;
                let profile = read(&client, token, access, &nonce, now).map_err(provider_error)?;
                self.complete(&client, profile, access).await
            }
            read => self.complete(&client, read.map_err(provider_error)?, access).await,
        }
    }

    /// Asks for what is not in the ID token, which is every provider's own choice.
    async fn complete(
        &self,
        client: &Client,
        profile: Profile,
        access: &AccessToken,
    ) -> Result<Profile, ProviderError> {
        if profile.email.is_some() || client.user_info_url().is_none() {
            return Ok(profile);
        }
        let subject = openidconnect::SubjectIdentifier::new(profile.subject.clone());
        let request = client.user_info(access.clone(), Some(subject)).map_err(provider_error)?;
        let claims: CoreUserInfoClaims =
            request.request_async(&self.http).await.map_err(provider_error)?;
        Ok(profile_of!(claims))
    }

    async fn client(&self) -> Result<Arc<Client>, ProviderError> {
        self.client_after(FRESH).await
    }

    /// The provider as it described itself no longer than `age` ago. When it cannot be asked,
    /// an older description is better than none.
    async fn client_after(&self, age: Duration) -> Result<Arc<Client>, ProviderError> {
        let mut known = self.known.lock().await;
        let now = self.cx.now();
        let younger = |than: Duration| known.asked_at.is_some_and(|asked| asked + than > now);
        match &known.client {
            Some(client) if younger(age) => return Ok(client.clone()),
            None if younger(PAUSE) => {
                return Err(ProviderError("it did not answer just now".to_owned()));
            }
            _ => {}
        }
        known.asked_at = Some(now);
        match (self.discover().await, &known.client) {
            (Ok(client), _) => Ok(known.client.insert(Arc::new(client)).clone()),
            (Err(cause), Some(client)) => {
                tracing::warn!("the provider of social sign-in does not answer: {cause}");
                Ok(client.clone())
            }
            (Err(cause), None) => Err(cause),
        }
    }

    async fn discover(&self) -> Result<Client, ProviderError> {
        let issuer = self.settings.issuer.clone();
        let metadata = CoreProviderMetadata::discover_async(issuer, &self.http);
        let metadata = metadata.await.map_err(provider_error)?;
        if !is_protected(metadata.authorization_endpoint().url()) {
            return Err(ProviderError(
                "its sign-in page is neither https nor on this machine".to_owned(),
            ));
        }
        let Settings { client_id, client_secret, redirect, .. } = self.settings.clone();
        let client = CoreClient::from_provider_metadata(metadata, client_id, client_secret);
        Ok(client.set_redirect_uri(redirect))
    }
}

impl Secrets {
    fn verifier(&self) -> PkceCodeVerifier {
        PkceCodeVerifier::new(self.verifier.clone())
    }
}

/// What an ID token says, if it is for us, of now, and for this sign-in.
fn read(
    client: &Client,
    token: &CoreIdToken,
    access: &AccessToken,
    nonce: &Nonce,
    now: Timestamp,
) -> Result<Profile, ClaimsVerificationError> {
    let millis = u64::try_from(now.as_millis()).unwrap_or_default();
    let now = SystemTime::UNIX_EPOCH + Duration::from_millis(millis);
    let verifier: CoreIdTokenVerifier<'_> =
        client.id_token_verifier().set_allowed_algs(SIGNATURES).set_time_fn(move || now.into());
    let claims = token.claims(&verifier, nonce)?;
    if let Some(expected) = claims.access_token_hash() {
        let (algorithm, key) = (
            token.signing_alg().map_err(ClaimsVerificationError::SignatureVerification)?,
            token.signing_key(&verifier).map_err(ClaimsVerificationError::SignatureVerification)?,
        );
        let given = AccessTokenHash::from_token(access, algorithm, key)
            .map_err(|cause| ClaimsVerificationError::Other(cause.to_string()))?;
        if given != *expected {
            let cause = "the access token is not the one of the ID token";
            return Err(ClaimsVerificationError::Other(cause.to_owned()));
        }
    }
    Ok(profile_of!(claims))
}

/// As much of a name as a profile holds.
fn name(given: Option<&str>) -> String {
    let shown = line(given.unwrap_or_default());
    line(&shown.chars().take(NAME_LENGTH).collect::<String>())
}
