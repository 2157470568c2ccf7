//! Whether the process lives and whether it can work.

use poem::{handler, web::Data};
use sparkyard_db::Db;
use sparkyard_kernel::ApiError;

#[handler]
pub(super) fn healthz() -> &'static str {
    "ok\n"
}

#[handler]
pub(super) async fn readyz(Data(db): Data<&Db>) -> poem::Result<&'static str> {
    use poem::IntoResponse;
    match db.ping().await {
        Ok(()) => Ok("ready\n"),
        Err(cause) => {
            tracing::error!("the database does not answer: {cause}");
            let error = ApiError::new(503, "server.not_ready", "The database does not answer.");
            Err(poem::Error::from_response(error.into_response()))
        }
    }
}
