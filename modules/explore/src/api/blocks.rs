use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Cursor, Limit, PageQuery, Reply, SignedIn, UserId,
    envelope::{INPUT, INVALID, TOO_MANY, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{BlockState, BlockedPerson},
};
use crate::service::ExploreService;

/// Operations on blocks.
pub struct BlockApi(pub(super) Arc<ExploreService>);

#[OpenApi(tag = "Tag::Explore")]
impl BlockApi {
    /// Blocks somebody: neither of you finds the other in lists, or can follow, write to or book
    /// the other. They are not told. Existing bookings continue. Idempotent; 429
    /// `explore.too_many_blocks` after 200 in a day.
    #[oai(path = "/api/users/block/:userId", method = "post", operation_id = "block_person")]
    async fn block_person(
        &self,
        SignedIn(caller): SignedIn,
        /// The other member.
        #[oai(name = "userId")]
        user_id: Path<UserId>,
    ) -> Reply<BlockState, { UNAUTHORISED | INVALID | TOO_MANY }> {
        self.0.block(&caller.id, &user_id).await?;
        ok(BlockState { blocked: true })
    }

    /// Ends a block. Idempotent.
    #[oai(path = "/api/users/block/:userId", method = "delete", operation_id = "unblock_person")]
    async fn unblock_person(
        &self,
        SignedIn(caller): SignedIn,
        /// The other member.
        #[oai(name = "userId")]
        user_id: Path<UserId>,
    ) -> Reply<BlockState, { UNAUTHORISED }> {
        self.0.unblock(&caller.id, &user_id).await?;
        ok(BlockState { blocked: false })
    }

    /// Lists the people you block, newest first.
    #[oai(path = "/api/users/blocked", method = "get", operation_id = "list_blocked")]
    async fn list_blocked(
        &self,
        SignedIn(caller): SignedIn,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<BlockedPerson>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.blocks(&caller.id, &page).await?.map(BlockedPerson::from))
    }
}
