//! Serves public pictures. Their names are hashes of their content, so caches may keep them for
//! ever.

use std::sync::Arc;

use bytes::Bytes;
use poem::{
    Endpoint, IntoResponse, Request, Response,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
};
use sparkyard_kernel::{
    ApiError,
    download::{Part, PartHeaders, no_such_part},
};

use super::{Area, FileName, FileStore};

const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Keeps a picture that a browser took for a page from running anything.
const NOTHING_RUNS: &str = "default-src 'none'; sandbox";

/// Serves `GET /<hash>.jpg|png|webp`; everything else is a 404.
pub(crate) fn public(files: Arc<FileStore>) -> impl Endpoint<Output = Response> {
    poem::endpoint::make(move |request| {
        let files = files.clone();
        async move { respond(&files, &request).await.unwrap_or_else(ApiError::into_response) }
    })
}

async fn respond(files: &FileStore, request: &Request) -> Result<Response, ApiError> {
    let method = request.method();
    let name = request.uri().path().trim_start_matches('/').parse::<FileName>();
    let name = name.ok().filter(|name| name.kind().is_public());
    let Some(name) = name.filter(|_| method == Method::GET || method == Method::HEAD) else {
        return Err(not_found());
    };
    let (etag, media_type) = (format!("\"{}\"", name.hash()), name.kind().media_type());
    let name = name.within(Area::Public);
    if files.records.is_withheld(&name).await? {
        return Err(not_found());
    }
    let content = files.get(&name).await?.ok_or_else(not_found)?;
    let mut response = if is_known(request.headers(), &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        part(request, &etag, media_type, &content)
    };
    let etag = HeaderValue::from_str(&etag).map_err(ApiError::internal)?;
    let headers = response.headers_mut();
    headers.insert(header::ETAG, etag);
    for (name, value) in [
        (header::CACHE_CONTROL, FOR_EVER),
        (header::ACCEPT_RANGES, "bytes"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, NOTHING_RUNS),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// Returns the picture, or the requested part of it.
fn part(request: &Request, etag: &str, media_type: &str, content: &Bytes) -> Response {
    let text = |name: HeaderName| request.headers().get(name)?.to_str().ok();
    // Ranges apply to GET only.
    let range = text(header::RANGE).filter(|_| request.method() == Method::GET);
    let wanted = PartHeaders { range, if_range: text(header::IF_RANGE) };
    let part = Part::of(wanted, etag, content.len());
    let range = part.content_range(content.len());
    let response = match part {
        Part::Whole => Response::builder().content_type(media_type).body(content.clone()),
        Part::Bytes(bytes) => Response::builder()
            .status(StatusCode::PARTIAL_CONTENT)
            .content_type(media_type)
            .body(content.slice(bytes)),
        Part::Nowhere => no_such_part().into_response(),
    };
    match range {
        Some(range) => response.with_header(header::CONTENT_RANGE, range).into_response(),
        None => response,
    }
}

/// Checks whether the client already has the content called `etag`, by weak comparison.
fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH).iter();
    let mut tags = known.filter_map(|known| known.to_str().ok()).flat_map(|known| known.split(','));
    tags.any(|tag| {
        let tag = tag.trim();
        tag == "*" || tag.trim_start_matches("W/") == etag
    })
}

fn not_found() -> ApiError {
    ApiError::not_found("files.not_found", "There is no such picture.")
}
