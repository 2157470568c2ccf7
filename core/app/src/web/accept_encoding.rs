//! Chooses the content coding of a file by `Accept-Encoding`.

use poem::http::{HeaderMap, header};

/// Content coding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Brotli,
    Gzip,
    /// Uncompressed.
    Identity,
}

impl Coding {
    /// All codings, smallest result first.
    pub(super) const ALL: [Self; 3] = [Self::Brotli, Self::Gzip, Self::Identity];

    /// Returns the name of the coding in headers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }
}

/// The header `Accept-Encoding` (RFC 9110, section 12.5.3).
pub(super) struct AcceptEncoding<'a> {
    /// Names, with weights in thousandths.
    listed: Vec<(&'a str, u16)>,
}

impl<'a> AcceptEncoding<'a> {
    pub(super) fn of(headers: &'a HeaderMap) -> Self {
        let lines = headers.get_all(header::ACCEPT_ENCODING).into_iter();
        let items = lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(','));
        Self { listed: items.filter_map(item).collect() }
    }

    /// Returns the available coding with the highest weight, the first among equals.
    pub(super) fn best(&self, available: impl IntoIterator<Item = Coding>) -> Option<Coding> {
        let weighted = available.into_iter().map(|coding| (coding, self.weight(coding)));
        weighted
            .filter(|(_, weight)| *weight > 0)
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .map(|(coding, _)| coding)
    }

    fn weight(&self, coding: Coding) -> u16 {
        let weight_of = |wanted: &str| {
            let mut listed = self.listed.iter();
            listed.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, weight)| *weight)
        };
        match (weight_of(coding.name()).or_else(|| weight_of("*")), coding) {
            (Some(weight), _) => weight,
            // Always acceptable, but ranked below any listed coding.
            (None, Coding::Identity) => 1,
            (None, _) => 0,
        }
    }
}

/// Parses `gzip;q=0.5` into name and weight; `None` if malformed.
fn item(text: &str) -> Option<(&str, u16)> {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?;
    let Some(parameter) = parts.next() else { return Some((name, 1000)) };
    let weight = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q="))?;
    thousandths(weight).map(|weight| (name, weight))
}

/// Parses a weight such as `0.5` into thousandths: one digit, and up to three after the point.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    if rest.len() > 3 || !rest.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let part: u16 = format!("{rest:0<3}").parse().ok()?;
    match whole {
        "0" => Some(part),
        "1" if part == 0 => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use poem::http::HeaderValue;

    use super::*;

    #[test]
    fn the_highest_weight_wins() {
        use Coding::{Brotli, Gzip, Identity};

        let check = |lines: &[&'static str], expected: Option<Coding>| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static(line));
            }
            assert_eq!(AcceptEncoding::of(&headers).best(Coding::ALL), expected, "{lines:?}");
        };
        check(&[], Some(Identity));
        check(&[""], Some(Identity));
        check(&["gzip, deflate, br, zstd"], Some(Brotli));
        check(&["gzip, deflate"], Some(Gzip));
        check(&["gzip", "br"], Some(Brotli));
        check(&["GZip ; Q=0.8"], Some(Gzip));
        check(&["deflate, zstd"], Some(Identity));
        check(&["br;q=0, gzip"], Some(Gzip));
        check(&["br;q=0.5, gzip;q=0.8"], Some(Gzip));
        check(&["br;q=0.500, gzip;q=0.5"], Some(Brotli));
        check(&["br;q=0.001"], Some(Brotli));
        check(&["identity, br;q=0.9"], Some(Identity));
        check(&["identity;q=0"], None);
        check(&["identity;q=0, gzip;q=0.1"], Some(Gzip));
        check(&["*"], Some(Brotli));
        check(&["*, br;q=0"], Some(Gzip));
        check(&["*;q=0"], None);
        check(&["*;q=0, gzip;q=0"], None);
        check(&["*;q=0, identity"], Some(Identity));
        for unreadable in ["br;q=2", "br;q=1.1", "br;q=0.1234", "br;q=x", "br;q=", "br;level=1"] {
            check(&[unreadable], Some(Identity));
        }
    }
}
