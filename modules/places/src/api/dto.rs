//! Request and response bodies.

use poem_openapi::{Enum, Object};
use sparkyard_kernel::{Point, ports::Place as Found};

use crate::model::{Town, Wanted};

/// A city or larger town.
#[derive(Debug, Object)]
pub(crate) struct City {
    /// Name of the city.
    pub(crate) name: String,
    /// Latitude of the centre, in degrees north.
    pub(crate) lat: f64,
    /// Longitude of the centre, in degrees east.
    pub(crate) lon: f64,
}

/// A town, an address or a postcode.
#[derive(Debug, Object)]
pub(crate) struct Place {
    /// Label to show: `Hebden Bridge, West Yorkshire`.
    pub(crate) label: String,
    /// Town or city, as `location` fields accept it.
    pub(crate) city: String,
    /// Street and number, if it is an address.
    pub(crate) street: Option<String>,
    /// Postcode, if it has one.
    pub(crate) zip_code: Option<String>,
    /// Latitude, in degrees north.
    pub(crate) lat: f64,
    /// Longitude, in degrees east.
    pub(crate) lon: f64,
}

/// Kind of place to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum PlaceKind {
    /// Cities, towns and villages.
    City,
    /// Streets, houses and postcodes.
    Address,
    /// Places of both kinds.
    Any,
}

/// Settings of maps.
#[derive(Debug, Object)]
pub(crate) struct Map {
    /// URL template of map tiles, with `{z}`, `{x}` and `{y}`; left out if maps have no tiles.
    pub(crate) tiles: Option<String>,
    /// Attribution that must be readable on or beside every map; plain text, may be empty.
    pub(crate) attribution: String,
    /// Initial centre of a map for users whose location is unknown.
    pub(crate) default: City,
}

impl From<PlaceKind> for Wanted {
    fn from(kind: PlaceKind) -> Self {
        match kind {
            PlaceKind::City => Self::City,
            PlaceKind::Address => Self::Address,
            PlaceKind::Any => Self::Any,
        }
    }
}

impl From<&Town> for City {
    fn from(town: &Town) -> Self {
        Self { name: town.name.clone(), lat: town.centre.lat, lon: town.centre.lon }
    }
}

impl From<Found> for Place {
    fn from(found: Found) -> Self {
        let Found { label, city, street, zip_code, point: Point { lat, lon } } = found;
        Self { label, city, street, zip_code, lat, lon }
    }
}
