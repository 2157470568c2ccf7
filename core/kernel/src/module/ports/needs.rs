use async_trait::async_trait;
use sparkyard_db::Fragment;

use super::Takedown;
use crate::{ApiError, ItemId, Timestamp, UserId};

/// Error code of [`Needs::take_down`] and [`Needs::put_back`] for a need that changed since it was
/// read.
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

    /// Takes a need down. Fails with [`NEED_CHANGED`] if it is taken down or deleted. The
    /// caller notifies the author.
    fn take_down(&self, id: &ItemId, takedown: &Takedown) -> Fragment;

    /// Reverses a takedown: the need is as it was before, or expired if its time is over. Fails
    /// with [`NEED_CHANGED`] if it is not taken down. The caller notifies the author.
    fn put_back(&self, id: &ItemId, at: Timestamp) -> Fragment;
}
