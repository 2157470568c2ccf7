//! Exchanges without a booking, and their rules.

use jiff::{ToSpan, civil::Date};
use poem_openapi::Enum;
use sparkyard_kernel::{
    ApiError, ItemId, Sparks, Timestamp, UserId, ports::PersonInfo, text, validate::Checks, zone,
};
use surrealdb::types::SurrealValue;

use super::Directory;
use crate::error::TimebankError;

/// Age of an exchange, in days, up to which it can be written down.
const MAX_AGE_DAYS: i64 = 90;
/// Range of its length, in hundredths of an hour: a quarter to a day.
const HOURS: std::ops::RangeInclusive<i64> = 25..=2400;
/// Maximum length of what was done, in characters.
const MAX_SKILL: usize = 80;
/// Maximum length of an objection, in characters.
const MAX_OBJECTION: usize = 200;

/// Status of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "ExchangeStatus", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Status {
    /// Waits for the answer of the other side.
    Waiting,
    /// Confirmed by the other side: it counts.
    Confirmed,
    /// Not answered in time: it counts.
    Unanswered,
    /// The other side objected.
    Objected,
    /// Its writer withdrew it.
    Withdrawn,
    /// Staff reversed it.
    Reversed,
}

impl Status {
    /// Checks whether the exchange counts.
    pub(crate) const fn counts(self) -> bool {
        matches!(self, Self::Confirmed | Self::Unanswered)
    }

    /// Returns the status in words, for a message.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Waiting => "waiting for an answer",
            Self::Confirmed => "confirmed",
            Self::Unanswered => "counted, as nobody objected in time",
            Self::Objected => "objected to",
            Self::Withdrawn => "withdrawn",
            Self::Reversed => "reversed by an admin",
        }
    }
}

/// Side of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "ExchangeSide", rename_all = "snake_case")]
pub(crate) enum Side {
    /// Gave help, and receives the tokens.
    Giver,
    /// Received help, and pays the tokens.
    Receiver,
}

/// An exchange.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    pub(crate) id: ItemId,
    pub(crate) writer: UserId,
    /// Member who is to answer.
    pub(crate) other: UserId,
    /// Giver of the help: `writer` or `other`.
    pub(crate) helper: UserId,
    /// Day in Britain.
    pub(crate) day: String,
    /// Length in hundredths of an hour.
    pub(crate) hours: i64,
    pub(crate) skill: String,
    pub(crate) amount: Sparks,
    pub(crate) status: Status,
    /// Reason of an objection or a reversal.
    pub(crate) reason: Option<String>,
    pub(crate) created_at: Timestamp,
    /// Time at which it counts without an answer, or at which that is tried again.
    pub(crate) due_at: Timestamp,
    /// Time at which both were told that tokens are lacking.
    pub(crate) short_at: Option<Timestamp>,
    pub(crate) closed_at: Option<Timestamp>,
    /// Delegate who wrote it down for the writer.
    pub(crate) writer_delegate: Option<UserId>,
    /// Delegate who answered it for the party that answered, or withdrew it for the writer.
    pub(crate) answer_delegate: Option<UserId>,
}

impl Exchange {
    /// Returns the member who was helped, and pays.
    pub(crate) fn helped(&self) -> &UserId {
        if self.helper == self.writer { &self.other } else { &self.writer }
    }

    /// Returns the other side, as `member` sees it.
    pub(crate) fn opposite(&self, member: &UserId) -> &UserId {
        if *member == self.writer { &self.other } else { &self.writer }
    }

    /// Returns those who acted for the two sides.
    pub(crate) fn delegates(&self) -> impl Iterator<Item = &UserId> {
        self.writer_delegate.iter().chain(&self.answer_delegate)
    }

    /// Checks whether `member` took part.
    pub(crate) fn concerns(&self, member: &UserId) -> bool {
        [&self.writer, &self.other].contains(&member)
    }
}

/// An exchange as a member writes it down, not yet validated.
#[derive(Clone, Debug)]
pub(crate) struct WrittenExchange {
    pub(crate) with: String,
    pub(crate) date: String,
    pub(crate) hours: f64,
    pub(crate) skill: String,
    pub(crate) tokens: f64,
    pub(crate) i_was: Side,
}

/// A validated exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckedExchange {
    pub(crate) day: Date,
    pub(crate) hours: i64,
    pub(crate) skill: String,
    pub(crate) amount: Sparks,
}

