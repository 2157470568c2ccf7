//! Dimensions of a JPEG encoded by this server.

const START_OF_SCAN: u8 = 0xDA;

/// Returns width and height from the frame header; `None` if there is none.
pub(crate) fn of(content: &[u8]) -> Option<(u32, u32)> {
    let mut rest = content.strip_prefix(&[0xFF, 0xD8])?;
    while let [0xFF, marker, high, low, tail @ ..] = rest {
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        match *marker {
            // Frame headers of all kinds; the three exceptions are tables.
            0xC0..=0xCF if !matches!(*marker, 0xC4 | 0xC8 | 0xCC) => {
                let [_, top, bottom, left, right, ..] = tail else { return None };
                let side = |pair: [u8; 2]| u32::from(u16::from_be_bytes(pair));
                return Some((side([*left, *right]), side([*top, *bottom])));
            }
            START_OF_SCAN => return None,
            _ => rest = tail.get(length.checked_sub(2)?..)?,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beginning of a JPEG: a table, and the frame header of a picture of 300 by 2.
    const BEGINNING: &[u8] =
        &[0xFF, 0xD8, 0xFF, 0xC4, 0, 4, 1, 2, 0xFF, 0xC0, 0, 11, 8, 0, 2, 1, 44, 1, 1, 0x11, 0];

    #[test]
    fn size_is_read_from_the_frame_header() {
        assert_eq!(of(BEGINNING), Some((300, 2)));
    }

    #[test]
    fn missing_frame_header_has_no_size() {
        for length in 0..BEGINNING.len() - 4 {
            assert_eq!(of(&BEGINNING[..length]), None, "{length}");
        }
        assert_eq!(of(b"GIF89a"), None);
        assert_eq!(of(&[0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0]), None);
    }
}
