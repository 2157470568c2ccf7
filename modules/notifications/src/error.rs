//! What can go wrong here, and how it is told.

use sparkyard_kernel::{
    ApiError,
    db::{DbError, Refusal},
};

/// Somebody was told something before; nobody outside ever sees it.
pub(crate) const ALREADY_TOLD: Refusal =
    Refusal { code: "notifications.already_told", status: 409, message: "This was told before." };
/// All that the database may refuse.
pub(crate) const REFUSALS: &[Refusal] = &[ALREADY_TOLD];

/// Why something about notices was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotificationError {
    /// From the database.
    #[error(transparent)]
    Db(#[from] DbError),
    /// From a port.
    #[error("{}: {}", .0.code, .0.message)]
    Api(ApiError),
}

impl From<ApiError> for NotificationError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<NotificationError> for ApiError {
    fn from(error: NotificationError) -> Self {
        match error {
            NotificationError::Db(error) => error.into(),
            NotificationError::Api(error) => error,
        }
    }
}
