use sparkyard_kernel::{
    Timestamp,
    db::{DbError, Fragment, Write},
    events::payments::{TRANSFER_REVERSED, TransferReversed},
};
use surrealdb::types::SurrealValue;

use super::PaymentsStore;
use crate::error::HANDLED;

/// Key of the only row of `stripe_sync`.
const LATEST: &str = "latest";

/// Id and type of an event.
pub(crate) type EventKey<'a> = (&'a str, &'a str);

/// Returns a fragment that stores that an event is handled.
pub(super) fn record((event, kind): EventKey<'_>, at: Timestamp) -> Fragment {
    let record = Fragment::new("fn::payments::record", HANDLED);
    record.arg(event.to_owned()).arg(kind.to_owned()).arg(at)
}

/// Runs a write that records an event; returns false if the event was handled before.
pub(super) async fn first(write: Write<'_>) -> Result<bool, DbError> {
    match write.run::<()>().await {
        Ok(()) => Ok(true),
        Err(DbError::Refused(violation)) if violation.code == HANDLED[0].code => Ok(false),
        Err(error) => Err(error),
    }
}

impl PaymentsStore {
    /// Checks whether an event was handled.
    pub(crate) async fn is_handled(&self, event: &str) -> Result<bool, DbError> {
        #[derive(SurrealValue)]
        struct EventRow {}
        let row: Option<EventRow> = self.db.get("stripe_event", event.to_owned()).await?;
        Ok(row.is_some())
    }

    /// Stores that an event is handled, together with its effect. Changes nothing and returns
    /// false if it was handled before.
    pub(crate) async fn handle(
        &self,
        event: EventKey<'_>,
        effect: Option<Fragment>,
        at: Timestamp,
    ) -> Result<bool, DbError> {
        first(self.db.write("payments.handle_event").call(record(event, at)).calls(effect)).await
    }

    /// Stores that an event of a transfer is handled, and publishes how much was taken back. Changes
    /// nothing and returns false if the event was handled before.
    pub(crate) async fn handle_reversal(
        &self,
        event: EventKey<'_>,
        reversal: Option<TransferReversed>,
        at: Timestamp,
    ) -> Result<bool, DbError> {
        let mut write = self.db.write("payments.handle_reversal").call(record(event, at));
        if let Some(reversal) = reversal {
            let id = format!("payments:{}", event.0);
            write = write.publish(TRANSFER_REVERSED, id, at, reversal);
        }
        first(write).await
    }

    /// Returns the time, in seconds since 1970, until which all events were read.
    pub(crate) async fn read_until(&self) -> Result<Option<i64>, DbError> {
        #[derive(SurrealValue)]
        struct SyncRow {
            until: i64,
        }
        let row: Option<SyncRow> = self.db.get("stripe_sync", LATEST.to_owned()).await?;
        Ok(row.map(|row| row.until))
    }

    /// Stores the time until which all events were read.
    pub(crate) async fn set_read_until(&self, until: i64) -> Result<(), DbError> {
        self.db
            .write("payments.read_until")
            .bind("latest", LATEST.to_owned())
            .bind("until", until)
            .step("UPSERT type::record('stripe_sync', $latest) SET until = $until RETURN NONE")
            .run()
            .await
    }
}
