//! Rows as stored, and their conversion to the model.

use sparkyard_kernel::{ItemId, Sparks, Timestamp, UserId, newest_first};
use surrealdb::types::SurrealValue;

use crate::model::{Gift, Reversal};

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

/// Row of a list: the id and sort key, and the row itself.
#[derive(SurrealValue)]
pub(super) struct Listed<R: SurrealValue> {
    pub(super) id: ItemId,
    pub(super) newest: String,
    pub(super) row: R,
}
