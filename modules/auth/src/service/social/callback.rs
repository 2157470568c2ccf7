//! The redirect to the provider, and the return from it.

use openidconnect::url::form_urlencoded::Serializer;

use super::{
    AT_PROVIDER, HAND_OVER, browser_hash,
    provider::{Profile, Provider, Secrets},
};
use crate::{
    error::AuthError,
    model::{
        cookie::{Cookie, SameSite, is_secure},
        social::{BROWSER_COOKIE, Browser, HandOver, SocialCallback, SocialRedirect, bounded},
    },
    service::{
        AuthService,
        secret::{hash, random_secret},
    },
};

/// Client page that receives the result.
const LANDING: &str = "/oauth-callback";
/// Maximum length of a page's path; longer than any page has.
const MAX_PATH_LENGTH: usize = 300;

/// Reasons why a sign-in ended at the callback.
#[derive(Debug, thiserror::Error)]
enum SocialFailure {
    /// The user refused at the provider.
    #[error("denied")]
    Denied,
    /// The provider has not verified the address, so it cannot be trusted.
    #[error("the address is not verified")]
    Unverified,
    /// Any other failure; the cause is for the log.
    #[error("{0}")]
    Failed(String),
}

impl SocialFailure {
    /// Returns the error code for the client.
    fn code(&self) -> &'static str {
        match self {
            Self::Denied => "denied",
            Self::Unverified => "email_unverified",
            Self::Failed(_) => "failed",
        }
    }
}

impl From<AuthError> for SocialFailure {
    fn from(error: AuthError) -> Self {
        Self::Failed(format!("{error:?}"))
    }
}

impl AuthService {
    /// Starts a sign-in that ends on the page `next`.
    pub(crate) async fn begin_social_sign_in(
        &self,
        next: Option<&str>,
    ) -> Result<SocialRedirect, AuthError> {
        let provider = self.provider()?;
        Ok(match self.depart(provider, next.and_then(own_page)).await {
            Ok(begun) => begun,
            Err(failure) => SocialRedirect { location: landing_error(&failure), cookie: None },
        })
    }

    async fn depart(
        &self,
        provider: &Provider,
        next: Option<&str>,
    ) -> Result<SocialRedirect, SocialFailure> {
        let (state, browser) = (random_secret(), Browser(random_secret()));
        let address = provider.address(&state, self.social_secrets(&state, &browser)).await;
        let address = address.map_err(|cause| SocialFailure::Failed(cause.to_string()))?;
        let until = self.cx.now() + AT_PROVIDER;
        let next = next.map(str::to_owned);
        self.store
            .put_journey(&hash(&state), browser_hash(&browser), next, until)
            .await
            .map_err(AuthError::from)?;
        Ok(SocialRedirect { location: address.into(), cookie: Some(self.browser_cookie(&browser)) })
    }

    /// Checks the parameters with which a browser returned. Returns the next location.
    pub(crate) async fn finish_social_sign_in(
        &self,
        back: SocialCallback,
        browser: Option<Browser>,
    ) -> Result<String, AuthError> {
        let arrived = self.arrive(self.provider()?, back, browser).await;
        Ok(arrived.unwrap_or_else(|failure| landing_error(&failure)))
    }

    async fn arrive(
        &self,
        provider: &Provider,
        back: SocialCallback,
        browser: Option<Browser>,
    ) -> Result<String, SocialFailure> {
        let browser = browser.ok_or_else(|| SocialFailure::Failed("another browser".to_owned()))?;
        let state = back
            .state
            .and_then(bounded)
            .ok_or_else(|| SocialFailure::Failed("no state".to_owned()))?;
        let journey =
            self.store.take_journey(&hash(&state), browser_hash(&browser), self.cx.now()).await;
        let journey = journey.map_err(AuthError::from)?;
        let journey = journey
            .ok_or_else(|| SocialFailure::Failed("unknown, used or expired state".to_owned()))?;
        if back.issuer.is_some_and(|issuer| issuer != provider.issuer()) {
            return Err(SocialFailure::Failed("another provider's answer".to_owned()));
        }
        match back.error.as_deref() {
            None => {}
            Some("access_denied") => return Err(SocialFailure::Denied),
            Some(_) => {
                return Err(SocialFailure::Failed("the provider reports an error".to_owned()));
            }
        }
        let code = back
            .code
            .and_then(bounded)
            .ok_or_else(|| SocialFailure::Failed("no code".to_owned()))?;
        let profile = provider.profile(code, self.social_secrets(&state, &browser)).await;
        let profile = profile.map_err(|cause| SocialFailure::Failed(cause.to_string()))?;
        self.hand_over(provider, profile, &browser, journey.next.as_deref()).await
    }

