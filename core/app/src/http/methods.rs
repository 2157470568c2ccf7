//! Says with every 405 which methods an address takes.

use poem::{
    Endpoint, IntoResponse, Request, Response,
    error::MethodNotAllowedError,
    http::{HeaderValue, Method, header},
};
use poem_openapi::OpenApi;
use sparkyard_kernel::ApiError;

use super::layer::Keeper;

/// What is not an operation is only read: the client, files, the document, health.
const READ: &str = "GET, HEAD";

/// The methods of every operation's address.
pub(super) struct Methods(Vec<Address>);

/// A path of the document by its parts, and what it takes.
struct Address {
    parts: Vec<String>,
    allow: HeaderValue,
}

impl Methods {
    /// Those of the operations of `api`.
    pub(super) fn of<A: OpenApi>(_: &A) -> Self {
        let mut methods = std::collections::BTreeMap::<String, Vec<Method>>::new();
        for path in A::meta().into_iter().flat_map(|api| api.paths) {
            let own = path.operations.into_iter().map(|operation| operation.method);
            methods.entry(path.path).or_default().extend(own);
        }
        let address = |(path, methods): (String, Vec<Method>)| Address {
            parts: path.split('/').map(str::to_owned).collect(),
            allow: allow(&methods),
        };
        Self(methods.into_iter().map(address).collect())
    }

    /// What `path` takes; of two addresses that fit, the one that names more of it, as the router
    /// has it.
    fn at(&self, path: &str) -> HeaderValue {
        let parts: Vec<&str> = path.split('/').collect();
        let fitting = self.0.iter().filter(|address| address.fits(&parts));
        let nearest = fitting.min_by_key(|address| address.variables());
        nearest.map_or(HeaderValue::from_static(READ), |address| address.allow.clone())
    }
}

impl Address {
    fn fits(&self, parts: &[&str]) -> bool {
        let same = |(own, part): (&String, &&str)| is_variable(own) || own == part;
        self.parts.len() == parts.len() && self.parts.iter().zip(parts).all(same)
    }

    /// Where its variables stand: the later the first, the nearer it is.
    fn variables(&self) -> Vec<bool> {
        self.parts.iter().map(|part| is_variable(part)).collect()
    }
}

fn is_variable(part: &str) -> bool {
    part.starts_with('{')
}

/// What can be read can be asked for without its content, too.
fn allow(methods: &[Method]) -> HeaderValue {
    let mut names: Vec<&str> = methods.iter().map(Method::as_str).collect();
    if methods.contains(&Method::GET) {
        names.push("HEAD");
    }
    names.sort_unstable();
    names.dedup();
    HeaderValue::try_from(names.join(", ")).unwrap_or(HeaderValue::from_static(READ))
}

impl Keeper for Methods {
    async fn keep<E: Endpoint>(&self, next: &E, request: Request) -> poem::Result<Response> {
        let path = request.uri().path().to_owned();
        match next.call(request).await {
            Err(error) if error.is::<MethodNotAllowedError>() => {
                let message = "This address does not take this method.";
                let error = ApiError::new(405, "request.method", message);
                let mut response = error.into_response();
                response.headers_mut().insert(header::ALLOW, self.at(&path));
                Ok(response)
            }
            answer => Ok(answer?.into_response()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::House;

    #[test]
    fn every_address_knows_its_methods() {
        let methods = Methods::of(&House::described());
        for (path, expected) in [
            ("/api/bookings", "POST"),
            ("/api/bookings/7", "GET, HEAD"),
            ("/api/bookings/quote", "GET, HEAD"),
            ("/api/bookings/availability/own", "GET, HEAD, PUT"),
            ("/api/bookings/availability/somebody", "GET, HEAD"),
            ("/api/bookings/accept/7", "PUT"),
            ("/api/skills/7", "DELETE, GET, HEAD, PUT"),
            ("/api/nothing/here", "GET, HEAD"),
            ("/healthz", "GET, HEAD"),
        ] {
            assert_eq!(methods.at(path), expected, "{path}");
        }
    }
}
