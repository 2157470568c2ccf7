use async_trait::async_trait;
use sparkyard_db::Fragment;

use super::{PostRelease, Takedown};
use crate::{ApiError, ItemId, ModerationState, Timestamp, UserId};

/// Error code of [`Needs::take_down`], [`Needs::put_back`] and [`Needs::release`] for a need that
/// changed since it was read.
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
    /// Whether staff hold it back or removed it; then only the author sees the need.
    pub moderation: ModerationState,
    /// Number of changes of its text so far.
    pub revision: i64,
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

    /// Prepares to show a need, as it was read, that staff held back, or removed before others saw
    /// it; its days begin now. Its write fails with [`NEED_CHANGED`] if it changed since.
    async fn release(&self, need: &NeedInfo, at: Timestamp) -> Result<PostRelease, ApiError>;

    /// Counts one more open report about a need, or one less.
    fn flag(&self, id: &ItemId, is_open: bool) -> Fragment;
}
