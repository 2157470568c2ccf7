//! Paths of the API and their methods, for the `Allow` header of a 405.

use std::borrow::Cow;

use poem::{
    Endpoint, IntoResponse, Request, Response,
    error::MethodNotAllowedError,
    http::{HeaderValue, Method, header},
};
use poem_openapi::OpenApi;
use sparkyard_kernel::ApiError;

use super::middleware::AsyncMiddleware;

/// Methods of paths outside the API (web client, files, OpenAPI document, health).
const READ: &str = "GET, HEAD";

/// Methods of every path of the API, as middleware.
pub(super) struct Methods(Vec<Address>);

/// A path template of the OpenAPI document, its segments, and its `Allow` header.
struct Address {
    path: String,
    parts: Vec<String>,
    allow: HeaderValue,
}

impl Methods {
    /// Collects the paths of `api`.
    pub(super) fn of<A: OpenApi>(_: &A) -> Self {
        let mut methods = std::collections::BTreeMap::<String, Vec<Method>>::new();
        for path in A::meta().into_iter().flat_map(|api| api.paths) {
            let own = path.operations.into_iter().map(|operation| operation.method);
            methods.entry(path.path).or_default().extend(own);
        }
        let address = |(path, methods): (String, Vec<Method>)| Address {
            parts: path.split('/').map(str::to_owned).collect(),
            path,
            allow: allow(&methods),
        };
        Self(methods.into_iter().map(address).collect())
    }

    /// Returns the `Allow` header of `path`.
    fn at(&self, path: &str) -> HeaderValue {
        let address = self.address(path);
        address.map_or(HeaderValue::from_static(READ), |address| address.allow.clone())
    }

    /// Returns `path` for the log: its template, or only its first segment if there is none. The
    /// rest may contain coordinates or secrets.
    pub(super) fn outline(&self, path: &str) -> Cow<'_, str> {
        if let Some(address) = self.address(path) {
            return Cow::Borrowed(&address.path);
        }
        let beginning = path.trim_start_matches('/').split_once('/');
        Cow::Owned(match beginning {
            Some((first, _)) => format!("/{first}/…"),
            None => path.to_owned(),
        })
    }

    /// Finds the template of `path`; prefers literal segments to variables, as the router does.
    fn address(&self, path: &str) -> Option<&Address> {
        let parts: Vec<&str> = path.split('/').collect();
        let fitting = self.0.iter().filter(|address| address.fits(&parts));
        fitting.min_by_key(|address| address.variables())
    }
}

impl Address {
    fn fits(&self, parts: &[&str]) -> bool {
        let same = |(own, part): (&String, &&str)| is_variable(own) || own == part;
        self.parts.len() == parts.len() && self.parts.iter().zip(parts).all(same)
    }

    /// Tells which segments are variables; compared in order, so that earlier literals win.
    fn variables(&self) -> Vec<bool> {
        self.parts.iter().map(|part| is_variable(part)).collect()
    }
}

fn is_variable(part: &str) -> bool {
    part.starts_with('{')
}

/// Returns the `Allow` header for `methods`; GET implies HEAD.
fn allow(methods: &[Method]) -> HeaderValue {
    let mut names: Vec<&str> = methods.iter().map(Method::as_str).collect();
    if methods.contains(&Method::GET) {
        names.push("HEAD");
    }
    names.sort_unstable();
    names.dedup();
    HeaderValue::try_from(names.join(", ")).unwrap_or(HeaderValue::from_static(READ))
}

impl AsyncMiddleware for Methods {
    async fn call<E: Endpoint>(&self, next: &E, request: Request) -> poem::Result<Response> {
        let path = request.uri().path().to_owned();
        match next.call(request).await {
            Err(error) if error.is::<MethodNotAllowedError>() => {
                let message = "This address does not support this method.";
                let error = ApiError::new(405, "request.method", message);
                let mut response = error.into_response();
                response.headers_mut().insert(header::ALLOW, self.at(&path));
                Ok(response)
            }
            response => Ok(response?.into_response()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::sample::Sample, *};

    #[test]
    fn allow_header_lists_the_methods_of_a_path() {
        let methods = Methods::of(&Sample);
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

    #[test]
    fn outline_leaves_out_path_parameters() {
        let methods = Methods::of(&Sample);
        for (path, expected) in [
            ("/api/bookings/7", "/api/bookings/{id}"),
            ("/api/bookings/quote", "/api/bookings/quote"),
            ("/api/nothing/51.5007/-0.1246", "/api/…"),
            ("/files/b4Y_nOp3wQJ6Hq0x.jpg", "/files/…"),
            ("/healthz", "/healthz"),
            ("/", "/"),
        ] {
            assert_eq!(methods.outline(path), expected, "{path}");
        }
    }
}