    /// Finds the account of `profile` and returns a location with codes for it.
    async fn hand_over(
        &self,
        provider: &Provider,
        profile: Profile,
        browser: &Browser,
        next: Option<&str>,
    ) -> Result<String, SocialFailure> {
        let identity = hash(&format!("{} {}", provider.issuer(), profile.subject));
        let linked = self.store.identity_owner(&identity).await.map_err(AuthError::from)?;
        let link = linked.is_none();
        let (user_id, email) = match (linked, profile.email.filter(|_| profile.verified)) {
            (Some(owner), email) => (Some(owner), email.unwrap_or_default()),
            (None, None) => return Err(SocialFailure::Unverified),
            (None, Some(email)) => {
                let key = self.pepper.email_key(&email);
                let owner = self.store.account_by_email(&key).await.map_err(AuthError::from)?;
                (owner.map(|account| account.id), email)
            }
        };
        let (first, second, now) = (random_secret(), random_secret(), self.cx.now());
        let given = HandOver {
            second_hash: hash(&second),
            browser: browser_hash(browser),
            link,
            user_id,
            identity,
            email,
            firstname: profile.firstname,
            lastname: profile.lastname,
            created_at: now,
            expires_at: now + HAND_OVER,
        };
        self.store.put_hand_over(&hash(&first), given).await.map_err(AuthError::from)?;
        let mut query = vec![("accessToken", first.as_str()), ("refreshToken", second.as_str())];
        query.extend(next.map(|next| ("next", next)));
        Ok(landing(&query))
    }

    /// Derives the secrets of a sign-in from the state and the browser's secret, so that they need
    /// not be stored.
    fn social_secrets(&self, state: &str, browser: &Browser) -> Secrets {
        let secret = |purpose| self.pepper.hash(&[purpose, state, &browser.0]);
        Secrets { verifier: secret("social verifier"), nonce: secret("social nonce") }
    }

    fn browser_cookie(&self, browser: &Browser) -> Cookie {
        // Lax, since the provider redirects from another site.
        Cookie {
            name: BROWSER_COOKIE.to_owned(),
            value: browser.0.clone(),
            life: AT_PROVIDER,
            same_site: SameSite::Lax,
            secure: is_secure(&self.cx.site.public_url),
        }
    }
}

fn landing_error(failure: &SocialFailure) -> String {
    match failure {
        SocialFailure::Failed(cause) => tracing::warn!("a social sign-in failed: {cause}"),
        SocialFailure::Denied | SocialFailure::Unverified => {
            tracing::info!("a social sign-in ended: {failure}");
        }
    }
    landing(&[("error", failure.code())])
}

fn landing(query: &[(&str, &str)]) -> String {
    let query = Serializer::new(String::new()).extend_pairs(query).finish();
    format!("{LANDING}?{query}")
}

/// Returns `path` if it is a path on this site, and not something a browser could resolve to
/// another site.
fn own_page(path: &str) -> Option<&str> {
    let plain = |c: char| c.is_ascii_graphic() && c != '\\';
    let own = path.starts_with('/') && !path.starts_with("//") && !path.starts_with("/api/");
    (own && path.len() <= MAX_PATH_LENGTH && path.chars().all(plain)).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_site_are_accepted() {
        for good in ["/", "/wallet", "/user-profile/01abc?tab=skills#reviews"] {
            assert_eq!(own_page(good), Some(good));
        }
        let long = format!("/{}", "a".repeat(MAX_PATH_LENGTH));
        for bad in [
            "",
            "wallet",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a\nb",
            "/a b",
            "/caf\u{e9}",
            "javascript:alert(1)",
            "/api/auth/google",
            &long,
        ] {
            assert_eq!(own_page(bad), None, "{bad}");
        }
    }

    #[test]
    fn query_of_the_landing_page_is_encoded() {
        let location = landing(&[("accessToken", "a&b"), ("next", "/x?y=1#z")]);
        assert_eq!(location, "/oauth-callback?accessToken=a%26b&next=%2Fx%3Fy%3D1%23z");
    }
}
