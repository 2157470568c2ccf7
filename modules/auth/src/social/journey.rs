use openidconnect::url::form_urlencoded::Serializer;
use poem::Request;

use super::{
    HAND_OVER, JOURNEY, Social,
    provider::{Person, Secrets},
};
use crate::{
    cookie::{self, SameSite},
    error::AuthError,
    secret::{hash, random_secret},
    store::HandOver,
};

/// The cookie that holds a sign-in together.
const COOKIE: &str = "sparkyard_social";
/// Where the client waits for those who come back.
const LANDING: &str = "/oauth-callback";
/// More than any state of ours, and any provider's code, is long.
const LONGEST: usize = 4096;
/// More than any page's address is long.
const LONGEST_PATH: usize = 300;

/// A sign-in that has begun.
pub(crate) struct Begun {
    /// Where the browser goes next.
    pub(crate) location: String,
    /// What it is to keep.
    pub(crate) cookie: Option<String>,
}

/// The secret that a browser keeps while somebody signs in.
pub(crate) struct Browser(String);

/// What a browser comes back with.
#[derive(Default)]
pub(crate) struct Return {
    pub(crate) code: Option<String>,
    pub(crate) state: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) issuer: Option<String>,
}

/// Why a sign-in ended at the callback.
#[derive(Debug, thiserror::Error)]
enum Ended {
    /// They changed their mind at the provider.
    #[error("denied")]
    Denied,
    /// The provider has not made sure of their address, so neither can we.
    #[error("the address is not verified")]
    Unverified,
    /// Anything else; the cause is for the log.
    #[error("{0}")]
    Failed(String),
}

impl Ended {
    /// What the client is told.
    fn code(&self) -> &'static str {
        match self {
            Self::Denied => "denied",
            Self::Unverified => "email_unverified",
            Self::Failed(_) => "failed",
        }
    }
}

impl From<AuthError> for Ended {
    fn from(error: AuthError) -> Self {
        Self::Failed(format!("{error:?}"))
    }
}

impl Browser {
    /// The browser that sent `request`, if it keeps a secret.
    pub(crate) fn of(request: &Request) -> Option<Self> {
        let (_, secret) = cookie::all(request).find(|(name, _)| *name == COOKIE)?;
        (!secret.is_empty() && secret.len() <= LONGEST).then(|| Self(secret.to_owned()))
    }

    /// What is stored of its secret.
    pub(super) fn hash(&self) -> String {
        hash(&self.0)
    }
}

impl Social {
    /// Begins a sign-in that is to end on the page `next`.
    pub(crate) async fn begin(&self, next: Option<&str>) -> Begun {
        match self.depart(next.and_then(own_page)).await {
            Ok(begun) => begun,
            Err(ended) => Begun { location: landing_error(&ended), cookie: None },
        }
    }

    async fn depart(&self, next: Option<&str>) -> Result<Begun, Ended> {
        let (state, browser) = (random_secret(), Browser(random_secret()));
        let address = self.provider.address(&state, self.secrets(&state, &browser)).await;
        let address = address.map_err(|cause| Ended::Failed(cause.to_string()))?;
        let until = self.cx.now() + JOURNEY;
        let next = next.map(str::to_owned);
        self.store
            .put_journey(&hash(&state), browser.hash(), next, until)
            .await
            .map_err(AuthError::from)?;
        Ok(Begun { location: address.into(), cookie: Some(self.cookie(&browser)) })
    }

    /// Checks what a browser came back with; where it goes next.
    pub(crate) async fn come_back(&self, back: Return, browser: Option<Browser>) -> String {
        match self.arrive(back, browser).await {
            Ok(location) => location,
            Err(ended) => landing_error(&ended),
        }
    }

