use std::collections::HashMap;

use poem::{
    EndpointExt, Response,
    endpoint::{BoxEndpoint, make},
    http::Method,
};
use poem_openapi::{
    OpenApi,
    registry::{MetaApi, Registry},
};
use sparkyard_kernel::ApiError;

use crate::http::operations::route;

/// Operations of a removable module: always documented, answered with 404 when it is disabled.
pub struct Switch<A>(pub(super) Option<A>);

impl<A: OpenApi> OpenApi for Switch<A> {
    fn meta() -> Vec<MetaApi> {
        A::meta()
    }

    fn register(registry: &mut Registry) {
        A::register(registry);
    }

    fn add_routes(self, table: &mut HashMap<String, HashMap<Method, BoxEndpoint<'static>>>) {
        if let Some(api) = self.0 {
            return api.add_routes(table);
        }
        for path in A::meta().into_iter().flat_map(|api| api.paths) {
            let methods = table.entry(route(&path.path)).or_default();
            for operation in path.operations {
                methods.insert(operation.method, make(switched_off).boxed());
            }
        }
    }
}

async fn switched_off(_: poem::Request) -> poem::Result<Response> {
    use poem::IntoResponse;
    let error =
        ApiError::not_found("module.disabled", "This part of the site is switched off here.");
    Ok(error.into_response())
}