impl WrittenExchange {
    /// Validates the fields at `now`; a 422 names all that are wrong.
    pub(crate) fn checked(&self, now: Timestamp) -> Result<CheckedExchange, ApiError> {
        let today = zone::in_britain(now).date();
        let oldest = today.saturating_sub(MAX_AGE_DAYS.days());
        let day = self.date.parse::<Date>().ok();
        let hours = Sparks::from_number(self.hours).map(Sparks::minor);
        let amount = Sparks::from_number(self.tokens);
        Checks::new()
            .check("date", day.is_some(), "Enter a date such as 2026-03-02.")
            .check(
                "date",
                day.is_some_and(|day| day <= today),
                "Choose a day that has been, or today.",
            )
            .check(
                "date",
                day.is_some_and(|day| day >= oldest),
                "Choose a day within the last 90 days.",
            )
            .check(
                "hours",
                hours.is_some_and(|hours| HOURS.contains(&hours)),
                "Enter hours from 0.25 to 24.",
            )
            .check(
                "tokens",
                amount.is_some(),
                "Enter sparks of at least 0, with at most two decimals.",
            )
            .line("skill", &self.skill, 1, MAX_SKILL)
            .finish()?;
        Ok(CheckedExchange {
            day: day.unwrap_or(today),
            hours: hours.unwrap_or_default(),
            skill: text::line(&self.skill),
            amount: amount.unwrap_or_default(),
        })
    }
}

/// An exchange with the people whom its reader may see.
pub(crate) struct ExchangeForViewer {
    pub(crate) exchange: Exchange,
    pub(crate) writer: Option<PersonInfo>,
    pub(crate) other: Option<PersonInfo>,
    /// Names of those who acted for them.
    pub(crate) writer_delegate: Option<String>,
    pub(crate) answer_delegate: Option<String>,
}

impl ExchangeForViewer {
    /// Combines an exchange with the people in `directory`.
    pub(crate) fn new(exchange: Exchange, directory: &Directory) -> Self {
        let find = |id| directory.get(id).cloned();
        let name = |id| find(id).map_or_else(|| "A helper".to_owned(), |person| person.name());
        Self {
            writer: find(&exchange.writer),
            other: find(&exchange.other),
            writer_delegate: exchange.writer_delegate.as_ref().map(name),
            answer_delegate: exchange.answer_delegate.as_ref().map(name),
            exchange,
        }
    }
}

/// Returns an objection as it is stored; `None` if it is empty.
pub(crate) fn checked_objection(reason: Option<&str>) -> Result<Option<String>, TimebankError> {
    let reason = reason.unwrap_or_default();
    Checks::new().line("reason", reason, 0, MAX_OBJECTION).finish()?;
    Ok(Some(text::line(reason)).filter(|reason| !reason.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> WrittenExchange {
        WrittenExchange {
            with: "dev".to_owned(),
            date: "2026-03-01".to_owned(),
            hours: 1.5,
            skill: " Gardening ".to_owned(),
            tokens: 2.5,
            i_was: Side::Giver,
        }
    }

    #[test]
    fn written_exchange_is_validated() {
        let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
        let checked = written().checked(now).unwrap();
        assert_eq!((checked.hours, checked.amount.minor()), (150, 250));
        assert_eq!(checked.skill, "Gardening");
        let field = |written: WrittenExchange| {
            written.checked(now).err().map(|error| error.fields.into_keys().collect::<Vec<_>>())
        };
        let date = |date: &str| field(WrittenExchange { date: date.to_owned(), ..written() });
        for fine in ["2026-03-02", "2025-12-02"] {
            assert_eq!(date(fine), None, "{fine}");
        }
        for wrong in ["2026-03-03", "2025-12-01", "yesterday", "2026-02-30", ""] {
            assert_eq!(date(wrong), Some(vec!["date".to_owned()]), "{wrong}");
        }
        for hours in [0.0, 0.24, 24.01, 0.251, -1.0, f64::NAN] {
            let wrong = WrittenExchange { hours, ..written() };
            assert_eq!(field(wrong), Some(vec!["hours".to_owned()]), "{hours}");
        }
        assert_eq!(field(WrittenExchange { tokens: 0.0, ..written() }), None);
        let wrong = WrittenExchange { tokens: 0.001, skill: " ".to_owned(), ..written() };
        assert_eq!(field(wrong), Some(vec!["skill".to_owned(), "tokens".to_owned()]));
    }

    #[test]
    fn day_ends_at_midnight_in_britain() {
        let late: Timestamp = "2026-06-30T23:30:00Z".parse().unwrap();
        let tomorrow = WrittenExchange { date: "2026-07-01".to_owned(), ..written() };
        assert!(tomorrow.checked(late).is_ok());
    }
}
