//! How much of an address may be shown to a provider who has not accepted yet: the town and the
//! first half of the postcode, never the street.

use sparkyard_kernel::{ApiError, ports::Geocoder};

/// Most parts of an address, from its end, that are looked up; more have no town among them.
const MAX_PARTS: usize = 6;

/// The towns and the postcode district in `location`, or `otherwise` when it names neither.
/// A part counts as a town only if the geocoder knows a place of exactly that name.
pub(crate) async fn area(
    geocoder: Option<&dyn Geocoder>,
    location: &str,
    otherwise: &str,
) -> Result<String, ApiError> {
    let mut parts = Vec::new();
    if let Some(town) = town(geocoder, location).await? {
        parts.push(town);
    }
    parts.extend(outward_code(location));
    Ok(if parts.is_empty() { otherwise.to_owned() } else { parts.join(", ") })
}

async fn town(geocoder: Option<&dyn Geocoder>, location: &str) -> Result<Option<String>, ApiError> {
    let Some(geocoder) = geocoder else { return Ok(None) };
    // Streets come first in an address, and are sometimes called like a town.
    let parts = location.rsplit(',').map(without_postcode).filter(|part| !part.is_empty());
    for part in parts.take(MAX_PARTS) {
        if let Some(place) = geocoder.find(&part).await? {
            return Ok(Some(place.city));
        }
    }
    Ok(None)
}

/// `HX7` of the last `HX7 8CV` in the text, with or without the space.
fn outward_code(text: &str) -> Option<String> {
    let words = words(text);
    postcode(&words).map(|(outward, _)| outward)
}

fn without_postcode(part: &str) -> String {
    let words = words(part);
    let end = postcode(&words).map_or(words.len(), |(_, position)| position);
    words[..end].join(" ")
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect()
}

/// The outward code of the last postcode among `words`, and where it begins.
fn postcode(words: &[&str]) -> Option<(String, usize)> {
    (0..words.len()).rev().find_map(|position| {
        let word = words[position].to_ascii_uppercase();
        let next = words.get(position + 1).map(|next| next.to_ascii_uppercase());
        let apart = is_outward(&word) && next.as_deref().is_some_and(is_inward);
        let joined = word.is_ascii().then(|| word.split_at(word.len().saturating_sub(3)));
        match joined {
            _ if apart => Some((word, position)),
            Some((outward, inward)) if is_outward(outward) && is_inward(inward) => {
                Some((outward.to_owned(), position))
            }
            _ => None,
        }
    })
}

/// One or two letters, a digit, and maybe one more letter or digit: `M1`, `HX7`, `EC1A`.
fn is_outward(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = &word.as_bytes()[letters..];
    (1..=2).contains(&letters)
        && (1..=2).contains(&rest.len())
        && rest[0].is_ascii_digit()
        && rest.iter().all(u8::is_ascii_alphanumeric)
}

/// A digit and two letters: `8CV`.
fn is_inward(word: &str) -> bool {
    matches!(word.as_bytes(), [digit, a, b]
        if digit.is_ascii_digit() && a.is_ascii_uppercase() && b.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use async_trait::async_trait;
    use sparkyard_kernel::{
        UserId,
        ports::{AddressLines, GeocodeError, Place},
    };

    use super::*;

    /// Knows nothing, and counts how often it is asked.
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
    async fn few_parts_of_an_address_are_looked_up() {
        for (address, expected) in [("a, b HX7 8CV, UK", 3), (&"x,".repeat(100), MAX_PARTS)] {
            let stranger = Stranger::default();
            area(Some(&stranger), address, "Leeds").await.unwrap();
            assert_eq!(stranger.0.into_inner(), expected, "{address}");
        }
    }

    #[test]
    fn a_postcode_is_found_however_it_is_typed() {
        for (text, expected) in [
            ("3 Weaver's Row, Hebden Bridge, HX7 8CV", Some("HX7")),
            ("3 weaver's row hx78cv", Some("HX7")),
            ("10 Downing Street, London SW1A 2AA, UK", Some("SW1A")),
            ("M1 1AE", Some("M1")),
            ("Flat 3B, 12 High Street", None),
            ("A1 services", None),
            ("München 80331", None),
            ("", None),
        ] {
            assert_eq!(outward_code(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_postcode_does_not_hide_the_town_before_it() {
        assert_eq!(without_postcode(" Hebden Bridge HX7 8CV"), "Hebden Bridge");
        assert_eq!(without_postcode("HX7 8CV"), "");
        assert_eq!(without_postcode("Leeds"), "Leeds");
    }
}
