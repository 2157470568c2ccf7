//! Middleware as a trait with an async function.

use std::sync::Arc;

use poem::{Endpoint, Middleware, Request, Response};

/// Middleware: handles requests before, and responses after, the endpoint `next`.
pub(super) trait Around: Send + Sync + 'static {
    /// Calls `next`, or answers in its place.
    fn call<E: Endpoint>(
        &self,
        next: &E,
        request: Request,
    ) -> impl Future<Output = poem::Result<Response>> + Send;
}

/// Adapts [`Around`] to poem's [`Middleware`].
pub(super) struct Layer<A>(pub(super) Arc<A>);

impl<A: Around, E: Endpoint> Middleware<E> for Layer<A> {
    type Output = Layered<A, E>;

    fn transform(&self, next: E) -> Layered<A, E> {
        Layered { around: self.0.clone(), next }
    }
}

/// An endpoint wrapped in middleware.
pub(super) struct Layered<A, E> {
    around: Arc<A>,
    next: E,
}

impl<A: Around, E: Endpoint> Endpoint for Layered<A, E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        self.around.call(&self.next, request).await
    }
}
