//! Nominatim: `GET /search?q=…&format=jsonv2` returns a list.

use async_trait::async_trait;
use serde::Deserialize;
use sparkyard_kernel::{Point, ports::AddressLines};

use super::{Candidate, Http, Provider, ProviderError, Search, http::read, label, one_line};
use crate::model::{Wanted, united_kingdom::in_uk};

/// Nominatim's address types of settlements.
const TOWNS: [&str; 6] = ["city", "town", "village", "hamlet", "suburb", "municipality"];

pub(super) struct Nominatim {
    pub(super) http: Http,
}

#[derive(Deserialize)]
struct Found {
    /// Degrees as text.
    lat: String,
    lon: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    addresstype: String,
    #[serde(default)]
    address: Address,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Address {
    house_number: Option<String>,
    road: Option<String>,
    hamlet: Option<String>,
    village: Option<String>,
    town: Option<String>,
    city: Option<String>,
    suburb: Option<String>,
    county: Option<String>,
    state_district: Option<String>,
    state: Option<String>,
    postcode: Option<String>,
    country_code: Option<String>,
}

#[async_trait]
impl Provider for Nominatim {
    fn name(&self) -> &'static str {
        "nominatim"
    }

    async fn search(&self, search: &Search) -> Result<Vec<Candidate>, ProviderError> {
        self.ask(&search.text, search.wanted, search.limit).await
    }

    async fn geocode(&self, address: &AddressLines) -> Result<Vec<Candidate>, ProviderError> {
        self.ask(&one_line(address), Wanted::Any, 3).await
    }
}

impl Nominatim {
    async fn ask(
        &self,
        text: &str,
        wanted: Wanted,
        limit: usize,
    ) -> Result<Vec<Candidate>, ProviderError> {
        let limit = limit.to_string();
        let mut query = vec![
            ("q", text),
            ("format", "jsonv2"),
            ("addressdetails", "1"),
            ("countrycodes", "gb"),
            ("accept-language", "en"),
            ("limit", &limit),
        ];
        if wanted == Wanted::City {
            query.push(("featureType", "settlement"));
        }
        let answer: Vec<Found> = read(self.http.get("/search", &query)).await?;
        let candidates = answer.into_iter().map(|found| candidate(found, wanted));
        Ok(candidates.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }
}

fn candidate(found: Found, wanted: Wanted) -> Result<Option<Candidate>, ProviderError> {
    let degrees = |text: &str| {
        text.parse::<f64>().map_err(|_| ProviderError::Malformed(format!("{text:?} degrees")))
    };
    let point = Point { lat: degrees(&found.lat)?, lon: degrees(&found.lon)? };
    let address = found.address;
    let is_town = TOWNS.contains(&found.addresstype.as_str());
    let fits = if is_town { wanted.towns() } else { wanted.addresses() };
    if address.country_code.as_deref() != Some("gb") || !in_uk(point) || !fits {
        return Ok(None);
    }
    let area = address.county.or(address.state_district).or(address.state);
    if is_town && !found.name.is_empty() {
        let label = label([Some(found.name.as_str()), area.as_deref()]);
        let (street, zip_code, point) = (None, None, Some(point));
        return Ok(Some(Candidate { label, city: found.name, street, zip_code, point }));
    }
    let towns = [address.city, address.town, address.village, address.hamlet, address.suburb];
    let Some(city) = towns.into_iter().flatten().next().or(area) else { return Ok(None) };
    let street = match (address.road, address.house_number) {
        (Some(road), Some(number)) => Some(format!("{number} {road}")),
        (road, _) => road,
    };
    let name = Some(found.name.as_str()).filter(|name| {
        let in_street = street.as_deref().is_some_and(|street| street.contains(name));
        !in_street && address.postcode.as_deref() != Some(*name)
    });
    let label = label([name, street.as_deref(), Some(&city), address.postcode.as_deref()]);
    Ok(Some(Candidate { label, city, street, zip_code: address.postcode, point: Some(point) }))
}
