//! Rate limits of operations, and the responses that the host adds to the OpenAPI document.

use std::{collections::HashMap, sync::Arc};

use poem::{
    Endpoint, EndpointExt, IntoResponse, Request, Response, endpoint::BoxEndpoint, http::Method,
};
use poem_openapi::{
    OpenApi,
    registry::{MetaApi, MetaOperation, MetaResponse, Registry},
};
use sparkyard_kernel::{ClientAddress, RateClass, RatedPath, envelope::describe};

use super::{
    middleware::{Adapter, AsyncMiddleware},
    rates::Rates,
};
use crate::{
    assembly::ModuleSet,
    metrics::{OperationIndex, note_operation},
};

/// Name of the access token's security scheme in the document.
const ACCESS_TOKEN: &str = "bearer";

const UNREADABLE: (u16, &str) = (400, "The request cannot be read.");
const UNAGREED: (u16, &str) = (403, "Signed in, but not allowed.");
const SLOW: (u16, &str) = (408, "Sending the request took too long.");
const LARGE: (u16, &str) = (413, "The body is too large.");
const FOREIGN: (u16, &str) = (415, "This type or encoding of content is not accepted.");
const BROKEN: (u16, &str) = (422, "A value breaks a rule; `fields` says which.");
const LONG: &str = "The address or the headers are too long.";
const OFTEN: (u16, &str) = (429, "Too many requests; `Retry-After` says when to retry.");
const BUSY: (u16, &str) = (503, "Too many requests at once; `Retry-After` says when to retry.");

/// Operations of `M` behind their rate limits.
pub(crate) struct Limited<M: ModuleSet> {
    operations: M::Api,
    rates: Option<Arc<Rates>>,
    /// Places of the operations among their metrics; `None` without metrics.
    measured: Option<Arc<OperationIndex>>,
}

impl<M: ModuleSet> Limited<M> {
    /// Wraps `operations`; without `rates`, nothing is limited.
    pub(crate) fn new(operations: M::Api, rates: Option<Arc<Rates>>) -> Self {
        Self { operations, rates, measured: None }
    }

    /// Notes which operation a request has reached, for its metrics.
    pub(crate) fn measured(self, operations: Arc<OperationIndex>) -> Self {
        Self { measured: Some(operations), ..self }
    }
}

impl<M: ModuleSet> OpenApi for Limited<M> {
    fn meta() -> Vec<MetaApi> {
        let (mut apis, rated) = (M::Api::meta(), RatedPaths::of::<M>());
        for path in apis.iter_mut().flat_map(|api| &mut api.paths) {
            for operation in &mut path.operations {
                document(rated.class(&path.path, operation), operation);
            }
        }
        apis
    }

    fn register(registry: &mut Registry) {
        M::Api::register(registry);
    }

    fn add_routes(self, table: &mut HashMap<String, HashMap<Method, BoxEndpoint<'static>>>) {
        let Self { operations, rates, measured } = self;
        let classes = classes::<M>();
        let mut bare = HashMap::new();
        operations.add_routes(&mut bare);
        for (path, methods) in bare {
            for (method, endpoint) in methods {
                let class = classes.get(&(path.clone(), method.clone()));
                let limit = rates.clone().zip(class).map(|(rates, &class)| {
                    let operation = format!("{method} {path}").into();
                    RateLimit { rates, class, operation }
                });
                let index = measured.as_ref().and_then(|known| known.index(&path, &method));
                let middleware = OperationMiddleware { index, limit };
                let endpoint = endpoint.with(Adapter(Arc::new(middleware))).boxed();
                table.entry(path.clone()).or_default().insert(method, endpoint);
            }
        }
    }
}

