//! What maps are drawn with, and who is named on them.

use anyhow::Context;
use jiff::tz::TimeZone;

use crate::{
    config::{PlacesConfig, ProviderKind},
    model::{Town, gazetteer::Gazetteer, import::Imported},
};

/// Where a map begins when the site's default city is not built in.
const HOME: &str = "London";

/// What maps are drawn with.
#[derive(Clone, Debug)]
pub(super) struct MapSettings {
    /// Template of the address of pictures.
    pub(super) tiles: Option<String>,
    /// Where a map begins.
    pub(super) home: Town,
    tile_attribution: String,
    provider: ProviderKind,
}

impl MapSettings {
    pub(super) fn new(
        config: &PlacesConfig,
        gazetteer: &Gazetteer,
        default_city: &str,
    ) -> anyhow::Result<Self> {
        let home = gazetteer.lookup(default_city).or_else(|| gazetteer.lookup(HOME));
        Ok(Self {
            tiles: config.tiles(),
            home: home.context("there are no built-in places")?.clone(),
            tile_attribution: config.tile_attribution.trim().to_owned(),
            provider: config.provider,
        })
    }

    /// Everybody who must be named: for pictures, for found addresses, for imported data.
    pub(super) fn attribution(&self, imported: &[Imported]) -> String {
        let provider = match self.provider {
            ProviderKind::Embedded => "",
            ProviderKind::Photon | ProviderKind::Nominatim => {
                "Addresses: \u{a9} OpenStreetMap contributors."
            }
            ProviderKind::Google => "Addresses: powered by Google.",
        };
        let mut lines = vec![self.tile_attribution.clone(), provider.to_owned()];
        lines.extend(imported.iter().map(|import| {
            import.layout.attribution(import.at.to_jiff().to_zoned(TimeZone::UTC).year())
        }));
        let mut said: Vec<String> = Vec::new();
        for line in lines {
            if !line.is_empty() && !said.contains(&line) {
                said.push(line);
            }
        }
        said.join(" ")
    }
}
