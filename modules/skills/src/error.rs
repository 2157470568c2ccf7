//! What the rules of this module refuse.

use sparkyard_kernel::{
    ApiError,
    db::{DbError, Refusal},
    ports::SKILL_CHANGED,
};

use crate::model::{MAX_NAMES_WAITING, MAX_SKILLS, MAX_WORDS};

pub(crate) const TOO_MANY_PHOTOS: &str = "Maximum 4 images allowed";
pub(crate) const PHOTO_ORDER: &str = "Name each picture of the skill once.";
pub(crate) const PHOTO_TOO_LARGE: &str = "File size must be less than 5MB";

pub(crate) const CHANGED_MEANWHILE: &str = SKILL_CHANGED;

/// Rules that only the database can decide.
pub(crate) const REFUSALS: &[Refusal] = &[
    Refusal {
        code: "skills.too_many",
        status: 409,
        message: "You can offer at most 30 skills. Delete one to add another.",
    },
    Refusal {
        code: "skills.too_many_names",
        status: 409,
        message: "Ten skills that you named yourself are waiting for approval. Please wait for those first.",
    },
    Refusal {
        code: "skills.name_rejected",
        status: 409,
        message: "A skill of this name was reviewed and cannot be listed here. Please choose another.",
    },
    Refusal {
        code: CHANGED_MEANWHILE,
        status: 409,
        message: "This skill was changed at the same moment. Nothing was saved; please try again.",
    },
    Refusal {
        code: "skills.already_decided",
        status: 409,
        message: "This skill has been decided the other way already.",
    },
    Refusal {
        code: "skills.too_many_words",
        status: 409,
        message: "Fifty words were added to this category. Remove one to add another.",
    },
    Refusal { code: "skills.not_found", status: 404, message: "Skill not found" },
];

// The sentences above name the limits.
const _: () = assert!(MAX_SKILLS == 30 && MAX_NAMES_WAITING == 10 && MAX_WORDS == 50);

/// Thrown when somebody has brought out as many skills as one can in a day.
pub(crate) const TOO_MANY_TODAY: Refusal = Refusal {
    code: "skills.too_many_today",
    status: 429,
    message: "You have added as many skills as one person can in a day.",
};

/// What can go wrong with a skill.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SkillsError {
    /// No such skill, or not the caller's to see or change.
    #[error("skill not found")]
    NotFound,
    /// More pictures than there are free slots.
    #[error("too many pictures")]
    TooManyPhotos,
    /// The order of the pictures leaves one out, or names one that is not there.
    #[error("wrong order of pictures")]
    PhotoOrder,
    /// The suggested name is in the catalogue already, under this title.
    #[error("{0} is in the catalogue")]
    AlreadyListed(String),
    /// Staff would approve what they offer themselves.
    #[error("own name")]
    OwnName,
    /// Somebody has a skill but no profile.
    #[error("no profile for user {0}")]
    NoProfile(String),
    /// The database, or a rule that it keeps.
    #[error(transparent)]
    Db(#[from] DbError),
    /// Another module, or a field, said no.
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
            error @ SkillsError::NoProfile(_) => Self::internal(error),
            SkillsError::Db(error) => error.into(),
            SkillsError::Other(error) => error,
        }
    }
}
