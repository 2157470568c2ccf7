//! Contents of an event stream.

use poem_openapi::types::ToJSON;
use sparkyard_kernel::ports::LiveNews;

/// Serialises news as JSON, as stored and sent.
pub(crate) fn as_sent(news: &LiveNews) -> String {
    news.to_json_string()
}

/// An event on a member's stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StreamEvent {
    /// Sequence number among all events of the member.
    pub(crate) n: i64,
    /// JSON of the event, as sent.
    pub(crate) news: String,
}

/// Starting point of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// Events of this many past seconds: the client has fetched everything it shows since then.
    Recent(u32),
    /// Events after this number: the client received all up to it before it reconnected.
    After(i64),
    /// Invalid id: no event ever had it.
    Nowhere,
}

impl Start {
    /// Returns the start for the last event id that the client knows; without one, events of the
    /// last `recent` seconds.
    pub(crate) fn of(id: Option<&str>, recent: u32) -> Self {
        match id {
            None | Some("") => Self::Recent(recent),
            Some(id) => id.parse().map_or(Self::Nowhere, Self::After),
        }
    }

    /// Checks that no event is missing. The member had `latest` events in all; `next` is the oldest
    /// stored one after the start.
    pub(crate) fn is_known(self, latest: i64, next: Option<i64>) -> bool {
        match self {
            Self::Recent(_) => true,
            Self::After(n) if n == latest => true,
            Self::After(n) => n < latest && next == n.checked_add(1),
            Self::Nowhere => false,
        }
    }
}

/// One step of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Start of the stream; the client knows all events up to this number.
    Hello(i64),
    /// Events may have been missed: the page must fetch again what it shows. Later events than this
    /// number follow.
    Reset(i64),
    /// A stored event.
    Event(StreamEvent),
    /// An ephemeral event, for open streams only.
    Ephemeral(String),
    /// Heartbeat, which detects closed connections.
    Beat,
    /// End of the stream, because the member has opened too many others since.
    Crowded,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_resumes_only_without_gaps() {
        for (id, latest, next, known) in [
            (None, 7, Some(3), true),
            (Some(""), 7, Some(3), true),
            (Some("7"), 7, None, true),
            (Some("0"), 0, None, true),
            (Some("5"), 7, Some(6), true),
            (Some("0"), 7, Some(1), true),
            // Deleted, all or in part.
            (Some("5"), 7, None, false),
            (Some("5"), 7, Some(7), false),
            // From another database, or made up.
            (Some("8"), 7, None, false),
            (Some("-1"), 0, None, false),
            (Some("9223372036854775807"), 7, None, false),
            (Some("99999999999999999999"), 7, Some(1), false),
            (Some("seven"), 7, Some(1), false),
        ] {
            assert_eq!(Start::of(id, 5).is_known(latest, next), known, "{id:?} of {latest}");
        }
    }
}
