//! Bodies about exchanges.

use poem_openapi::{Object, types::Example};
use sparkyard_kernel::{DateTime, ItemId, Sparks, UserId};

use super::SparkParty;
use crate::model::exchange::{ExchangeForViewer, Side, Status, WrittenExchange};

/// An exchange that has taken place without a booking.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct WriteExchange {
    /// Id of the other member.
    #[oai(validator(max_length = 64))]
    pub(crate) with: String,
    /// Day in Britain, as `2026-03-02`: today or in the 90 days before.
    #[oai(validator(max_length = 32))]
    pub(crate) date: String,
    /// Hours, 0.25 to 24, with at most two decimals.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub(crate) hours: f64,
    /// Kind of help, in 1 to 80 characters.
    #[oai(validator(max_length = 4000))]
    pub(crate) skill: String,
    /// Sparks for the help, at least 0, with at most two decimals.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub(crate) tokens: f64,
    /// Whether you gave or received the help.
    pub(crate) i_was: Side,
}

impl Example for WriteExchange {
    fn example() -> Self {
        Self {
            with: "01kjp1v8zj5w7c8d9e0f1g2h3j".to_owned(),
            date: "2026-03-02".to_owned(),
            hours: 1.5,
            skill: "Hedge cutting".to_owned(),
            tokens: 5.0,
            i_was: Side::Giver,
        }
    }
}

impl From<WriteExchange> for WrittenExchange {
    fn from(body: WriteExchange) -> Self {
        let WriteExchange { with, date, hours, skill, tokens, i_was } = body;
        Self { with, date, hours, skill, tokens, i_was }
    }
}

/// Objection to an exchange.
#[derive(Debug, Object)]
pub(crate) struct Objection {
    /// Reason of at most 200 characters, which the other side reads.
    #[oai(validator(max_length = 4000))]
    pub(crate) reason: Option<String>,
}

/// An exchange as one of its parties sees it.
#[derive(Debug, Object)]
pub(crate) struct Exchange {
    /// Id of the exchange.
    id: ItemId,
    /// The other side.
    other: SparkParty,
    /// Whether you gave or received the help.
    i_was: Side,
    /// Whether you wrote it down.
    i_wrote: bool,
    /// Day in Britain, as `2026-03-02`.
    date: String,
    /// Hours.
    hours: f64,
    /// Kind of help.
    skill: String,
    /// Sparks for the help.
    tokens: Sparks,
    /// Status.
    status: Status,
    /// Time at which it counts without an answer, while it waits.
    counts_at: Option<DateTime>,
    /// Whether it would count but for the sparks of whoever was helped.
    short: bool,
    /// Reason of an objection or a reversal.
    reason: Option<String>,
    /// Name of the member who wrote it down for one side, as their delegate.
    writer_delegate: Option<String>,
    /// Name of the member who answered, or withdrew it, as a delegate.
    answer_delegate: Option<String>,
    /// Time at which it was written down.
    created_at: DateTime,
}

impl Exchange {
    /// Creates the view of `viewer`.
    pub(crate) fn seen_by(seen: ExchangeForViewer, viewer: &UserId) -> Self {
        let ExchangeForViewer { exchange, writer, other, writer_delegate, answer_delegate } = seen;
        let i_wrote = exchange.writer == *viewer;
        let person = if i_wrote { other } else { writer };
        let waiting = exchange.status == Status::Waiting;
        Self {
            other: SparkParty::new(Some(exchange.opposite(viewer)), person),
            i_was: if exchange.helper == *viewer { Side::Giver } else { Side::Receiver },
            i_wrote,
            hours: hours(exchange.hours),
            tokens: exchange.amount,
            status: exchange.status,
            counts_at: waiting.then(|| exchange.due_at.into()),
            short: waiting && exchange.short_at.is_some(),
            created_at: exchange.created_at.into(),
            id: exchange.id,
            date: exchange.day,
            skill: exchange.skill,
            reason: exchange.reason,
            writer_delegate,
            answer_delegate,
        }
    }
}

/// An exchange as staff see it.
#[derive(Debug, Object)]
pub(crate) struct RecordedExchange {
    /// Id of the exchange.
    id: ItemId,
    /// Who gave the help, and receives the sparks.
    giver: SparkParty,
    /// Who received the help.
    receiver: SparkParty,
    /// Day in Britain, as `2026-03-02`.
    date: String,
    /// Hours.
    hours: f64,
    /// Kind of help.
    skill: String,
    /// Sparks for the help.
    tokens: Sparks,
    /// Status.
    status: Status,
    /// Reason of an objection or a reversal.
    reason: Option<String>,
    /// Name of the member who wrote it down for one side, as their delegate.
    writer_delegate: Option<String>,
    /// Name of the member who answered, or withdrew it, as a delegate.
    answer_delegate: Option<String>,
    /// Time at which it was written down.
    created_at: DateTime,
}

impl From<ExchangeForViewer> for RecordedExchange {
    fn from(seen: ExchangeForViewer) -> Self {
        let ExchangeForViewer { exchange, writer, other, writer_delegate, answer_delegate } = seen;
        let writer = SparkParty::new(Some(&exchange.writer), writer);
        let other = SparkParty::new(Some(&exchange.other), other);
        let (giver, receiver) = match exchange.helper == exchange.writer {
            true => (writer, other),
            false => (other, writer),
        };
        Self {
            giver,
            receiver,
            hours: hours(exchange.hours),
            tokens: exchange.amount,
            status: exchange.status,
            created_at: exchange.created_at.into(),
            id: exchange.id,
            date: exchange.day,
            skill: exchange.skill,
            reason: exchange.reason,
            writer_delegate,
            answer_delegate,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "at most 24 hours")]
fn hours(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}
