//! Errors of the module, and rule violations.

use sparkyard_kernel::{
    ApiError,
    db::{DbError, RuleViolation},
    ports::SKILL_CHANGED,
};

use crate::model::{MAX_NAMES_WAITING, MAX_SKILLS, MAX_WORDS};

pub(crate) const TOO_MANY_PHOTOS: &str = "Maximum 4 images allowed";
pub(crate) const PHOTO_ORDER: &str = "Name each picture of the skill once.";
pub(crate) const PHOTO_TOO_LARGE: &str = "File size must be less than 5MB";

pub(crate) const CHANGED_MEANWHILE: &str = SKILL_CHANGED;

/// Rule violations that only the database can detect.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[
    RuleViolation {
        code: "skills.too_many",
        status: 409,
        message: "You can offer at most 30 skills. Delete one to add another.",
    },
    RuleViolation {
        code: "skills.too_many_names",
        status: 409,
        message: "Ten skills that you named yourself are waiting for approval. Please wait for those first.",
    },
    RuleViolation {
        code: "skills.name_rejected",
        status: 409,
        message: "A skill of this name was reviewed and cannot be listed here. Please choose another.",
    },
    RuleViolation {
        code: CHANGED_MEANWHILE,
        status: 409,
        message: "This skill was changed at the same moment. Nothing was saved; please try again.",
    },
    RuleViolation {
        code: "skills.already_decided",
        status: 409,
        message: "This skill has been decided the other way already.",
    },
    RuleViolation {
        code: "skills.too_many_words",
        status: 409,
        message: "Fifty words were added to this category. Remove one to add another.",
    },
    RuleViolation { code: "skills.not_found", status: 404, message: "Skill not found" },
];

// The messages above state the limits.
const _: () = assert!(MAX_SKILLS == 30 && MAX_NAMES_WAITING == 10 && MAX_WORDS == 50);

/// Thrown when a member has published the daily maximum of skills.
pub(crate) const TOO_MANY_TODAY: RuleViolation = RuleViolation {
    code: "skills.too_many_today",
    status: 429,
    message: "You have added as many skills as one person can in a day.",
};

/// Error of an operation on skills.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SkillsError {
    /// No such skill, or the caller may not see or change it.
    #[error("skill not found")]
    NotFound,
    /// More pictures than free slots.
    #[error("too many pictures")]
    TooManyPhotos,
    /// The order of the pictures omits one, or names one that does not exist.
    #[error("wrong order of pictures")]
    PhotoOrder,
    /// The suggested name is in the catalogue already. Holds the title there.
    #[error("{0} is in the catalogue")]
    AlreadyListed(String),
    /// Staff may not approve what they offer or suggest themselves.
    #[error("own name")]
    OwnName,
    /// Error of the database, or a rule violation that it detected.
    #[error(transparent)]
    Db(#[from] DbError),
    /// Error of another module, or of a field.
    #[error("{}", .0.message)]
    Other(ApiError),
}

impl From<ApiError> for SkillsError {
    fn from(error: ApiError) -> Self {
        Self::Other(error)
    }
}

impl From<SkillsError> for ApiError {
    fn from(error: SkillsError) -> Self {
        match error {
            SkillsError::NotFound => Self::not_found("skills.not_found", "Skill not found"),
            SkillsError::TooManyPhotos => Self::invalid("thumbnails", TOO_MANY_PHOTOS),
            SkillsError::PhotoOrder => Self::invalid("photo_order", PHOTO_ORDER),
            SkillsError::AlreadyListed(title) => Self::conflict(
                "skills.already_listed",
                format!("{title} is in the list already: please choose it there."),
            ),
            SkillsError::OwnName => Self::new(
                403,
                "skills.own_name",
                "You offer or suggested this skill yourself, so somebody else has to approve it.",
            ),
            SkillsError::Db(error) => error.into(),
            SkillsError::Other(error) => error,
        }
    }
}
