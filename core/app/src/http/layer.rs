//! What stands between a request and what answers it.

use std::sync::Arc;

use poem::{Endpoint, Middleware, Request, Response};

/// Something that looks at requests before, and at answers after, whoever is `next`.
pub(super) trait Keeper: Send + Sync + 'static {
    /// Asks `next`, or answers in its place.
    fn keep<E: Endpoint>(
        &self,
        next: &E,
        request: Request,
    ) -> impl Future<Output = poem::Result<Response>> + Send;
}

/// Puts a keeper around an endpoint.
pub(super) struct Layer<K>(pub(super) Arc<K>);

impl<K: Keeper, E: Endpoint> Middleware<E> for Layer<K> {
    type Output = Kept<K, E>;

    fn transform(&self, next: E) -> Kept<K, E> {
        Kept { keeper: self.0.clone(), next }
    }
}

/// An endpoint with a keeper around it.
pub(super) struct Kept<K, E> {
    keeper: Arc<K>,
    next: E,
}

impl<K: Keeper, E: Endpoint> Endpoint for Kept<K, E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        self.keeper.keep(&self.next, request).await
    }
}
