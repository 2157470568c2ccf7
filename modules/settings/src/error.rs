//! What can be refused here, and how it is told.

use sparkyard_kernel::{ApiError, db::DbError};

/// Why preferences were not read or kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    /// There are no mails in that language.
    #[error("an unknown language")]
    UnknownLanguage,
    /// The link was not made here.
    #[error("an unknown link")]
    UnknownLink,
    /// From the database.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<SettingsError> for ApiError {
    fn from(error: SettingsError) -> Self {
        match error {
            SettingsError::UnknownLanguage => {
                Self::invalid("language", "This site has no mails in that language.")
            }
            SettingsError::UnknownLink => Self::not_found(
                "settings.unknown_link",
                "This link is not whole. Please open it from the mail again.",
            ),
            SettingsError::Db(error) => error.into(),
        }
    }
}
