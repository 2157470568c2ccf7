//! Whom members want to have nothing to do with.

use sparkyard_kernel::{Page, PageQuery, UserId, allowance};

use super::ExploreService;
use crate::{
    error::{ExploreError, TOO_MANY_BLOCKS},
    model::SeenBlock,
};

/// How many people one member may block within a day.
const BLOCKS_PER_DAY: u32 = 200;

impl ExploreService {
    /// Blocks `id`; repeating it changes nothing.
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

    /// Ends a block; repeating it changes nothing.
    pub(crate) async fn unblock(&self, caller: &UserId, id: &UserId) -> Result<(), ExploreError> {
        Ok(self.store.unblock(caller, id).await?)
    }

    /// Whom the caller blocks, newest first.
    pub(crate) async fn blocks(
        &self,
        caller: &UserId,
        page: &PageQuery,
    ) -> Result<Page<SeenBlock>, ExploreError> {
        let after = page.after.as_deref().unwrap_or_default();
        let blocks = self.store.blocks(caller, after, page.fetch_limit()).await?;
        let Page { items, next_cursor } = Page::cut(blocks, page, |block| block.newest.clone());
        let ids: Vec<UserId> = items.iter().map(|block| block.other.clone()).collect();
        let mut people = self.store.infos(&ids).await?;
        let seen = items.into_iter().filter_map(|block| {
            let other = people.remove(&block.other)?;
            Some(SeenBlock { other, created_at: block.created_at })
        });
        Ok(Page { items: seen.collect(), next_cursor })
    }
}
