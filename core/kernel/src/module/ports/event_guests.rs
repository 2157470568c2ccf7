use async_trait::async_trait;

use crate::{ApiError, UserId, events::community::EventChanged};

/// Members concerned by news of an event.
#[derive(Clone, Debug)]
pub struct EventMembers {
    /// Members, each once.
    pub members: Vec<UserId>,
    /// Position after which the others follow; `None` at the end.
    pub next: Option<i64>,
}

/// Guest lists of the community's events. Offered by community.
#[async_trait]
pub trait EventGuests: Send + Sync + 'static {
    /// Returns about `limit` of those whom a change of an event concerns, after the position
    /// `after`; 0 is the start.
    async fn concerned(
        &self,
        change: &EventChanged,
        after: i64,
        limit: u32,
    ) -> Result<EventMembers, ApiError>;
}
