//! Bounds what a request may send, and how long it may take.

use std::{path::Path, sync::Arc, time::Duration};

use poem::{Endpoint, IntoResponse, Request, Response, http::header};
use sparkyard_kernel::{
    ApiError, ClientAddress,
    intake::{Intake, Rooms, too_large},
    multipart::MAX_FILE_BYTES,
    room::Room,
};

use super::{
    body::{Progress, Watch},
    errors::last,
    layer::Around,
};
use crate::config::ServerConfig;

/// Largest body without files, in bytes: the longest text we take is a small part of it.
const MAX_TEXT_BYTES: u64 = 1024 * 1024;
/// Largest body around accounts, in bytes: most of it is sent by people not yet known.
const MAX_ACCOUNT_BYTES: u64 = 16 * 1024;
/// Largest body with files, in bytes: one image too many and a form, so that the answer can
/// say so.
const MAX_UPLOAD_BYTES: u64 = 28 * 1024 * 1024;
/// The least share of memory: the largest file, and the form around it.
const LEAST_MEMORY_SHARE: u64 = MAX_FILE_BYTES + 2 * 1024 * 1024;
/// Where all that makes and opens accounts lives.
const ACCOUNTS: &str = "/api/auth/";
const FORM: &str = "multipart/form-data";

/// What requests may cost.
pub(super) struct Bounds {
    request: Duration,
    upload: Duration,
    rooms: Rooms,
}

impl Bounds {
    /// As configured. Files on their way are kept in `folder`.
    pub(super) fn new(config: &ServerConfig, folder: &Path) -> Self {
        let bytes = |mib: u32| u64::from(mib) << 20;
        let rooms = Rooms {
            memory: Room::new(bytes(config.body_memory_mb), LEAST_MEMORY_SHARE),
            answers: Room::new(bytes(config.answer_memory_mb), LEAST_MEMORY_SHARE),
            disk: Room::new(bytes(config.upload_disk_mb), MAX_UPLOAD_BYTES),
            folder: folder.to_owned(),
        };
        Self { request: config.request(), upload: config.upload(), rooms }
    }
}

impl Around for Bounds {
    /// Passes the request on with a body that ends with an error at a limit, or where there is no
    /// room for more.
    async fn call<E: Endpoint>(&self, next: &E, mut request: Request) -> poem::Result<Response> {
        let is_form = is_form_with_files(&request);
        let (limit, time) = match is_form {
            _ if request.uri().path().starts_with(ACCOUNTS) => (MAX_ACCOUNT_BYTES, self.request),
            true => (MAX_UPLOAD_BYTES, self.upload),
            false => (MAX_TEXT_BYTES, self.request),
        };
        let declared = request.header(header::CONTENT_LENGTH).and_then(|text| text.parse().ok());
        if declared.is_some_and(|length: u64| length > limit) {
            return Ok(last(too_large().into_response()));
        }
        let intake = Intake::new(&self.rooms, ClientAddress::of(&request));
        let progress = Arc::new(Progress::default());
        let (watched, followed) = (intake.clone(), progress.clone());
        let watch = Watch { limit, is_form, intake: watched, progress: followed };
        let body = request.take_body();
        request.set_body(watch.over(body));
        let answering = intake.clone().around(next.call(request));
        let answer = tokio::time::timeout(time, answering).await;
        if let Some(refusal) = intake.refusal() {
            return Ok(last(refusal.into_response()));
        }
        match answer {
            Ok(answer) => Ok(answer?.into_response()),
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
    last(ApiError::new(408, "request.too_slow", message).into_response())
}

fn took_too_long() -> Response {
    // Whether it was done is not known here, so nothing is said of it.
    let message = "This took too long. Please check whether it was done before you try again.";
    ApiError::new(503, "server.too_slow", message).retry_after(5).into_response()
}

#[cfg(test)]
mod tests;
