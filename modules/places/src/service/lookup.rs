//! Search and geocoding: by the provider, if any, else in the site's own data.

use sparkyard_kernel::{
    Point, UserId,
    ports::{AddressLines, Place},
    text::line,
};

use super::{
    PlaceService,
    provider::{Candidate, MIN_LETTERS, ProviderError, Search},
};
use crate::{
    error::PlacesError,
    model::{Town, Wanted, postcode::Postcode, united_kingdom::in_uk},
};

/// Distance, in kilometres, from the named town at which a provider's result is discarded.
const ELSEWHERE_KM: f64 = 60.0;

impl PlaceService {
    /// Returns up to `limit` places for a text typed by `member`, best match first. Falls back to
    /// the site's own data if the provider does not answer.
    pub(crate) async fn search(
        &self,
        member: &UserId,
        text: &str,
        wanted: Wanted,
        limit: usize,
    ) -> Result<Vec<Place>, PlacesError> {
        let text = text.trim();
        let own = Postcode::full(text).is_some();
        let mut used_up = None;
        if let Some(provider) =
            self.provider.as_ref().filter(|_| !own && letters(text) >= MIN_LETTERS)
        {
            let search = Search { text: text.to_owned(), wanted, limit };
            match provider.search(member, search).await {
                Ok(found) => {
                    let places = self.placed(&found, limit).await?;
                    if !places.is_empty() {
                        return Ok(places);
                    }
                }
                Err(ProviderError::UsedUp { wait }) => used_up = Some(wait),
                // Logged by the client.
                Err(_) => {}
            }
        }
        let places = self.local.search(text, wanted, limit).await?;
        match used_up.filter(|_| places.is_empty()) {
            Some(wait) => Err(PlacesError::UsedUp(wait)),
            None => Ok(places),
        }
    }

    /// Returns up to `limit` towns for a typed name or postcode, from the site's own data.
    pub(crate) async fn own_towns(
        &self,
        text: &str,
        limit: usize,
    ) -> Result<Vec<Place>, PlacesError> {
        Ok(self.local.search(text.trim(), Wanted::Any, limit).await?)
    }

    /// Returns the location of an address, as exactly as known.
    pub(crate) async fn address(
        &self,
        member: &UserId,
        address: &AddressLines,
    ) -> Result<Place, PlacesError> {
        let address = trimmed(address);
        let postcode = Postcode::full(&address.zip_code);
        let by_postcode = match postcode {
            Some(postcode) => self.local.postcode(postcode).await?,
            None => None,
        };
        let town = match address.city.is_empty() {
            true => None,
            false => self.local.find(&address.city).await?,
        };
        // For an unknown village, the postcode gives a rough location.
        let post_town = match (postcode, &town) {
            (Some(postcode), None) => self.local.town_of(postcode).await?,
            _ => None,
        };
        let post_town = post_town.map(|town| town.place());
        let by_postcode = by_postcode.map(|place| in_named_town(place, town.as_ref(), &address));
        // Without a street, the provider knows no more than the postcode or the town says.
        let own = match (&by_postcode, address.street.is_empty() && address.zip_code.is_empty()) {
            (Some(_), _) => by_postcode.clone(),
            (None, true) => town.clone(),
            (None, false) => None,
        };
        let Some(provider) = &self.provider else {
            return own.or(town).or(post_town).ok_or(PlacesError::NotFound);
        };
        if address.street.is_empty()
            && let Some(own) = own
        {
            return Ok(own);
        }
        if [&address.street, &address.city, &address.zip_code].iter().all(|line| line.is_empty()) {
            return Err(PlacesError::NotFound);
        }
        match provider.geocode(member, &address).await {
            Ok(found) => {
                let found = self.placed(&found, 1).await?.into_iter().next();
                let found = found.filter(|found| is_near(found, town.as_ref()));
                found.or(own).or(post_town).ok_or(PlacesError::NotFound)
            }
            Err(ProviderError::UsedUp { wait }) => own.ok_or(PlacesError::UsedUp(wait)),
            Err(
                ProviderError::Unreachable(_)
                | ProviderError::TooSlow
                | ProviderError::Refused { .. }
                | ProviderError::TooLong
                | ProviderError::Malformed(_)
                | ProviderError::NotAsked,
            ) => own.ok_or(PlacesError::Unavailable),
        }
    }

    /// Returns the town in or near which a point lies.
    pub(crate) async fn around(&self, point: Point) -> Result<Town, PlacesError> {
        match in_uk(point) {
            true => Ok(self.local.around(point).await?),
            false => Err(PlacesError::NotFound),
        }
    }

    /// Converts candidates to places; those without known coordinates are left out.
    async fn placed(&self, found: &[Candidate], limit: usize) -> Result<Vec<Place>, PlacesError> {
        let mut places = Vec::new();
        for candidate in found.iter().take(limit) {
            let point = match candidate.point {
                Some(point) => Some(point),
                None => self.own_point(candidate).await?,
            };
            if let Some(point) = point {
                let Candidate { label, city, street, zip_code, .. } = candidate.clone();
                places.push(Place { label, city, street, zip_code, point });
            }
        }
        Ok(places)
    }

    async fn own_point(&self, candidate: &Candidate) -> Result<Option<Point>, PlacesError> {
        let postcode = candidate.zip_code.as_deref().and_then(Postcode::full);
        let by_postcode = match postcode {
            Some(postcode) => self.local.postcode(postcode).await?,
            None => None,
        };
        let place = match by_postcode {
            Some(place) => Some(place),
            None => self.local.find(&candidate.city).await?,
        };
        Ok(place.map(|place| place.point))
    }
}

/// Returns the place of a postcode, in the town that the person named if that is near.
fn in_named_town(place: Place, town: Option<&Place>, address: &AddressLines) -> Place {
    let street = Some(address.street.clone()).filter(|street| !street.is_empty());
    let city = match town {
        Some(town) if is_near(&place, Some(town)) => town.city.clone(),
        _ => place.city,
    };
    let code = place.zip_code.clone().unwrap_or_default();
    let lines = [street.as_deref().unwrap_or_default(), &city, &code];
    let label: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    Place { label: label.join(", "), city, street, ..place }
}

fn is_near(place: &Place, town: Option<&Place>) -> bool {
    town.is_none_or(|town| place.point.km_to(town.point) < ELSEWHERE_KM)
}

fn trimmed(address: &AddressLines) -> AddressLines {
    AddressLines {
        street: line(&address.street),
        city: line(&address.city),
        zip_code: line(&address.zip_code),
    }
}

fn letters(text: &str) -> usize {
    text.chars().filter(|letter| letter.is_alphanumeric()).count()
}
