//! Settings and attribution of maps.

use anyhow::Context;
use jiff::tz::TimeZone;

use crate::{
    config::{PlacesConfig, ProviderKind},
    model::{Town, gazetteer::Gazetteer, import::Imported},
};

/// Initial centre of a map if the site's default city is unknown.
const HOME: &str = "London";

/// Settings of maps.
#[derive(Clone, Debug)]
pub(super) struct MapSettings {
    pub(super) tiles: Option<String>,
    /// Initial centre unless the site's default city is known.
    pub(super) home: Town,
    tile_attribution: String,
    provider: ProviderKind,
}

impl MapSettings {
    pub(super) fn new(config: &PlacesConfig, gazetteer: &Gazetteer) -> anyhow::Result<Self> {
        let home = gazetteer.lookup(HOME);
        Ok(Self {
            tiles: config.tiles(),
            home: home.context("there are no built-in places")?.clone(),
            tile_attribution: config.tile_attribution.trim().to_owned(),
            provider: config.provider,
        })
    }

    /// Returns the attribution: of tiles, the address provider, and imported data.
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
        let mut distinct: Vec<String> = Vec::new();
        for line in lines {
            if !line.is_empty() && !distinct.contains(&line) {
                distinct.push(line);
            }
        }
        distinct.join(" ")
    }
}
