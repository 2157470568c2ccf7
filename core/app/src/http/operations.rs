//! What the hall does before any operation is asked, and the document says so.

use std::{collections::HashMap, sync::Arc};

use poem::{
    Endpoint, EndpointExt, IntoResponse, Request, Response, endpoint::BoxEndpoint, http::Method,
};
use poem_openapi::{
    OpenApi,
    registry::{MetaApi, MetaOperation, MetaResponse, Registry},
};
use sparkyard_kernel::{ClientAddress, envelope::describe};

use super::{
    layer::{Keeper, Layer},
    rates::{Kind, Rates},
};

/// Operations that try a secret which people choose.
const SIGN_INS: &[&str] = &["/api/auth/login", "/api/auth/exchange"];
/// Operations that send a mail to whoever they name.
const MAILS: &[&str] = &["/api/auth/resend/code", "/api/auth/forgot/password"];
/// Where all that makes and opens accounts lives.
const ACCOUNTS: &str = "/api/auth/";
/// The access token's name in the document.
const ACCESS_TOKEN: &str = "bearer";

const UNREADABLE: (u16, &str) = (400, "The request cannot be read.");
const SLOW: (u16, &str) = (408, "Sending the request took too long.");
const LARGE: (u16, &str) = (413, "The body is too large.");
const FOREIGN: (u16, &str) = (415, "This type or encoding of content is not accepted.");
const BROKEN: (u16, &str) = (422, "A value breaks a rule; `fields` says which.");
const LONG: &str = "The address or the headers are too long.";
const OFTEN: (u16, &str) = (429, "Too often; `Retry-After` says when to come back.");
const BUSY: (u16, &str) = (503, "Too much at once; `Retry-After` says when to come back.");

/// Operations behind their limits.
pub(crate) struct Guarded<A> {
    operations: A,
    rates: Option<Arc<Rates>>,
}

impl<A> Guarded<A> {
    /// Without `rates`, nothing is limited.
    pub(crate) fn new(operations: A, rates: Option<Arc<Rates>>) -> Self {
        Self { operations, rates }
    }
}

impl<A: OpenApi> OpenApi for Guarded<A> {
    fn meta() -> Vec<MetaApi> {
        let mut apis = A::meta();
        for path in apis.iter_mut().flat_map(|api| &mut api.paths) {
            for operation in &mut path.operations {
                document(&path.path, operation);
            }
        }
        apis
    }

    fn register(registry: &mut Registry) {
        A::register(registry);
    }

    fn add_routes(self, table: &mut HashMap<String, HashMap<Method, BoxEndpoint<'static>>>) {
        let Some(rates) = self.rates else { return self.operations.add_routes(table) };
        let kinds = kinds(A::meta());
        let mut bare = HashMap::new();
        self.operations.add_routes(&mut bare);
        for (path, methods) in bare {
            for (method, endpoint) in methods {
                let guarded = match kinds.get(&(path.clone(), method.clone())) {
                    Some(&kind) => {
                        let (rates, operation) = (rates.clone(), format!("{method} {path}").into());
                        endpoint.with(Layer(Arc::new(Gate { rates, kind, operation }))).boxed()
                    }
                    None => endpoint,
                };
                table.entry(path.clone()).or_default().insert(method, guarded);
            }
        }
    }
}

/// What each operation that needs no access token draws on, by its place in the route table.
fn kinds(apis: Vec<MetaApi>) -> HashMap<(String, Method), Kind> {
    let paths = apis.into_iter().flat_map(|api| api.paths);
    paths
        .flat_map(|path| {
            let route = route(&path.path);
            let kinds = path.operations.into_iter().filter_map(move |operation| {
                Some((operation.method.clone(), kind(&path.path, &operation)?))
            });
            kinds.map(move |(method, kind)| ((route.clone(), method), kind)).collect::<Vec<_>>()
        })
        .collect()
}

/// What an operation draws on before anything else; with an access token it is the member's
/// allowance, once they are known.
fn kind(path: &str, operation: &MetaOperation) -> Option<Kind> {
    let change = !operation.method.is_safe();
    match path {
        _ if needs_access_token(operation) => None,
        path if SIGN_INS.contains(&path) => Some(Kind::SignIn),
        path if MAILS.contains(&path) => Some(Kind::Mail),
        path if path.starts_with(ACCOUNTS) => Some(Kind::Auth),
        _ => change.then_some(Kind::Anonymous),
    }
}

fn needs_access_token(operation: &MetaOperation) -> bool {
    operation.security.iter().any(|scheme| scheme.contains_key(ACCESS_TOKEN))
}

/// A path of the document as the route table has it: `/skills/{id}` is `/skills/:param0`.
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

/// Stands before one operation.
struct Gate {
    rates: Arc<Rates>,
    kind: Kind,
    operation: Arc<str>,
}

impl Keeper for Gate {
    async fn keep<E: Endpoint>(&self, next: &E, request: Request) -> poem::Result<Response> {
        let address = ClientAddress::of(&request);
        match self.rates.spend_at(self.kind, &self.operation, address) {
            Ok(()) => Ok(next.call(request).await?.into_response()),
            Err(refused) => Ok(refused.into_response()),
        }
    }
}

/// Adds what the hall may answer in the operation's place.
fn document(path: &str, operation: &mut MetaOperation) {
    let limited = needs_access_token(operation)
        || kind(path, operation).is_some()
        || !operation.method.is_safe();
    let body = operation.request.is_some();
    let asked = body || !operation.params.is_empty();
    let added = [
        (asked, UNREADABLE),
        (body, SLOW),
        (body, LARGE),
        (body, FOREIGN),
        (asked, BROKEN),
        (limited, OFTEN),
        (true, BUSY),
    ];
    let responses = &mut operation.responses.responses;
    for (_, (status, text)) in added.into_iter().filter(|(applies, _)| *applies) {
        if responses.iter().all(|known| known.status != Some(status)) {
            responses.push(describe(status, text));
        }
    }
    // Said by the server before there is a request to answer.
    responses.push(MetaResponse { content: Vec::new(), ..describe(431, LONG) });
    responses.sort_by_key(|response| response.status);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::House;

    #[test]
    fn paths_of_the_document_are_found_in_the_route_table() {
        assert_eq!(route("/api/skills"), "/api/skills");
        assert_eq!(route("/api/a/{id}/b/{other}"), "/api/a/:param0/b/:param1");
    }

    #[test]
    fn every_limit_by_name_belongs_to_an_operation() {
        fn kinds_of<A: OpenApi>(_: A) -> HashMap<(String, Method), Kind> {
            kinds(A::meta())
        }
        let kinds = kinds_of(House::described());
        for path in SIGN_INS.iter().chain(MAILS) {
            let kind = kinds.get(&((*path).to_owned(), Method::POST));
            assert!(matches!(kind, Some(Kind::SignIn | Kind::Mail)), "{path}: {kind:?}");
        }
        let refresh = kinds.get(&("/api/auth/get/refreshtokenweb".to_owned(), Method::GET));
        assert_eq!(refresh, Some(&Kind::Auth));
        assert!(!kinds.contains_key(&("/api/auth/logout".to_owned(), Method::POST)));
    }
}
