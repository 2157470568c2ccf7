//! Finds places: built-in cities, towns that admins have added, imported open data, and addresses
//! through an external provider.
//! Also serves the settings of maps.
//!
//! The module knows no people. It is asked for a name, an address or a point, and does not store
//! who asked.

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, Module, Ports,
    db::Migration,
    migrations,
    ports::{Geocoder, MapTiles, PlaceImports},
};

mod api;
mod config;
mod error;
mod model;
mod ports;
mod service;
mod store;

pub use crate::config::{PlacesConfig, ProviderKind};
use crate::{
    ports::{GeocoderPort, MapTilesPort, PlaceImportsPort},
    service::{Importer, PlaceService, ProviderProbe},
};

/// The places module.
pub struct Places {
    cx: Cx,
    service: Arc<PlaceService>,
    tile_origin: Option<String>,
}

impl Module for Places {
    const NAME: &'static str = "places";
    /// Profiles cannot be saved without it.
    const REMOVABLE: bool = false;
    const MIGRATIONS: &'static [Migration] = migrations!["0001_places", "0002_added_towns"];
    type Config = PlacesConfig;
    type Api = (api::PlacesApi, api::AddedTownsApi);

    fn new(cx: &Cx, config: PlacesConfig) -> anyhow::Result<Self> {
        config.check()?;
        Ok(Self {
            tile_origin: config.tile_origin()?,
            service: Arc::new(PlaceService::new(cx, &config)?),
            cx: cx.clone(),
        })
    }

    fn provide(&self, ports: &mut Ports) {
        let geocoder = GeocoderPort(self.service.clone());
        ports.offer::<dyn Geocoder>(Self::NAME, Arc::new(geocoder));
        let tiles = MapTilesPort { origin: self.tile_origin.clone() };
        ports.offer::<dyn MapTiles>(Self::NAME, Arc::new(tiles));
        let imports = PlaceImportsPort(Importer::new(&self.cx));
        ports.offer::<dyn PlaceImports>(Self::NAME, Arc::new(imports));
    }

    fn finish(self, _: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let probe = Arc::new(ProviderProbe(self.service.clone()));
        Ok(Finished::api(api::operations(self.service)).probe(probe))
    }
}

impl std::fmt::Debug for Places {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Places")
    }
}
