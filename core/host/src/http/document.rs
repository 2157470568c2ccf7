//! The OpenAPI document `openapi.json`, generated from the operations.

use std::sync::OnceLock;

use poem::{Endpoint, IntoResponse, endpoint::make_sync};
use poem_openapi::{LicenseObject, OpenApi, OpenApiService};

use super::operations::Limited;
use crate::assembly::ModuleSet;

const DESCRIPTION: &str = "Neighbours list skills, find and follow each other, book, pay and \
    review. Every success is `{status, message, data}`, every error `{status, code, message, \
    fields?, request_id}`; programs should switch on `code`. Money is in pounds and tokens in \
    sparks, as numbers with at most two decimals. Lists take `limit` and `cursor` and answer with \
    `next_cursor` while they go on. \
    What has no value is left out of answers, never `null`; in a request `null` is the same \
    as leaving out. A member who acts for another sends the header `Acting-For` with the id of that \
    member; operations that only the member can use refuse it with 403 `auth.own_account_only`.";

/// Builds the service of the operations, with its description.
pub(super) fn service<A: OpenApi + 'static>(api: A) -> OpenApiService<A, ()> {
    let licence = LicenseObject::new("MIT OR Apache-2.0");
    OpenApiService::new(api, "Sparkyard", env!("CARGO_PKG_VERSION"))
        .description(DESCRIPTION)
        .license(licence)
}

/// Returns the document of the operations of `M` as it is committed, with a final newline.
pub fn openapi_json<M: ModuleSet>() -> String {
    let mut text = service(Limited::<M>::new(M::described(), None)).spec();
    text.push('\n');
    text
}

/// Serves the document, generated on the first request.
pub(super) fn endpoint<M: ModuleSet>() -> impl Endpoint {
    let document = OnceLock::<String>::new();
    make_sync(move |_| {
        let text = document.get_or_init(openapi_json::<M>);
        text.clone().with_content_type("application/json").into_response()
    })
}
