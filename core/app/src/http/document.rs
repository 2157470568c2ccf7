//! The contract: `openapi.json`, generated from the operations.

use poem::{IntoResponse, Response, handler, http::header};
use poem_openapi::{LicenseObject, OpenApi, OpenApiService};

use super::operations::Guarded;
use crate::House;

const DESCRIPTION: &str = "Neighbours list skills, find and follow each other, book, pay and \
    review. Every success is `{status, message, data}`, every error `{status, code, message, \
    fields?, request_id}`; programs should switch on `code`. Money is in pounds and tokens in \
    sparks, as numbers with at most two decimals. Lists take `limit` and `cursor` and answer with \
    `next_cursor` while they go on. \
    What has no value is left out of answers, never `null`; in a request `null` is the same \
    as leaving out.";

/// The operations as a service with their description.
pub(crate) fn service<A: OpenApi + 'static>(api: A) -> OpenApiService<A, ()> {
    let licence = LicenseObject::new("MIT OR Apache-2.0");
    OpenApiService::new(api, "Sparkyard", env!("CARGO_PKG_VERSION"))
        .description(DESCRIPTION)
        .license(licence)
}

/// The document as committed: pretty, with a final newline.
pub(crate) fn openapi_json() -> String {
    let mut text = service(Guarded::new(House::described(), None)).spec();
    text.push('\n');
    text
}

#[handler]
pub(super) fn serve() -> Response {
    use std::sync::LazyLock;
    static DOCUMENT: LazyLock<String> = LazyLock::new(openapi_json);
    DOCUMENT.as_str().with_header(header::CONTENT_TYPE, "application/json").into_response()
}
