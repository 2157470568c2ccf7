//! British postcodes. `SW1A 1AA` is the unit `AA` in the sector `SW1A1` of the district `SW1A`.

use std::fmt;

/// A postcode, or the first half (district) of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Postcode {
    /// Upper case, without a space; bytes beyond `length` are zero.
    letters: [u8; 7],
    length: u8,
    /// Whether the last three characters are the second half.
    full: bool,
}

/// Maximum length of typed text: letters, a space and slack.
const MAX_TYPED: usize = 10;

impl Postcode {
    /// Parses a whole postcode in any notation: `sw1a1aa`, `SW1A 1AA`.
    pub(crate) fn full(text: &str) -> Option<Self> {
        let (letters, length) = compact(text)?;
        let typed = &letters[..usize::from(length)];
        let (outward, inward) = typed.split_at_checked(typed.len().checked_sub(3)?)?;
        (is_outward(outward) && is_inward(inward)).then_some(Self { letters, length, full: true })
    }

    /// Parses a first half: `SW1A`, `LS21`.
    pub(crate) fn district(text: &str) -> Option<Self> {
        let (letters, length) = compact(text)?;
        is_outward(&letters[..usize::from(length)]).then_some(Self { letters, length, full: false })
    }

    /// Returns the first half.
    pub(crate) fn outward(&self) -> &str {
        &self.text()[..self.text().len() - self.inward_len()]
    }

    /// Returns the leading letters: `SW`.
    pub(crate) fn area(&self) -> &str {
        let letters = self.text().bytes().take_while(u8::is_ascii_uppercase).count();
        &self.text()[..letters]
    }

    /// Returns the second half; empty for a district.
    pub(crate) fn inward(&self) -> &str {
        &self.text()[self.text().len() - self.inward_len()..]
    }

    /// Returns the storage key of the unit: first half and digit (`SW1A1`), or the district itself.
    pub(crate) fn sector(&self) -> &str {
        let digit = usize::from(self.full);
        &self.text()[..self.outward().len() + digit]
    }

    /// Returns the last two letters; two zero bytes for a district.
    pub(crate) fn unit(&self) -> [u8; 2] {
        match self.inward().as_bytes() {
            [_, first, second] => [*first, *second],
            _ => [0, 0],
        }
    }

    pub(crate) fn to_district(self) -> Self {
        let mut district = Self { letters: [0; 7], length: 0, full: false };
        let outward = self.outward().as_bytes();
        district.letters[..outward.len()].copy_from_slice(outward);
        // The text is at most seven bytes.
        district.length = u8::try_from(outward.len()).unwrap_or_default();
        district
    }

    fn inward_len(&self) -> usize {
        if self.full { 3 } else { 0 }
    }

    fn text(&self) -> &str {
        // The text is always ASCII.
        std::str::from_utf8(&self.letters[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl fmt::Display for Postcode {
    /// Formats in the usual notation: `SW1A 1AA`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.full {
            true => write!(f, "{} {}", self.outward(), self.inward()),
            false => f.write_str(self.outward()),
        }
    }
}

/// Returns letters and digits in upper case, without spaces.
fn compact(text: &str) -> Option<([u8; 7], u8)> {
    if text.len() > MAX_TYPED {
        return None;
    }
    let mut letters = [0; 7];
    let mut length = 0;
    for byte in text.bytes().filter(|byte| *byte != b' ') {
        let slot = letters.get_mut(usize::from(length))?;
        *slot = byte.is_ascii_alphanumeric().then(|| byte.to_ascii_uppercase())?;
        length += 1;
    }
    Some((letters, length))
}

/// Checks for one or two letters, a digit, and maybe one more letter or digit: `M1`, `HX7`, `EC1A`.
fn is_outward(text: &[u8]) -> bool {
    let letters = text.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let rest = &text[letters..];
    (1..=2).contains(&letters)
        && (1..=2).contains(&rest.len())
        && rest[0].is_ascii_digit()
        && rest.iter().all(u8::is_ascii_alphanumeric)
}

/// Checks for a digit and two letters: `8CV`.
fn is_inward(text: &[u8]) -> bool {
    matches!(text, [digit, a, b]
        if digit.is_ascii_digit() && a.is_ascii_uppercase() && b.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postcodes_are_parsed_in_any_notation() {
        for (text, shown, sector) in [
            ("SW1A 1AA", "SW1A 1AA", "SW1A1"),
            ("sw1a1aa", "SW1A 1AA", "SW1A1"),
            (" ls21 3ab ", "LS21 3AB", "LS213"),
            ("B1  1AA", "B1 1AA", "B11"),
            ("M1 1AE", "M1 1AE", "M11"),
        ] {
            let postcode = Postcode::full(text).unwrap();
            assert_eq!((postcode.to_string().as_str(), postcode.sector()), (shown, sector));
            assert_eq!(postcode.area(), shown.split(|c: char| c.is_ascii_digit()).next().unwrap());
        }
        for text in ["", "LS21", "Leeds", "SW1A1A", "1AA SW1", "SW1A-1AA", "ＳＷ1A 1AA", "A1 1AAA"]
        {
            assert!(Postcode::full(text).is_none(), "{text}");
        }
    }

    #[test]
    fn districts_are_parsed() {
        for (text, shown) in [("ls21", "LS21"), ("EC1A", "EC1A"), ("M1", "M1")] {
            let district = Postcode::district(text).unwrap();
            assert_eq!((district.to_string().as_str(), district.sector()), (shown, shown));
        }
        for text in ["", "L", "LS", "21", "Leeds", "LS21 3AB"] {
            assert!(Postcode::district(text).is_none(), "{text}");
        }
        let whole = Postcode::full("SW1A 1AA").unwrap();
        assert_eq!(whole.to_district(), Postcode::district("SW1A").unwrap());
        assert_eq!((whole.unit(), whole.to_district().unit()), (*b"AA", [0, 0]));
    }
}
