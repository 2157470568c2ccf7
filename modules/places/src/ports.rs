//! Ports that the module offers.

use std::{path::Path, sync::Arc};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, UserId,
    ports::{
        AddressLines, GeocodeError, Geocoder, ImportReport, ImportWatch, MapTiles, Place,
        PlaceImports,
    },
};

use crate::service::{Importer, PlaceService};

pub(crate) struct GeocoderPort(pub(crate) Arc<PlaceService>);

#[async_trait]
impl Geocoder for GeocoderPort {
    fn city(&self, name: &str) -> Option<Place> {
        self.0.built_in(name)
    }

    async fn find(&self, name: &str) -> Result<Option<Place>, ApiError> {
        Ok(self.0.find(name).await?)
    }

    async fn geocode(
        &self,
        member: &UserId,
        address: &AddressLines,
    ) -> Result<Place, GeocodeError> {
        Ok(self.0.address(member, address).await?)
    }
}

pub(crate) struct MapTilesPort {
    pub(crate) origin: Option<String>,
}

impl MapTiles for MapTilesPort {
    fn origin(&self) -> Option<String> {
        self.origin.clone()
    }
}

pub(crate) struct PlaceImportsPort(pub(crate) Importer);

#[async_trait]
impl PlaceImports for PlaceImportsPort {
    async fn import(
        &self,
        file: &Path,
        watch: Arc<dyn ImportWatch>,
    ) -> anyhow::Result<ImportReport> {
        self.0.import(file, watch).await
    }
}
