//! Limits the size and duration of requests.

use std::{path::Path, sync::Arc, time::Duration};

use poem::{Endpoint, IntoResponse, Request, Response, http::header};
use sparkyard_kernel::{
    ApiError, ClientAddress,
    multipart::MAX_FILE_BYTES,
    quota::Quota,
    request_usage::{RequestQuotas, RequestUsage, too_large},
};

use super::{
    body::{Progress, Watch},
    errors::closing_connection,
    middleware::AsyncMiddleware,
};
use crate::config::ServerConfig;

/// Maximum body without files, in bytes; the longest accepted text is a small part of it.
const MAX_TEXT_BYTES: u64 = 1024 * 1024;
/// Maximum body for account operations, in bytes; most callers are not signed in.
const MAX_ACCOUNT_BYTES: u64 = 16 * 1024;
/// Maximum body with files, in bytes: a form with one image too many, so that the error can say so.
const MAX_UPLOAD_BYTES: u64 = 28 * 1024 * 1024;
/// Minimum share of memory of one sender, in bytes: the largest file and the form around it.
const LEAST_MEMORY_SHARE: u64 = MAX_FILE_BYTES + 2 * 1024 * 1024;
/// Path of all account operations.
const ACCOUNTS: &str = "/api/auth/";
const FORM: &str = "multipart/form-data";

/// Limits of requests: time, memory and disk.
pub(super) struct Bounds {
    request: Duration,
    upload: Duration,
    quotas: RequestQuotas,
}

impl Bounds {
    /// Reads the limits from the configuration. Uploads in progress are stored in `folder`.
    pub(super) fn new(config: &ServerConfig, folder: &Path) -> Self {
        let bytes = |mib: u32| u64::from(mib) << 20;
        let quotas = RequestQuotas {
            memory: Quota::new(bytes(config.body_memory_mb), LEAST_MEMORY_SHARE),
            responses: Quota::new(bytes(config.answer_memory_mb), LEAST_MEMORY_SHARE),
            disk: Quota::new(bytes(config.upload_disk_mb), MAX_UPLOAD_BYTES),
            folder: folder.to_owned(),
        };
        Self { request: config.request(), upload: config.upload(), quotas }
    }
}

impl AsyncMiddleware for Bounds {
    /// Passes the request on with a body that fails at its size limit or when a quota is used up.
    async fn call<E: Endpoint>(&self, next: &E, mut request: Request) -> poem::Result<Response> {
        let is_form = is_form_with_files(&request);
        let (limit, time) = match is_form {
            _ if request.uri().path().starts_with(ACCOUNTS) => (MAX_ACCOUNT_BYTES, self.request),
            true => (MAX_UPLOAD_BYTES, self.upload),
            false => (MAX_TEXT_BYTES, self.request),
        };
        let declared = request.header(header::CONTENT_LENGTH).and_then(|text| text.parse().ok());
        if declared.is_some_and(|length: u64| length > limit) {
            return Ok(closing_connection(too_large().into_response()));
        }
        let usage = RequestUsage::new(&self.quotas, ClientAddress::of(&request));
        let progress = Arc::new(Progress::default());
        let (watched, followed) = (usage.clone(), progress.clone());
        let watch = Watch { limit, is_form, usage: watched, progress: followed };
        let body = request.take_body();
        request.set_body(watch.over(body));
        let handled = usage.clone().around(next.call(request));
        let outcome = tokio::time::timeout(time, handled).await;
        if let Some(rejection) = usage.rejection() {
            return Ok(closing_connection(rejection.into_response()));
        }
        match outcome {
            Ok(response) => Ok(response?.into_response()),
            Err(_) if progress.complete() => Ok(took_too_long()),
            Err(_) => Ok(came_too_slowly()),
        }
    }
}

fn is_form_with_files(request: &Request) -> bool {
    let kind = request.content_type().unwrap_or_default().trim_start();
    kind.get(..FORM.len()).is_some_and(|start| start.eq_ignore_ascii_case(FORM))
}

fn came_too_slowly() -> Response {
    let message = "Your request arrived too slowly. Please check your connection and try again.";
    closing_connection(ApiError::new(408, "request.too_slow", message).into_response())
}

fn took_too_long() -> Response {
    // The operation may or may not have completed; the message claims neither.
    let message = "This took too long. Please check whether it was done before you try again.";
    ApiError::new(503, "server.too_slow", message).retry_after(5).into_response()
}

#[cfg(test)]
mod tests;
