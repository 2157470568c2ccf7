use sparkyard_kernel::{ApiError, allowance::in_words, db::DbError, ports::GeocodeError};

/// Message for an unknown address.
pub(crate) const NOT_FOUND: &str = "Could not find coordinates for this address";
/// Message for a provider that did not answer.
pub(crate) const UNAVAILABLE: &str = "Failed to geocode address";

/// Error of a lookup.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlacesError {
    /// The address is unknown.
    #[error("an unknown address")]
    NotFound,
    /// The provider did not answer, or its response was invalid.
    #[error("the provider did not answer")]
    Unavailable,
    /// The member has used up the daily lookups.
    #[error("no questions left today")]
    UsedUp {
        /// Seconds until the next lookup is allowed.
        wait: u64,
    },
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
