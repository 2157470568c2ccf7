//! Business logic of the module, by topic.

mod added_towns;
mod import;
mod local_places;
mod lookup;
mod map;
mod probe;
mod provider;

use sparkyard_kernel::{Cx, ports::Place};

pub(crate) use self::{import::Importer, probe::ProviderProbe};
use self::{local_places::LocalPlaces, map::MapSettings, provider::ProviderClient};
use crate::{config::PlacesConfig, error::PlacesError, model::Town, store::PlaceStore};

pub(crate) struct PlaceService {
    local: LocalPlaces,
    /// Address provider; `None` to use the site's own data only.
    provider: Option<ProviderClient>,
    map: MapSettings,
    cx: Cx,
}

impl PlaceService {
    /// Creates the service from `config`, which has been validated.
    pub(crate) fn new(cx: &Cx, config: &PlacesConfig) -> anyhow::Result<Self> {
        let local = LocalPlaces::new(PlaceStore::new(cx.db.clone()))?;
        Ok(Self {
            map: MapSettings::new(config, &local.gazetteer)?,
            provider: provider::configured(cx, config)?,
            local,
            cx: cx.clone(),
        })
    }

    pub(crate) fn towns(&self) -> &[Town] {
        self.local.gazetteer.towns()
    }

    /// Returns the built-in place with exactly this name or label.
    pub(crate) fn built_in(&self, name: &str) -> Option<Place> {
        self.local.gazetteer.lookup(name).map(Town::place)
    }

    /// Returns the place called exactly `name`: a built-in one, else the largest added or imported
    /// one.
    pub(crate) async fn find(&self, name: &str) -> Result<Option<Place>, PlacesError> {
        Ok(self.local.find(name).await?)
    }

    pub(crate) fn map_tiles(&self) -> Option<&str> {
        self.map.tiles.as_deref()
    }

    /// Returns the initial centre of a map: the site's default city, if it is known.
    pub(crate) async fn map_home(&self) -> Result<Place, PlacesError> {
        let city = self.cx.site.details().default_city.clone();
        Ok(self.local.find(&city).await?.unwrap_or_else(|| self.map.home.place()))
    }

    /// Returns the attribution of a map.
    pub(crate) async fn map_attribution(&self) -> Result<String, PlacesError> {
        Ok(self.map.attribution(&self.local.imported().await?))
    }
}
