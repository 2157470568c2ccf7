//! The `Idempotency-Key` header of requests that move money.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Serialize;
use sha2::{Digest, Sha256};
use sparkyard_db::{Db, Idempotency, Timestamp};

use crate::{ApiError, Caller, purge::Purge};

/// Longest key a client may send, in bytes.
const MAX_KEY: usize = 255;
/// How long a request may be repeated.
const KEEP_ANSWERS: Duration = Duration::from_hours(24);

/// Names this request for the database, or `None` when the client sent no key.
///
/// `operation` is the operation id; `parts` is everything in the request that matters: the same
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

/// All that `command` says, as one of the parts of [`idempotency`]: a field that it gains later is
/// part of it without further ado.
pub fn whole(command: &impl Serialize) -> Result<Vec<u8>, ApiError> {
    serde_json::to_vec(command).map_err(ApiError::internal)
}

/// Forgets the answers that were kept for repeated requests, a day after they were given.
pub fn forget_answers(db: Db) -> Purge {
    Purge {
        db,
        what: "core.forget_answers",
        keep: KEEP_ANSWERS,
        rows: "idempotency",
        due: "created_at < $before",
    }
}

/// SHA-256 over length-prefixed parts, so that no two lists of parts read the same.
pub fn digest(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    URL_SAFE_NO_PAD.encode(hash.finalize())
}
