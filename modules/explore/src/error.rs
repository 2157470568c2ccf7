use sparkyard_kernel::{
    ApiError,
    db::{DbError, RuleViolation},
};

pub(crate) const PERSON_NOT_FOUND: &str = "explore.person_not_found";
pub(crate) const ALREADY_FOLLOWING: &str = "explore.already_following";
pub(crate) const NOT_FOLLOWING: &str = "explore.not_following";

const NO_SUCH_PERSON: &str = "This person could not be found.";
const NO_COORDINATES: &str = "Could not find coordinates for this address";
const GEOCODING_FAILED: &str = "Failed to geocode address";

/// Rule violations of follow and unfollow. The last two mean that nothing is left to do.
pub(crate) const FOLLOW_REFUSALS: &[RuleViolation] = &[
    RuleViolation { code: PERSON_NOT_FOUND, status: 404, message: NO_SUCH_PERSON },
    RuleViolation {
        code: ALREADY_FOLLOWING,
        status: 409,
        message: "You follow this person already.",
    },
    RuleViolation { code: NOT_FOLLOWING, status: 409, message: "You do not follow this person." },
];

/// The caller has used up the daily quota of blocks.
pub(crate) static TOO_MANY_BLOCKS: RuleViolation = RuleViolation {
    code: "explore.too_many_blocks",
    status: 429,
    message: "You have blocked as many people as one person can in a day.",
};

/// The caller has used up the daily quota of follows.
pub(crate) static TOO_MANY_FOLLOWS: RuleViolation = RuleViolation {
    code: "explore.too_many_follows",
    status: 429,
    message: "You have followed as many people as one person can in a day.",
};

/// Errors of the module.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExploreError {
    /// No person has that id.
    #[error("no such person")]
    PersonNotFound,
    /// The profile belongs to another member.
    #[error("not the caller's own profile")]
    NotYours,
    /// The caller tried to follow themselves.
    #[error("following oneself")]
    SelfFollow,
    /// The caller tried to block themselves.
    #[error("blocking oneself")]
    SelfBlock,
    /// No coordinates were given, and the geocoder found none; holds the name of the field.
    #[error("unknown place")]
    PlaceNotFound(&'static str),
    /// No coordinates were given, and the geocoder did not answer; holds the name of the field.
    #[error("the place could not be looked up")]
    GeocodingFailed(&'static str),
    /// Invalid value, or refusal by another module.
    #[error("{}", .0.message)]
    Refused(ApiError),
    /// Database error or rule violation.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<ApiError> for ExploreError {
    fn from(error: ApiError) -> Self {
        Self::Refused(error)
    }
}

impl From<ExploreError> for ApiError {
    fn from(error: ExploreError) -> Self {
        match error {
            ExploreError::PersonNotFound => Self::not_found(PERSON_NOT_FOUND, NO_SUCH_PERSON),
            ExploreError::NotYours => {
                Self::new(403, "explore.not_yours", "You can only see and change your own profile.")
            }
            ExploreError::SelfFollow => {
                Self::new(422, "explore.self_follow", "You cannot follow yourself.")
            }
            ExploreError::SelfBlock => {
                Self::new(422, "explore.self_block", "You cannot block yourself.")
            }
            ExploreError::PlaceNotFound(field) => {
                violation("explore.place_not_found", field, NO_COORDINATES)
            }
            ExploreError::GeocodingFailed(field) => {
                violation("explore.geocoding_failed", field, GEOCODING_FAILED)
            }
            ExploreError::Refused(error) => error,
            ExploreError::Db(error) => error.into(),
        }
    }
}

/// Creates a 422 for the field that names the place.
fn violation(code: &'static str, field: &'static str, message: &str) -> ApiError {
    let mut error = ApiError::new(422, code, message);
    error.fields.insert(field.to_owned(), message.to_owned());
    error
}
