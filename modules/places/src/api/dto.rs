//! What requests and answers say.

use poem_openapi::{Enum, Object};
use sparkyard_kernel::{Point, ports::Place as Found};

use crate::model::{Town, Wanted};

/// A city or larger town.
#[derive(Debug, Object)]
pub(crate) struct City {
    /// Its name.
    pub(crate) name: String,
    /// Degrees north, of its middle.
    pub(crate) lat: f64,
    /// Degrees east, of its middle.
    pub(crate) lon: f64,
}

/// A town, an address or a postcode.
#[derive(Debug, Object)]
pub(crate) struct Place {
    /// As shown: `Hebden Bridge, West Yorkshire`.
    pub(crate) label: String,
    /// The town or city: what `location` fields take.
    pub(crate) city: String,
    /// Street and number, where it is an address.
    pub(crate) street: Option<String>,
    /// Postcode, where it has one.
    pub(crate) zip_code: Option<String>,
    /// Degrees north.
    pub(crate) lat: f64,
    /// Degrees east.
    pub(crate) lon: f64,
}

/// What kind of place is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum PlaceKind {
    /// Cities, towns and villages.
    City,
    /// Streets, houses and postcodes.
    Address,
    /// All of them.
    Any,
}

/// What a map is drawn with.
#[derive(Debug, Object)]
pub(crate) struct Map {
    /// Template of the address of its pictures, with `{z}`, `{x}` and `{y}`; left out where
    /// maps have none.
    pub(crate) tiles: Option<String>,
    /// What must be readable on or beside every map; plain text, may be empty.
    pub(crate) attribution: String,
    /// Where a map begins for somebody who has not said where they are.
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
