use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Caller, Cursor, Limit, MemberOrDelegate, Page, PageQuery, Reply, SignedIn, UserId,
    envelope::{INPUT, INVALID, TOO_MANY, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{FollowRecord, FollowState},
};
use crate::{error::ExploreError, model::Direction, service::ExploreService};

/// Operations on follows.
pub struct FollowApi(pub(super) Arc<ExploreService>);

#[OpenApi(tag = "Tag::Explore")]
impl FollowApi {
    /// Follows somebody. Idempotent; following yourself is a 422. 429 `explore.too_many_follows`
    /// after 50 people in a day; the operator may set another number.
    #[oai(path = "/api/follows/follow/:userId", method = "post", operation_id = "follow_person")]
    async fn follow_person(
        &self,
        SignedIn(caller): SignedIn,
        /// The other member.
        #[oai(name = "userId")]
        user_id: Path<UserId>,
    ) -> Reply<FollowState, { UNAUTHORISED | INVALID | TOO_MANY }> {
        let total_followers = self.0.follow(&caller.id, &user_id).await?;
        ok(FollowState { following: true, total_followers })
    }

    /// Stops following somebody. Idempotent.
    #[oai(
        path = "/api/follows/unfollow/:userId",
        method = "delete",
        operation_id = "unfollow_person"
    )]
    async fn unfollow_person(
        &self,
        SignedIn(caller): SignedIn,
        /// The other member.
        #[oai(name = "userId")]
        user_id: Path<UserId>,
    ) -> Reply<FollowState, { UNAUTHORISED | INVALID }> {
        let total_followers = self.0.unfollow(&caller.id, &user_id).await?;
        ok(FollowState { following: false, total_followers })
    }

    /// Lists the people you follow, newest first.
    #[oai(path = "/api/follows/getfollowings", method = "get", operation_id = "list_followings")]
    async fn list_followings(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<FollowRecord>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.records(&caller, Direction::Followings, &page).await?)
    }

    /// Lists the people who follow you, newest first.
    #[oai(path = "/api/follows/getfollowers", method = "get", operation_id = "list_followers")]
    async fn list_followers(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<FollowRecord>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.records(&caller, Direction::Followers, &page).await?)
    }
}

impl FollowApi {
    async fn records(
        &self,
        caller: &Caller,
        direction: Direction,
        page: &PageQuery,
    ) -> Result<Page<FollowRecord>, ExploreError> {
        let (own, page) = self.0.follows(&caller.id, direction, page).await?;
        Ok(page.map(|follow| FollowRecord::new(&own, direction, &follow)))
    }
}
