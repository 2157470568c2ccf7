//! Converts the framework's errors into the error envelope.

use poem::{
    IntoResponse, Response,
    http::{HeaderValue, StatusCode, header},
};
use poem_openapi::error::{
    ParseMultipartError, ParseParamError, ParsePathError, ParseRequestPayloadError,
};
use sparkyard_kernel::ApiError;

/// Returns `response` with `Connection: close`, so that the unread rest of the request's body is
/// not parsed as the next request.
pub(super) fn closing_connection(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Converts a framework error into an envelope, by its status; keeps responses of our own.
pub(super) async fn envelope(error: poem::Error) -> Response {
    if error.is_from_response() {
        return error.into_response();
    }
    if let Some((field, rule)) = broken_bound(&error) {
        return ApiError::invalid(&field, rule).into_response();
    }
    let status = error.status();
    let (code, message) = match status {
        StatusCode::BAD_REQUEST => ("request.malformed", malformed(&error)),
        StatusCode::UNAUTHORIZED => ("auth.unauthorised", "Please sign in to continue.".to_owned()),
        StatusCode::NOT_FOUND => {
            ("request.unknown_path", "There is nothing at this address.".to_owned())
        }
        StatusCode::PAYLOAD_TOO_LARGE => {
            ("request.too_large", "That is too large to send.".to_owned())
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ("request.media_type", "This type of content is not accepted here.".to_owned())
        }
        status if status.is_client_error() => {
            ("request.refused", "This request is not possible here.".to_owned())
        }
        _ => return ApiError::internal(error).into_response(),
    };
    ApiError::new(status.as_u16(), code, message).into_response()
}

/// Returns the field that breaks a bound of the OpenAPI document, and what the bound requires. The
/// framework reports both in one sentence and returns 400; all other broken rules are 422.
fn broken_bound(error: &poem::Error) -> Option<(String, String)> {
    const VERDICT: &str = "verification failed. ";
    let (field, verdict) = if let Some(error) = error.downcast_ref::<ParseParamError>() {
        (error.name, error.reason.strip_prefix(VERDICT)?)
    } else {
        let (before, verdict) = body_reason(error)?.split_once(VERDICT)?;
        (before.trim_end().trim_end_matches('`').rsplit_once('`')?.1, verdict)
    };
    let (rule, bound) = verdict.split_once('(')?;
    let bound = bound.split([',', ')']).next()?;
    let sentence = match rule {
        "maxLength" => format!("Please write at most {bound} characters."),
        "minLength" => format!("Please write at least {bound} characters."),
        "maximum" => format!("Please choose at most {bound}."),
        "minimum" => format!("Please choose at least {bound}."),
        "maxItems" => format!("Please send at most {bound} of them."),
        _ => return None,
    };
    Some((field.to_owned(), sentence))
}

/// Returns the framework's reason for rejecting a body.
fn body_reason(error: &poem::Error) -> Option<&str> {
    let json = error.downcast_ref::<ParseRequestPayloadError>().map(|error| &*error.reason);
    json.or_else(|| Some(&*error.downcast_ref::<ParseMultipartError>()?.reason))
}

/// Describes an unreadable request, naming the parameter or field where the framework does. Leaves
/// out the rejected value: it may be a misplaced secret, and responses are shown, logged and
/// reported.
fn malformed(error: &poem::Error) -> String {
    let parameter = error.downcast_ref::<ParseParamError>().map(|error| error.name);
    let path = error.downcast_ref::<ParsePathError>().map(|error| error.name);
    let field = || {
        let reason = body_reason(error)?;
        // The rejected value may contain anything, including the backticks around names.
        let reason = reason.split_once(", found ").map_or(reason, |(before, _)| before);
        Some(reason.split_once('`')?.1.split_once('`')?.0)
    };
    // The framework numbers the parts of a path: `param0`.
    let is_part = |name: &str| {
        let number = name.strip_prefix("param").unwrap_or_default();
        !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
    };
    match parameter.or(path).or_else(field) {
        Some(name) if is_part(name) => "A part of the address cannot be read.".to_owned(),
        Some(name) => format!("\u{2018}{name}\u{2019} has a value that cannot be read."),
        None => "This request cannot be read. Its format is described at /docs.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use poem::{EndpointExt, IntoEndpoint, http::Method, test::TestClient};
    use poem_openapi::{
        Multipart, Object, OpenApi, OpenApiService,
        param::{Path, Query},
        payload::{Json, PlainText},
    };
    use serde_json::json;

    use super::*;

    #[derive(Object)]
    struct Inner {
        #[oai(validator(max_length = 2))]
        word: Option<String>,
    }

    #[derive(Object)]
    struct Body {
        #[oai(validator(max_items = 1))]
        inner: Vec<Inner>,
    }

    #[derive(Multipart)]
    struct Form {
        #[oai(validator(maximum(value = "0.5")))]
        number: f64,
    }

    struct Api;

    #[expect(clippy::unused_async, reason = "an operation is async even when it waits for nothing")]
    #[OpenApi]
    impl Api {
        #[oai(path = "/", method = "get")]
        async fn get(
            &self,
            #[oai(validator(minimum(value = "3")))] count: Query<Option<u32>>,
        ) -> PlainText<String> {
            PlainText(count.0.unwrap_or_default().to_string())
        }

        #[oai(path = "/:id", method = "get")]
        async fn get_one(&self, id: Path<u32>) -> PlainText<String> {
            PlainText(id.0.to_string())
        }

        #[oai(path = "/", method = "post")]
        async fn post(&self, body: Json<Body>) -> PlainText<String> {
            let words = body.0.inner.into_iter().filter_map(|inner| inner.word);
            PlainText(words.collect())
        }

        #[oai(path = "/", method = "put")]
        async fn put(&self, form: Form) -> PlainText<String> {
            PlainText(form.number.to_string())
        }
    }

    #[tokio::test]
    async fn a_broken_bound_is_a_422_naming_the_field() {
        let client = TestClient::new(
            OpenApiService::new(Api, "", "").into_endpoint().catch_all_error(envelope),
        );
        let form = "--x\r\nContent-Disposition: form-data; name=\"number\"\r\n\r\n0.7\r\n--x--\r\n";
        let (get, post, put) = (Method::GET, Method::POST, Method::PUT);
        let (json, multipart) = ("application/json", "multipart/form-data; boundary=x");
        let long = json!({ "inner": [{ "word": "abc" }] }).to_string();
        let many = json!({ "inner": [{}, {}] }).to_string();
        let rows = [
            (get, "/?count=2", json, "", "count", "Please choose at least 3."),
            (post.clone(), "/", json, &*long, "word", "Please write at most 2 characters."),
            (post, "/", json, &*many, "inner", "Please send at most 1 of them."),
            (put, "/", multipart, form, "number", "Please choose at most 0.5."),
        ];
        for (method, path, kind, body, field, sentence) in rows {
            let request = client.request(method, path).content_type(kind);
            let response = request.body(body.to_owned()).send().await;
            response.assert_status(StatusCode::UNPROCESSABLE_ENTITY);
            let body = response.json().await.value().deserialize::<serde_json::Value>();
            assert_eq!(body["fields"], json!({ field: sentence }));
        }
    }

    #[tokio::test]
    async fn parse_errors_show_neither_framework_nor_values() {
        let client = TestClient::new(
            OpenApiService::new(Api, "", "").into_endpoint().catch_all_error(envelope),
        );
        let form =
            "--x\r\nContent-Disposition: form-data; name=\"number\"\r\n\r\n`hush`\r\n--x--\r\n";
        let (get, post, put) = (Method::GET, Method::POST, Method::PUT);
        let (json, multipart) = ("application/json", "multipart/form-data; boundary=x");
        let named = |name: &str| format!("\u{2018}{name}\u{2019} has a value that cannot be read.");
        let unnamed = "This request cannot be read. Its format is described at /docs.".to_owned();
        let rows = [
            (get.clone(), "/?count=hush", json, "", named("count")),
            (get, "/hush", json, "", "A part of the address cannot be read.".to_owned()),
            (post.clone(), "/", json, "{", unnamed.clone()),
            (post.clone(), "/", json, r#"{ "inner": "`hush`" }"#, unnamed),
            (put, "/", multipart, form, named("number")),
        ];
        for (method, path, kind, body, sentence) in rows {
            let request = client.request(method, path).content_type(kind);
            let response = request.body(body.to_owned()).send().await;
            response.assert_status(StatusCode::BAD_REQUEST);
            let body = response.json().await.value().deserialize::<serde_json::Value>();
            assert_eq!(body["message"], json!(sentence), "{path}");
        }
    }
}
