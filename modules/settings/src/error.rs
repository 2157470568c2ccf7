//! Errors of the module, and their responses.

use sparkyard_kernel::{ApiError, db::DbError};

/// Error of an operation on preferences.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    /// There are no mails in this language.
    #[error("an unknown language")]
    UnknownLanguage,
    /// The link is invalid or was forged.
    #[error("an unknown link")]
    UnknownLink,
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
