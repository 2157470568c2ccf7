//! Requests to the provider, and the checks of its responses.

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

/// Time after which the provider's metadata is read again.
const FRESH: Duration = Duration::from_hours(1);
/// Pause after a failure, in which the provider is not asked again. An unknown key does not cause
/// requests for new keys more often, either.
const PAUSE: Duration = Duration::from_secs(30);
/// Maximum length of a name taken from the provider, in characters.
const NAME_LENGTH: usize = 60;

/// Signature algorithms that only the provider can sign with.
const SIGNATURES: [CoreJwsSigningAlgorithm; 6] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
];

pub(super) type Client = CoreClient<
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

/// Cached metadata of the provider.
#[derive(Default)]
struct Known {
    client: Option<Arc<Client>>,
    /// Time of the last request for metadata, successful or not.
    asked_at: Option<Timestamp>,
}

/// Secrets of one sign-in.
pub(super) struct Secrets {
    pub(super) verifier: String,
    pub(super) nonce: String,
}

/// The provider's data about a person.
#[derive(Debug)]
pub(super) struct Profile {
    pub(super) subject: String,
    /// Normalised email address, if there is one.
    pub(super) email: Option<String>,
    /// Whether the provider has verified the address.
    pub(super) verified: bool,
    pub(super) firstname: String,
    pub(super) lastname: String,
}

/// Reason why a response of the provider was rejected.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct ProviderError(String);

/// Converts an error with all its causes.
fn provider_error(cause: impl std::error::Error + Send + Sync + 'static) -> ProviderError {
    ProviderError(format!("{:#}", anyhow::Error::new(cause)))
}

/// Reads the person from the claims of an ID token or of the user-info response, which are two
/// types with the same methods.
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
    /// Creates the client without contacting the provider, which may be down at start-up.
    pub(crate) fn new(cx: &Cx, settings: Settings) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), settings, http: Http::new()?, known: Mutex::default() })
    }

    /// Returns the name of the provider as shown to members.
    pub(crate) fn label(&self) -> &str {
        &self.settings.label
    }

    /// Returns the issuer URL.
    pub(super) fn issuer(&self) -> &str {
        self.settings.issuer.as_str()
    }

    /// Returns the address for signing in at the provider.
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

    /// Returns the person who returned with `code`.
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
                // The provider's keys may have changed since they were last read.
                let client = self.client_after(PAUSE).await?;
                let profile = read(&client, token, access, &nonce, now).map_err(provider_error)?;
                self.complete(&client, profile, access).await
            }
            read => self.complete(&client, read.map_err(provider_error)?, access).await,
        }
    }

    /// Requests data missing from the ID token; providers differ in what they include.
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

    /// Returns the provider's metadata, at most `age` old. If the provider cannot be reached,
    /// returns older metadata.
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

    /// Reads the discovery document.
    pub(super) async fn discover(&self) -> Result<Client, ProviderError> {
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

/// Reads an ID token, if it was issued to this site, has not expired and belongs to this sign-in.
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

/// Truncates a name to the maximum length in a profile.
fn name(given: Option<&str>) -> String {
    let shown = line(given.unwrap_or_default());
    line(&shown.chars().take(NAME_LENGTH).collect::<String>())
}
