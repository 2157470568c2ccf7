//! Google's Places API: suggestions for the typed text, then the parts of each address.
//!
//! Its terms forbid both to store its coordinates and to show them on another publisher's map. So
//! they are not requested: Google completes the address, and the coordinates come from the site's
//! own data, by postcode or town. Responses are never cached.

use anyhow::Context;
use async_trait::async_trait;
use futures_util::future::try_join_all;
use reqwest::header::HeaderValue;
use serde::Deserialize;
use serde_json::json;
use sparkyard_kernel::ports::AddressLines;

use super::{
    Candidate, Http, Provider, ProviderError, Search,
    http::{encoded, read},
    label, one_line,
};
use crate::model::Wanted;

/// Number of suggestions with address parts; each is a request that Google charges for.
const SUGGESTIONS: usize = 5;
/// Field mask of the parts that are needed.
const PARTS: &str = "addressComponents";

pub(super) struct Google {
    http: Http,
    /// Marked as sensitive, so that it is never printed.
    key: HeaderValue,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Suggestions {
    suggestions: Vec<Suggestion>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Suggestion {
    /// Missing if a search is suggested instead of a place.
    place_prediction: Option<Prediction>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Prediction {
    place_id: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Details {
    address_components: Vec<Component>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Component {
    long_text: String,
    #[serde(default)]
    short_text: String,
    #[serde(default)]
    types: Vec<String>,
}

impl Google {
    pub(super) fn new(http: Http, key: &str) -> anyhow::Result<Self> {
        let mut key = HeaderValue::try_from(key).context("places.key cannot be sent")?;
        key.set_sensitive(true);
        Ok(Self { http, key })
    }

    async fn suggest(
        &self,
        text: &str,
        wanted: Wanted,
        limit: usize,
    ) -> Result<Vec<Candidate>, ProviderError> {
        let mut body = json!({
            "input": text, "includedRegionCodes": ["gb"], "languageCode": "en-GB",
        });
        match wanted {
            Wanted::City => body["includedPrimaryTypes"] = json!(["(cities)"]),
            Wanted::Address => {
                body["includedPrimaryTypes"] =
                    json!(["street_address", "premise", "subpremise", "route", "postal_code"]);
            }
            Wanted::Any => {}
        }
        let request = self.http.post("/v1/places:autocomplete", &body);
        let found: Suggestions = read(request.header("X-Goog-Api-Key", self.key.clone())).await?;
        let places = found.suggestions.into_iter().filter_map(|found| found.place_prediction);
        let places = places.take(limit.min(SUGGESTIONS)).map(|place| self.parts(place.place_id));
        Ok(try_join_all(places).await?.into_iter().flatten().collect())
    }

    async fn parts(&self, id: String) -> Result<Option<Candidate>, ProviderError> {
        let path = format!("/v1/places/{}", encoded(&id));
        let request = self.http.get(&path, &[("languageCode", "en-GB"), ("regionCode", "GB")]);
        let request =
            request.header("X-Goog-Api-Key", self.key.clone()).header("X-Goog-FieldMask", PARTS);
        Ok(candidate(&read::<Details>(request).await?))
    }
}

#[async_trait]
impl Provider for Google {
    fn name(&self) -> &'static str {
        "google"
    }

    fn may_be_cached(&self) -> bool {
        false
    }

    async fn search(&self, search: &Search) -> Result<Vec<Candidate>, ProviderError> {
        self.suggest(&search.text, search.wanted, search.limit).await
    }

    async fn geocode(&self, address: &AddressLines) -> Result<Vec<Candidate>, ProviderError> {
        self.suggest(&one_line(address), Wanted::Any, 1).await
    }
}

fn candidate(details: &Details) -> Option<Candidate> {
    let find = |kind: &str| {
        let fits = |part: &&Component| part.types.iter().any(|known| known == kind);
        details.address_components.iter().find(fits)
    };
    let part = |kind: &str| find(kind).map(|part| part.long_text.as_str());
    if find("country").is_none_or(|country| country.short_text != "GB") {
        return None;
    }
    let city = part("postal_town")
        .or_else(|| part("locality"))
        .or_else(|| part("administrative_area_level_2"))?;
    let street = match (part("route"), part("street_number")) {
        (Some(road), Some(number)) => Some(format!("{number} {road}")),
        (Some(road), None) => Some(road.to_owned()),
        (None, _) => part("premise").map(str::to_owned),
    };
    let zip_code = part("postal_code");
    let area =
        part("administrative_area_level_2").filter(|_| street.is_none() && zip_code.is_none());
    Some(Candidate {
        label: label([street.as_deref(), Some(city), area, zip_code]),
        city: city.to_owned(),
        street,
        zip_code: zip_code.map(str::to_owned),
        point: None,
    })
}
