//! Security and caching headers of every response.

use poem::{
    Endpoint, IntoResponse, Request, Response,
    http::{HeaderValue, header},
};

use sparkyard_kernel::ports::CardForm;

use super::{client::Encrypted, middleware::AsyncMiddleware};

/// Content security policy of pages: no inline scripts or styles, nothing from other origins except
/// map tiles.
const PAGE: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self' blob:; \
    object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
    img-src 'self' data: blob:";
/// Content security policy of data, which must not act as a page even when opened as one.
const DATA: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

const ALWAYS: &[(&str, &str)] = &[
    ("x-content-type-options", "nosniff"),
    // Map tiles require a referrer, so not `no-referrer`.
    ("referrer-policy", "strict-origin-when-cross-origin"),
    (
        "permissions-policy",
        "camera=(self), geolocation=(self), accelerometer=(), display-capture=(), gyroscope=(), \
         hid=(), magnetometer=(), microphone=(), midi=(), serial=(), usb=()",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// One year. Subdomains are left out: they may belong to others.
const ONLY_TLS: &str = "max-age=31536000";

/// Middleware that adds the headers.
pub(super) struct Headers {
    /// Whether the public address of the site is https.
    https: bool,
    /// Content security policy of pages.
    page: HeaderValue,
    /// Content security policy of the pages with the form of a card provider, and their paths.
    card_form: Option<(&'static [&'static str], HeaderValue)>,
}

impl Headers {
    /// Creates the middleware; pages may load images from the origin `tiles`, too, and those of
    /// `cards` what its form needs.
    pub(super) fn new(
        https: bool,
        tiles: Option<&str>,
        cards: Option<CardForm>,
    ) -> anyhow::Result<Self> {
        let page = match tiles {
            Some(origin) => format!("{PAGE} {origin}"),
            None => PAGE.to_owned(),
        };
        let card_form = match cards {
            Some(form) => Some((form.pages, HeaderValue::try_from(with_form(&page, &form))?)),
            None => None,
        };
        Ok(Self { https, page: HeaderValue::try_from(page)?, card_form })
    }
}

/// Returns the policy of a response, which is `page` unless it is data.
fn policy(page: HeaderValue, response: &Response) -> HeaderValue {
    let kind = response.content_type().unwrap_or_default();
    let data = ["application/json", "text/plain", "text/event-stream"];
    match data.iter().any(|data| kind.starts_with(data)) {
        true => HeaderValue::from_static(DATA),
        false => page,
    }
}

/// Adds the origins that a card form needs to the policy of a page.
fn with_form(page: &str, form: &CardForm) -> String {
    let sources =
        |directive: &str, origins: &[&str]| format!("{directive} 'self' {}", origins.join(" "));
    let page = page.replace("script-src 'self'", &sources("script-src", form.scripts));
    let page = page.replace("connect-src 'self'", &sources("connect-src", form.connections));
    format!("frame-src {}; {page}", form.frames.join(" "))
}

impl AsyncMiddleware for Headers {
    async fn call<E: Endpoint>(&self, next: &E, request: Request) -> poem::Result<Response> {
        let path = request.uri().path();
        let api = path.starts_with("/api/");
        let page = match &self.card_form {
            Some((pages, policy)) if pages.contains(&path.trim_end_matches('/')) => policy.clone(),
            _ => self.page.clone(),
        };
        let encrypted = request.data::<Encrypted>().is_some_and(|Encrypted(yes)| *yes);
        let mut response = next.call(request).await?.into_response();
        let policy = policy(page, &response);
        let headers = response.headers_mut();
        for (name, value) in ALWAYS {
            headers.insert(*name, HeaderValue::from_static(value));
        }
        // An endpoint may have set a stricter policy.
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
        if self.https || encrypted {
            let value = HeaderValue::from_static(ONLY_TLS);
            headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
        }
        // API responses are personal, so shared caches must not store them.
        if api && !headers.contains_key(header::CACHE_CONTROL) {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_form_adds_its_origins_and_nothing_else() {
        let form = CardForm {
            pages: &["/fund"],
            scripts: &["https://js.example", "https://*.js.example"],
            frames: &["https://frames.example"],
            connections: &["https://api.example"],
        };
        let policy = with_form(PAGE, &form);
        let directives: Vec<&str> = policy.split("; ").collect();
        let plain: Vec<&str> = PAGE.split("; ").map(str::trim).collect();
        let added: Vec<&&str> = directives.iter().filter(|one| !plain.contains(one)).collect();
        assert_eq!(
            added,
            [
                &"frame-src https://frames.example",
                &"script-src 'self' https://js.example https://*.js.example",
                &"connect-src 'self' https://api.example",
            ]
        );
        assert_eq!(directives.len(), plain.len() + 1);
    }
}
