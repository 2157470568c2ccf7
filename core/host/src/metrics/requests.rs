//! Requests by operation, method and class of status, and how long they took.
//!
//! The metrics of an operation are looked up once, so that a request costs a few atomic operations.

use std::{
    cell::Cell,
    collections::HashMap,
    sync::{Arc, OnceLock},
    time::Instant,
};

use poem::{
    Endpoint, IntoResponse, Request, Response,
    http::{Method, StatusCode},
};
use poem_openapi::OpenApi;
use prometheus::{
    Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts,
};
use sparkyard_kernel::error::ErrorCode;

use super::Register;
use crate::http::{AsyncMiddleware, operations::route};

/// Upper bounds of the buckets of durations, in seconds.
const BUCKETS: [f64; 7] = [0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 30.0];
/// Names of what is served beside the operations.
const OTHERS: [&str; 6] = ["client", "files", "document", "health", "unknown", "preflight"];
/// Methods that have a label of their own.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];
const OTHER_METHOD: &str = "other";
/// Classes of status, by their first digit less one.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

tokio::task_local! {
    /// Place of the running operation in [`Requests::operations`]; none before it is found.
    static OPERATION: Cell<Option<usize>>;
}

/// Operations by path, in the form of the router, and method.
pub(crate) struct OperationIndex {
    names: Vec<(&'static str, Method)>,
    indexes: HashMap<(String, Method), usize>,
}

impl OperationIndex {
    /// Collects the operations of `A`.
    pub(crate) fn of<A: OpenApi>() -> Self {
        let (mut names, mut indexes) = (Vec::new(), HashMap::new());
        for path in A::meta().into_iter().flat_map(|api| api.paths) {
            for operation in path.operations {
                indexes.insert((route(&path.path), operation.method.clone()), names.len());
                names.push((operation.operation_id.unwrap_or("unnamed"), operation.method));
            }
        }
        Self { names, indexes }
    }

    /// Returns the index of an operation.
    pub(crate) fn index(&self, route: &str, method: &Method) -> Option<usize> {
        self.indexes.get(&(route.to_owned(), method.clone())).copied()
    }
}

/// Notes the operation of the running request.
pub(crate) fn note_operation(index: usize) {
    // Unset where nothing is measured, as in calls within the process.
    let _ = OPERATION.try_with(|operation| operation.set(Some(index)));
}

/// Metrics of all requests.
pub(crate) struct Requests {
    operations: Vec<Series>,
    others: Vec<Series>,
    in_flight: IntGauge,
    aborted: IntCounter,
    rejected: IntCounterVec,
    total: IntCounterVec,
    seconds: HistogramVec,
}

/// Metrics of one operation, created on first use.
struct Series {
    operation: &'static str,
    method: &'static str,
    total: [OnceLock<IntCounter>; CLASSES.len()],
    seconds: OnceLock<Histogram>,
}

impl Series {
    fn new(operation: &'static str, method: &'static str) -> Self {
        Self { operation, method, total: Default::default(), seconds: OnceLock::new() }
    }
}

impl Requests {
    pub(super) fn new(index: &OperationIndex, register: &Register<'_>) -> anyhow::Result<Self> {
        let labels = &["operation", "method"];
        let seconds = HistogramOpts::new(
            "sparkyard_http_request_duration_seconds",
            "Time from the head of a request to the head of its response.",
        );
        let total = "Requests by operation, method and class of status.";
        let total = Opts::new("sparkyard_http_requests_total", total);
        let each = index.names.iter().map(|(name, method)| Series::new(name, label(method)));
        let methods = METHODS.iter().chain([&OTHER_METHOD]);
        let others =
            OTHERS.iter().flat_map(|name| methods.clone().map(|method| Series::new(name, method)));
        Ok(Self {
            operations: each.collect(),
            others: others.collect(),
            in_flight: register.int_gauge(
                "sparkyard_http_requests_in_flight",
                "Requests whose response has not begun.",
            )?,
            aborted: register.counter(
                "sparkyard_http_requests_aborted_total",
                "Requests that were given up before the response.",
            )?,
            rejected: register.counters(
                "sparkyard_http_requests_rejected_total",
                "Requests refused by a limit (429) or for lack of capacity (503), by error code.",
                &["status", "reason"],
            )?,
            total: register.with(IntCounterVec::new(total, &["operation", "method", "status"])?)?,
            seconds: register
                .with(HistogramVec::new(seconds.buckets(BUCKETS.to_vec()), labels)?)?,
        })
    }

