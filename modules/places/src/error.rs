//! Errors of the module, and their responses.

use sparkyard_kernel::{
    ApiError, allowance::in_words, db::RuleViolation, errors, ports::GeocodeError,
};

/// Thrown when a town that is to be deleted is not there.
const NO_TOWN: RuleViolation =
    RuleViolation::new(404, "places.no_town", "This town is not on the list.");
/// Rules that the database checks when admins add and delete towns.
pub(crate) const ADDED_TOWNS: &[RuleViolation] = &[
    NO_TOWN,
    RuleViolation::new(409, "places.too_many_towns", "There are 200 towns of your own already."),
];

errors! {
    /// Errors of a lookup.
    pub(crate) enum PlacesError {
        /// The address is unknown.
        NotFound => 404, "places.not_found", "Could not find coordinates for this address";
        /// No admin has added this town.
        NoTown => &NO_TOWN;
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
            PlacesError::NoTown | PlacesError::Db(_) | PlacesError::Api(_) => {
                Self::Failed(error.into())
            }
        }
    }
}
