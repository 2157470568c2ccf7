//! Headers that every answer carries.

use std::sync::Arc;

use poem::{Endpoint, IntoResponse, Request, Response, http::HeaderValue};

const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const ALWAYS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    // Map tiles require a referrer, so not `no-referrer`.
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("permissions-policy", "camera=(self), geolocation=(self), microphone=()"),
    ("cross-origin-opener-policy", "same-origin"),
];

pub(super) async fn secure<E: Endpoint>(next: Arc<E>, request: Request) -> poem::Result<Response> {
    let api = request.uri().path().starts_with("/api/");
    let mut response = next.call(request).await?.into_response();
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(*name, HeaderValue::from_static(value));
    }
    // Answers are about one person; nothing in between may keep them.
    if api && !headers.contains_key("cache-control") {
        headers.insert("cache-control", HeaderValue::from_static("no-store"));
    }
    Ok(response)
}
