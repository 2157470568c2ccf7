//! Request and response bodies.

use poem_openapi::{Enum, Object};
use sparkyard_kernel::{DateTime, ItemId, Point, ports::Place as Found};

use crate::model::{self, Town, Wanted};

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

/// Input of a town or village.
#[derive(Debug, Object)]
pub(crate) struct NewTown {
    /// Name, 1 to 80 characters; with the county in brackets if a town elsewhere has the same.
    #[oai(validator(max_length = 80))]
    pub(crate) name: String,
    /// County or district, at most 80 characters.
    #[oai(validator(max_length = 80))]
    pub(crate) area: Option<String>,
    /// Latitude of the centre, in degrees north.
    pub(crate) lat: f64,
    /// Longitude of the centre, in degrees east.
    pub(crate) lon: f64,
}

/// A town or village that an admin has added.
#[derive(Debug, Object)]
pub(crate) struct AddedTown {
    /// Id of the town.
    id: ItemId,
    /// Name.
    name: String,
    /// County or district; may be empty.
    area: String,
    /// Latitude of the centre, in degrees north.
    lat: f64,
    /// Longitude of the centre, in degrees east.
    lon: f64,
    /// Nearest built-in town.
    nearest: String,
    /// Distance to that town, in kilometres, to 100 m.
    nearest_km: f64,
    /// Time at which it was added.
    created_at: DateTime,
}

impl From<model::AddedTown> for AddedTown {
    fn from(added: model::AddedTown) -> Self {
        let model::AddedTown { id, town, at, nearest, km } = added;
        let Town { name, area, centre: Point { lat, lon }, .. } = town;
        Self { id, name, area, lat, lon, nearest, nearest_km: km, created_at: at.into() }
    }
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

/// The town of a place.
impl From<Found> for City {
    fn from(found: Found) -> Self {
        Self { name: found.city, lat: found.point.lat, lon: found.point.lon }
    }
}

impl From<Found> for Place {
    fn from(found: Found) -> Self {
        let Found { label, city, street, zip_code, point: Point { lat, lon } } = found;
        Self { label, city, street, zip_code, lat, lon }
    }
}
