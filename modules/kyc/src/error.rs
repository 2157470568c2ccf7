//! Errors of the module, and rule violations.

use sparkyard_kernel::{db::RuleViolation, errors, ports::DOCUMENT_CHANGED};

use crate::model::MAX_DOCUMENTS;

const TOO_MANY: RuleViolation = RuleViolation::new(
    409,
    "kyc.too_many",
    "You can keep at most 10 documents here. Delete one to upload another.",
);
pub(crate) const DECIDED: RuleViolation =
    RuleViolation::new(409, "kyc.decided", "This document has been decided the other way already.");
/// An appeal found the document changed since it was read.
pub(crate) const CHANGED: RuleViolation = RuleViolation::new(
    409,
    DOCUMENT_CHANGED,
    "This document has changed meanwhile. Nothing was changed now.",
);
const NOT_FOUND: RuleViolation = RuleViolation::new(404, "kyc.not_found", "Document not found");

/// Rule violations that only the database can detect.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[TOO_MANY, DECIDED, NOT_FOUND];

// The message of `TOO_MANY` contains the limit.
const _: () = assert!(MAX_DOCUMENTS == 10);

errors! {
    /// Errors of operations on documents.
    pub(crate) enum KycError {
        /// The member keeps the maximum number of documents.
        TooMany => &TOO_MANY;
        /// The document was decided differently before.
        Decided => &DECIDED;
        /// The document does not exist, or belongs to another member.
        NotFound => &NOT_FOUND;
        /// The picture is deleted because its retention has expired.
        Purged => 404, "kyc.purged",
            "The picture of this document has been deleted. The decision stays.";
        /// An admin tried to decide on their own document.
        OwnDocument => 403, "kyc.own_document",
            "Somebody else has to decide about your own document.";
    }
}
