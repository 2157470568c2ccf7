//! Where an address is.

use sparkyard_kernel::{
    Point,
    ports::{AddressLines, GeocodeError, Geocoder, Place},
};

use crate::{
    directory::city_key,
    error::ExploreError,
    model::{Address, Person},
};

/// The address that `lines` (location, street, postcode) name, with its place: the given one; the
/// saved one while the lines stay, or while nothing more exact than its town is known; else where
/// the geocoder finds it. A postcode alone names its town as well.
pub(crate) async fn resolve(
    geocoder: &dyn Geocoder,
    person: &Person,
    lines: [String; 3],
    given: Option<Point>,
) -> Result<Address, ExploreError> {
    let [location, street, zip_code] = lines.map(|line| line.trim().to_owned());
    let place = |place| Address {
        location: location.clone(),
        street: street.clone(),
        zip_code: zip_code.clone(),
        place,
    };
    let saved = person.place;
    let key = |location: &str| city_key(geocoder, location);
    let in_same_town = !location.is_empty() && key(&location) == key(&person.info.location);
    if location.is_empty() && street.is_empty() && zip_code.is_empty() {
        return Ok(place(given));
    }
    if given.is_some() || (in_same_town && saved.is_some() && stays(person, &street, &zip_code)) {
        let named = geocoder.city(&location).map_or_else(|| location.clone(), |city| city.city);
        return Ok(Address { location: named, ..place(given.or(saved)) });
    }
    let found = match find(geocoder, &location, &street, &zip_code).await {
        // Where they said before that they are, in a town that nobody knows.
        Err(ExploreError::PlaceNotFound(_)) if in_same_town && saved.is_some() => {
            return Ok(place(saved));
        }
        found => found?,
    };
    let exact = found.street.is_some() || found.zip_code.is_some();
    let point = saved.filter(|_| in_same_town && !exact).unwrap_or(found.point);
    // People keep the name that they gave their town, in its usual spelling.
    let named = match location.is_empty() {
        true => found.city,
        false => geocoder.find(&location).await?.map_or(location.clone(), |town| town.city),
    };
    Ok(Address { location: named, ..place(Some(point)) })
}

fn stays(person: &Person, street: &str, zip_code: &str) -> bool {
    person.street == street && person.zip_code == zip_code
}

async fn find(
    geocoder: &dyn Geocoder,
    city: &str,
    street: &str,
    zip_code: &str,
) -> Result<Place, ExploreError> {
    // A town alone is nobody else's business.
    if street.is_empty()
        && zip_code.is_empty()
        && let Some(town) = geocoder.find(city).await?
    {
        return Ok(town);
    }
    let lines = AddressLines {
        street: street.to_owned(),
        city: city.to_owned(),
        zip_code: zip_code.to_owned(),
    };
    let field = if city.is_empty() { "zip_code" } else { "location" };
    geocoder.geocode(&lines).await.map_err(|error| match error {
        GeocodeError::NotFound => ExploreError::PlaceNotFound(field),
        GeocodeError::Unavailable => ExploreError::GeocodingFailed(field),
        GeocodeError::Failed(error) => ExploreError::Refused(error),
    })
}
