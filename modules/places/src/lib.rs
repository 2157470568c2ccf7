//! Places: the cities that are built in, what was imported, and servers elsewhere that find
//! addresses; and what maps are drawn with.
//!
//! It knows no people: it is asked for a name, an address or a point, and forgets who asked.

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, Module, Ports,
    db::Migration,
    migrations,
    ports::{Geocoder, MapTiles, PlaceImports},
};

pub use crate::config::{PlacesConfig, ProviderKind};
use crate::{
    atlas::Atlas,
    import::Importer,
    map::{MapSettings, Tiles},
    service::Places as Service,
    store::{Store, imports::ImportStore},
};

mod api;
mod atlas;
mod config;
mod error;
mod gazetteer;
mod geometry;
mod import;
mod map;
mod model;
mod names;
mod postcode;
mod provider;
mod sector;
mod service;
mod store;

/// The module.
pub struct Places {
    cx: Cx,
    service: Arc<Service>,
    map: MapSettings,
    tile_origin: Option<String>,
}

impl Module for Places {
    const NAME: &'static str = "places";
    /// Profiles cannot be saved without it.
    const REMOVABLE: bool = false;
    const MIGRATIONS: &'static [Migration] = migrations!["0001_places"];
    type Config = PlacesConfig;
    type Api = api::PlacesApi;

    fn new(cx: &Cx, config: PlacesConfig) -> anyhow::Result<Self> {
        config.check()?;
        let atlas = Arc::new(Atlas::new(Store::new(cx.db.clone()))?);
        let provider = provider::configured(cx, &config)?;
        Ok(Self {
            map: MapSettings::new(&config, &atlas.gazetteer, &cx.site.default_city)?,
            tile_origin: config.tile_origin()?,
            service: Arc::new(Service { atlas, provider }),
            cx: cx.clone(),
        })
    }

    fn provide(&self, ports: &mut Ports) {
        ports.offer::<dyn Geocoder>(Self::NAME, self.service.clone());
        let tiles = Tiles { origin: self.tile_origin.clone() };
        ports.offer::<dyn MapTiles>(Self::NAME, Arc::new(tiles));
        let store = ImportStore::new(self.cx.db.clone());
        let importer = Importer { store, clock: self.cx.clock.clone() };
        ports.offer::<dyn PlaceImports>(Self::NAME, Arc::new(importer));
    }

    fn finish(self, _: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let api = api::PlacesApi { places: self.service, map: self.map };
        Ok(Finished::api(api))
    }
}

impl std::fmt::Debug for Places {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Places")
    }
}
