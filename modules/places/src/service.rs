//! The rules about places, by topic.

mod import;
mod local_places;
mod lookup;
mod map;
mod provider;

use sparkyard_kernel::{Cx, ports::Place};

pub(crate) use self::import::Importer;
use self::{local_places::LocalPlaces, map::MapSettings, provider::ProviderClient};
use crate::{config::PlacesConfig, error::PlacesError, model::Town, store::PlaceStore};

/// What the rules share.
pub(crate) struct PlaceService {
    local: LocalPlaces,
    /// Who is asked for addresses; `None` for the site's own data alone.
    provider: Option<ProviderClient>,
    map: MapSettings,
}

impl PlaceService {
    /// The rules by `config`, which has been checked.
    pub(crate) fn new(cx: &Cx, config: &PlacesConfig) -> anyhow::Result<Self> {
        let local = LocalPlaces::new(PlaceStore::new(cx.db.clone()))?;
        Ok(Self {
            map: MapSettings::new(config, &local.gazetteer, &cx.site.default_city)?,
            provider: provider::configured(cx, config)?,
            local,
        })
    }

    /// All built-in towns, by name.
    pub(crate) fn towns(&self) -> &[Town] {
        self.local.gazetteer.towns()
    }

    /// The built-in place called exactly `name`, or labelled so.
    pub(crate) fn built_in(&self, name: &str) -> Option<Place> {
        self.local.gazetteer.lookup(name).map(Town::place)
    }

    /// The place called exactly `name`: a built-in one, else the largest of the imported.
    pub(crate) async fn find(&self, name: &str) -> Result<Option<Place>, PlacesError> {
        Ok(self.local.find(name).await?)
    }

    /// Template of the address of the pictures of maps.
    pub(crate) fn map_tiles(&self) -> Option<&str> {
        self.map.tiles.as_deref()
    }

    /// Where a map begins.
    pub(crate) fn map_home(&self) -> &Town {
        &self.map.home
    }

    /// Everybody who must be named on a map.
    pub(crate) async fn map_attribution(&self) -> Result<String, PlacesError> {
        Ok(self.map.attribution(&self.local.imported().await?))
    }
}
