//! The embedded web client.

use std::{borrow::Cow, fmt::Write as _, sync::LazyLock};

use poem::{
    Endpoint, IntoResponse, Request, Response,
    endpoint::make,
    http::{Method, StatusCode, header},
};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

/// The client's own routes (`/service/:id`), which all start from `index.html`. Everything else
/// that is no file is a 404, so that a mistyped address is not mistaken for a page.
static ROUTES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let listed = Dist::get("routes.json").map(|file| file.data);
    listed.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_else(|| vec!["/".into()])
});

/// Serves files of the client, its pages, and the API documentation under `/docs`.
pub fn client() -> impl Endpoint {
    make(|request: Request| async move { Ok::<_, poem::Error>(respond(&request)) })
}

fn respond(request: &Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path();
    if path == "/docs" {
        return StatusCode::FOUND.with_header(header::LOCATION, "/docs/").into_response();
    }
    let name = match path {
        "/docs/" => "docs/index.html",
        path => path.trim_start_matches('/'),
    };
    // `routes.json` is for us, and `index.html` has its addresses.
    let file = Some(name).filter(|name| !["routes.json", "index.html"].contains(name));
    if let Some((name, file)) = file.and_then(|name| Some((name, Dist::get(name)?))) {
        return send(request, name, file);
    }
    let known = ROUTES.iter().any(|route| matches(route, path));
    match Dist::get("index.html") {
        Some(index) if known => send(request, "index.html", index),
        // The client's own 404 page, with a status that says so.
        Some(index) if accepts_html(request) => {
            let mut response = send(request, "index.html", index);
            response.set_status(StatusCode::NOT_FOUND);
            response
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn send(request: &Request, name: &str, file: EmbeddedFile) -> Response {
    let etag = etag(&file.metadata.sha256_hash());
    // Vite names files under `assets/` by their content; all else is asked for anew.
    let caching = match name.starts_with("assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let unchanged =
        request.header(header::IF_NONE_MATCH).is_some_and(|known| known.contains(&etag));
    let response = match unchanged {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => body(file.data).with_content_type(content_type(name)).into_response(),
    };
    response
        .with_header(header::CACHE_CONTROL, caching)
        .with_header(header::ETAG, etag)
        .into_response()
}

fn body(data: Cow<'static, [u8]>) -> Response {
    match data {
        Cow::Borrowed(bytes) => bytes.into_response(),
        Cow::Owned(bytes) => bytes.into_response(),
    }
}

fn content_type(name: &str) -> String {
    let guess = mime_guess::from_path(name).first_or_octet_stream();
    match guess.type_() == mime_guess::mime::TEXT || guess.subtype() == "javascript" {
        true => format!("{}; charset=utf-8", guess.essence_str()),
        false => guess.essence_str().to_owned(),
    }
}

fn etag(hash: &[u8]) -> String {
    let hex = hash.iter().take(12).fold(String::new(), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    format!("\"{hex}\"")
}

fn accepts_html(request: &Request) -> bool {
    request.header(header::ACCEPT).is_some_and(|accept| accept.contains("text/html"))
}

/// Whether `path` is an instance of `pattern`, where `:name` stands for one segment.
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
