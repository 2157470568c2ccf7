//! What can be refused here, and how it is told.

use sparkyard_kernel::{ApiError, db::DbError};

/// Why the module says no.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SiteError {
    /// Mail can be read in a demo only.
    #[error("this is not a demo")]
    DemoOff,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
    /// From a port.
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
