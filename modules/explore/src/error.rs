//! Errors of the module, and rule violations.

use sparkyard_kernel::{ApiError, db::RuleViolation, errors, ports::PROFILE_CHANGED as CHANGED};

/// The person to follow does not exist.
pub(crate) const PERSON_NOT_FOUND: RuleViolation =
    RuleViolation::new(404, "explore.person_not_found", "This person could not be found.");
/// Nothing is left to do: the caller follows the person.
/// The profile was changed while staff cleared it.
pub(crate) const PROFILE_CHANGED: RuleViolation = RuleViolation::new(
    409,
    CHANGED,
    "This profile was changed at the same moment. Nothing was saved; please try again.",
);

pub(crate) const ALREADY_FOLLOWING: RuleViolation =
    RuleViolation::new(409, "explore.already_following", "You follow this person already.");
/// Nothing is left to do: the caller does not follow the person.
pub(crate) const NOT_FOLLOWING: RuleViolation =
    RuleViolation::new(409, "explore.not_following", "You do not follow this person.");

/// Rule violations of follow and unfollow.
pub(crate) const FOLLOW_REFUSALS: &[RuleViolation] =
    &[PERSON_NOT_FOUND, ALREADY_FOLLOWING, NOT_FOLLOWING];

/// The caller has used up the daily quota of blocks.
pub(crate) const TOO_MANY_BLOCKS: RuleViolation = RuleViolation::new(
    429,
    "explore.too_many_blocks",
    "You have blocked as many people as one person can in a day.",
);

/// The caller has used up the daily quota of follows.
pub(crate) const TOO_MANY_FOLLOWS: RuleViolation = RuleViolation::new(
    429,
    "explore.too_many_follows",
    "You have followed as many people as one person can in a day.",
);

errors! {
    /// Errors of the module.
    pub(crate) enum ExploreError {
        /// No person has that id.
        PersonNotFound => &PERSON_NOT_FOUND;
        /// The profile belongs to another member.
        NotYours => 403, "explore.not_yours", "You can only see and change your own profile.";
        /// The caller tried to follow themselves.
        SelfFollow => 422, "explore.self_follow", "You cannot follow yourself.";
        /// The caller tried to block themselves.
        SelfBlock => 422, "explore.self_block", "You cannot block yourself.";
        /// No coordinates were given, and the geocoder found none. Holds the name of the field.
        PlaceNotFound(field: &'static str) => ApiError::new(
            422,
            "explore.place_not_found",
            "Could not find coordinates for this address",
        ).field(field);
        /// No coordinates were given, and the geocoder did not answer. Holds the name of the field.
        GeocodingFailed(field: &'static str) =>
            ApiError::new(422, "explore.geocoding_failed", "Failed to geocode address")
                .field(field);
    }
}