    fn series(&self, operation: Option<usize>, method: usize, path: Other) -> Option<&Series> {
        match operation {
            Some(index) => self.operations.get(index),
            None => self.others.get(path as usize * (METHODS.len() + 1) + method),
        }
    }

    fn answered(&self, series: &Series, response: &Response, seconds: f64) {
        let (operation, method) = (series.operation, series.method);
        let status = response.status();
        let class = usize::from(status.as_u16() / 100).clamp(1, CLASSES.len()) - 1;
        let create = || self.total.with_label_values(&[operation, method, CLASSES[class]]);
        series.total[class].get_or_init(create).inc();
        let create = || self.seconds.with_label_values(&[operation, method]);
        series.seconds.get_or_init(create).observe(seconds);
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            let code = response.extensions().get::<ErrorCode>().map_or("other", |code| code.0);
            let status = if status == StatusCode::TOO_MANY_REQUESTS { "429" } else { "503" };
            self.rejected.with_label_values(&[status, code]).inc();
        }
    }
}

/// Middleware that measures requests.
pub(crate) struct Measured(pub(crate) Arc<Requests>);

impl AsyncMiddleware for Measured {
    async fn call<E: Endpoint>(&self, next: &E, request: Request) -> poem::Result<Response> {
        let requests = &*self.0;
        let method = METHODS.iter().position(|method| *method == request.method().as_str());
        let (method, path) = (method.unwrap_or(METHODS.len()), Other::of(&request));
        let mut in_flight = InFlight::begin(requests);
        let answering = async {
            let started = Instant::now();
            let response = match next.call(request).await {
                Ok(response) => response.into_response(),
                Err(error) => error.into_response(),
            };
            (response, started.elapsed(), OPERATION.with(Cell::get))
        };
        let (response, elapsed, operation) = OPERATION.scope(Cell::default(), answering).await;
        in_flight.answered = true;
        if let Some(series) = requests.series(operation, method, path) {
            requests.answered(series, &response, elapsed.as_secs_f64());
        }
        Ok(response)
    }
}

/// Counts a request as in flight until dropped, and as aborted unless it was answered.
struct InFlight<'a> {
    requests: &'a Requests,
    answered: bool,
}

impl<'a> InFlight<'a> {
    fn begin(requests: &'a Requests) -> Self {
        requests.in_flight.inc();
        Self { requests, answered: false }
    }
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.requests.in_flight.dec();
        if !self.answered {
            self.requests.aborted.inc();
        }
    }
}

/// Kinds of requests that reach no operation, as indexes in [`OTHERS`].
#[derive(Clone, Copy)]
enum Other {
    Client,
    Files,
    Document,
    Health,
    Unknown,
    Preflight,
}

impl Other {
    fn of(request: &Request) -> Self {
        let path = request.uri().path();
        match path {
            "/openapi.json" => Self::Document,
            "/healthz" | "/readyz" => Self::Health,
            _ if path.starts_with("/files/") => Self::Files,
            _ if !path.starts_with("/api/") => Self::Client,
            _ if *request.method() == Method::OPTIONS => Self::Preflight,
            _ => Self::Unknown,
        }
    }
}

fn label(method: &Method) -> &'static str {
    let known = METHODS.iter().find(|known| **known == method.as_str());
    known.copied().unwrap_or(OTHER_METHOD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_requests_are_named_in_the_order_of_their_names() {
        let named = [
            (Other::Client, "client"),
            (Other::Files, "files"),
            (Other::Document, "document"),
            (Other::Health, "health"),
            (Other::Unknown, "unknown"),
            (Other::Preflight, "preflight"),
        ];
        assert_eq!(named.len(), OTHERS.len());
        for (other, name) in named {
            assert_eq!(OTHERS[other as usize], name);
        }
    }
}
