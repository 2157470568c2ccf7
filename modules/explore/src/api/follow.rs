use poem_openapi::{
    Object, OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Caller, Cursor, DateTime, Limit, Page, PageQuery, Reply, SignedIn, UserId,
    envelope::{INPUT, INVALID, UNAUTHORISED},
    listed, ok,
    ports::PersonInfo,
};

use super::Tag;
use crate::{
    error::ExploreError,
    follows::Follows,
    model::{Direction, Follow},
};

/// Operations on who follows whom.
pub struct FollowApi {
    pub(crate) follows: Follows,
}

/// Where you stand with somebody.
#[derive(Debug, Object)]
struct FollowState {
    /// Whether you follow them now.
    following: bool,
    /// How many follow them.
    total_followers: u32,
}

/// One person following another.
#[derive(Debug, Object)]
struct FollowRecord {
    /// Who is followed.
    following_id: UserId,
    /// Their name.
    following_name: String,
    /// Never there: addresses are not shown to others.
    following_email: Option<String>,
    /// Who follows.
    follower_id: UserId,
    /// Their name.
    follower_name: String,
    /// Never there: addresses are not shown to others.
    follower_email: Option<String>,
    /// Photo of the other person, root-relative.
    photourl: Option<String>,
    /// Never there: numbers are not shown to others.
    phone: Option<String>,
    /// Whether you follow the other person.
    is_following: bool,
    /// City of the other person.
    location: String,
    /// Since when, RFC 3339.
    created_at: DateTime,
}

#[OpenApi(tag = "Tag::Explore")]
impl FollowApi {
    /// Follows somebody. Repeating it changes nothing; following yourself is a 422.
    #[oai(path = "/api/follows/follow/:userId", method = "post", operation_id = "follow_person")]
    async fn follow_person(
        &self,
        SignedIn(caller): SignedIn,
        /// Whom.
        #[oai(name = "userId")]
        user_id: Path<UserId>,
    ) -> Reply<FollowState, { UNAUTHORISED | INVALID }> {
        let total_followers = self.follows.follow(&caller.id, &user_id).await?;
        ok(FollowState { following: true, total_followers })
    }

    /// Stops following somebody. Repeating it changes nothing.
    #[oai(
        path = "/api/follows/unfollow/:userId",
        method = "delete",
        operation_id = "unfollow_person"
    )]
    async fn unfollow_person(
        &self,
        SignedIn(caller): SignedIn,
        /// Whom.
        #[oai(name = "userId")]
        user_id: Path<UserId>,
    ) -> Reply<FollowState, { UNAUTHORISED | INVALID }> {
        let total_followers = self.follows.unfollow(&caller.id, &user_id).await?;
        ok(FollowState { following: false, total_followers })
    }

    /// Whom you follow, newest first.
    #[oai(path = "/api/follows/getfollowings", method = "get", operation_id = "list_followings")]
    async fn list_followings(
        &self,
        SignedIn(caller): SignedIn,
        /// Records wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<FollowRecord>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.records(&caller, Direction::Followings, &page).await?)
    }

    /// Who follows you, newest first.
    #[oai(path = "/api/follows/getfollowers", method = "get", operation_id = "list_followers")]
    async fn list_followers(
        &self,
        SignedIn(caller): SignedIn,
        /// Records wanted, 1 to 100; 20 when left out.
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
        let (own, page) = self.follows.list(&caller.id, direction, page).await?;
        Ok(page.map(|follow| FollowRecord::new(&own, direction, &follow)))
    }
}

impl FollowRecord {
    /// The record of `follow`, an edge between `own`, the caller, and somebody else.
    fn new(own: &PersonInfo, direction: Direction, follow: &Follow) -> Self {
        let (following, follower) = match direction {
            Direction::Followings => (&follow.other, own),
            Direction::Followers => (own, &follow.other),
        };
        Self {
            following_id: following.id.clone(),
            following_name: following.name(),
            following_email: None,
            follower_id: follower.id.clone(),
            follower_name: follower.name(),
            follower_email: None,
            photourl: follow.other.photourl.clone(),
            phone: None,
            is_following: follow.is_following,
            location: follow.other.location.clone(),
            created_at: follow.created_at.into(),
        }
    }
}
