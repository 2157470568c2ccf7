//! The embedded web client.

mod accept_encoding;
mod files;
mod html_head;
mod manifest;
mod previews;

use std::sync::{Arc, LazyLock};

use poem::{
    EndpointExt, IntoResponse, Request, Response,
    endpoint::{BoxEndpoint, make},
    http::{HeaderValue, Method, StatusCode, header},
};
use sparkyard_host::config::Config;
use sparkyard_kernel::{Ports, site::Site};

use self::{
    accept_encoding::{AcceptEncoding, Coding},
    files::{File, Variant},
    html_head::HtmlHeads,
    manifest::Manifest,
    previews::Previews,
};

/// Routes of the client (`/service/:id`), all served with `index.html`. Any other path that is not
/// a file is a 404, so that a mistyped address is not taken for a page.
static ROUTES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let listed = files::find("routes.json").and_then(|file| file.variant(Coding::Identity));
    let listed = listed.and_then(|text| serde_json::from_slice(&text.bytes()).ok());
    listed.unwrap_or_else(|| vec!["/".into()])
});

/// Route whose pages are posts, each of them a public page.
const POST: &str = "/blog/:slug";
/// Start of the paths of profiles.
const PROFILE: &str = "/user-profile/";

/// Manifest, heads and previews of a site.
struct Made {
    manifest: Manifest,
    heads: HtmlHeads,
    /// Previews of links to profiles; `None` where members cannot allow them.
    previews: Option<Previews>,
}

/// Serves the client's files and pages of `site`, and the API documentation at `/docs`.
pub fn client(config: &Config, site: Arc<Site>, ports: &Ports) -> BoxEndpoint<'static> {
    let (manifest, previews) = (Manifest::new(config, site.clone()), Previews::new(ports));
    let made = Arc::new(Made { manifest, heads: HtmlHeads::new(site), previews });
    let endpoint = make(move |request: Request| {
        let made = made.clone();
        async move { Ok::<_, poem::Error>(respond(&request, &made).await) }
    });
    endpoint.map_to_response().boxed()
}

async fn respond(request: &Request, made: &Made) -> Response {
    let Made { manifest, heads, previews } = made;
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path();
    if path == "/docs" {
        return StatusCode::FOUND.with_header(header::LOCATION, "/docs/").into_response();
    }
    match path {
        manifest::PATH => return manifest.response(),
        html_head::SITEMAP => return heads.sitemap(),
        html_head::ROBOTS => return heads.robots(),
        _ => {}
    }
    let name = match path {
        "/docs/" => "docs/index.html",
        path => path.trim_start_matches('/'),
    };
    // `routes.json` is only for the server; `index.html` is served at its routes.
    let file = Some(name).filter(|name| !["routes.json", "index.html"].contains(name));
    if let Some((name, file)) = file.and_then(|name| Some((name, files::find(name)?))) {
        return send(request, StatusCode::OK, name, file);
    }
    let is_route = ROUTES.iter().any(|route| matches(route, path));
    if let Some(page) = heads.page(path).filter(|_| is_route) {
        return send(request, StatusCode::OK, "index.html", &page);
    }
    if let (Some(id), Some(previews)) = (path.strip_prefix(PROFILE), previews)
        && let Some(preview) = previews.of(id.trim_end_matches('/')).await
        && let Some(page) = heads.profile(path, &preview)
    {
        return send(request, StatusCode::OK, "index.html", &page);
    }
    let status = match is_route && !matches(POST, path) {
        true => StatusCode::OK,
        // The client shows its own 404 page, with the matching status.
        false if accepts_html(request) => StatusCode::NOT_FOUND,
        false => return StatusCode::NOT_FOUND.into_response(),
    };
    match files::find("index.html") {
        Some(index) => send(request, status, "index.html", index),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn send(request: &Request, status: StatusCode, name: &str, file: &File) -> Response {
    let coding = AcceptEncoding::of(request.headers()).best(file.codings());
    let mut response = match coding.and_then(|coding| file.variant(coding)) {
        Some(variant) => send_variant(request, status, name, variant),
        None => StatusCode::NOT_ACCEPTABLE.into_response(),
    };
    if file.is_compressed() {
        let by = HeaderValue::from_static("accept-encoding");
        response.headers_mut().append(header::VARY, by);
    }
    response
}

fn send_variant(request: &Request, status: StatusCode, name: &str, variant: &Variant) -> Response {
    // Vite puts a content hash into names under `assets/`; everything else is revalidated.
    let caching = match name.starts_with("assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let unchanged = status == StatusCode::OK && etag_matches(request, &variant.etag);
    let mut response = match unchanged {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => whole(status, name, variant),
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::ETAG, variant.etag.clone());
    response
}

fn whole(status: StatusCode, name: &str, variant: &Variant) -> Response {
    let response = Response::builder().status(status).content_type(content_type(name));
    let response = match variant.coding {
        Coding::Identity => response,
        coding => response.header(header::CONTENT_ENCODING, coding.name()),
    };
    response.body(variant.bytes())
}

/// Checks whether `If-None-Match` contains the file's tag.
fn etag_matches(request: &Request, etag: &HeaderValue) -> bool {
    let (if_none_match, etag) = (request.header(header::IF_NONE_MATCH), etag.to_str());
    if_none_match.zip(etag.ok()).is_some_and(|(tags, etag)| tags.contains(etag))
}

fn content_type(name: &str) -> String {
    let guess = mime_guess::from_path(name).first_or_octet_stream();
    match guess.type_() == mime_guess::mime::TEXT || guess.subtype() == "javascript" {
        true => format!("{}; charset=utf-8", guess.essence_str()),
        false => guess.essence_str().to_owned(),
    }
}

fn accepts_html(request: &Request) -> bool {
    request.header(header::ACCEPT).is_some_and(|accept| accept.contains("text/html"))
}

/// Checks whether `path` matches `pattern`, in which `:name` stands for one segment.
fn matches(pattern: &str, path: &str) -> bool {
    let trimmed = match path.strip_suffix('/') {
        Some("") | None => path,
        Some(shorter) => shorter,
    };
    let (mut wanted, mut given) = (pattern.split('/'), trimmed.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(want), Some(got)) if want == got => {}
            (Some(want), Some(got)) if want.starts_with(':') && !got.is_empty() => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn route_patterns() {
        let check =
            |pattern, path, expected| assert_eq!(matches(pattern, path), expected, "{path}");
        check("/", "/", true);
        check("/login", "/login", true);
        check("/login", "/login/", true);
        check("/login", "/logi", false);
        check("/service/:id", "/service/01abc", true);
        check("/service/:id", "/service/", false);
        check("/service/:id", "/service/a/b", false);
    }
}
