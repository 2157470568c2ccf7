//! Blocks between members.

use sparkyard_kernel::{Page, PageQuery, UserId, allowance};

use super::ExploreService;
use crate::{
    error::{ExploreError, TOO_MANY_BLOCKS},
    model::{Block, BlockForViewer},
};

/// Maximum number of blocks per member and day.
const BLOCKS_PER_DAY: u32 = 200;

impl ExploreService {
    /// Blocks `id`. Idempotent.
    pub(crate) async fn block(&self, caller: &UserId, id: &UserId) -> Result<(), ExploreError> {
        if caller == id {
            return Err(ExploreError::SelfBlock);
        }
        let (ids, now) = ([self.cx.ids.next(), self.cx.ids.next()], self.cx.now());
        let daily = self.cx.limits.daily("explore.blocks", BLOCKS_PER_DAY);
        let counted = daily.use_up(caller.as_str(), 1, now, &TOO_MANY_BLOCKS);
        let blocked = self.store.block(caller, id, ids, now, counted).await;
        blocked.map_err(|error| allowance::explain(error, &[&TOO_MANY_BLOCKS], now))
    }

    /// Ends a block. Idempotent.
    pub(crate) async fn unblock(&self, caller: &UserId, id: &UserId) -> Result<(), ExploreError> {
        Ok(self.store.unblock(caller, id).await?)
    }

    /// Checks whether either of two people blocks the other.
    pub(super) async fn is_blocked(
        &self,
        one: &UserId,
        other: &UserId,
    ) -> Result<bool, ExploreError> {
        Ok(!self.store.blocked_among(one, [other].into_iter()).await?.is_empty())
    }

    /// Lists the people whom the caller blocks, newest first. People who block the caller too, or
    /// who are not listed, come without a name.
    pub(crate) async fn blocks(
        &self,
        caller: &UserId,
        page: &PageQuery,
    ) -> Result<Page<BlockForViewer>, ExploreError> {
        let after = page.after.as_deref().unwrap_or_default();
        let blocks = self.store.blocks(caller, after, page.fetch_limit()).await?;
        let Page { items, next_cursor } = Page::cut(blocks, page, |block| block.newest.clone());
        let ids: Vec<UserId> = items.iter().map(|block| block.other.clone()).collect();
        let mut people = self.store.infos(&ids).await?;
        let hidden = self.store.blockers_among(caller, &ids).await?;
        let seen = items.into_iter().filter_map(|Block { other: id, created_at, .. }| {
            let other = people.remove(&id)?;
            let other = Some(other).filter(|other| other.listed && !hidden.contains(&id));
            Some(BlockForViewer { id, other, created_at })
        });
        Ok(Page { items: seen.collect(), next_cursor })
    }
}
