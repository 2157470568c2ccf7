//! Ends what is over.

use sparkyard_kernel::{Timestamp, db::DbError};

use super::CommunityService;
use crate::{
    error::{ANNOUNCEMENT_ENDED, CommunityError, NEED_CHANGED},
    model::need::State,
    store::Ending,
};

/// Rows per query.
pub(super) const BATCH: i64 = 50;

impl CommunityService {
    /// Ends announcements whose time is over.
    pub(crate) async fn end_announcements(&self, now: Timestamp) -> Result<(), CommunityError> {
        loop {
            let over = self.store.announcements_over(now, BATCH).await?;
            for id in &over {
                match self.store.end_announcement(id, now, None).await {
                    // An admin ended it, or another process.
                    Err(DbError::Refused(violation)) if *violation == ANNOUNCEMENT_ENDED => {}
                    outcome => outcome?,
                }
            }
            if over.is_empty() {
                return Ok(());
            }
        }
    }

    /// Notes that the time of events is over.
    pub(crate) async fn end_events(&self, now: Timestamp) -> Result<(), CommunityError> {
        loop {
            let over = self.store.events_over(now, BATCH).await?;
            for id in &over {
                self.store.end_event(id, now).await?;
            }
            if over.is_empty() {
                return Ok(());
            }
        }
    }

    /// Tells authors of needs that these expire soon, and ends needs whose time is over.
    pub(crate) async fn expire_needs(&self, now: Timestamp) -> Result<(), CommunityError> {
        loop {
            let due = self.store.due_needs(now, BATCH).await?;
            for need in &due {
                let outcome = match need.state_at(now) {
                    State::Expired => {
                        let ending = Ending {
                            state: State::Expired,
                            helper: None,
                            at: now,
                            until: Some(need.until),
                            thanks: None,
                        };
                        self.store.end_need(&need.id, ending).await
                    }
                    _ => self.store.warn_author(need, now).await,
                };
                match outcome {
                    // Its author renewed or ended it, or another process was faster.
                    Err(DbError::Refused(violation)) if *violation == NEED_CHANGED => {}
                    outcome => outcome?,
                }
            }
            if due.is_empty() {
                return Ok(());
            }
        }
    }
}
