//! Photon: `GET /api?q=…` returns GeoJSON.

use async_trait::async_trait;
use serde::Deserialize;
use sparkyard_kernel::{Point, ports::AddressLines};

use super::{Candidate, Http, Provider, ProviderError, Search, http::read, label, one_line};
use crate::model::{Wanted, united_kingdom::in_uk};

/// West, south, east and north of the United Kingdom.
const BOX: &str = "-9,49,2.5,61";

pub(super) struct Photon {
    pub(super) http: Http,
}

#[derive(Deserialize)]
struct Answer {
    features: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    geometry: Geometry,
    properties: Properties,
}

#[derive(Deserialize)]
struct Geometry {
    /// Degrees east, then north.
    coordinates: [f64; 2],
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Properties {
    name: Option<String>,
    housenumber: Option<String>,
    street: Option<String>,
    postcode: Option<String>,
    locality: Option<String>,
    district: Option<String>,
    city: Option<String>,
    county: Option<String>,
    state: Option<String>,
    countrycode: Option<String>,
    /// `house`, `street`, `locality`, `district`, `city`, …
    #[serde(rename = "type")]
    kind: Option<String>,
    osm_key: Option<String>,
}

#[async_trait]
impl Provider for Photon {
    fn name(&self) -> &'static str {
        "photon"
    }

    async fn search(&self, search: &Search) -> Result<Vec<Candidate>, ProviderError> {
        self.ask(&search.text, search.wanted, search.limit).await
    }

    async fn geocode(&self, address: &AddressLines) -> Result<Vec<Candidate>, ProviderError> {
        self.ask(&one_line(address), Wanted::Any, 3).await
    }
}

impl Photon {
    async fn ask(
        &self,
        text: &str,
        wanted: Wanted,
        limit: usize,
    ) -> Result<Vec<Candidate>, ProviderError> {
        let limit = limit.to_string();
        let mut query = vec![
            ("q", text),
            ("limit", &limit),
            ("lang", "en"),
            ("bbox", BOX),
            ("countrycode", "GB"),
        ];
        match wanted {
            Wanted::City => query.push(("layer", "city")),
            Wanted::Address => query.extend([("layer", "house"), ("layer", "street")]),
            Wanted::Any => {}
        }
        let answer: Answer = read(self.http.get("/api", &query)).await?;
        Ok(answer.features.into_iter().filter_map(|feature| candidate(feature, wanted)).collect())
    }
}

fn candidate(feature: Feature, wanted: Wanted) -> Option<Candidate> {
    let Feature { geometry: Geometry { coordinates: [lon, lat] }, properties: found } = feature;
    let point = Point { lat, lon };
    if found.countrycode.as_deref() != Some("GB") || !in_uk(point) {
        return None;
    }
    let kind = found.kind.as_deref().unwrap_or_default();
    let is_town = kind == "city" || (kind != "street" && found.osm_key.as_deref() == Some("place"));
    if (is_town && !wanted.towns()) || (!is_town && !wanted.addresses()) {
        return None;
    }
    let name = found.name.as_deref();
    if is_town {
        let city = name?.to_owned();
        let area = found.county.as_deref().or(found.state.as_deref());
        let label = label([name, area]);
        return Some(Candidate { label, city, street: None, zip_code: None, point: Some(point) });
    }
    let towns = [&found.city, &found.locality, &found.district, &found.county];
    let city = towns.into_iter().flatten().next()?.clone();
    let street = match (&found.street, &found.housenumber) {
        (Some(street), Some(number)) => Some(format!("{number} {street}")),
        (Some(street), None) => Some(street.clone()),
        (None, _) => found.name.clone().filter(|_| kind == "street"),
    };
    let named = name.filter(|name| street.as_deref() != Some(*name));
    let label = label([named, street.as_deref(), Some(&city), found.postcode.as_deref()]);
    Some(Candidate { label, city, street, zip_code: found.postcode, point: Some(point) })
}
