//! What goes through a stream.

use poem_openapi::types::ToJSON;
use sparkyard_kernel::ports::LiveNews;

/// News as they are stored and sent.
pub(crate) fn as_sent(news: &LiveNews) -> String {
    news.to_json_string()
}

/// Something that a member was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// Its number among all that the member was told.
    pub(crate) n: i64,
    /// As it is sent.
    pub(crate) news: String,
}

/// Where a stream begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// With what was told in the last so many seconds: whoever begins has asked for all that they
    /// show since then.
    Recent(u32),
    /// After this number: whoever comes back was told all up to it.
    After(i64),
    /// After something that nobody ever was told.
    Nowhere,
}

impl Start {
    /// From the id of the last event that somebody knows; who knows none begins with what was told
    /// in the last `recent` seconds.
    pub(crate) fn of(id: Option<&str>, recent: u32) -> Self {
        match id {
            None | Some("") => Self::Recent(recent),
            Some(id) => id.parse().map_or(Self::Nowhere, Self::After),
        }
    }

    /// Whether nothing is missing: the member was told `told` things in all, of which the one with
    /// the number `next` is the oldest after the start that is still known.
    pub(crate) fn is_known(self, told: i64, next: Option<i64>) -> bool {
        match self {
            Self::Recent(_) => true,
            Self::After(n) if n == told => true,
            Self::After(n) => n < told && next == n.checked_add(1),
            Self::Nowhere => false,
        }
    }
}

/// One step of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// It begins; all up to this number is known.
    Hello(i64),
    /// Something may have been missed: whatever a page shows must be asked for again. From here on
    /// all that comes after this number is told.
    Reset(i64),
    /// Something to be told.
    Told(Told),
    /// The same, but only for those who are there.
    Hint(String),
    /// Nothing; to see who is still there.
    Beat,
    /// It ends because the member has begun too many others since.
    Crowded,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_goes_on_where_nothing_is_missing() {
        for (id, told, next, known) in [
            (None, 7, Some(3), true),
            (Some(""), 7, Some(3), true),
            (Some("7"), 7, None, true),
            (Some("0"), 0, None, true),
            (Some("5"), 7, Some(6), true),
            (Some("0"), 7, Some(1), true),
            // Forgotten, all or in part.
            (Some("5"), 7, None, false),
            (Some("5"), 7, Some(7), false),
            // Of another time, or made up.
            (Some("8"), 7, None, false),
            (Some("-1"), 0, None, false),
            (Some("9223372036854775807"), 7, None, false),
            (Some("99999999999999999999"), 7, Some(1), false),
            (Some("seven"), 7, Some(1), false),
        ] {
            assert_eq!(Start::of(id, 5).is_known(told, next), known, "{id:?} of {told}");
        }
    }
}
