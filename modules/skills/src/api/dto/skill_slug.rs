//! Slug of a category or of another name of skills, as used in URLs.

use poem_openapi::{
    registry::MetaSchema,
    types::{ParseError, ParseFromParameter, ParseResult},
};
use sparkyard_kernel::openapi_type;

/// Maximum length, in characters: a name has 60, and a letter can become two in lower case.
const MAX_LENGTH: usize = 120;
const PATTERN: &str = r"^[^\s\x00-\x1f\x7f-\x9f/]+$";

/// Slug of a name, in any alphabet, or id of a skill with that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SkillSlug(String);

impl SkillSlug {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

openapi_type!(SkillSlug, || MetaSchema {
    min_length: Some(1),
    max_length: Some(MAX_LENGTH),
    pattern: Some(PATTERN.to_owned()),
    ..MetaSchema::new("string")
});

impl ParseFromParameter for SkillSlug {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        let is_forbidden =
            |letter: char| letter.is_whitespace() || letter.is_control() || letter == '/';
        let is_valid =
            (1..=MAX_LENGTH).contains(&value.chars().count()) && !value.contains(is_forbidden);
        is_valid.then(|| Self(value.to_owned())).ok_or_else(|| {
            ParseError::custom(
                "must have 1 to 120 characters, without spaces, control characters or slashes",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::catalogue::Catalogue;

    #[test]
    fn slugs_of_valid_names_are_accepted() {
        let catalogue = Catalogue::load().unwrap();
        let longest = "\u{130}".repeat(60);
        for name in
            ["Crème brûlée", "C++", "C# & F#", "Жонглирование", "日本語", "🙂 smiles", &longest]
        {
            let slug = catalogue.resolve(name).unwrap().slug;
            assert_eq!(SkillSlug::parse_from_parameter(&slug).unwrap().as_str(), slug);
        }
    }

    #[test]
    fn invalid_ids_are_rejected() {
        let longer = "x".repeat(MAX_LENGTH + 1);
        for bad in ["", " ", "a b", "a/b", "a\0", "a\u{85}b", "\u{1b}[31m", &longer] {
            assert!(SkillSlug::parse_from_parameter(bad).is_err(), "{bad:?}");
        }
    }
}
