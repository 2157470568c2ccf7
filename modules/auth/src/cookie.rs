//! Cookies that only the operations of this module see, and no script.

use std::time::Duration;

use poem::Request;

/// Only the operations of this module see them.
const PATH: &str = "/api/auth";

/// Which requests from other sites a cookie goes with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SameSite {
    /// Those of somebody who follows a link.
    Lax,
    /// None.
    Strict,
}

/// All cookies of a request, by name, in their order.
pub(crate) fn all(request: &Request) -> impl Iterator<Item = (&str, &str)> {
    let headers = request.headers().get_all("cookie").into_iter();
    let cookies = headers.filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(';'));
    cookies.filter_map(|cookie| cookie.trim().split_once('='))
}

/// What sets a cookie; over https only when the site is.
pub(crate) fn set(
    (name, value): (&str, &str),
    life: Duration,
    same_site: SameSite,
    public_url: &str,
) -> String {
    let secure = if public_url.starts_with("https://") { "; Secure" } else { "" };
    let life = life.as_secs();
    format!("{name}={value}; Path={PATH}; Max-Age={life}; HttpOnly; SameSite={same_site:?}{secure}")
}
