use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    ItemId, Json, Reply, SignedIn, done,
    envelope::{CONFLICT, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::{DeletedSearch, SavedSearch, SavedSearchForm, SavedSearchState},
};
use crate::service::CommunityService;

/// Operations on saved searches.
pub struct SearchesApi(pub(super) Arc<CommunityService>);

#[OpenApi(prefix_path = "/api/saved-searches", tag = "Tag::Community")]
impl SearchesApi {
    /// Lists your saved searches, at most 10, newest first.
    #[oai(path = "/", method = "get", operation_id = "list_saved_searches")]
    async fn list_searches(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<Vec<SavedSearch>, { UNAUTHORISED }> {
        let found = self.0.searches(&caller.id).await?;
        ok(found.into_iter().map(SavedSearch::from).collect())
    }

    /// Saves a search. You are told when a neighbour offers or needs something that it finds: of
    /// the same thing once, and of one match a day for each search.
    ///
    /// If you have saved the same search before, that one is returned unchanged. 409
    /// `community.too_many_searches` beyond 10 saved searches, 429 `community.searches_of_a_day`
    /// after 30 in a day.
    #[oai(path = "/", method = "post", operation_id = "save_search")]
    async fn save_search(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<SavedSearchForm>,
    ) -> Reply<SavedSearch, { UNAUTHORISED | INPUT | CONFLICT | TOO_MANY }> {
        let saved = self.0.save_search(&caller, body.into()).await?;
        done("Saved. We tell you of new matches.", saved.into())
    }

    /// Pauses one of your saved searches, so that you are told nothing, or resumes it.
    #[oai(path = "/:id", method = "put", operation_id = "update_saved_search")]
    async fn update_search(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the saved search.
        id: Path<ItemId>,
        Json(body): Json<SavedSearchState>,
    ) -> Reply<SavedSearch, { UNAUTHORISED | NOT_FOUND | INPUT }> {
        let changed = self.0.set_search_paused(&caller.id, &id.0, body.paused).await?;
        let message = if body.paused { "Paused." } else { "We tell you of new matches again." };
        done(message, changed.into())
    }

    /// Deletes one of your saved searches.
    #[oai(path = "/:id", method = "delete", operation_id = "delete_saved_search")]
    async fn delete_search(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the saved search.
        id: Path<ItemId>,
    ) -> Reply<DeletedSearch, { UNAUTHORISED | NOT_FOUND | INPUT }> {
        self.0.delete_search(&caller.id, &id.0).await?;
        done("Removed.", DeletedSearch { id: id.0 })
    }
}
