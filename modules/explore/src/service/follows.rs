//! Following people.

use sparkyard_kernel::{
    Page, PageQuery, UserId, allowance,
    db::{DbError, RuleViolation},
    ports::PersonInfo,
};

use super::ExploreService;
use crate::{
    error::{ALREADY_FOLLOWING, ExploreError, NOT_FOLLOWING, TOO_MANY_FOLLOWS},
    model::{Direction, Follow},
};

impl ExploreService {
    /// Follows `id`; returns their number of followers. Idempotent.
    pub(crate) async fn follow(&self, caller: &UserId, id: &UserId) -> Result<u32, ExploreError> {
        if caller == id {
            return Err(ExploreError::SelfFollow);
        }
        let (event, now) = (self.cx.ids.next(), self.cx.now());
        let daily = self.config.follows(self.cx.limits);
        let counted = daily.use_up(caller.as_str(), 1, now, &TOO_MANY_FOLLOWS);
        let done = self.store.follow(caller, id, (event, now), counted).await;
        self.unless_nothing_to_do(done, &ALREADY_FOLLOWING, caller, id).await
    }

    /// Stops following `id`; returns their number of followers. Idempotent.
    pub(crate) async fn unfollow(&self, caller: &UserId, id: &UserId) -> Result<u32, ExploreError> {
        if caller == id {
            return Err(ExploreError::SelfFollow);
        }
        let (event, now) = (self.cx.ids.next(), self.cx.now());
        let done = self.store.unfollow(caller, id, event, now).await;
        self.unless_nothing_to_do(done, &NOT_FOLLOWING, caller, id).await
    }

    /// Converts the rule violation `nothing_to_do` into success, for idempotence.
    async fn unless_nothing_to_do(
        &self,
        done: Result<u32, DbError>,
        nothing_to_do: &RuleViolation,
        caller: &UserId,
        id: &UserId,
    ) -> Result<u32, ExploreError> {
        match done {
            Err(DbError::Refused(violation)) if violation == nothing_to_do => {
                if self.is_blocked(caller, id).await? {
                    return Err(ExploreError::PersonNotFound);
                }
                let person = self.store.person(id).await?.filter(|person| person.info.listed);
                Ok(person.ok_or(ExploreError::PersonNotFound)?.total_followers)
            }
            done => {
                done.map_err(|error| allowance::explain(error, &[&TOO_MANY_FOLLOWS], self.cx.now()))
            }
        }
    }

    /// Returns the caller's profile, and a page of follows in `direction`, newest first.
    pub(crate) async fn follows(
        &self,
        caller: &UserId,
        direction: Direction,
        page: &PageQuery,
    ) -> Result<(PersonInfo, Page<Follow>), ExploreError> {
        let after = page.after.as_deref().unwrap_or_default();
        let edges = self.store.edges(caller, direction, after, page.fetch_limit()).await?;
        let Page { items: edges, next_cursor } = Page::cut(edges, page, |edge| edge.newest.clone());
        let others = edges.iter().map(|edge| edge.other.clone());
        let ids: Vec<UserId> = others.chain([caller.clone()]).collect();
        let mut people = self.store.infos(&ids).await?;
        let own = people.remove(caller).ok_or(ExploreError::PersonNotFound)?;
        let followed = self.store.followed_among(caller, ids.iter()).await?;
        let items = edges.into_iter().filter_map(|edge| {
            let is_following = followed.contains(&edge.other);
            let other = people.remove(&edge.other).filter(|person| person.listed)?;
            Some(Follow { other, created_at: edge.created_at, is_following })
        });
        Ok((own, Page { items: items.collect(), next_cursor }))
    }
}
