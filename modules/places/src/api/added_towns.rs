//! Towns and villages that admins add.

use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    AdminOnly, ItemId, Json, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, MALFORMED, NOT_FOUND, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::{AddedTown, NewTown},
};
use crate::service::PlaceService;

/// Operations of admins on the towns and villages that they add.
pub struct AddedTownsApi(pub(super) Arc<PlaceService>);

#[OpenApi(prefix_path = "/api/admin/towns", tag = "Tag::Places")]
impl AddedTownsApi {
    /// Lists the towns and villages that admins have added, by name, at most 200. For admins.
    #[oai(path = "/", method = "get", operation_id = "list_added_towns")]
    async fn list(
        &self,
        _caller: AdminOnly,
    ) -> Reply<Vec<AddedTown>, { UNAUTHORISED | FORBIDDEN }> {
        ok(self.0.added_towns().await?.into_iter().map(AddedTown::from).collect())
    }

    /// Adds a town or village that the site does not know. Members can choose it at once. For
    /// admins; 409 `places.too_many_towns` if there are 200.
    #[oai(path = "/", method = "post", operation_id = "add_town")]
    async fn add(
        &self,
        AdminOnly(admin): AdminOnly,
        Json(body): Json<NewTown>,
    ) -> Reply<AddedTown, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let NewTown { name, area, lat, lon } = body;
        let words = (name.as_str(), area.as_deref().unwrap_or_default());
        let added = self.0.add_town(&admin, words, (lat, lon)).await?;
        done("The town has been added.", added.into())
    }

    /// Deletes a town that an admin has added. Members who live there keep it until they change
    /// their address. For admins.
    #[oai(path = "/:id", method = "delete", operation_id = "delete_town")]
    async fn delete(
        &self,
        AdminOnly(admin): AdminOnly,
        /// Id of the town.
        id: Path<ItemId>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | FORBIDDEN | MALFORMED | NOT_FOUND }> {
        self.0.delete_town(&admin, &id.0).await?;
        done("Deleted.", None)
    }
}
