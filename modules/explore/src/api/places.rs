use std::sync::Arc;

use poem_openapi::{Object, OpenApi, param::Query};
use sparkyard_kernel::{
    Reply, SignedIn,
    envelope::{INPUT, UNAUTHORISED},
    ok,
    validate::Checks,
};

use super::Tag;
use crate::gazetteer::{City as Known, Gazetteer};

/// Places in one answer.
const COMPLETIONS: usize = 10;

/// Operations that find places.
pub struct PlaceApi {
    pub(crate) gazetteer: Arc<Gazetteer>,
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

/// A place that fits what was typed.
#[derive(Debug, Object)]
struct Place {
    /// As shown: name and county.
    label: String,
    /// The city or town: what `location` fields take.
    city: String,
    /// Postcode, where the place has one of its own.
    postcode: Option<String>,
    /// Degrees north.
    lat: f64,
    /// Degrees east.
    lon: f64,
}

#[OpenApi(tag = "Tag::Explore")]
#[expect(clippy::unused_async, reason = "operations are async, though the list is in memory")]
impl PlaceApi {
    /// All UK cities and larger towns that the site knows, by name. Not paged: the list is
    /// short and fixed.
    #[oai(path = "/api/places/cities", method = "get", operation_id = "list_cities")]
    async fn list_cities(&self) -> Reply<Vec<City>, 0> {
        ok(self.gazetteer.cities().iter().map(City::from).collect())
    }

    /// Up to ten places that begin with what was typed, best fit first.
    #[oai(path = "/api/places/search", method = "get", operation_id = "search_places")]
    async fn search_places(
        &self,
        SignedIn(_caller): SignedIn,
        /// The beginning of a name; at most 100 characters.
        q: Query<String>,
    ) -> Reply<Vec<Place>, { UNAUTHORISED | INPUT }> {
        Checks::new().length("q", &q, 0, 100).finish()?;
        ok(self.gazetteer.complete(&q, COMPLETIONS).into_iter().map(Place::from).collect())
    }
}

impl From<&Known> for City {
    fn from(city: &Known) -> Self {
        Self { name: city.name.clone(), lat: city.centre.lat, lon: city.centre.lon }
    }
}

impl From<&Known> for Place {
    fn from(city: &Known) -> Self {
        Self {
            label: city.label.clone(),
            city: city.name.clone(),
            postcode: None,
            lat: city.centre.lat,
            lon: city.centre.lon,
        }
    }
}
