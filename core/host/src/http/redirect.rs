//! Redirects plain HTTP to https.

use std::sync::Arc;

use poem::{
    EndpointExt, Request, Response,
    endpoint::{BoxEndpoint, make_sync},
    http::{Method, StatusCode, header},
};

/// Returns an endpoint that redirects every request to the same path at `public_url`. The host that
/// a request names is not looked at: it may be anything.
pub fn redirect_to(public_url: &str) -> Arc<BoxEndpoint<'static, Response>> {
    let origin = public_url.trim_end_matches('/').to_owned();
    let endpoint = make_sync(move |request: Request| redirect(&origin, &request));
    Arc::new(endpoint.map_to_response().boxed())
}

fn redirect(origin: &str, request: &Request) -> Response {
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    // Other methods keep their body only by the newer status.
    let status = match *request.method() {
        Method::GET | Method::HEAD => StatusCode::MOVED_PERMANENTLY,
        _ => StatusCode::PERMANENT_REDIRECT,
    };
    // `OPTIONS *` and the like have no path.
    let path = if path.starts_with('/') { path } else { "/" };
    Response::builder().status(status).header(header::LOCATION, format!("{origin}{path}")).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(method: Method, uri: &str) -> (u16, String) {
        let request = Request::builder().method(method).uri(uri.parse().unwrap()).finish();
        let response = redirect("https://a.org", &request);
        (response.status().as_u16(), response.header("location").unwrap().to_owned())
    }

    #[test]
    fn path_and_query_are_kept() {
        let to = |path: &str| format!("https://a.org{path}");
        assert_eq!(location(Method::GET, "/a/b?c=d%20e"), (301, to("/a/b?c=d%20e")));
        assert_eq!(location(Method::POST, "/api/x"), (308, to("/api/x")));
        assert_eq!(location(Method::OPTIONS, "*"), (308, to("/")));
        assert_eq!(location(Method::GET, "http://evil.example/x"), (301, to("/x")));
        assert_eq!(location(Method::GET, "//evil.example/x").1, to("//evil.example/x"));
    }
}
