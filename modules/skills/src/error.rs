//! Errors of the module, and rule violations.

use sparkyard_kernel::{ApiError, db::RuleViolation, errors, ports::SKILL_CHANGED};

use crate::model::{MAX_CATEGORIES, MAX_NAMES_WAITING, MAX_SKILLS, MAX_WORDS};

pub(crate) const TOO_MANY_PHOTOS: &str = "Maximum 4 images allowed";
pub(crate) const PHOTO_ORDER: &str = "Name each picture of the skill once.";
pub(crate) const PHOTO_TOO_LARGE: &str = "File size must be less than 5MB";

pub(crate) const HIDDEN_CATEGORY: &str =
    "This category takes no new skills. Please choose another.";

pub(crate) const CHANGED_MEANWHILE: &str = SKILL_CHANGED;

/// Thrown when the categories were changed since they were read.
pub(crate) const CATEGORIES_CHANGED: RuleViolation = RuleViolation::new(
    409,
    "skills.categories_changed",
    "The categories were changed at the same moment. Nothing was saved; please try again.",
);

const NOT_FOUND: RuleViolation = RuleViolation::new(404, "skills.not_found", "Skill not found");

/// Rule violations that only the database can detect.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[
    RuleViolation::new(
        409,
        "skills.too_many",
        "You can offer at most 30 skills. Delete one to add another.",
    ),
    RuleViolation::new(
        409,
        "skills.too_many_names",
        "Ten skills that you named yourself are waiting for approval. Please wait for those first.",
    ),
    RuleViolation::new(
        409,
        "skills.name_rejected",
        "A skill of this name was reviewed and cannot be listed here. Please choose another.",
    ),
    RuleViolation::new(
        409,
        CHANGED_MEANWHILE,
        "This skill was changed at the same moment. Nothing was saved; please try again.",
    ),
    RuleViolation::new(
        409,
        "skills.already_decided",
        "This skill has been decided the other way already.",
    ),
    RuleViolation::new(
        409,
        "skills.too_many_words",
        "Fifty words were added to this category. Remove one to add another.",
    ),
    CATEGORIES_CHANGED,
    NOT_FOUND,
];

// The messages above state the limits.
const _: () = assert!(MAX_SKILLS == 30 && MAX_NAMES_WAITING == 10 && MAX_WORDS == 50);
const _: () = assert!(MAX_CATEGORIES == 100);

/// Thrown when a member has published the daily maximum of skills.
pub(crate) const TOO_MANY_TODAY: RuleViolation = RuleViolation::new(
    429,
    "skills.too_many_today",
    "You have added as many skills as one person can in a day.",
);

errors! {
    /// Errors of operations on skills.
    pub(crate) enum SkillsError {
        /// No such skill, or the caller may not see or change it.
        NotFound => &NOT_FOUND;
        /// More pictures than free slots.
        TooManyPhotos => ApiError::invalid("thumbnails", TOO_MANY_PHOTOS);
        /// The order of the pictures omits one, or names one that does not exist.
        PhotoOrder => ApiError::invalid("photo_order", PHOTO_ORDER);
        /// The suggested name is in the catalogue already. Holds the title there.
        AlreadyListed(title: String) => 409, "skills.already_listed",
            "{title} is in the list already: please choose it there.";
        /// The category needs a check that the member lacks. Holds its title.
        CheckNeeded(check: String) => 409, "skills.check_needed",
            "Here you need “{check}” to offer this. Please ask the hosts: they record it once you \
             have it.";
        /// No category has this slug.
        CategoryNotFound => 404, "skills.category_not_found", "There is no such category.";
        /// The category is the last one that is not hidden.
        LastCategory => 409, "skills.last_category",
            "This is the last category that members can choose. Show another one first.";
        /// There are as many categories as fit.
        TooManyCategories => 409, "skills.too_many_categories",
            "There are a hundred categories, hidden ones included. Rename one that you do not need.";
        /// Staff may not approve what they offer or suggest themselves.
        OwnName => 403, "skills.own_name",
            "You offer or suggested this skill yourself, so somebody else has to approve it.";
    }
}
