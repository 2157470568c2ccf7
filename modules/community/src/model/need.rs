//! The board of needs, and its rules.

use std::time::Duration;

use poem_openapi::Enum;
use sparkyard_kernel::{
    ApiError, BookingId, ItemId, ModerationState, SkillId, Sparks, Timestamp, UserId,
    ports::Takedown, text, text_folding::fold, validate::Checks,
};
use surrealdb::types::SurrealValue;

use super::Near;

const DAY: Duration = Duration::from_hours(24);
const MAX_TITLE: usize = 80;
const MAX_TEXT: usize = 1_000;
/// Maximum number of days for which a need is posted.
const MAX_DAYS: u32 = 30;
/// Maximum number of sparks offered: the price of the longest booking at the highest rate.
const MAX_SPARKS: Sparks = Sparks::from_minor(600_000);
/// Maximum number of answers to one need.
pub(crate) const MAX_ANSWERS: usize = 20;
/// Maximum length of an answer, in characters.
const MAX_ANSWER: usize = 1_000;

/// State of a need, as its author and its time give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "NeedState", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum State {
    /// On the board.
    Open,
    /// Closed by its author.
    Closed,
    /// Its time is over; its author can renew it.
    Expired,
    /// Its author has booked a neighbour who answered; they can post it again.
    Arranged,
}

impl State {
    /// Returns the state in words, for a message.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Expired => "no longer on the board, as its time is over",
            Self::Arranged => "arranged with a neighbour",
        }
    }
}

/// A member's offer to help.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct NeedAnswer {
    pub(crate) member: UserId,
    pub(crate) at: Timestamp,
}

/// A need.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    pub(crate) id: ItemId,
    pub(crate) author: UserId,
    pub(crate) words: NeedWords,
    pub(crate) until: Timestamp,
    /// State as stored; [`state_at`](Self::state_at) also regards the time.
    pub(crate) state: State,
    pub(crate) answers: Vec<NeedAnswer>,
    /// Member who helped, or who is booked for it.
    pub(crate) helper: Option<UserId>,
    /// Booking by which it is arranged.
    pub(crate) booking: Option<BookingId>,
    /// Whether staff hold it back or took it down; then only its author sees it.
    pub(crate) moderation: ModerationState,
    pub(crate) takedown: Option<Takedown>,
    /// Number of changes of its text.
    pub(crate) revision: i64,
    pub(crate) created_at: Timestamp,
    pub(crate) edited_at: Option<Timestamp>,
    /// Time at which the job warns its author, or ends it.
    pub(crate) due_at: Timestamp,
    /// Time at which it ended; `None` while it is open.
    pub(crate) ended_at: Option<Timestamp>,
    /// Sort key of lists.
    pub(crate) newest: String,
}

impl Need {
    /// Returns the state at `now`: it expires on time, not when the job comes by. The time of one
    /// that is held has not begun.
    pub(crate) fn state_at(&self, now: Timestamp) -> State {
        let is_over = self.until <= now && self.moderation != ModerationState::Held;
        match self.state {
            State::Open if is_over => State::Expired,
            state => state,
        }
    }

    /// Returns in words why others do not see it, if staff are the reason.
    pub(crate) const fn hidden_because(&self) -> Option<&'static str> {
        match self.moderation {
            ModerationState::Visible | ModerationState::Flagged => None,
            ModerationState::Held => Some("waiting for a moderator to look at it"),
            ModerationState::Removed => Some("taken down"),
        }
    }

    /// Checks whether `member` has answered.
    pub(crate) fn is_answered_by(&self, member: &UserId) -> bool {
        self.answers.iter().any(|answer| answer.member == *member)
    }

    /// Checks whether it takes no more answers.
    pub(crate) fn is_full(&self) -> bool {
        self.answers.len() >= MAX_ANSWERS
    }

    /// Checks whether `viewer` may see it at `now`, if they may see its author: the author does
    /// whatever its state; unless staff hide it, who has answered does, and others while it is
    /// open.
    pub(crate) fn is_seen_by(&self, viewer: &UserId, now: Timestamp) -> bool {
        match self.state_at(now) {
            _ if self.author == *viewer => true,
            _ if !self.moderation.is_shown() => false,
            State::Open => true,
            State::Closed | State::Expired | State::Arranged => self.is_answered_by(viewer),
        }
    }
}

/// Times of a need that is posted or renewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Times {
    pub(crate) until: Timestamp,
    pub(crate) due_at: Timestamp,
}

impl Times {
    /// Returns the times of a need posted at `now` for some days: its author is warned a day
    /// before the end, unless it is posted for no longer than that.
    pub(crate) fn new(now: Timestamp, days: u32) -> Self {
        let until = now + DAY * days;
        Self { until, due_at: if days > 1 { now + DAY * (days - 1) } else { until } }
    }
}

/// Text of a need as it is received, not yet checked.
#[derive(Clone, Debug)]
pub(crate) struct WrittenNeed {
    pub(crate) title: String,
    pub(crate) text: String,
    /// Slug of a category.
    pub(crate) category: Option<String>,
    pub(crate) days: u32,
    pub(crate) tokens: f64,
}

/// Text of a need, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NeedWords {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) category: Option<String>,
    pub(crate) sparks: Sparks,
    pub(crate) days: u32,
}

