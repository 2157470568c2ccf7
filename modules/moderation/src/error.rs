//! What can be refused here, and how it is told.

use sparkyard_kernel::{ApiError, auth::forbidden, db::DbError};

/// Why something about members was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ModerationError {
    /// Nobody makes things easier for themselves.
    #[error("own account")]
    OwnAccount,
    /// Nobody decides about the other party of their own booking.
    #[error("the other party of an own booking")]
    OwnBooking,
    /// Only admins decide about the accounts of other staff.
    #[error("an account of staff")]
    StaffAccount,
    /// The cursor is of another list.
    #[error("a foreign cursor")]
    ForeignCursor,
    /// From the database.
    #[error(transparent)]
    Db(#[from] DbError),
    /// From a port, or about a field.
    #[error("{}", .0.code)]
    Api(ApiError),
}

impl From<ApiError> for ModerationError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<ModerationError> for ApiError {
    fn from(error: ModerationError) -> Self {
        match error {
            ModerationError::OwnAccount => Self::new(
                403,
                "moderation.own_account",
                "This is your own account, so somebody else has to decide.",
            ),
            ModerationError::OwnBooking => Self::new(
                403,
                "moderation.own_booking",
                "You have an open booking with this member, so somebody else has to decide.",
            ),
            ModerationError::StaffAccount => forbidden(),
            ModerationError::ForeignCursor => {
                Self::invalid("cursor", "This cursor did not come from this list.")
            }
            ModerationError::Db(error) => error.into(),
            ModerationError::Api(error) => error,
        }
    }
}
