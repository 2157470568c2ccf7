//! Serves public pictures. Their names are hashes of their content, so a copy never grows old.

use std::sync::Arc;

use poem::{
    Endpoint, IntoResponse, Request, Response,
    http::{HeaderValue, Method, StatusCode, header},
};
use sparkyard_kernel::ApiError;

use super::{Area, DiskFiles, name::FileName};

const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Even a picture that a browser took for a page could run nothing.
const NOTHING_RUNS: &str = "default-src 'none'; sandbox";

/// `GET /<hash>.jpg|png|webp`; everything else is a 404.
pub fn public(files: Arc<DiskFiles>) -> impl Endpoint<Output = Response> {
    poem::endpoint::make(move |request| {
        let files = files.clone();
        async move { answer(&files, &request).await.unwrap_or_else(ApiError::into_response) }
    })
}

async fn answer(files: &DiskFiles, request: &Request) -> Result<Response, ApiError> {
    let method = request.method();
    let name = request.uri().path().trim_start_matches('/').parse::<FileName>();
    let name = name.ok().filter(|name| name.kind().is_public());
    let Some(name) = name.filter(|_| method == Method::GET || method == Method::HEAD) else {
        return Err(not_found());
    };
    let etag = format!("\"{}\"", name.hash());
    let content = files.get(Area::Public, &name).await?.ok_or_else(not_found)?;
    let response = Response::builder()
        .header(header::CACHE_CONTROL, FOR_EVER)
        .header(header::ETAG, &etag)
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    if request.headers().get_all(header::IF_NONE_MATCH).iter().any(|known| names(known, &etag)) {
        return Ok(response.status(StatusCode::NOT_MODIFIED).finish());
    }
    Ok(response
        .header(header::CONTENT_SECURITY_POLICY, NOTHING_RUNS)
        .content_type(name.kind().media_type())
        .body(content))
}

/// Whether an `If-None-Match` header names `etag`, weakly compared.
fn names(header: &HeaderValue, etag: &str) -> bool {
    let tags = header.to_str().unwrap_or_default().split(',');
    tags.map(str::trim).any(|tag| tag == "*" || tag.trim_start_matches("W/") == etag)
}

fn not_found() -> ApiError {
    ApiError::not_found("files.not_found", "There is no such picture.")
}
