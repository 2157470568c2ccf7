//! Disputes of the story.

use anyhow::Context;
use sparkyard_kernel::Clock;

use super::{ADMIN, Story};
use crate::{
    quarrel::{Answer, next_word},
    town::Encounter,
};

impl Story {
    /// Opens a dispute, adds the statements of both sides and, if given, an admin's decision.
    pub(super) async fn quarrel(&mut self, booking: &Encounter, id: &str) -> anyhow::Result<()> {
        let quarrel = booking.dispute.as_ref().context("a dispute without words")?;
        let fields = [("bookingId", id), ("message", quarrel.message.as_str())];
        let client = &mut self.character(&booking.client)?.actor;
        client.form("/api/dispute/open", &fields, &[]).await?;
        for Answer { by, message } in &quarrel.answers {
            self.clock.set(next_word(self.clock.now(), self.now));
            let path = format!("/api/dispute/{id}/statements");
            self.character(by)?.actor.form(&path, &[("message", message)], &[]).await?;
        }
        if let Some(verdict) = &quarrel.decision {
            self.clock.set(next_word(self.clock.now(), self.now));
            let path = format!("/api/admin/disputes/{id}");
            self.character(ADMIN)?.actor.put(&path, verdict.body()).await?;
        }
        Ok(())
    }
}
