//! Errors of the module and their HTTP responses.

use sparkyard_kernel::{ApiError, db::DbError};

/// Errors of the module.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SiteError {
    /// Email can be read in a demo only.
    #[error("this is not a demo")]
    DemoOff,
    /// Database error.
    #[error(transparent)]
    Db(#[from] DbError),
    /// Error of a port, or an invalid field.
    #[error("{}", .0.code)]
    Api(ApiError),
}

impl From<ApiError> for SiteError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<SiteError> for ApiError {
    fn from(error: SiteError) -> Self {
        match error {
            SiteError::DemoOff => {
                Self::not_found("site.demo_off", "Only a demo shows the mail it would send.")
            }
            SiteError::Db(error) => error.into(),
            SiteError::Api(error) => error,
        }
    }
}
