//! Liveness and readiness endpoints.

use std::sync::Arc;

use poem::{IntoResponse, handler, web::Data};
use sparkyard_db::{Condition, Db};
use sparkyard_kernel::{ApiError, module::Loading};

#[handler]
pub(super) fn healthz() -> &'static str {
    "ok\n"
}

/// Returns 503 with the reason while the database does not answer or accepts no writes, and while
/// data is loaded that requests would wait for.
#[handler]
pub(super) async fn readyz(
    Data(db): Data<&Db>,
    Data(loading): Data<&Arc<[Arc<dyn Loading>]>>,
) -> poem::Result<&'static str> {
    let Some((reason, wait)) = not_ready(db, loading).await else { return Ok("ready\n") };
    let error = ApiError::new(503, "server.not_ready", reason).retry_after(wait);
    Err(poem::Error::from_response(error.into_response()))
}

/// Returns why the server is not ready, and after how many seconds to ask again.
async fn not_ready(db: &Db, loading: &[Arc<dyn Loading>]) -> Option<(String, u64)> {
    let condition = db.condition().borrow().clone();
    let reason = match condition {
        Condition::Ready => match db.ping().await {
            Ok(()) => return Some((loading.iter().find_map(|one| one.progress())?, 1)),
            Err(cause) => {
                tracing::error!("the database does not answer: {cause}");
                "The database does not answer."
            }
        },
        Condition::Full => "The disk is full: nothing can be saved until there is room.",
        Condition::Failed(_) => "The disk refuses to save: the log says why.",
        Condition::Closed(_) => "The database is closed.",
    };
    Some((reason.to_owned(), 10))
}
