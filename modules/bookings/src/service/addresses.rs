//! Analysis of addresses: the part that may be shown to a provider before acceptance (town and
//! first half of the postcode, never the street), and the coordinates.

use sparkyard_kernel::{
    ApiError, Point, UserId,
    ports::{AddressLines, GeocodeError, Geocoder, Place},
};

/// Maximum number of parts of an address looked up, from the end; the town is among them.
const MAX_PARTS: usize = 6;

/// Area and coordinates of an address.
pub(crate) struct Whereabouts {
    /// Town and postcode district; empty if the address names neither.
    pub(crate) area: String,
    /// Centre of the postcode, or else of the town.
    pub(crate) point: Option<Point>,
}

/// Analyses `location`. A town counts only if the geocoder knows a place of exactly that name.
/// External requests count towards the quota of `member`.
pub(crate) async fn whereabouts(
    geocoder: Option<&dyn Geocoder>,
    member: &UserId,
    location: &str,
) -> Result<Whereabouts, ApiError> {
    let words = words(location);
    let code = postcode(&words).map(|(code, _)| code);
    let town = match geocoder {
        Some(geocoder) => town(geocoder, location).await?,
        None => None,
    };
    let by_code = match (geocoder, &code) {
        (Some(geocoder), Some(code)) => at_postcode(geocoder, member, code, town.as_ref()).await?,
        _ => None,
    };
    let point = by_code.or(town.as_ref().map(|town| town.point));
    let area: Vec<String> =
        town.map(|town| town.city).into_iter().chain(code.map(|code| code.outward)).collect();
    Ok(Whereabouts { area: area.join(", "), point })
}

/// Returns the coordinates of a postcode, if available now.
async fn at_postcode(
    geocoder: &dyn Geocoder,
    member: &UserId,
    code: &Postcode,
    town: Option<&Place>,
) -> Result<Option<Point>, ApiError> {
    let city = town.map(|town| town.city.clone()).unwrap_or_default();
    let zip_code = format!("{} {}", code.outward, code.inward);
    let lines = AddressLines { street: String::new(), city, zip_code };
    match geocoder.geocode(member, &lines).await {
        Ok(place) => Ok(Some(place.point)),
        Err(GeocodeError::Failed(error)) => Err(error),
        // A booking does not need coordinates.
        Err(GeocodeError::NotFound | GeocodeError::Unavailable | GeocodeError::UsedUp(_)) => {
            Ok(None)
        }
    }
}

async fn town(geocoder: &dyn Geocoder, location: &str) -> Result<Option<Place>, ApiError> {
    // Streets come first in an address, and are sometimes named like a town.
    let parts = location.rsplit(',').map(without_postcode).filter(|part| !part.is_empty());
    for part in parts.take(MAX_PARTS) {
        if let Some(place) = geocoder.find(&part).await? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// A postcode in capitals, such as `HX7 8CV`.
#[derive(Debug, PartialEq, Eq)]
struct Postcode {
    outward: String,
    inward: String,
}

fn without_postcode(part: &str) -> String {
    let words = words(part);
    let end = postcode(&words).map_or(words.len(), |(_, position)| position);
    words[..end].join(" ")
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect()
}

/// Returns the last postcode among `words`, with or without a space, and its position.
fn postcode(words: &[&str]) -> Option<(Postcode, usize)> {
    (0..words.len()).rev().find_map(|position| {
        let word = words[position].to_ascii_uppercase();
        let next = words.get(position + 1).map(|next| next.to_ascii_uppercase());
        let apart = next.filter(|next| is_outward(&word) && is_inward(next));
        let joined = word.is_ascii().then(|| word.split_at(word.len().saturating_sub(3)));
        let (outward, inward) = match (apart, joined) {
            (Some(inward), _) => (word, inward),
            (None, Some((outward, inward))) if is_outward(outward) && is_inward(inward) => {
                (outward.to_owned(), inward.to_owned())
            }
            _ => return None,
        };
        Some((Postcode { outward, inward }, position))
    })
}

/// Checks for an outward code: one or two letters, a digit, and maybe one more letter or digit, as
/// in `M1`, `HX7` and `EC1A`.
fn is_outward(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = &word.as_bytes()[letters..];
    (1..=2).contains(&letters)
        && (1..=2).contains(&rest.len())
        && rest[0].is_ascii_digit()
        && rest.iter().all(u8::is_ascii_alphanumeric)
}

/// Checks for an inward code: a digit and two letters, as in `8CV`.
fn is_inward(word: &str) -> bool {
    matches!(word.as_bytes(), [digit, a, b]
        if digit.is_ascii_digit() && a.is_ascii_uppercase() && b.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use async_trait::async_trait;

    /// A geocoder without places, which counts lookups.
    #[derive(Default)]
    struct Stranger(AtomicUsize);

    #[async_trait]
    impl Geocoder for Stranger {
        fn city(&self, _: &str) -> Option<Place> {
            None
        }

        async fn find(&self, _: &str) -> Result<Option<Place>, ApiError> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Ok(None)
        }

        async fn geocode(&self, _: &UserId, _: &AddressLines) -> Result<Place, GeocodeError> {
            Err(GeocodeError::NotFound)
        }
    }

    #[tokio::test]
    async fn lookups_per_address_are_limited() {
        for (address, expected) in [("a, b HX7 8CV, UK", 3), (&"x,".repeat(100), MAX_PARTS)] {
            let stranger = Stranger::default();
            let found = whereabouts(Some(&stranger), &"ana".into(), address).await.unwrap();
            assert_eq!(found.point, None);
            assert_eq!(stranger.0.into_inner(), expected, "{address}");
        }
    }

    #[test]
    fn postcode_is_found_in_any_spelling() {
        for (text, expected) in [
            ("3 Weaver's Row, Hebden Bridge, HX7 8CV", Some(("HX7", "8CV"))),
            ("3 weaver's row hx78cv", Some(("HX7", "8CV"))),
            ("10 Downing Street, London SW1A 2AA, UK", Some(("SW1A", "2AA"))),
            ("M1 1AE", Some(("M1", "1AE"))),
            ("Flat 3B, 12 High Street", None),
            ("A1 services", None),
            ("München 80331", None),
            ("", None),
        ] {
            let expected = expected.map(|(outward, inward)| Postcode {
                outward: outward.to_owned(),
                inward: inward.to_owned(),
            });
            assert_eq!(postcode(&words(text)).map(|(code, _)| code), expected, "{text}");
        }
    }

    #[test]
    fn town_before_a_postcode_is_kept() {
        assert_eq!(without_postcode(" Hebden Bridge HX7 8CV"), "Hebden Bridge");
        assert_eq!(without_postcode("HX7 8CV"), "");
        assert_eq!(without_postcode("Leeds"), "Leeds");
    }
}
