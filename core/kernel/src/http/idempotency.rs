//! The `Idempotency-Key` header of requests that move money.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Serialize;
use sha2::{Digest, Sha256};
use sparkyard_db::{Idempotency, Timestamp};

use crate::{ApiError, Caller, purge::Purge};

/// Longest key a client may send, in bytes.
const MAX_KEY: usize = 255;
/// Time for which a request may be repeated.
const KEEP_RESPONSES: Duration = Duration::from_hours(24);

/// Builds the idempotency key of a request, or `None` when the client sent no key.
///
/// `operation` is the operation id; `parts` are all significant inputs of the request: reusing a
/// key with other parts is a 409. An empty or overlong key is a 422.
pub fn idempotency(
    caller: &Caller,
    operation: &'static str,
    key: Option<&str>,
    parts: &[&[u8]],
    now: Timestamp,
) -> Result<Option<Idempotency>, ApiError> {
    let Some(key) = key else { return Ok(None) };
    if key.is_empty() || key.len() > MAX_KEY {
        return Err(ApiError::invalid("Idempotency-Key", "Use a key of 1 to 255 characters."));
    }
    Ok(Some(Idempotency {
        id: digest(&[caller.id.as_str().as_bytes(), operation.as_bytes(), key.as_bytes()]),
        fingerprint: digest(parts),
        at: now,
    }))
}

/// Serialises all of `command` as one part of [`idempotency`], including fields added to it later.
pub fn whole(command: &impl Serialize) -> Result<Vec<u8>, ApiError> {
    serde_json::to_vec(command).map_err(ApiError::internal)
}

/// Returns the purge that deletes stored responses of repeatable requests after a day.
pub fn purge_responses() -> Purge {
    Purge {
        what: "core.forget_answers",
        keep: KEEP_RESPONSES,
        rows: "idempotency",
        due: "created_at < $before",
        data: "Answers kept so that a repeated request is done once",
        since: "after the request",
    }
}

/// Returns the SHA-256 of length-prefixed parts, so that different lists of parts hash differently.
pub fn digest(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    URL_SAFE_NO_PAD.encode(hash.finalize())
}
