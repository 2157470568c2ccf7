//! Categories as admins change them.

use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    AdminOnly, Cursor, Json, Limit, PageQuery, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, UNAUTHORISED},
    listed,
};

use super::{
    Tag,
    dto::{CategoryForAdmin, CategoryForm, CategoryMove, NewCategory, SkillSlug},
};
use crate::service::SkillService;

/// Operations of admins on categories.
pub struct CategoriesApi(pub(super) Arc<SkillService>);

/// Error statuses of a change.
const CHANGE: u32 = UNAUTHORISED | FORBIDDEN | INPUT | NOT_FOUND | CONFLICT;

#[OpenApi(prefix_path = "/api/admin/categories", tag = "Tag::Skills")]
impl CategoriesApi {
    /// Lists all categories in display order, hidden ones included, with the number of their
    /// skills.
    #[oai(path = "/", method = "get", operation_id = "list_categories_for_admins")]
    async fn list(
        &self,
        _caller: AdminOnly,
        /// Categories wanted, 1 to 100; all when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<CategoryForAdmin>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0.or(Some(Limit(100))), cursor.0)?;
        listed(self.0.categories_for_admin(&page).await?.map(CategoryForAdmin::from))
    }

    /// Adds a category, at most 100 with the hidden ones. Skills under a custom name with the same
    /// slug belong to it from now on.
    #[oai(path = "/", method = "post", operation_id = "create_category")]
    async fn create(
        &self,
        AdminOnly(caller): AdminOnly,
        Json(body): Json<NewCategory>,
    ) -> Reply<CategoryForAdmin, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let added = self.0.add_category(&caller, &body.into()).await?;
        done("The category has been added.", added.into())
    }

    /// Changes title, picture, place and visibility of a category.
    ///
    /// Its skills take a new title within a minute. Earlier titles still find it. 409
    /// `skills.last_category` to hide the last one that is shown.
    #[oai(path = "/:id", method = "put", operation_id = "update_category")]
    async fn update(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Slug of the category.
        id: Path<SkillSlug>,
        Json(body): Json<CategoryForm>,
    ) -> Reply<CategoryForAdmin, CHANGE> {
        let changed = self.0.change_category(&caller, id.as_str(), &body.into()).await?;
        done("The category has been saved.", changed.into())
    }

    /// Hides a category and moves all its skills into another. Links to the hidden one lead to the
    /// other. Large categories take some minutes.
    #[oai(path = "/:id/move", method = "put", operation_id = "move_category_skills")]
    async fn move_skills(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Slug of the category.
        id: Path<SkillSlug>,
        Json(body): Json<CategoryMove>,
    ) -> Reply<CategoryForAdmin, CHANGE> {
        let moved = self.0.move_category(&caller, id.as_str(), &body.to).await?;
        done("The skills have been moved.", moved.into())
    }
}
