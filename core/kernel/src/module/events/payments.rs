//! Events of transfers to members.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{ItemId, Money};

/// A transfer was taken back at the provider, wholly or in part.
pub const TRANSFER_REVERSED: Topic<TransferReversed> = Topic::new("payments.transfer_reversed");

/// Payload of [`TRANSFER_REVERSED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct TransferReversed {
    /// Id of the withdrawal that the transfer has paid.
    pub withdrawal_id: ItemId,
    /// Amount taken back so far, in all.
    pub reversed: Money,
}
