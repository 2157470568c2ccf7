use async_trait::async_trait;
use sparkyard_db::Fragment;

use super::Takedown;
use crate::{ApiError, ItemId, UserId};

/// Error code of [`Needs::take_down`] for a need that is taken down or deleted.
pub const NEED_CHANGED: &str = "community.need_changed";

/// Data of a need for other modules.
#[derive(Clone, Debug)]
pub struct NeedInfo {
    /// Id of the need.
    pub id: ItemId,
    /// Member who needs help.
    pub author: UserId,
    /// Title.
    pub title: String,
    /// Text.
    pub text: String,
    /// Takedown in effect, if any; then only the author sees the need.
    pub taken_down: Option<Takedown>,
}

/// The board of needs. Offered by community.
#[async_trait]
pub trait Needs: Send + Sync + 'static {
    /// Returns a need, whatever its state.
    async fn get(&self, id: &ItemId) -> Result<Option<NeedInfo>, ApiError>;

    /// Takes a need down for good. Fails with [`NEED_CHANGED`] if it is taken down or deleted. The
    /// caller notifies the author.
    fn take_down(&self, id: &ItemId, takedown: &Takedown) -> Fragment;
}