    async fn arrive(&self, back: Return, browser: Option<Browser>) -> Result<String, Ended> {
        let browser = browser.ok_or_else(|| Ended::Failed("another browser".to_owned()))?;
        let state = bounded(back.state).ok_or_else(|| Ended::Failed("no state".to_owned()))?;
        let journey = self.store.take_journey(&hash(&state), browser.hash(), self.cx.now()).await;
        let journey = journey.map_err(AuthError::from)?;
        let journey =
            journey.ok_or_else(|| Ended::Failed("unknown, used or expired state".to_owned()))?;
        if back.issuer.is_some_and(|issuer| issuer != self.provider.issuer()) {
            return Err(Ended::Failed("another provider's answer".to_owned()));
        }
        match back.error.as_deref() {
            None => {}
            Some("access_denied") => return Err(Ended::Denied),
            Some(_) => return Err(Ended::Failed("the provider reports an error".to_owned())),
        }
        let code = bounded(back.code).ok_or_else(|| Ended::Failed("no code".to_owned()))?;
        let person = self.provider.person(code, self.secrets(&state, &browser)).await;
        let person = person.map_err(|cause| Ended::Failed(cause.to_string()))?;
        self.hand_over(person, &browser, journey.next.as_deref()).await
    }

    /// Finds the account of somebody and leaves codes for it in the address bar.
    async fn hand_over(
        &self,
        person: Person,
        browser: &Browser,
        next: Option<&str>,
    ) -> Result<String, Ended> {
        let identity = hash(&format!("{} {}", self.provider.issuer(), person.subject));
        let linked = self.store.identity_owner(&identity).await.map_err(AuthError::from)?;
        let link = linked.is_none();
        let (user_id, email) = match (linked, person.email.filter(|_| person.verified)) {
            (Some(owner), email) => (Some(owner), email.unwrap_or_default()),
            (None, None) => return Err(Ended::Unverified),
            (None, Some(email)) => {
                let key = self.pepper.email_key(&email);
                let owner = self.store.account_by_email(&key).await.map_err(AuthError::from)?;
                (owner.map(|account| account.id), email)
            }
        };
        let (first, second, now) = (random_secret(), random_secret(), self.cx.now());
        let given = HandOver {
            second_hash: hash(&second),
            browser: browser.hash(),
            link,
            user_id,
            identity,
            email,
            firstname: person.firstname,
            lastname: person.lastname,
            created_at: now,
            expires_at: now + HAND_OVER,
        };
        self.store.put_hand_over(&hash(&first), given).await.map_err(AuthError::from)?;
        let mut query = vec![("accessToken", first.as_str()), ("refreshToken", second.as_str())];
        query.extend(next.map(|next| ("next", next)));
        Ok(landing(&query))
    }

    /// The secrets of a sign-in are made of its two halves, the state and what the browser
    /// keeps, so nothing of them needs to be stored.
    fn secrets(&self, state: &str, browser: &Browser) -> Secrets {
        let secret = |purpose| self.pepper.hash(&[purpose, state, &browser.0]);
        Secrets { verifier: secret("social verifier"), nonce: secret("social nonce") }
    }

    fn cookie(&self, browser: &Browser) -> String {
        // Lax, since the provider sends people back from another site.
        cookie::set((COOKIE, &browser.0), JOURNEY, SameSite::Lax, &self.cx.site.public_url)
    }
}

fn bounded(given: Option<String>) -> Option<String> {
    given.filter(|text| !text.is_empty() && text.len() <= LONGEST)
}

fn landing_error(ended: &Ended) -> String {
    match ended {
        Ended::Failed(cause) => tracing::warn!("a social sign-in failed: {cause}"),
        Ended::Denied | Ended::Unverified => tracing::info!("a social sign-in ended: {ended}"),
    }
    landing(&[("error", ended.code())])
}

fn landing(query: &[(&str, &str)]) -> String {
    let query = Serializer::new(String::new()).extend_pairs(query).finish();
    format!("{LANDING}?{query}")
}

/// A path on this site as it was given; anything that a browser could take for another site's
/// address is none.
fn own_page(path: &str) -> Option<&str> {
    let plain = |c: char| c.is_ascii_graphic() && c != '\\';
    let own = path.starts_with('/') && !path.starts_with("//") && !path.starts_with("/api/");
    (own && path.len() <= LONGEST_PATH && path.chars().all(plain)).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_site_follow_a_sign_in() {
        for good in ["/", "/wallet", "/user-profile/01abc?tab=skills#reviews"] {
            assert_eq!(own_page(good), Some(good));
        }
        let long = format!("/{}", "a".repeat(LONGEST_PATH));
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
    fn what_is_left_in_the_address_bar_is_encoded() {
        let location = landing(&[("accessToken", "a&b"), ("next", "/x?y=1#z")]);
        assert_eq!(location, "/oauth-callback?accessToken=a%26b&next=%2Fx%3Fy%3D1%23z");
    }
}
