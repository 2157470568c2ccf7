//! Everything reachable over HTTP, and what is true of every request.

mod document;
mod errors;
mod headers;
mod health;
mod limits;
mod trace;

use std::sync::Arc;

use poem::{
    Endpoint, EndpointExt, IntoEndpoint, Route, get,
    middleware::{AddData, Compression},
};
use sparkyard_kernel::auth::Authenticator;

use crate::{House, files, web};

pub(crate) use document::{openapi_json, service};

/// Mounts the operations; can be done once for a house.
pub(crate) fn endpoint(house: &mut House) -> anyhow::Result<impl Endpoint + use<>> {
    let authenticator: Arc<dyn Authenticator> = house.authenticator()?;
    let api = service(house.take_api()?);
    let routes = Route::new()
        .nest_no_strip("/api", api)
        .at("/openapi.json", get(document::serve))
        .at("/healthz", get(health::healthz))
        .at("/readyz", get(health::readyz).data(house.cx.db.clone()))
        .nest("/files", files::public(house.files.clone()))
        .nest("/", web::client());
    Ok(routes
        .into_endpoint()
        .with(AddData::new(authenticator))
        .around(limits::bounded)
        .catch_all_error(errors::envelope)
        .with(Compression::new())
        .around(headers::secure)
        .around(trace::request))
}
