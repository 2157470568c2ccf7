//! Errors of the module, and their responses.

use sparkyard_kernel::{ApiError, allowance::in_words, errors, ports::GeocodeError};

errors! {
    /// Errors of a lookup.
    pub(crate) enum PlacesError {
        /// The address is unknown.
        NotFound => 404, "places.not_found", "Could not find coordinates for this address";
        /// The provider did not answer, or its response was invalid.
        Unavailable => ApiError::new(503, "places.unavailable", "Failed to geocode address")
            .retry_after(30);
        /// The member has used up the daily lookups. Holds the seconds until the next one.
        UsedUp(wait: u64) => ApiError::new(
            429,
            "places.too_many",
            format!(
                "You have looked up as many addresses as one person can in a day. A postcode or a \
                 town alone may still be found; more in {}.",
                in_words(wait)
            ),
        ).retry_after(wait);
    }
}

impl From<PlacesError> for GeocodeError {
    fn from(error: PlacesError) -> Self {
        match error {
            PlacesError::NotFound => Self::NotFound,
            PlacesError::Unavailable => Self::Unavailable,
            PlacesError::UsedUp(_) => Self::UsedUp(error.into()),
            PlacesError::Db(_) | PlacesError::Api(_) => Self::Failed(error.into()),
        }
    }
}
