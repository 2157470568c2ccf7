//! Middleware as a trait with an async function.

use std::sync::Arc;

use poem::{Endpoint, Middleware, Request, Response};

/// Middleware: handles requests before, and responses after, the endpoint `next`.
pub(crate) trait AsyncMiddleware: Send + Sync + 'static {
    /// Calls `next`, or returns a response in its place.
    fn call<E: Endpoint>(
        &self,
        next: &E,
        request: Request,
    ) -> impl Future<Output = poem::Result<Response>> + Send;
}

/// Adapts [`AsyncMiddleware`] to poem's [`Middleware`].
pub(super) struct Adapter<A>(pub(super) Arc<A>);

impl<A: AsyncMiddleware, E: Endpoint> Middleware<E> for Adapter<A> {
    type Output = Adapted<A, E>;

    fn transform(&self, next: E) -> Adapted<A, E> {
        Adapted { around: self.0.clone(), next }
    }
}

/// An endpoint wrapped in middleware.
pub(super) struct Adapted<A, E> {
    around: Arc<A>,
    next: E,
}

impl<A: AsyncMiddleware, E: Endpoint> Endpoint for Adapted<A, E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        self.around.call(&self.next, request).await
    }
}