/// Returns the rate class of each operation that needs no access token, by its route and method.
fn classes<M: ModuleSet>() -> HashMap<(String, Method), RateClass> {
    let rated = RatedPaths::of::<M>();
    let paths = M::Api::meta().into_iter().flat_map(|api| api.paths);
    paths
        .flat_map(|path| {
            let route = route(&path.path);
            let classes = path.operations.iter().filter_map(|operation| {
                Some((operation.method.clone(), rated.class(&path.path, operation)?))
            });
            classes.map(|(method, class)| ((route.clone(), method), class)).collect::<Vec<_>>()
        })
        .collect()
}

/// Rate classes that modules declare for their paths.
struct RatedPaths(Vec<RatedPath>);

impl RatedPaths {
    fn of<M: ModuleSet>() -> Self {
        let mut paths = Vec::new();
        M::rates(&mut paths);
        Self(paths)
    }

    /// Returns the rate class by address; `None` with an access token, since the member's allowance
    /// applies once the caller is known.
    fn class(&self, path: &str, operation: &MetaOperation) -> Option<RateClass> {
        if needs_access_token(operation) {
            return None;
        }
        let declared = self.0.iter().filter(|rated| rated.covers(path));
        let declared = declared.max_by_key(|rated| rated.path.len()).map(|rated| rated.class);
        declared.or_else(|| (!operation.method.is_safe()).then_some(RateClass::Anonymous))
    }
}

fn needs_access_token(operation: &MetaOperation) -> bool {
    operation.security.iter().any(|scheme| scheme.contains_key(ACCESS_TOKEN))
}

/// Converts a path of the document into the router's form: `/skills/{id}` to `/skills/:param0`.
pub(crate) fn route(path: &str) -> String {
    let mut variables = 0;
    let segments = path.split('/').map(|segment| {
        if !segment.starts_with('{') {
            return segment.to_owned();
        }
        variables += 1;
        format!(":param{}", variables - 1)
    });
    segments.collect::<Vec<_>>().join("/")
}

/// Rate limit of one operation.
struct RateLimit {
    rates: Arc<Rates>,
    class: RateClass,
    operation: Arc<str>,
}

/// Middleware of one operation: notes that it was reached, and limits its rate.
struct OperationMiddleware {
    index: Option<usize>,
    limit: Option<RateLimit>,
}

impl AsyncMiddleware for OperationMiddleware {
    async fn call<E: Endpoint>(&self, next: &E, request: Request) -> poem::Result<Response> {
        if let Some(index) = self.index {
            note_operation(index);
        }
        if let Some(RateLimit { rates, class, operation }) = &self.limit {
            let address = ClientAddress::of(&request);
            if let Err(refused) = rates.spend_at(*class, operation, address) {
                return Ok(refused.into_response());
            }
        }
        Ok(next.call(request).await?.into_response())
    }
}

/// Documents the responses that the host may give in the operation's place.
fn document(class: Option<RateClass>, operation: &mut MetaOperation) {
    let limited = needs_access_token(operation) || class.is_some() || !operation.method.is_safe();
    let body = operation.request.is_some();
    let has_input = body || !operation.params.is_empty();
    let added = [
        (has_input, UNREADABLE),
        (needs_access_token(operation) && !operation.method.is_safe(), UNAGREED),
        (body, SLOW),
        (body, LARGE),
        (body, FOREIGN),
        (has_input, BROKEN),
        (limited, OFTEN),
        (true, BUSY),
    ];
    let responses = &mut operation.responses.responses;
    for (_, (status, text)) in added.into_iter().filter(|(applies, _)| *applies) {
        if responses.iter().all(|known| known.status != Some(status)) {
            responses.push(describe(status, text));
        }
    }
    // Sent by hyper before a request reaches us.
    responses.push(MetaResponse { content: Vec::new(), ..describe(431, LONG) });
    responses.sort_by_key(|response| response.status);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_paths_convert_to_routes() {
        assert_eq!(route("/api/skills"), "/api/skills");
        assert_eq!(route("/api/a/{id}/b/{other}"), "/api/a/:param0/b/:param1");
    }
}
