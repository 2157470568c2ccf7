//! Puts the framework's own errors into the envelope.

use poem::{
    IntoResponse, Response,
    http::{HeaderValue, StatusCode, header},
};
use sparkyard_kernel::ApiError;

/// The last answer on its connection: what is still to come of the request's body must not be
/// taken for the next request.
pub(super) fn last(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Our own answers pass; the framework's become envelopes by their status.
pub(super) async fn envelope(error: poem::Error) -> Response {
    if error.is_from_response() {
        return error.into_response();
    }
    let status = error.status();
    let (code, message) = match status {
        StatusCode::BAD_REQUEST => ("request.malformed", without_values(&error.to_string())),
        StatusCode::UNAUTHORIZED => ("auth.unauthorised", "Please sign in to continue.".to_owned()),
        StatusCode::NOT_FOUND => {
            ("request.unknown_path", "There is nothing at this address.".to_owned())
        }
        StatusCode::METHOD_NOT_ALLOWED => {
            ("request.method", "This address does not take this method.".to_owned())
        }
        StatusCode::PAYLOAD_TOO_LARGE => {
            ("request.too_large", "That is too large to send.".to_owned())
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ("request.media_type", "This type of content is not accepted here.".to_owned())
        }
        status if status.is_client_error() => {
            ("request.refused", without_values(&error.to_string()))
        }
        _ => return ApiError::internal(error).into_response(),
    };
    ApiError::new(status.as_u16(), code, message).into_response()
}

/// What the framework says, without the value that it found: it may be a secret in the wrong
/// place, and answers are shown, logged and reported.
fn without_values(message: &str) -> String {
    match message.split_once(", found ") {
        Some((before, _)) => format!("{before}."),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::without_values;

    #[test]
    fn values_are_left_out() {
        let said = r#"Expected input type "string", found {"a": "hush, found"}."#;
        assert_eq!(without_values(said), r#"Expected input type "string"."#);
        assert_eq!(without_values("EOF while parsing"), "EOF while parsing");
    }
}
