//! Towns and villages that admins add.

use sparkyard_kernel::{
    Caller, ItemId, Point, Timestamp, audit::AuditEntry, db::DbError, idempotency::digest, text,
    text_folding::fold, validate::Checks,
};

use super::PlaceService;
use crate::{
    error::PlacesError,
    model::{AddedTown, Town, VILLAGE, united_kingdom::in_uk},
};

/// Maximum length of a name and of a county, in characters.
const MAX_NAME: usize = 80;
const KNOWN: &str =
    "Members can choose it already. If you mean another, add its county in brackets.";
const ABROAD: &str = "Please choose a point in the United Kingdom.";

impl PlaceService {
    /// Returns the towns that admins have added, by name.
    pub(crate) async fn added_towns(&self) -> Result<Vec<AddedTown>, PlacesError> {
        let rows = self.local.store().added_towns().await?.into_iter();
        let mut added: Vec<AddedTown> =
            rows.map(|(id, town, at)| self.located(id, town, at)).collect();
        added.sort_by(|a, b| a.town.name.cmp(&b.town.name));
        Ok(added)
    }

    /// Adds a town with its county, which may be empty, and the coordinates of its centre. A 422
    /// names the fields that are wrong; `name` if there is such a town.
    pub(crate) async fn add_town(
        &self,
        admin: &Caller,
        (name, area): (&str, &str),
        (lat, lon): (f64, f64),
    ) -> Result<AddedTown, PlacesError> {
        let (key, centre) = (fold(name), Point { lat, lon });
        Checks::new()
            .line("name", name, 1, MAX_NAME)
            .line("area", area, 0, MAX_NAME)
            .check("name", !key.is_empty(), "Please write letters.")
            .check("lat", in_uk(centre), ABROAD)
            .finish()?;
        let (name, area) = (text::line(name), text::line(area));
        let known = self.local.find(&name).await?.is_some();
        Checks::new().check("name", !known, KNOWN).finish()?;
        let (id, at) = (ItemId(digest(&[b"town", key.as_bytes()])), self.cx.now());
        let town = Town { name, area, centre, size: VILLAGE };
        let audit = self.town_audit(admin, "places.town_added", &town, at);
        match self.local.store().add_town(&id, &town, at, audit).await {
            // Another admin has added it meanwhile.
            Err(DbError::AlreadyExists(_)) => Checks::new().check("name", false, KNOWN).finish()?,
            outcome => outcome?,
        }
        Ok(self.located(id, town, at))
    }

    /// Deletes a town that an admin has added.
    pub(crate) async fn delete_town(&self, admin: &Caller, id: &ItemId) -> Result<(), PlacesError> {
        let rows = self.local.store().added_towns().await?;
        let found = rows.into_iter().find(|(known, ..)| known == id);
        let (_, town, _) = found.ok_or(PlacesError::NoTown)?;
        let audit = self.town_audit(admin, "places.town_deleted", &town, self.cx.now());
        Ok(self.local.store().delete_town(id, audit).await?)
    }

    fn located(&self, id: ItemId, town: Town, at: Timestamp) -> AddedTown {
        let nearest = self.local.gazetteer.nearest(town.centre);
        let (nearest, km) = nearest.map(|(town, km)| (town.name.clone(), km)).unwrap_or_default();
        AddedTown { id, town, at, nearest, km: (km * 10.0).round() / 10.0 }
    }

    fn town_audit<'a>(
        &self,
        admin: &'a Caller,
        action: &'static str,
        town: &Town,
        at: Timestamp,
    ) -> AuditEntry<'a> {
        let Point { lat, lon } = town.centre;
        AuditEntry {
            id: self.cx.ids.next(),
            at,
            actor: admin.id.as_str(),
            action,
            subject: format!("town:{}", town.name),
            detail: format!("{}, at {lat:.4}, {lon:.4}", town.label()),
        }
    }
}
