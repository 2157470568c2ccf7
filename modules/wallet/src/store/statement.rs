//! Statement of a member: entries by unit, kind and time, and money that is set aside.

use sparkyard_kernel::{BookingId, IntentId, Timestamp, UserId, db::DbError};
use surrealdb::types::SurrealValue;

use super::WalletStore;
use crate::model::{
    Counterparty, EntryLine, OpenIntent, Reason, Unit,
    statement::{EntryFilter, EntryKind},
};

/// Number of sort keys in a millisecond; `fn::wallet::post` builds the keys.
const KEYS_PER_MILLI: i64 = 1_000_000;
const UNITS: [Unit; 2] = [Unit::Gbp, Unit::Spark];

#[derive(SurrealValue)]
struct StatementRow {
    id: String,
    unit: Unit,
    amount: i64,
    reason: Reason,
    reference: Option<String>,
    booking: Option<BookingId>,
    open: Option<bool>,
    other: Option<String>,
    balance: Option<i64>,
    at: Timestamp,
    newest: i64,
}

impl From<StatementRow> for EntryLine {
    fn from(row: StatementRow) -> Self {
        Self {
            id: row.id,
            unit: row.unit,
            amount: row.amount,
            reason: row.reason,
            reference: row.reference,
            booking: row.booking,
            open: row.open.unwrap_or_default(),
            settles_at: None,
            other: row.other.as_deref().and_then(Counterparty::of_account),
            balance: row.balance,
            at: row.at,
            newest: row.newest,
        }
    }
}

/// Returns the ranges of one index that hold the entries of `filter`: its name, and the conditions
/// of each range beside owner and time. The indexes by direction and by kind have the unit before
/// these, so that a filter without a unit reads one range per unit.
fn ranges(filter: EntryFilter) -> (&'static str, Vec<String>) {
    let incoming = |wanted: &[bool]| wanted.iter().map(|is| format!("incoming = {is}")).collect();
    let kind = |name: &str| vec![format!("kind = '{name}'")];
    let (index, conditions): (_, Vec<String>) = match filter.kind {
        None if filter.unit.is_none() => return ("ledger_entry_history", vec![String::new()]),
        None => ("ledger_entry_direction", incoming(&[true, false])),
        Some(EntryKind::In) => ("ledger_entry_direction", incoming(&[true])),
        Some(EntryKind::Out) => ("ledger_entry_direction", incoming(&[false])),
        Some(EntryKind::TopUps) => ("ledger_entry_kind", kind("top_up")),
        Some(EntryKind::Bookings) => ("ledger_entry_kind", kind("booking")),
        Some(EntryKind::Gifts) => ("ledger_entry_kind", kind("gift")),
        Some(EntryKind::Other) => ("ledger_entry_kind", kind("other")),
    };
    let units = UNITS.iter().filter(|unit| filter.unit.is_none_or(|wanted| wanted == **unit));
    let pairs = units.flat_map(|unit| {
        conditions.iter().map(move |condition| format!("AND unit = '{unit}' AND {condition}"))
    });
    (index, pairs.collect())
}

/// Returns the statement that reads the entries of `filter`; those of several ranges are not in
/// order.
pub(super) fn entries(filter: EntryFilter) -> String {
    let (index, conditions) = ranges(filter);
    let selects = conditions.iter().map(|condition| {
        format!(
            "(SELECT record::id(id) AS id, unit, amount, reason, reference, balance, at, newest, \
             (IF reason = 'hold' {{ \
                type::record('payment_intent', string::split(reference, ':')[1]).booking \
             }}) AS booking, \
             (IF reason = 'hold' {{ \
                type::record('payment_intent', string::split(reference, ':')[1]).open \
             }}) AS open, \
             (IF reason IN ['gift', 'grant', 'exchange', 'reversal'] {{ \
                LET $moved = type::record('ledger_transfer', transfer).{{ debit, credit }}; \
                IF amount < 0 {{ $moved.credit }} ELSE {{ $moved.debit }} \
             }}) AS other \
             FROM ledger_entry WITH INDEX {index} WHERE owner = $user {condition} \
             AND newest > $after AND newest <= $until ORDER BY newest LIMIT $limit)"
        )
    });
    format!("SELECT * FROM array::flatten([{}])", selects.collect::<Vec<_>>().join(", "))
}

impl WalletStore {
    /// Returns entries of `user` that match `filter`, newest first, after the sort key `after`.
    pub(crate) async fn entries(
        &self,
        user: &UserId,
        filter: EntryFilter,
        after: Option<i64>,
        limit: i64,
    ) -> Result<Vec<EntryLine>, DbError> {
        let (first, until) = filter.period.keys(KEYS_PER_MILLI);
        let mut rows = self
            .db
            .query(entries(filter))
            .bind("user", user.clone())
            .bind("after", after.map_or(first, |after| after.max(first)))
            .bind("until", until)
            .bind("limit", limit)
            .fetch::<StatementRow>()
            .await?;
        rows.sort_by_key(|row| row.newest);
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(rows.into_iter().map(EntryLine::from).collect())
    }

    /// Returns the money of `user` that is held or in escrow.
    pub(crate) async fn open_intents(&self, user: &UserId) -> Result<Vec<OpenIntent>, DbError> {
        #[derive(SurrealValue)]
        struct IntentRow {
            id: IntentId,
            unit: Unit,
            amount: i64,
            held: bool,
            expires_at: Timestamp,
        }
        let rows = self
            .db
            .query(
                "SELECT record::id(id) AS id, unit, amount, status = 'held' AS held, expires_at \
                 FROM payment_intent WITH INDEX payment_intent_open \
                 WHERE user_id = $user AND open = true",
            )
            .bind("user", user.clone())
            .fetch::<IntentRow>()
            .await?;
        let intents = rows.into_iter().map(|row| OpenIntent {
            id: row.id,
            unit: row.unit,
            amount: row.amount,
            held: row.held,
            expires_at: row.expires_at,
        });
        Ok(intents.collect())
    }
}
