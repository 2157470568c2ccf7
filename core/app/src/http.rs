//! Everything reachable over HTTP, and what is true of every request.

mod at_once;
mod body;
mod bounds;
mod client;
pub(crate) mod connections;
mod conversation;
mod cors;
mod document;
mod encoding;
mod errors;
mod headers;
mod health;
mod layer;
mod linger;
mod methods;
pub(crate) mod operations;
mod prompt;
pub(crate) mod rates;
pub(crate) mod server;
mod trace;

use std::{any::Any, sync::Arc};

use poem::{
    Endpoint, EndpointExt, IntoEndpoint, IntoResponse, Request, Response, Route, get,
    middleware::{AddData, CatchPanic, Compression},
};
use sparkyard_kernel::{ApiError, auth::Authenticator, client::MemberAllowance};

use self::{
    at_once::AtOnce,
    bounds::Bounds,
    client::Proxies,
    cors::Cors,
    encoding::Plain,
    headers::Headers,
    layer::{Keeper, Layer},
    methods::Methods,
    operations::Guarded,
    rates::Rates,
    trace::Trace,
};
use crate::{House, config::Config, files, web};

pub(crate) use document::{openapi_json, service};

/// What requests meet first, as the configuration has it.
pub(crate) struct Front {
    rates: Option<Arc<Rates>>,
    proxies: Proxies,
    at_once: Arc<AtOnce>,
    bounds: Arc<Bounds>,
    cors: Arc<Cors>,
    headers: Arc<Headers>,
}

impl Front {
    /// Browsers may load pictures from `tiles` too. An error names the setting that makes no
    /// sense.
    pub(crate) fn new(
        config: &Config,
        rates: Option<Arc<Rates>>,
        tiles: Option<&str>,
    ) -> anyhow::Result<Arc<Self>> {
        let https = config.site.public_url.starts_with("https://");
        Ok(Arc::new(Self {
            rates,
            proxies: Proxies::new(config.server.proxies()?),
            at_once: Arc::new(AtOnce::new(&config.limits)),
            bounds: Arc::new(Bounds::new(&config.server, &config.data_dir)),
            cors: Arc::new(Cors::new(config.server.origins()?)),
            headers: Arc::new(Headers::new(https, tiles)?),
        }))
    }
}

impl Keeper for Front {
    /// Notes with the request who sent it, and what its sender may draw on.
    async fn keep<E: Endpoint>(&self, next: &E, mut request: Request) -> poem::Result<Response> {
        self.proxies.identify(&mut request);
        if let Some(rates) = self.rates.clone() {
            request.set_data(rates as Arc<dyn MemberAllowance>);
        }
        Ok(next.call(request).await?.into_response())
    }
}

/// Mounts the operations; can be done once for a house.
pub(crate) fn endpoint(house: &mut House) -> anyhow::Result<impl Endpoint + use<>> {
    let authenticator: Arc<dyn Authenticator> = house.authenticator()?;
    let front = house.front.clone();
    let guarded = Guarded::new(house.take_api()?, front.rates.clone());
    let methods = Arc::new(Methods::of(&guarded));
    let api = service(guarded);
    let routes = Route::new()
        .nest_no_strip("/api", api)
        .at("/openapi.json", get(document::serve))
        .at("/healthz", get(health::healthz))
        .at("/readyz", get(health::readyz).data(house.cx.db.clone()))
        .nest("/files", files::public(house.files.clone()))
        .nest("/", web::client());
    Ok(routes
        .into_endpoint()
        .with(Layer(methods.clone()))
        .with(AddData::new(authenticator))
        .with(Layer(front.bounds.clone()))
        .catch_all_error(errors::envelope)
        .with(CatchPanic::new().with_handler(panicked))
        // The compiler follows so many layers and no more.
        .boxed()
        .with(Compression::new())
        .with(Layer(Arc::new(Plain)))
        .with(Layer(front.at_once.clone()))
        .with(Layer(front.cors.clone()))
        .with(Layer(front.headers.clone()))
        .with(Layer(Arc::new(Trace { methods })))
        .with(Layer(front)))
}

/// The panic itself has been reported where it happened.
fn panicked(_: Box<dyn Any + Send>) -> ApiError {
    ApiError::internal("an operation panicked")
}
