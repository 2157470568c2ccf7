//! A minimal browser for sign-ins: follows redirects and keeps cookies.

use reqwest::{Client, Response, Url, header, redirect::Policy};

/// A browser with its own cookies.
pub(super) struct Browser {
    http: Client,
    cookies: Vec<Cookie>,
}

struct Cookie {
    name: String,
    value: String,
    path: String,
    /// Host and port; stricter than a browser, which ignores the port.
    site: String,
    /// The cookie as received.
    whole: String,
}

/// Page at which a browser has arrived.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) url: String,
}

impl Page {
    /// Returns a query parameter of the URL.
    pub(super) fn query(&self, name: &str) -> Option<String> {
        let url = Url::parse(&self.url).unwrap();
        url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    }

    /// Returns the path of the URL.
    pub(super) fn path(&self) -> String {
        Url::parse(&self.url).unwrap().path().to_owned()
    }
}

impl Browser {
    pub(super) fn new() -> Self {
        let http = Client::builder().redirect(Policy::none()).no_proxy().build().unwrap();
        Self { http, cookies: Vec::new() }
    }

    /// Deletes the cookies of a site.
    pub(super) fn sign_out_at(&mut self, url: &str) {
        let site = Url::parse(url).unwrap();
        self.cookies.retain(|cookie| cookie.site != site.authority());
    }

    /// Opens a URL and follows redirects to a page of the provider, or to the callback page of the
    /// community at `home`.
    pub(super) async fn follow(&mut self, url: &str, home: &str) -> Page {
        let response = self.get(url).await;
        self.follow_to(response, &format!("{home}/oauth-callback")).await
    }

    /// Follows redirects until one leads to a URL that starts with `end`, which is not opened.
    pub(super) async fn follow_to(&mut self, mut response: Response, end: &str) -> Page {
        for _ in 0..10 {
            let Some(next) = location(&response) else {
                assert!(
                    response.status().is_success(),
                    "{} at {}",
                    response.status(),
                    response.url()
                );
                return Page { url: response.url().to_string() };
            };
            if next.starts_with(end) {
                return Page { url: next };
            }
            response = self.get(&next).await;
        }
        panic!("a circle of redirects at {}", response.url());
    }

    /// Opens a URL.
    pub(super) async fn get(&mut self, url: &str) -> Response {
        let response =
            self.http.get(url).header(header::COOKIE, self.cookies_for(url)).send().await;
        self.keep(response.unwrap())
    }

    /// Submits a form.
    pub(super) async fn post(&mut self, url: &str, form: &[(&str, &str)]) -> Response {
        let body = Url::parse_with_params("http://form", form).unwrap();
        let body = body.query().unwrap_or_default().to_owned();
        let request = self.http.post(url).header(header::COOKIE, self.cookies_for(url)).body(body);
        let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.keep(request.send().await.unwrap())
    }

    /// Returns the cookies to send with a request.
    pub(super) fn cookies_for(&self, url: &str) -> String {
        let url = Url::parse(url).unwrap();
        let ours = self.cookies.iter().filter(|cookie| {
            cookie.site == url.authority() && url.path().starts_with(&cookie.path)
        });
        ours.map(|cookie| format!("{}={}", cookie.name, cookie.value))
            .collect::<Vec<_>>()
            .join("; ")
    }

    /// Returns a cookie as received.
    pub(super) fn cookie(&self, name: &str) -> &str {
        &self.cookies.iter().find(|cookie| cookie.name == name).expect("a cookie").whole
    }

    fn keep(&mut self, response: Response) -> Response {
        let site = response.url().authority().to_owned();
        for set in response.headers().get_all(header::SET_COOKIE) {
            let whole = set.to_str().unwrap().to_owned();
            let mut parts = whole.split("; ");
            let (name, value) = parts.next().unwrap().split_once('=').unwrap();
            let mut attributes = parts.filter_map(|part| part.split_once('='));
            let path = attributes.find(|(name, _)| name.eq_ignore_ascii_case("path"));
            let path = path.map_or("/", |(_, path)| path).to_owned();
            let (name, value) = (name.to_owned(), value.to_owned());
            self.cookies.retain(|cookie| (&cookie.name, &cookie.site) != (&name, &site));
            if !value.is_empty() {
                self.cookies.push(Cookie { name, value, path, site: site.clone(), whole });
            }
        }
        response
    }
}

/// Returns the target of a redirect.
fn location(response: &Response) -> Option<String> {
    let to = response.headers().get(header::LOCATION)?.to_str().unwrap();
    Some(response.url().join(to).unwrap().to_string())
}
