//! HTTP interface: all endpoints, and the middleware of every request.

mod body;
mod bounds;
mod client;
mod connection;
mod cors;
mod document;
mod encoding;
mod errors;
mod headers;
pub(crate) mod health;
mod methods;
mod middleware;
pub(crate) mod operations;
pub(crate) mod rates;
mod redirect;
#[cfg(test)]
mod sample;
mod server;
mod trace;

use std::{any::Any, sync::Arc};

use poem::{
    Endpoint, EndpointExt, IntoEndpoint, IntoResponse, Request, Response, Route,
    endpoint::BoxEndpoint,
    get,
    middleware::{AddData, CatchPanic},
};
use sparkyard_db::Db;
use sparkyard_kernel::{
    ApiError, auth::Authenticator, client::MemberAllowance, module::Loading, ports::CardForm,
};

use self::{
    bounds::Bounds,
    client::Proxies,
    connection::in_flight::InFlightLimits,
    cors::Cors,
    encoding::{CompressResponses, RejectEncodedRequests},
    headers::Headers,
    health::Stopping,
    methods::Methods,
    middleware::Adapter,
    operations::Limited,
    rates::Rates,
    trace::Trace,
};
use crate::{
    assembly::ModuleSet,
    config::Config,
    metrics::{Measured, Metrics, OperationIndex},
};

pub(crate) use self::middleware::AsyncMiddleware;
pub use self::{
    connection::limit::ConnectionLimit,
    document::openapi_json,
    health::{SITE_ID_HEADER, SiteId},
    redirect::redirect_to,
    server::{Service, listen, serve},
};

/// Middleware that requests pass first, built from the configuration.
pub(crate) struct MiddlewareStack {
    rates: Option<Arc<Rates>>,
    proxies: Proxies,
    in_flight: Arc<InFlightLimits>,
    bounds: Arc<Bounds>,
    cors: Arc<Cors>,
    headers: Arc<Headers>,
    metrics: Arc<Metrics>,
    operations: Arc<OperationIndex>,
}

impl MiddlewareStack {
    /// Creates the middleware. Browsers may load images from `tiles` too, and the form of `cards`
    /// on its pages. An error names the invalid setting.
    pub(crate) fn new(
        config: &Config,
        rates: Option<Arc<Rates>>,
        tiles: Option<&str>,
        cards: Option<CardForm>,
        operations: OperationIndex,
    ) -> anyhow::Result<Arc<Self>> {
        let metrics = Metrics::new(&operations)?;
        let in_flight = InFlightLimits::new(&config.limits, &config.server)?;
        metrics.add(vec![Box::new(in_flight.open_streams())])?;
        let https = config.site.public_url.starts_with("https://");
        Ok(Arc::new(Self {
            rates,
            proxies: Proxies::new(config.server.proxies()?),
            in_flight: Arc::new(in_flight),
            bounds: Arc::new(Bounds::new(&config.server, &config.data_dir)),
            cors: Arc::new(Cors::new(config.server.origins()?)),
            headers: Arc::new(Headers::new(https, tiles, cards)?),
            metrics,
            operations: Arc::new(operations),
        }))
    }

    /// Returns the metrics, which the middleware counts requests in.
    pub(crate) fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }
}

impl AsyncMiddleware for MiddlewareStack {
    /// Stores the client address and the member rate limits in the request.
    async fn call<E: Endpoint>(&self, next: &E, mut request: Request) -> poem::Result<Response> {
        self.proxies.identify(&mut request);
        if let Some(rates) = self.rates.clone() {
            request.set_data(rates as Arc<dyn MemberAllowance>);
        }
        Ok(next.call(request).await?.into_response())
    }
}

/// Endpoints mounted beside the operations, and services that these use.
pub(crate) struct Mounts {
    /// Resolves access tokens to callers.
    pub(crate) authenticator: Arc<dyn Authenticator>,
    /// Id of this site.
    pub(crate) site_id: SiteId,
    /// Database, checked for readiness.
    pub(crate) db: Db,
    /// Data that must be loaded before the server is ready.
    pub(crate) loading: Arc<[Arc<dyn Loading>]>,
    /// Tells that the server is stopping.
    pub(crate) stopping: Arc<Stopping>,
    /// Public files.
    pub(crate) files: BoxEndpoint<'static>,
    /// The web client.
    pub(crate) client: BoxEndpoint<'static>,
}

/// Mounts the operations of `M` and the other endpoints.
pub(crate) fn endpoint<M: ModuleSet>(
    api: M::Api,
    stack: Arc<MiddlewareStack>,
    mounts: Mounts,
) -> BoxEndpoint<'static> {
    let limited = Limited::<M>::new(api, stack.rates.clone());
    let limited = limited.measured(stack.operations.clone());
    let methods = Arc::new(Methods::of(&limited));
    // Not for files and the client: these are compressed already.
    let api = document::service(limited).with(Adapter(Arc::new(CompressResponses)));
    let readyz = health::readyz.data(mounts.db).data(mounts.loading).data(mounts.stopping);
    let document = document::endpoint::<M>().with(Adapter(Arc::new(CompressResponses)));
    let routes = Route::new()
        .nest_no_strip("/api", api)
        .at("/openapi.json", get(document))
        .at("/healthz", get(health::healthz).data(mounts.site_id))
        .at("/readyz", get(readyz))
        .nest("/files", mounts.files)
        .nest("/", mounts.client);
    routes
        .into_endpoint()
        .with(Adapter(methods.clone()))
        .with(AddData::new(mounts.authenticator))
        .with(Adapter(stack.bounds.clone()))
        .catch_all_error(errors::envelope)
        .with(CatchPanic::new().with_handler(panicked))
        // Boxed because the compiler does not handle more nested layers.
        .boxed()
        .with(Adapter(Arc::new(RejectEncodedRequests)))
        .with(Adapter(stack.in_flight.clone()))
        .with(Adapter(stack.cors.clone()))
        .with(Adapter(stack.headers.clone()))
        .with(Adapter(Arc::new(Trace { methods })))
        .with(Adapter(Arc::new(Measured(stack.metrics.requests.clone()))))
        .with(Adapter(stack))
        .map_to_response()
        .boxed()
}

/// Converts a panic, which was reported where it happened, into a 500.
fn panicked(_: Box<dyn Any + Send>) -> ApiError {
    ApiError::internal("an operation panicked")
}
