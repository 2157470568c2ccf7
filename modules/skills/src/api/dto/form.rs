//! Form that describes a skill, and its validation.

use poem_openapi::{Multipart, types::ParseFromParameter};
use sparkyard_kernel::{
    ApiError, CancellationPolicy, ExperienceLevel, Money,
    multipart::{MAX_IMAGE_BYTES, Upload},
    text,
    validate::Checks,
};

use crate::{
    error::{PHOTO_ORDER, PHOTO_TOO_LARGE, TOO_MANY_PHOTOS},
    model::{Draft, MAX_PHOTOS, SkillType, UnknownWord, catalogue::Catalogue},
    service::SentPhotos,
};

const REQUIRED: &str = "Please fill in all required fields";
const MAX_NAME: usize = 60;
const MAX_DESCRIPTION: usize = 2000;
/// In pence: 1,000 pounds an hour.
const MAX_RATE_MINOR: i64 = 100_000;

/// A skill as described by its owner.
#[derive(Debug, Multipart)]
pub(crate) struct SkillForm {
    /// Required. Title, name or slug of a category; anything else, up to 60 characters, is a custom
    /// name, which an admin approves within 2 days.
    #[oai(validator(max_length = 60))]
    skill_type: Option<String>,
    /// Required: `beginner`, `intermediate` or `expert`.
    #[oai(validator(max_length = 32))]
    experience_level: Option<String>,
    /// Required. Up to 2,000 characters.
    #[oai(validator(max_length = 2000))]
    description: Option<String>,
    /// Required. Pounds per hour, from 0 to 1000 with at most two decimals.
    #[oai(validator(max_length = 32))]
    hourly_rate: Option<String>,
    /// Ignored: the price in spark tokens is always half the hourly rate.
    #[expect(dead_code, reason = "accepted because clients send it")]
    #[oai(validator(max_length = 32))]
    spark_token: Option<String>,
    /// `flexible`, `moderate` or `strict`. When left out, a new skill is `flexible` and an existing
    /// one keeps its policy.
    #[oai(validator(max_length = 32))]
    cancellation_policy: Option<String>,
    /// Optional. Up to 4 images: JPEG, PNG or WebP of at most 5 MB each.
    thumbnails: Vec<Upload>,
    /// Optional. Order of the pictures, as comma-separated keys: `thumbnail03` for the one stored
    /// there, `new` for each uploaded one, in turn. Must name every picture once. When left out,
    /// stored pictures keep their slots and new ones go into free slots.
    #[oai(validator(max_length = 256))]
    photo_order: Option<String>,
}

impl SkillForm {
    /// Returns the validated fields, and the uploads still unread. Each violation is a 422 that
    /// names its field. Whether the order matches the stored pictures is checked later.
    pub(crate) fn read(self, catalogue: &Catalogue) -> Result<(Draft, SentPhotos), ApiError> {
        let name = self.skill_type.as_deref().unwrap_or_default();
        let description = self.description.as_deref().unwrap_or_default();
        let skill_type = catalogue.resolve(name);
        let level = present(self.experience_level.as_deref()).map(word::<ExperienceLevel>);
        let rate = present(self.hourly_rate.as_deref()).map(rate);
        let policy = present(self.cancellation_policy.as_deref()).map(word::<CancellationPolicy>);
        let order = present(self.photo_order.as_deref()).map(str::parse);
        let uploads: Vec<_> = self.thumbnails.into_iter().filter(Upload::is_chosen).collect();

        Checks::new()
            .check("skill_type", skill_type.is_some(), REQUIRED)
            .check("experience_level", level.is_some(), REQUIRED)
            .check("description", !description.trim().is_empty(), REQUIRED)
            .check("hourly_rate", rate.is_some(), REQUIRED)
            .line("skill_type", name, 1, MAX_NAME)
            .prose("description", description, 1, MAX_DESCRIPTION)
            .check(
                "experience_level",
                level != Some(None),
                "Choose beginner, intermediate or expert.",
            )
            .check(
                "hourly_rate",
                rate != Some(None),
                "Enter an hourly rate from 0 to 1000 with at most two decimals.",
            )
            .check(
                "cancellation_policy",
                policy != Some(None),
                "Choose flexible, moderate or strict.",
            )
            .check("thumbnails", uploads.len() <= MAX_PHOTOS, TOO_MANY_PHOTOS)
            .check("photo_order", order != Some(Err(UnknownWord)), PHOTO_ORDER)
            .finish()?;

        // The checks above ensure that all of these are present.
        let (Some(skill_type), Some(Some(experience_level)), Some(Some(hourly_rate))) =
            (skill_type, level, rate)
        else {
            return Err(ApiError::new(422, "request.invalid", REQUIRED));
        };
        let draft = Draft {
            skill_type,
            experience_level,
            description: text::prose(description),
            hourly_rate,
            cancellation_policy: policy.flatten(),
        };
        let unread = |upload: Upload| upload.unread(MAX_IMAGE_BYTES, PHOTO_TOO_LARGE);
        let files = uploads.into_iter().map(unread).collect();
        Ok((draft, SentPhotos { files, order: order.and_then(Result::ok) }))
    }
}

/// Resolves and validates a suggested name.
pub(crate) fn check_name(catalogue: &Catalogue, name: &str) -> Result<SkillType, ApiError> {
    let skill_type = catalogue.resolve(name);
    Checks::new()
        .check("name", skill_type.is_some(), REQUIRED)
        .line("name", name, 1, MAX_NAME)
        .finish()?;
    skill_type.ok_or_else(|| ApiError::invalid("name", REQUIRED))
}

fn present(field: Option<&str>) -> Option<&str> {
    field.map(str::trim).filter(|text| !text.is_empty())
}

fn rate(text: &str) -> Option<Money> {
    text.parse::<Money>().ok().filter(|rate| rate.minor() <= MAX_RATE_MINOR)
}

/// Parses a word, ignoring case.
fn word<T: ParseFromParameter>(text: &str) -> Option<T> {
    T::parse_from_parameter(&text.to_lowercase()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parsed_case_insensitively() {
        assert_eq!(word("Expert"), Some(ExperienceLevel::Expert));
        assert_eq!(word::<ExperienceLevel>("guru"), None);
    }
}
