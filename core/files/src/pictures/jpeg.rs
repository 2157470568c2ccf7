//! Inspects the markers of a JPEG: whether it is complete, and how it is encoded. The decoder fills
//! missing parts with grey; somebody who sent half a picture should get an error instead.

const START_OF_SCAN: u8 = 0xDA;
const END_OF_IMAGE: u8 = 0xD9;

/// Checks whether the end-of-image marker follows the image data. Markers inside metadata, such as
/// those of an embedded preview, do not count; nor does anything after the end.
pub(super) fn is_complete(content: &[u8]) -> bool {
    let Some(mut rest) = content.get(2..) else { return false };
    loop {
        let [0xFF, marker, tail @ ..] = rest else { return false };
        match *marker {
            // Fill bytes may precede a marker.
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

/// Checks whether the picture is encoded progressively.
pub(super) fn is_progressive(content: &[u8]) -> bool {
    let Some(mut rest) = content.get(2..) else { return false };
    while let [0xFF, marker, tail @ ..] = rest {
        match *marker {
            0xFF => rest = &rest[1..],
            0xC2 | 0xC6 | 0xCA | 0xCE => return true,
            // The frame header, which precedes any scan, is of another type.
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

/// Returns the data after a segment that begins with its length.
fn skip_segment(segment: &[u8]) -> Option<&[u8]> {
    let [high, low, ..] = segment else { return None };
    let length = usize::from(u16::from_be_bytes([*high, *low]));
    segment.get(length.max(2)..)
}

/// Returns the data from the first marker after entropy-coded data, in which 0xFF 0x00 is an
/// escaped byte and 0xD0 to 0xD7 are restart markers.
fn skip_scan(data: &[u8]) -> &[u8] {
    let is_marker = |pair: &[u8]| pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0xD0..=0xD7);
    let end = data.windows(2).position(is_marker);
    end.and_then(|end| data.get(end..)).unwrap_or_default()
}
