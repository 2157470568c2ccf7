//! What a JPEG's markers tell: whether it is all there, and how it is packed. The decoder fills
//! what is missing with grey; a person who sent half of a picture would rather be told.

const START_OF_SCAN: u8 = 0xDA;
const END_OF_IMAGE: u8 = 0xD9;

/// Whether the end-of-image marker follows the picture's data. Markers inside metadata, such as
/// those of an embedded preview, do not count; nor does anything after the end.
pub(super) fn is_complete(content: &[u8]) -> bool {
    let Some(mut rest) = content.get(2..) else { return false };
    loop {
        let [0xFF, marker, tail @ ..] = rest else { return false };
        match *marker {
            // Fill bytes may stand before a marker.
            0xFF => rest = &rest[1..],
            END_OF_IMAGE => return true,
            // Markers without a segment.
            0x01 | 0xD0..=0xD7 => rest = tail,
            marker => {
                let Some(after) = skip_segment(tail) else { return false };
                rest = if marker == START_OF_SCAN { skip_scan(after) } else { after };
            }
        }
    }
}

/// Whether the picture comes in several passes.
pub(super) fn is_progressive(content: &[u8]) -> bool {
    let Some(mut rest) = content.get(2..) else { return false };
    while let [0xFF, marker, tail @ ..] = rest {
        match *marker {
            0xFF => rest = &rest[1..],
            0xC2 | 0xC6 | 0xCA | 0xCE => return true,
            // The frame, which stands before any scan, is of another sort.
            0xC0 | 0xC1 | 0xC3 | 0xC5 | 0xC7 | 0xC9 | 0xCB | 0xCD | 0xCF | START_OF_SCAN => {
                return false;
            }
            0x01 | 0xD0..=0xD7 => rest = tail,
            _ => match skip_segment(tail) {
                Some(after) => rest = after,
                None => return false,
            },
        }
    }
    false
}

/// What follows a segment that begins with its length.
fn skip_segment(segment: &[u8]) -> Option<&[u8]> {
    let [high, low, ..] = segment else { return None };
    let length = usize::from(u16::from_be_bytes([*high, *low]));
    segment.get(length.max(2)..)
}

/// The first marker after entropy-coded data, in which 0xFF 0x00 is a byte and 0xD0 to 0xD7
/// restart the decoder.
fn skip_scan(data: &[u8]) -> &[u8] {
    let is_marker = |pair: &[u8]| pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0xD0..=0xD7);
    let end = data.windows(2).position(is_marker);
    end.and_then(|end| data.get(end..)).unwrap_or_default()
}
