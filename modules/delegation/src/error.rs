//! Errors of the module, and rule violations.

use sparkyard_kernel::{db::RuleViolation, errors, leaving::MEMBER_LEFT};

use crate::model::MAX_MEMBERS;

const HAS_DELEGATE: RuleViolation = RuleViolation::new(
    409,
    "delegation.has_delegate",
    "They have a helper already, or have been asked. End that first.",
);
/// The delegation ended, or was accepted, at the same moment.
pub(crate) const CHANGED: RuleViolation = RuleViolation::new(
    409,
    "delegation.changed",
    "Somebody has just changed this. Please look again.",
);

/// Rule violations that only the database can detect.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[
    HAS_DELEGATE,
    CHANGED,
    RuleViolation::new(
        409,
        "delegation.too_many",
        "They help 30 neighbours, which is as many as one member can.",
    ),
    MEMBER_LEFT,
];

// The message above states the limit.
const _: () = assert!(MAX_MEMBERS == 30);

errors! {
    /// Errors of operations on delegations.
    pub(crate) enum DelegationError {
        /// The caller is not the active delegate of the member with this id.
        NotDelegate => 403, "delegation.not_delegate", "You do not act for this neighbour.";
        /// The member has no delegate, or the caller is neither of the two.
        NotFound => 404, "delegation.not_found", "There is no such helper.";
        /// The member or the delegate does not exist or is not active.
        NoMember => 404, "delegation.no_member", "User not found";
        /// Member and delegate are the same person.
        OwnDelegate => 409, "delegation.own_delegate", "Choose two different people.";
        /// Nobody acts for staff.
        Staff => 409, "delegation.staff",
            "Nobody can act for a moderator or an admin. Take their role away first.";
        /// The delegate cannot sign in.
        CannotSignIn => 409, "delegation.cannot_sign_in",
            "They cannot sign in themselves, so they cannot help others.";
        /// Only the member can accept it.
        NotYours => 403, "delegation.not_yours", "Only the neighbour who was asked can accept this.";
    }
}
