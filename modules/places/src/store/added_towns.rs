//! Towns and villages that admins have added.

use sparkyard_kernel::{
    ItemId, Point, Timestamp,
    audit::AuditEntry,
    db::{DbError, SurrealValue},
};

use super::{ADDED, PlaceStore, imports::GENERATIONS};
use crate::{
    error::ADDED_TOWNS,
    model::{Town, VILLAGE},
};

/// Maximum number of added towns.
const MOST: i64 = 200;
/// Changes the generation, so that the names in memory are loaded anew.
const CHANGED: &str =
    "UPSERT type::record('place_import', $added) SET generation = $generation RETURN NONE";

#[derive(SurrealValue)]
struct TownRow {
    id: ItemId,
    name: String,
    area: String,
    lat: f64,
    lon: f64,
    created_at: Timestamp,
}

impl PlaceStore {
    /// Returns the added towns.
    pub(crate) async fn added_towns(&self) -> Result<Vec<(ItemId, Town, Timestamp)>, DbError> {
        let rows: Vec<TownRow> = self
            .db
            .query(
                "SELECT record::id(id) AS id, name, area, lat, lon, created_at FROM added_town \
                 LIMIT $most",
            )
            .bind("most", MOST)
            .fetch()
            .await?;
        let towns = rows.into_iter().map(|row| {
            let TownRow { id, name, area, lat, lon, created_at } = row;
            (id, Town { name, area, centre: Point { lat, lon }, size: VILLAGE }, created_at)
        });
        Ok(towns.collect())
    }

    /// Adds a town. Fails if there is one of this id, and with `places.too_many_towns`.
    pub(crate) async fn add_town(
        &self,
        id: &ItemId,
        town: &Town,
        at: Timestamp,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        self.db
            .write("places.add_town")
            .violations(ADDED_TOWNS)
            .bind("id", id.clone())
            .bind("name", town.name.clone())
            .bind("area", town.area.clone())
            .bind("lat", town.centre.lat)
            .bind("lon", town.centre.lon)
            .bind("at", at)
            .bind("most", MOST)
            .bind("added", ADDED.to_owned())
            .bind("generation", self.db.next_number(GENERATIONS).await?)
            .step(
                "CREATE type::record('added_town', $id) SET name = $name, area = $area, \
                 lat = $lat, lon = $lon, created_at = $at RETURN NONE",
            )
            .step(
                "IF array::len((SELECT VALUE id FROM added_town)) > $most \
                 { THROW 'places.too_many_towns' }",
            )
            .step(CHANGED)
            .call(audit.fragment())
            .run()
            .await
    }

    /// Deletes a town. Fails with `places.no_town`.
    pub(crate) async fn delete_town(
        &self,
        id: &ItemId,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        self.db
            .write("places.delete_town")
            .from_reserve()
            .violations(ADDED_TOWNS)
            .bind("id", id.clone())
            .bind("added", ADDED.to_owned())
            .bind("generation", self.db.next_number(GENERATIONS).await?)
            .step("LET $gone = (DELETE type::record('added_town', $id) RETURN BEFORE)")
            .step("IF array::len($gone) = 0 { THROW 'places.no_town' }")
            .step(CHANGED)
            .call(audit.fragment())
            .run()
            .await
    }
}
