//! Errors of the module and their HTTP responses.

use sparkyard_kernel::{
    ApiError,
    db::{DbError, RuleViolation},
};

use crate::model::MAX_DOCUMENTS;

pub(crate) const TOO_MANY: RuleViolation = RuleViolation {
    code: "kyc.too_many",
    status: 409,
    message: "You can keep at most 10 documents here. Delete one to upload another.",
};
pub(crate) const DECIDED: RuleViolation = RuleViolation {
    code: "kyc.decided",
    status: 409,
    message: "This document has been decided the other way already.",
};
pub(crate) const NOT_FOUND: RuleViolation =
    RuleViolation { code: "kyc.not_found", status: 404, message: "Document not found" };

/// Rule violations that only the database can detect.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[TOO_MANY, DECIDED, NOT_FOUND];

// The message of `TOO_MANY` contains the limit.
const _: () = assert!(MAX_DOCUMENTS == 10);

/// Errors of operations on documents.
#[derive(Debug, thiserror::Error)]
pub(crate) enum KycError {
    /// Rule violation.
    #[error("{}", .0.code)]
    Refused(&'static RuleViolation),
    /// The picture is deleted because its retention has expired.
    #[error("the picture is purged")]
    Purged,
    /// An admin tried to decide on their own document.
    #[error("own document")]
    OwnDocument,
    /// Database error or rule violation.
    #[error(transparent)]
    Db(#[from] DbError),
    /// Error of another module or of the kernel.
    #[error("{}", .0.message)]
    Other(ApiError),
}

impl From<ApiError> for KycError {
    fn from(error: ApiError) -> Self {
        Self::Other(error)
    }
}

impl From<KycError> for ApiError {
    fn from(error: KycError) -> Self {
        match error {
            KycError::Refused(violation) => violation.into(),
            KycError::Purged => Self::not_found(
                "kyc.purged",
                "The picture of this document has been deleted. The decision stays.",
            ),
            KycError::OwnDocument => Self::new(
                403,
                "kyc.own_document",
                "Somebody else has to decide about your own document.",
            ),
            KycError::Db(error) => error.into(),
            KycError::Other(error) => error,
        }
    }
}