impl WrittenNeed {
    /// Normalises the text; a 422 names all fields that are wrong. `is_category` checks the slug
    /// of a category.
    pub(crate) fn checked(
        self,
        is_category: impl FnOnce(&str) -> bool,
    ) -> Result<NeedWords, ApiError> {
        // The shortest text that parses as this number is what the sender wrote.
        let sparks = self.tokens.to_string().parse::<Sparks>().ok();
        let category = self.category.filter(|category| !category.is_empty());
        Checks::new()
            .line("title", &self.title, 3, MAX_TITLE)
            .prose("text", &self.text, 0, MAX_TEXT)
            .check(
                "category",
                category.as_deref().is_none_or(is_category),
                "Choose one of the categories, or none.",
            )
            .check("days", (1..=MAX_DAYS).contains(&self.days), "Choose 1 to 30 days.")
            .check(
                "tokens",
                sparks.is_some_and(|sparks| sparks <= MAX_SPARKS),
                "Enter 0 to 6,000 sparks, with at most two decimals.",
            )
            .finish()?;
        Ok(NeedWords {
            title: text::line(&self.title),
            text: text::prose(&self.text),
            category,
            sparks: sparks.unwrap_or_default(),
            days: self.days,
        })
    }
}

impl NeedWords {
    /// Checks whether title and text contain each word of the folded `wanted`.
    pub(crate) fn contain(&self, wanted: &str) -> bool {
        let own = fold(&format!("{} {}", self.title, self.text));
        wanted.split(' ').all(|word| own.contains(word))
    }
}

/// Returns an answer as it is sent; a 422 if it is empty or too long.
pub(crate) fn checked_answer(message: &str) -> Result<String, ApiError> {
    Checks::new().prose("message", message, 1, MAX_ANSWER).finish()?;
    Ok(text::prose(message))
}

/// Filter of the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoardFilter {
    /// Slug of a category.
    pub(crate) category: Option<String>,
    /// Words of which title and text must contain each.
    pub(crate) text: Option<String>,
}

/// A member who answered, with what the author can book of them.
#[derive(Clone, Debug)]
pub(crate) struct Helper {
    pub(crate) near: Near,
    pub(crate) at: Timestamp,
    /// Skill in the category of the need; for a need without one, their only skill.
    pub(crate) skill: Option<SkillId>,
}

/// A need with the people whom its reader may see.
#[derive(Clone, Debug)]
pub(crate) struct NeedForViewer {
    pub(crate) need: Need,
    /// State at the time of reading.
    pub(crate) state: State,
    pub(crate) author: Near,
    pub(crate) category_title: Option<String>,
    /// Members who answered; for the author alone.
    pub(crate) helpers: Vec<Helper>,
    /// Member who helped, or who is booked; for those who answered, and the author.
    pub(crate) helped: Option<Near>,
    /// Booking by which it is arranged, for the author and the member who is booked.
    pub(crate) booking: Option<BookingId>,
    /// Whether the author could book the viewer, who has answered; absent for others.
    pub(crate) offers_skill: Option<bool>,
    pub(crate) is_own: bool,
    pub(crate) is_answered: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> WrittenNeed {
        WrittenNeed {
            title: " A ladder ".to_owned(),
            text: "For the gutters.\r\n".to_owned(),
            category: Some("gardening".to_owned()),
            days: 14,
            tokens: 2.5,
        }
    }

    #[test]
    fn written_needs_are_validated() {
        let known = |slug: &str| slug == "gardening";
        let words = written().checked(known).unwrap();
        assert_eq!((&*words.title, &*words.text), ("A ladder", "For the gutters."));
        assert_eq!(words.sparks.minor(), 250);
        let wrong = |written: WrittenNeed| {
            let refused = written.checked(known).err();
            refused.map(|error| error.fields.into_keys().collect::<Vec<_>>())
        };
        for tokens in [-1.0, 0.001, 6_000.01, f64::NAN, f64::INFINITY] {
            let field = Some(vec!["tokens".to_owned()]);
            assert_eq!(wrong(WrittenNeed { tokens, ..written() }), field, "{tokens}");
        }
        for days in [0, 31, u32::MAX] {
            let field = Some(vec!["days".to_owned()]);
            assert_eq!(wrong(WrittenNeed { days, ..written() }), field, "{days}");
        }
        let odd = WrittenNeed {
            title: "\u{200b}".to_owned(),
            text: "x".repeat(1_001),
            category: Some("<script>".to_owned()),
            ..written()
        };
        let fields = ["category", "text", "title"].map(str::to_owned);
        assert_eq!(wrong(odd), Some(fields.to_vec()));
        let none = WrittenNeed { category: Some(String::new()), tokens: 6_000.0, ..written() };
        assert_eq!(none.checked(known).unwrap().category, None);
    }

    #[test]
    fn authors_are_warned_a_day_before_the_end() {
        let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let times = Times::new(now, 14);
        assert_eq!(times.until, at("2026-03-16T10:00:00Z"));
        assert_eq!(times.due_at, at("2026-03-15T10:00:00Z"));
        let short = Times::new(now, 1);
        assert_eq!((short.until, short.due_at), (short.due_at, at("2026-03-03T10:00:00Z")));
    }

    #[test]
    fn search_ignores_case_and_accents() {
        let words = WrittenNeed { title: "Café chairs".to_owned(), ..written() };
        let words = words.checked(|_| true).unwrap();
        for (wanted, found) in [("CAFE", true), ("gutters chairs", true), ("cafe piano", false)] {
            assert_eq!(words.contain(&fold(wanted)), found, "{wanted}");
        }
    }
}
