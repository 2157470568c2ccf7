//! Rows as stored, and their conversion to the model.

use sparkyard_kernel::{ItemId, Sparks, Timestamp, UserId, newest_first};
use surrealdb::types::SurrealValue;

use crate::model::{
    Gift, Reversal,
    exchange::{Exchange, Status},
};

/// Row of a gift, without its id.
#[derive(SurrealValue)]
pub(super) struct GiftRow {
    giver: Option<UserId>,
    receiver: Option<UserId>,
    granted_by: Option<UserId>,
    amount: Sparks,
    message: Option<String>,
    created_at: Timestamp,
    reversal: Option<Reversal>,
    newest: String,
}

impl From<&Gift> for GiftRow {
    fn from(gift: &Gift) -> Self {
        let gift = gift.clone();
        Self {
            newest: newest_first(gift.created_at, gift.id.as_str()),
            giver: gift.giver,
            receiver: gift.receiver,
            granted_by: gift.granted_by,
            amount: gift.amount,
            message: gift.message,
            created_at: gift.created_at,
            reversal: gift.reversal,
        }
    }
}

impl GiftRow {
    /// Converts the row of the gift `id`.
    pub(super) fn gift(self, id: ItemId) -> Gift {
        Gift {
            id,
            giver: self.giver,
            receiver: self.receiver,
            granted_by: self.granted_by,
            amount: self.amount,
            message: self.message,
            created_at: self.created_at,
            reversal: self.reversal,
        }
    }
}

/// A row with the key by which its list is sorted and paged.
#[derive(SurrealValue)]
pub(super) struct Listed<R: SurrealValue> {
    pub(super) id: ItemId,
    pub(super) newest: String,
    pub(super) row: R,
}

/// Row of an exchange, without its id; `hours` in hundredths.
#[derive(SurrealValue)]
pub(super) struct ExchangeRow {
    writer: UserId,
    other: UserId,
    helper: UserId,
    day: String,
    hours: i64,
    skill: String,
    amount: Sparks,
    status: Status,
    reason: Option<String>,
    created_at: Timestamp,
    due_at: Timestamp,
    short_at: Option<Timestamp>,
    closed_at: Option<Timestamp>,
    writer_delegate: Option<UserId>,
    answer_delegate: Option<UserId>,
    newest: String,
}

impl From<&Exchange> for ExchangeRow {
    fn from(exchange: &Exchange) -> Self {
        let exchange = exchange.clone();
        Self {
            newest: newest_first(exchange.created_at, exchange.id.as_str()),
            writer: exchange.writer,
            other: exchange.other,
            helper: exchange.helper,
            day: exchange.day,
            hours: exchange.hours,
            skill: exchange.skill,
            amount: exchange.amount,
            status: exchange.status,
            reason: exchange.reason,
            created_at: exchange.created_at,
            due_at: exchange.due_at,
            short_at: exchange.short_at,
            closed_at: exchange.closed_at,
            writer_delegate: exchange.writer_delegate,
            answer_delegate: exchange.answer_delegate,
        }
    }
}

impl ExchangeRow {
    /// Converts the row of the exchange `id`.
    pub(super) fn exchange(self, id: ItemId) -> Exchange {
        Exchange {
            id,
            writer: self.writer,
            other: self.other,
            helper: self.helper,
            day: self.day,
            hours: self.hours,
            skill: self.skill,
            amount: self.amount,
            status: self.status,
            reason: self.reason,
            created_at: self.created_at,
            due_at: self.due_at,
            short_at: self.short_at,
            closed_at: self.closed_at,
            writer_delegate: self.writer_delegate,
            answer_delegate: self.answer_delegate,
        }
    }
}
