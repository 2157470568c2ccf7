//! Response envelope: `{"status":"success","message":…,"data":…}` or an error body.

use poem::{IntoResponse, http::StatusCode};
use poem_openapi::{
    ApiResponse, Object,
    payload::Json,
    registry::{MetaMediaType, MetaResponse, MetaResponses, Registry},
    types::{ParseFromJSON, ToJSON, Type},
};
use serde_json::Value;

use crate::{
    error::{ApiError, ErrorBody},
    page::Page,
};

/// Body of every successful response.
#[derive(Debug, Object)]
pub struct Success<T: ParseFromJSON + ToJSON> {
    /// Always `success`.
    pub status: String,
    /// One sentence for people; may be empty.
    pub message: String,
    /// The result; left out where the message says it all.
    #[oai(serialize_with = "without_nulls")]
    pub data: T,
    /// Cursor of the next page, present when the list continues.
    #[oai(skip_serializing_if_is_none)]
    pub next_cursor: Option<String>,
}

/// Serialises `data` without null fields, so that the API document needs no `null`.
fn without_nulls<T: ToJSON>(data: &T) -> Option<Value> {
    fn clean(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|_, value| !value.is_null());
                fields.values_mut().for_each(clean);
            }
            Value::Array(items) => items.iter_mut().for_each(clean),
            _ => {}
        }
    }
    let mut value = data.to_json().filter(|value| !value.is_null())?;
    clean(&mut value);
    Some(value)
}

/// Successful response of an operation.
pub type Data<T> = Json<Success<T>>;

/// Return type of an operation: a success of `T`, or one of the errors in the mask `E`.
pub type Reply<T, const E: u32> = Result<Data<T>, Failure<E>>;

/// Returns a success without a message.
pub fn ok<T: ParseFromJSON + ToJSON, const E: u32>(data: T) -> Reply<T, E> {
    done("", data)
}

/// Returns a success with a message for people.
pub fn done<T: ParseFromJSON + ToJSON, const E: u32>(message: &str, data: T) -> Reply<T, E> {
    let (status, message) = ("success".to_owned(), message.to_owned());
    Ok(Json(Success { status, message, data, next_cursor: None }))
}

/// Returns one page of a list.
pub fn listed<T, const E: u32>(page: Page<T>) -> Reply<Vec<T>, E>
where
    T: ParseFromJSON + ToJSON,
{
    let (status, message) = ("success".to_owned(), String::new());
    Ok(Json(Success { status, message, data: page.items, next_cursor: page.next_cursor }))
}

/// 400: the request cannot be read.
pub const MALFORMED: u32 = 1 << 0;
/// 401: no valid access token.
pub const UNAUTHORISED: u32 = 1 << 1;
/// 403: signed in, but not allowed.
pub const FORBIDDEN: u32 = 1 << 2;
/// 404: no such thing, or not yours to see.
pub const NOT_FOUND: u32 = 1 << 3;
/// 409: not possible in the present state.
pub const CONFLICT: u32 = 1 << 4;
/// 413: too large.
pub const TOO_LARGE: u32 = 1 << 5;
/// 415: a type that is not accepted.
pub const UNSUPPORTED: u32 = 1 << 6;
/// 422: readable, but a value breaks a rule.
pub const INVALID: u32 = 1 << 7;
/// 429: too often.
pub const TOO_MANY: u32 = 1 << 8;
/// Errors of an operation whose input can be unreadable or break a rule.
pub const INPUT: u32 = MALFORMED | INVALID;
/// Errors of an upload, including the daily storage limit.
pub const UPLOAD: u32 = INPUT | TOO_LARGE | UNSUPPORTED | TOO_MANY;

const DOCUMENTED: &[(u32, u16, &str)] = &[
    (MALFORMED, 400, "The request cannot be read."),
    (UNAUTHORISED, 401, "No valid access token."),
    (FORBIDDEN, 403, "Signed in, but not allowed."),
    (NOT_FOUND, 404, "Not found, not visible to you, or the module is switched off."),
    (CONFLICT, 409, "Not possible in the current state; nothing was changed."),
    (TOO_LARGE, 413, "The body is too large."),
    (UNSUPPORTED, 415, "This type of content is not accepted."),
    (INVALID, 422, "A value breaks a rule; `fields` says which."),
    (TOO_MANY, 429, "Too many requests; `Retry-After` says when to retry."),
];

/// Errors that every operation can return: the module can be off, the server busy or broken.
const ALWAYS: &[(u16, &str)] = &[
    (404, "The module is switched off."),
    (500, "Something went wrong on our side. Look whether it was done before you repeat it."),
    (503, "Busy or not configured; nothing was changed."),
    (
        507,
        "The server's disk is full or failing. Nothing was changed, unless `code` is \
           `storage.outcome_unknown`: then look before you repeat it.",
    ),
];

/// Error of an operation that documents the errors in the mask `E`.
#[derive(Debug)]
pub struct Failure<const E: u32>(ApiError);

impl<T: Into<ApiError>, const E: u32> From<T> for Failure<E> {
    fn from(error: T) -> Self {
        let error = error.into();
        debug_assert!(documented(E, error.status), "undocumented {} {}", error.status, error.code);
        Self(error)
    }
}

fn documented(mask: u32, status: StatusCode) -> bool {
    let status = status.as_u16();
    ALWAYS.iter().any(|(code, _)| *code == status)
        || DOCUMENTED.iter().any(|(bit, code, _)| *code == status && mask & bit != 0)
}

impl<const E: u32> From<Failure<E>> for poem::Error {
    fn from(failure: Failure<E>) -> Self {
        poem::Error::from_response(failure.0.into_response())
    }
}

impl<const E: u32> ApiResponse for Failure<E> {
    fn meta() -> MetaResponses {
        let listed = DOCUMENTED.iter().filter(|(bit, _, _)| E & bit != 0);
        let own: Vec<_> = listed.map(|(_, code, text)| (*code, *text)).collect();
        let always = ALWAYS.iter().filter(|(code, _)| own.iter().all(|(known, _)| known != code));
        let mut all: Vec<_> = own.iter().chain(always).copied().collect();
        all.sort_unstable();
        MetaResponses {
            responses: all.into_iter().map(|(code, text)| describe(code, text)).collect(),
        }
    }

    fn register(registry: &mut Registry) {
        ErrorBody::register(registry);
    }
}

/// Returns the entry of the API document for an error with this status.
pub fn describe(status: u16, description: &'static str) -> MetaResponse {
    MetaResponse {
        description,
        status: Some(status),
        status_range: None,
        content: vec![MetaMediaType {
            content_type: "application/json; charset=utf-8",
            schema: ErrorBody::schema_ref(),
        }],
        headers: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, Object)]
    struct Sample {
        name: String,
        photo: Option<String>,
        others: Vec<Sample>,
    }

    fn shown<T: ParseFromJSON + ToJSON>(reply: Reply<T, 0>) -> Value {
        reply.unwrap().0.to_json().unwrap()
    }

    #[test]
    fn null_fields_are_left_out() {
        let sample = |name: &str, others| Sample { name: name.to_owned(), photo: None, others };
        let response = shown(ok(sample("a", vec![sample("b", Vec::new())])));
        let data = json!({ "name": "a", "others": [{ "name": "b", "others": [] }] });
        assert_eq!(response, json!({ "status": "success", "message": "", "data": data }));
        let response = shown(done("Deleted.", None::<String>));
        assert_eq!(response, json!({ "status": "success", "message": "Deleted." }));
    }
}
