//! State of what members post, as far as staff decide about it.

use poem_openapi::Enum;
use surrealdb::types::SurrealValue;

/// Moderation state of a skill, a need or a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum ModerationState {
    /// Others see it.
    Visible,
    /// Others see it, and a report about it is open. Shown to staff only.
    Flagged,
    /// Waits for staff; only its author sees it.
    Held,
    /// Staff removed it; nobody but its author sees it.
    Removed,
}

impl ModerationState {
    /// Checks whether others may see it, as far as staff are concerned.
    pub const fn is_shown(self) -> bool {
        matches!(self, Self::Visible | Self::Flagged)
    }

    /// Returns the state as members see it: nobody but staff learns of reports.
    #[must_use]
    pub const fn for_members(self) -> Self {
        match self {
            Self::Visible | Self::Flagged => Self::Visible,
            Self::Held => Self::Held,
            Self::Removed => Self::Removed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ModerationState as State;

    #[test]
    fn members_do_not_learn_of_reports() {
        for (state, shown, seen) in [
            (State::Visible, true, State::Visible),
            (State::Flagged, true, State::Visible),
            (State::Held, false, State::Held),
            (State::Removed, false, State::Removed),
        ] {
            assert_eq!((state.is_shown(), state.for_members()), (shown, seen));
        }
    }
}
