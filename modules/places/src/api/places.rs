//! Operations that find places.

use std::sync::Arc;

use poem_openapi::{OpenApi, param::Query};
use sparkyard_kernel::{
    MemberOrDelegate, Point, Reply,
    envelope::{INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
    ports::AddressLines,
    validate::Checks,
};

use super::{
    Tag,
    dto::{City, Map, Place, PlaceKind},
};
use crate::{model::Wanted, service::PlaceService};

/// Default number of places in a response.
const USUAL_LIMIT: u32 = 10;
const MAX_LIMIT: u32 = 20;
/// Maximum lengths of a search, an address line and a postcode, in characters.
const MAX_SEARCH: usize = 100;
const MAX_LINE: usize = 120;
const MAX_POSTCODE: usize = 12;

/// Operations that find places.
pub struct PlacesApi(pub(super) Arc<PlaceService>);

#[OpenApi(tag = "Tag::Places")]
impl PlacesApi {
    /// Lists all UK cities and larger towns that the site knows, by name. Not paginated: the list
    /// is short and fixed.
    #[oai(path = "/api/places/cities", method = "get", operation_id = "list_cities")]
    #[expect(clippy::unused_async, reason = "operations are async, though the list is in memory")]
    async fn list_cities(&self) -> Reply<Vec<City>, 0> {
        ok(self.0.towns().iter().map(City::from).collect())
    }

    /// Searches for places that begin with the typed text, best match first.
    ///
    /// Falls back to the site's own data if the address provider does not answer or you have used
    /// up your daily lookups. 429 `places.too_many` if they are used up and that data has no match.
    #[oai(path = "/api/places/search", method = "get", operation_id = "search_places")]
    async fn search_places(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Beginning of a name, an address or a postcode; at most 100 characters.
        #[oai(validator(max_length = 100))]
        q: Query<String>,
        /// Kind of place; `any` when left out.
        kind: Query<Option<PlaceKind>>,
        /// Number of places, 1 to 20; 10 when left out.
        #[oai(validator(minimum(value = "1"), maximum(value = "20")))]
        limit: Query<Option<u32>>,
    ) -> Reply<Vec<Place>, { UNAUTHORISED | INPUT | TOO_MANY }> {
        let limit = limit.0.unwrap_or(USUAL_LIMIT);
        Checks::new()
            .line("q", &q, 0, MAX_SEARCH)
            .check("limit", (1..=MAX_LIMIT).contains(&limit), "Choose a limit from 1 to 20.")
            .finish()?;
        let wanted = kind.0.map_or(Wanted::Any, Wanted::from);
        let found = self.0.search(&caller.id, &q, wanted, limit as usize).await?;
        ok(found.into_iter().map(Place::from).collect())
    }

    /// Searches the site's own data for towns, villages and postcodes that begin with the typed
    /// text, best match first.
    ///
    /// Needs no account and never asks the provider. A postcode without imported data yields the
    /// town that its area is named after.
    #[oai(path = "/api/places/towns", method = "get", operation_id = "search_towns")]
    async fn search_towns(
        &self,
        /// Beginning of a name or a postcode; at most 100 characters.
        #[oai(validator(max_length = 100))]
        q: Query<String>,
    ) -> Reply<Vec<Place>, INPUT> {
        Checks::new().line("q", &q, 0, MAX_SEARCH).finish()?;
        let found = self.0.own_towns(&q, USUAL_LIMIT as usize).await?;
        ok(found.into_iter().map(Place::from).collect())
    }

    /// Returns the location of an address.
    ///
    /// 404 `places.not_found` if it is unknown, 503 `places.unavailable` if the provider does not
    /// answer, 429 `places.too_many` if you have used up your daily lookups.
    #[oai(path = "/api/places/geocode", method = "get", operation_id = "geocode_address")]
    async fn geocode_address(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Street and number; at most 120 characters.
        #[oai(validator(max_length = 120))]
        street: Query<Option<String>>,
        /// Town or city; at most 120 characters.
        #[oai(validator(max_length = 120))]
        city: Query<Option<String>>,
        /// Postcode; at most 12 characters. Sufficient alone if it is known.
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
        ok(self.0.address(&caller.id, &address).await?.into())
    }

    /// Returns the town in or near which a point lies, with the coordinates of its centre. 404
    /// `places.not_found` outside the United Kingdom.
    #[oai(path = "/api/places/reverse", method = "get", operation_id = "find_town")]
    async fn find_town(
        &self,
        MemberOrDelegate(_caller): MemberOrDelegate,
        /// Latitude, in degrees north.
        #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
        lat: Query<f64>,
        /// Longitude, in degrees east.
        #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
        lon: Query<f64>,
    ) -> Reply<Place, { UNAUTHORISED | INPUT | NOT_FOUND }> {
        let point = Point::checked(lat.0, lon.0)?;
        ok(self.0.around(point).await?.place().into())
    }

    /// Returns the settings of maps.
    #[oai(path = "/api/places/map", method = "get", operation_id = "get_map")]
    async fn get_map(&self) -> Reply<Map, 0> {
        let attribution = self.0.map_attribution().await?;
        let tiles = self.0.map_tiles().map(str::to_owned);
        ok(Map { tiles, attribution, default: self.0.map_home().await?.into() })
    }
}
