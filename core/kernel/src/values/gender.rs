use std::fmt;

use surrealdb::types::SurrealValue;

/// Gender as stated by the member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub enum Gender {
    /// A man.
    Male,
    /// A woman.
    Female,
    /// Neither.
    Other,
    /// Not stated.
    PreferNotToSay,
}

impl fmt::Display for Gender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Male => "male",
            Self::Female => "female",
            Self::Other => "other",
            Self::PreferNotToSay => "prefer_not_to_say",
        })
    }
}
