//! Expenses of sample bookings.

use anyhow::Context;
use serde_json::{Value, json};

use super::Story;
use crate::{
    people,
    town::{SampleBooking, SampleExpenses},
};

impl Story {
    /// Lets the provider ask for the expenses of a booking that has begun, if it has any.
    pub(super) async fn spend(&mut self, booking: &SampleBooking, id: &str) -> anyhow::Result<()> {
        let Some(SampleExpenses { kind, note, amount, .. }) = &booking.expenses else {
            return Ok(());
        };
        let items = json!([{ "kind": kind, "note": note, "amount": amount }]);
        let provider = &mut self.character(&booking.provider)?.actor;
        provider.put(&format!("/api/bookings/{id}/expenses"), json!({ "items": items })).await?;
        Ok(())
    }

    /// Lets the client pay the expenses of a booking, if the story says so.
    pub(super) async fn repay(&mut self, booking: &SampleBooking, id: &str) -> anyhow::Result<()> {
        let paid = booking.expenses.as_ref().filter(|expenses| expenses.paid);
        let Some(SampleExpenses { amount, .. }) = paid else { return Ok(()) };
        let client = &mut self.character(&booking.client)?.actor;
        people::top_up(client, amount.max(5.0).ceil()).await?;
        let path = format!("/api/bookings/{id}/expenses/confirm");
        let repaid: Value = client.put(&path, json!({ "amount": amount })).await?;
        repaid["expenses"]["state"]
            .as_str()
            .filter(|state| *state == "paid")
            .context("not paid")?;
        Ok(())
    }
}
