//! Location of an address.

use sparkyard_kernel::{
    Point, UserId,
    ports::{AddressLines, GeocodeError, Geocoder, Place},
    text::line,
    text_folding::fold,
};

use super::directory::city_key;
use crate::{
    error::ExploreError,
    model::{Address, Person},
};

/// Distance, in kilometres, beyond which a town must be another one of the same name.
const ELSEWHERE_KM: f64 = 40.0;

/// Resolves the address in `lines` (location, street, postcode) to a place. Uses the given place;
/// the saved place if the lines are unchanged, or if only the town could be found; else the
/// geocoder's. A postcode alone determines the town too.
pub(super) async fn resolve(
    geocoder: &dyn Geocoder,
    person: &Person,
    lines: [String; 3],
    given: Option<Point>,
) -> Result<Address, ExploreError> {
    let [location, street, zip_code] = lines.map(|text| line(&text));
    let place = |place| Address {
        location: location.clone(),
        street: street.clone(),
        zip_code: zip_code.clone(),
        place,
    };
    let saved = person.place;
    let in_same_town = is_same_town(geocoder, person, &location).await?;
    if location.is_empty() && street.is_empty() && zip_code.is_empty() {
        return Ok(place(given));
    }
    if given.is_some() || (in_same_town && saved.is_some() && stays(person, &street, &zip_code)) {
        let named = geocoder.city(&location).map_or_else(|| location.clone(), |city| city.city);
        return Ok(Address { location: named, ..place(given.or(saved)) });
    }
    let found = match find(geocoder, &person.info.id, [&location, &street, &zip_code]).await {
        // An unknown town: the saved place still holds.
        Err(ExploreError::PlaceNotFound(_))
            if in_same_town && (saved.is_some() || stays(person, &street, &zip_code)) =>
        {
            return Ok(place(saved));
        }
        found => found?,
    };
    let exact = found.street.is_some() || found.zip_code.is_some();
    let point = saved.filter(|_| in_same_town && !exact).unwrap_or(found.point);
    // Keeps the town's name as given, in its usual spelling.
    let named = match location.is_empty() {
        true => found.city,
        false => match geocoder.find(&location).await? {
            Some(town) => town.city,
            // A complete suggestion, for a town that only the external provider knows.
            None if location.contains(',') => found.city,
            None => location.clone(),
        },
    };
    Ok(Address { location: named, ..place(Some(point)) })
}

/// Checks whether `location` is the person's saved town, not another of the same name.
async fn is_same_town(
    geocoder: &dyn Geocoder,
    person: &Person,
    location: &str,
) -> Result<bool, ExploreError> {
    let saved = &person.info.location;
    if location.is_empty() || city_key(geocoder, location) != city_key(geocoder, saved) {
        return Ok(false);
    }
    match person.place {
        Some(point) if fold(location) != fold(saved) => {
            let town = geocoder.find(location).await?;
            Ok(town.is_none_or(|town| town.point.km_to(point) < ELSEWHERE_KM))
        }
        _ => Ok(true),
    }
}

fn stays(person: &Person, street: &str, zip_code: &str) -> bool {
    person.street == street && person.zip_code == zip_code
}

async fn find(
    geocoder: &dyn Geocoder,
    member: &UserId,
    [city, street, zip_code]: [&str; 3],
) -> Result<Place, ExploreError> {
    // A town alone is looked up locally, not sent to an external provider.
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
    geocoder.geocode(member, &lines).await.map_err(|error| match error {
        GeocodeError::NotFound => ExploreError::PlaceNotFound(field),
        GeocodeError::Unavailable => ExploreError::GeocodingFailed(field),
        GeocodeError::UsedUp(error) | GeocodeError::Failed(error) => ExploreError::Api(error),
    })
}
