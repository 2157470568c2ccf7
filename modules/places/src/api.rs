use std::sync::Arc;

use poem_openapi::{Enum, Object, OpenApi, Tags, param::Query};
use sparkyard_kernel::{
    Point, Reply, SignedIn,
    envelope::{INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
    ports::{AddressLines, Place as Found},
    validate::Checks,
};

use crate::{
    map::MapSettings,
    model::{Town, Wanted},
    service::Places,
};

/// Places in one answer, unless others are wanted.
const USUAL_LIMIT: u32 = 10;
const MAX_LIMIT: u32 = 20;
/// Letters of a search, of a line of an address, and of a postcode.
const MAX_SEARCH: usize = 100;
const MAX_LINE: usize = 120;
const MAX_POSTCODE: usize = 12;

#[derive(Tags)]
enum Tag {
    /// Cities, addresses and maps.
    #[oai(rename = "places")]
    Places,
}

/// Operations that find places.
pub struct PlacesApi {
    pub(crate) places: Arc<Places>,
    pub(crate) map: MapSettings,
}

/// A city or larger town.
#[derive(Debug, Object)]
struct City {
    /// Its name.
    name: String,
    /// Degrees north, of its middle.
    lat: f64,
    /// Degrees east, of its middle.
    lon: f64,
}

/// A town, an address or a postcode.
#[derive(Debug, Object)]
struct Place {
    /// As shown: `Hebden Bridge, West Yorkshire`.
    label: String,
    /// The town or city: what `location` fields take.
    city: String,
    /// Street and number, where it is an address.
    street: Option<String>,
    /// Postcode, where it has one.
    zip_code: Option<String>,
    /// Degrees north.
    lat: f64,
    /// Degrees east.
    lon: f64,
}

/// What kind of place is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
enum PlaceKind {
    /// Cities, towns and villages.
    City,
    /// Streets, houses and postcodes.
    Address,
    /// All of them.
    Any,
}

/// What a map is drawn with.
#[derive(Debug, Object)]
struct Map {
    /// Template of the address of its pictures, with `{z}`, `{x}` and `{y}`; left out where
    /// maps have none.
    tiles: Option<String>,
    /// What must be readable on or beside every map; plain text, may be empty.
    attribution: String,
    /// Where a map begins for somebody who has not said where they are.
    default: City,
}

#[OpenApi(tag = "Tag::Places")]
impl PlacesApi {
    /// All UK cities and larger towns that the site knows, by name. Not paged: the list is
    /// short and fixed.
    #[oai(path = "/api/places/cities", method = "get", operation_id = "list_cities")]
    #[expect(clippy::unused_async, reason = "operations are async, though the list is in memory")]
    async fn list_cities(&self) -> Reply<Vec<City>, 0> {
        ok(self.places.atlas.gazetteer.towns().iter().map(City::from).collect())
    }

    /// Places that begin with what was typed, best fit first. When the provider of addresses does
    /// not answer, or you have had as much looked up there as one member may in a day, what the
    /// site itself knows; 429 `places.too_many` if that is nothing.
    #[oai(path = "/api/places/search", method = "get", operation_id = "search_places")]
    async fn search_places(
        &self,
        SignedIn(caller): SignedIn,
        /// The beginning of a name, an address or a postcode; at most 100 characters.
        #[oai(validator(max_length = 100))]
        q: Query<String>,
        /// What is looked for; `any` when left out.
        kind: Query<Option<PlaceKind>>,
        /// Places wanted, 1 to 20; 10 when left out.
        #[oai(validator(minimum(value = "1"), maximum(value = "20")))]
        limit: Query<Option<u32>>,
    ) -> Reply<Vec<Place>, { UNAUTHORISED | INPUT | TOO_MANY }> {
        let limit = limit.0.unwrap_or(USUAL_LIMIT);
        Checks::new()
            .line("q", &q, 0, MAX_SEARCH)
            .check("limit", (1..=MAX_LIMIT).contains(&limit), "Choose a limit from 1 to 20.")
            .finish()?;
        let wanted = kind.0.map_or(Wanted::Any, Wanted::from);
        let found = self.places.search(&caller.id, &q, wanted, limit as usize).await?;
        ok(found.into_iter().map(Place::from).collect())
    }

    /// Where an address is. 404 `places.not_found` when nobody knows it, 503 `places.unavailable`
    /// when who could know does not answer, 429 `places.too_many` when you have asked as much as one
    /// member may in a day.
    #[oai(path = "/api/places/geocode", method = "get", operation_id = "geocode_address")]
    async fn geocode_address(
        &self,
        SignedIn(caller): SignedIn,
        /// Street and number; at most 120 characters.
        #[oai(validator(max_length = 120))]
        street: Query<Option<String>>,
        /// Town or city; at most 120 characters.
        #[oai(validator(max_length = 120))]
        city: Query<Option<String>>,
        /// Postcode; at most 12 characters. It is enough alone where it is known.
        #[oai(validator(max_length = 12))]
        zip_code: Query<Option<String>>,
    ) -> Reply<Place, { UNAUTHORISED | INPUT | NOT_FOUND | TOO_MANY }> {
        let line = |line: Option<String>| line.unwrap_or_default();
        let address =
            AddressLines { street: line(street.0), city: line(city.0), zip_code: line(zip_code.0) };
        Checks::new()
            .line("street", &address.street, 0, MAX_LINE)
            .line("city", &address.city, 0, MAX_LINE)
            .line("zip_code", &address.zip_code, 0, MAX_POSTCODE)
            .finish()?;
        ok(self.places.address(&caller.id, &address).await?.into())
    }

    /// The town that a point lies in or near, with the middle of that town. 404
    /// `places.not_found` outside the United Kingdom.
    #[oai(path = "/api/places/reverse", method = "get", operation_id = "find_town")]
    async fn find_town(
        &self,
        SignedIn(_caller): SignedIn,
        /// Degrees north.
        #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
        lat: Query<f64>,
        /// Degrees east.
        #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
        lon: Query<f64>,
    ) -> Reply<Place, { UNAUTHORISED | INPUT | NOT_FOUND }> {
        let point = Point::checked(lat.0, lon.0)?;
        ok(self.places.around(point).await?.place().into())
    }

    /// What maps are drawn with, and where they begin.
    #[oai(path = "/api/places/map", method = "get", operation_id = "get_map")]
    async fn get_map(&self) -> Reply<Map, 0> {
        let attribution = self.map.attribution(&self.places.atlas.imported().await?);
        let tiles = self.map.tiles.clone();
        ok(Map { tiles, attribution, default: City::from(&self.map.home) })
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

impl From<Found> for Place {
    fn from(found: Found) -> Self {
        let Found { label, city, street, zip_code, point: Point { lat, lon } } = found;
        Self { label, city, street, zip_code, lat, lon }
    }
}
