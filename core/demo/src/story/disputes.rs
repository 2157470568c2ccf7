//! Disputes of the story.

use anyhow::Context;
use sparkyard_kernel::Clock;

use super::{ADMIN, Story};
use crate::{
    disputes::{Statement, next_statement_at},
    town::SampleBooking,
};

impl Story {
    /// Opens a dispute, adds the statements of both sides and, if given, an admin's decision.
    pub(super) async fn dispute(
        &mut self,
        booking: &SampleBooking,
        id: &str,
    ) -> anyhow::Result<()> {
        let dispute = booking.dispute.as_ref().context("a disputed booking without a dispute")?;
        let fields = [("bookingId", id), ("message", dispute.message.as_str())];
        let client = &mut self.character(&booking.client)?.actor;
        client.form("/api/dispute/open", &fields, &[]).await?;
        for Statement { by, message } in &dispute.answers {
            self.clock.set(next_statement_at(self.clock.now(), self.now));
            let path = format!("/api/dispute/{id}/statements");
            self.character(by)?.actor.form(&path, &[("message", message)], &[]).await?;
        }
        if let Some(decision) = &dispute.decision {
            self.clock.set(next_statement_at(self.clock.now(), self.now));
            let path = format!("/api/admin/disputes/{id}");
            self.character(ADMIN)?.actor.put(&path, decision.body()).await?;
        }
        Ok(())
    }
}
