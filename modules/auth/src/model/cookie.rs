use std::time::Duration;

/// Which requests from other sites a cookie goes with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SameSite {
    /// Those of somebody who follows a link.
    Lax,
    /// None.
    Strict,
}

/// A cookie that a browser is to keep, seen by the operations of this module only.
#[derive(Clone, Debug)]
pub(crate) struct Cookie {
    pub(crate) name: String,
    pub(crate) value: String,
    /// How long it is kept.
    pub(crate) life: Duration,
    pub(crate) same_site: SameSite,
    /// Whether it goes over https only.
    pub(crate) secure: bool,
}

/// Whether cookies of a site at `public_url` go over https only.
pub(crate) fn is_secure(public_url: &str) -> bool {
    public_url.starts_with("https://")
}
