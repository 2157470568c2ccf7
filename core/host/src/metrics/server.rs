//! Serves the metrics on a listener of their own, never on that of the site.

use std::{net::ToSocketAddrs, sync::Arc};

use anyhow::{Context, ensure};
use poem::{
    Endpoint, EndpointExt, IntoResponse, Request, Response, Route,
    endpoint::make,
    get,
    http::{StatusCode, header},
};
use subtle::ConstantTimeEq;
use tokio::sync::watch;
use tracing::{error, info};

use super::{Exposition, collect::Figures};
use crate::{
    Host,
    config::{LimitsConfig, MetricsConfig, ServerConfig},
    http::{self, ConnectionLimit, Service},
};

/// Path of the metrics.
const PATH: &str = "/metrics";
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";
/// Connections to the listener; further ones wait.
const CONNECTIONS: usize = 16;
/// Seconds that a connection may wait.
const IDLE_SECONDS: u64 = 10;

/// Serves the metrics of `host` until `stop` is set; returns at once if they are off. Fails if
/// the listener cannot be opened.
pub async fn serve(
    host: &Host,
    config: &MetricsConfig,
    stop: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    if config.listen.is_empty() {
        return Ok(());
    }
    let figures = Figures::new(&host.metrics, host.sources.clone())?;
    let exposition = Arc::new(Exposition::new(host.metrics.clone(), figures));
    let endpoint = Arc::new(endpoint(exposition, config.token.clone()).map_to_response().boxed());
    let listen = &config.listen;
    let listener = http::listen(listen).await;
    let listener = listener.with_context(|| format!("listening on {listen}, for metrics"))?;
    let server = ServerConfig {
        max_connections: CONNECTIONS,
        idle_seconds: IDLE_SECONDS,
        ..ServerConfig::default()
    };
    let limits = LimitsConfig { enabled: false, ..LimitsConfig::default() };
    let limit = ConnectionLimit::new(&server, &limits)?;
    info!("serving metrics on http://{listen}{PATH}");
    let service = Service { endpoint, tls: None, limit };
    tokio::spawn(async move { http::serve(listener, service, &server, stop).await });
    Ok(())
}

fn endpoint(exposition: Arc<Exposition>, token: String) -> impl Endpoint {
    let token: Arc<str> = token.into();
    let metrics = make(move |request| {
        let (exposition, token) = (exposition.clone(), token.clone());
        async move { Ok::<_, poem::Error>(respond(&exposition, &token, &request).await) }
    });
    Route::new().at(PATH, get(metrics))
}

async fn respond(exposition: &Exposition, token: &str, request: &Request) -> Response {
    if !is_admitted(token, request) {
        let refused = Response::builder().status(StatusCode::UNAUTHORIZED);
        return refused.header(header::WWW_AUTHENTICATE, "Bearer").finish();
    }
    match exposition.text().await {
        // A scraper comes back much later, and must not keep one of a few connections until then.
        Ok(text) => {
            text.with_content_type(TEXT).with_header(header::CONNECTION, "close").into_response()
        }
        Err(cause) => {
            error!("the metrics cannot be written: {cause:#}");
            StatusCode::INTERNAL_SERVER_ERROR.into()
        }
    }
}

/// Checks the token, where one is set, in a time that does not depend on it.
fn is_admitted(token: &str, request: &Request) -> bool {
    let given = request.header(header::AUTHORIZATION).unwrap_or_default();
    let given = given.strip_prefix("Bearer ").unwrap_or_default();
    token.is_empty() || bool::from(token.as_bytes().ct_eq(given.as_bytes()))
}

impl MetricsConfig {
    /// Fails if others than this machine could read the metrics without a token.
    pub fn check(&self) -> anyhow::Result<()> {
        const LEAST: usize = 16;
        let Self { listen, token } = self;
        ensure!(
            token.is_empty() || token.len() >= LEAST,
            "metrics.token must have at least {LEAST} characters"
        );
        if listen.is_empty() {
            return Ok(());
        }
        let addresses = listen.to_socket_addrs();
        let addresses = addresses.with_context(|| format!("reading metrics.listen: {listen}"))?;
        let mut others = addresses.filter(|address| !address.ip().is_loopback());
        ensure!(
            others.next().is_none() || !token.is_empty(),
            "metrics.listen is {listen}, which other machines can reach: set metrics.token as well"
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(listen: &str, token: &str) -> MetricsConfig {
        MetricsConfig { listen: listen.to_owned(), token: token.to_owned() }
    }

    #[test]
    fn metrics_are_private_without_a_token() {
        let token = "0123456789abcdef";
        for (listen, token) in [
            ("", ""),
            ("127.0.0.1:9464", ""),
            ("[::1]:9464", ""),
            ("127.0.0.1:9464", token),
            ("0.0.0.0:9464", token),
        ] {
            config(listen, token).check().unwrap();
        }
        for (listen, token) in [
            ("0.0.0.0:9464", ""),
            ("[::]:9464", ""),
            ("198.51.100.7:9464", ""),
            ("9464", ""),
            ("127.0.0.1:9464", "short"),
        ] {
            let error = config(listen, token).check().unwrap_err();
            assert!(error.to_string().contains("metrics."), "{error}");
        }
        assert!(!format!("{:?}", config("", token)).contains(token));
    }

    #[test]
    fn only_the_whole_token_is_admitted() {
        let with = |value: &str| Request::builder().header("authorization", value).finish();
        let token = "0123456789abcdef";
        assert!(is_admitted(token, &with("Bearer 0123456789abcdef")));
        for wrong in ["", "Bearer", "Bearer ", "Bearer 0123456789abcde", "0123456789abcdef"] {
            assert!(!is_admitted(token, &with(wrong)), "{wrong}");
            assert!(is_admitted("", &with(wrong)), "{wrong}");
        }
    }
}
