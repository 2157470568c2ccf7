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
    /// Nobody has said whom push services can write to.
    #[error("push is not configured")]
    PushOff,
    /// The address of a device is none that a push service on the Internet would have.
    #[error("an address that is not a push service's")]
    UnknownPushService,
    /// The keys of a device are none.
    #[error("keys that no browser makes")]
    WrongPushKeys,
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
            NotificationError::PushOff => Self::new(
                503,
                "notifications.push_off",
                "This site cannot send notifications to devices yet: whoever hosts it has not set \
                 an address for it. Mails reach you as before.",
            ),
            NotificationError::UnknownPushService => {
                Self::invalid("endpoint", "We do not send notifications to this address.")
            }
            NotificationError::WrongPushKeys => {
                Self::invalid("p256dh", "These keys are not those of a browser.")
            }
            NotificationError::Db(error) => error.into(),
            NotificationError::Api(error) => error,
        }
    }
}
