use std::time::Duration;

/// Cross-site requests that a cookie is sent with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SameSite {
    /// Only top-level navigations, such as following a link.
    Lax,
    /// No cross-site requests.
    Strict,
}

/// A cookie to be stored by the browser, sent only to the operations of this module.
#[derive(Clone, Debug)]
pub(crate) struct Cookie {
    pub(crate) name: String,
    pub(crate) value: String,
    /// Time until the cookie expires.
    pub(crate) life: Duration,
    pub(crate) same_site: SameSite,
    /// Whether the cookie is sent over HTTPS only.
    pub(crate) secure: bool,
}

/// Checks whether cookies of a site at `public_url` are sent over HTTPS only.
pub(crate) fn is_secure(public_url: &str) -> bool {
    public_url.starts_with("https://")
}
