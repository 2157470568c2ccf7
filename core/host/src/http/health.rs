//! Whether the process lives and whether it can work.

use poem::{IntoResponse, handler, web::Data};
use sparkyard_db::{Condition, Db};
use sparkyard_kernel::ApiError;

#[handler]
pub(super) fn healthz() -> &'static str {
    "ok\n"
}

/// 503 with the reason when the database does not answer or takes no writes.
#[handler]
pub(super) async fn readyz(Data(db): Data<&Db>) -> poem::Result<&'static str> {
    let condition = db.condition().borrow().clone();
    let reason = match condition {
        Condition::Ready => match db.ping().await {
            Ok(()) => return Ok("ready\n"),
            Err(cause) => {
                tracing::error!("the database does not answer: {cause}");
                "The database does not answer."
            }
        },
        Condition::Full => "The disk is full: nothing can be saved until there is room.",
        Condition::Failed(_) => "The disk refuses to save: the log says why.",
        Condition::Closed(_) => "The database is closed.",
    };
    let error = ApiError::new(503, "server.not_ready", reason).retry_after(10);
    Err(poem::Error::from_response(error.into_response()))
}
