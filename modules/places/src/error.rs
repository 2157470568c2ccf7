use sparkyard_kernel::{ApiError, allowance::in_words, db::DbError, ports::GeocodeError};

/// Nobody knows it.
pub(crate) const NOT_FOUND: &str = "Could not find coordinates for this address";
/// Who could know did not answer.
pub(crate) const UNAVAILABLE: &str = "Failed to geocode address";

/// What can go wrong here.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlacesError {
    /// Nobody knows the address.
    #[error("an unknown address")]
    NotFound,
    /// The provider did not answer, or made no sense.
    #[error("the provider did not answer")]
    Unavailable,
    /// The member has had as much looked up as they may today.
    #[error("no questions left today")]
    UsedUp {
        /// Seconds until they may again.
        wait: u64,
    },
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<PlacesError> for ApiError {
    fn from(error: PlacesError) -> Self {
        match error {
            PlacesError::NotFound => Self::not_found("places.not_found", NOT_FOUND),
            PlacesError::Unavailable => {
                Self::new(503, "places.unavailable", UNAVAILABLE).retry_after(30)
            }
            PlacesError::UsedUp { wait } => Self::new(
                429,
                "places.too_many",
                format!(
                    "You have looked up as many addresses as one person can in a day. A postcode \
                     or a town alone may still be found; more in {}.",
                    in_words(wait)
                ),
            )
            .retry_after(wait),
            PlacesError::Db(error) => error.into(),
        }
    }
}

impl From<PlacesError> for GeocodeError {
    fn from(error: PlacesError) -> Self {
        match error {
            PlacesError::NotFound => Self::NotFound,
            PlacesError::Unavailable => Self::Unavailable,
            error @ PlacesError::UsedUp { .. } => Self::UsedUp(error.into()),
            PlacesError::Db(error) => Self::Failed(error.into()),
        }
    }
}
