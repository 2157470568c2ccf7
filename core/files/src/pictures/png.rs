//! Removes from a PNG all chunks that do not affect its pixels, before a decoder sees it. Profiles
//! and texts are compressed, and a few kilobytes of them may expand to hundreds of megabytes.

use std::borrow::Cow;

use super::decode::PictureError;

const SIGNATURE: usize = 8;
/// Length, name and checksum around the data of a chunk.
const FRAME: usize = 12;
/// Chunks with pixels and colours.
const DRAWN: [&[u8; 4]; 5] = [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"];
/// Longest compressed profile that is kept, in bytes. Useful ones have some five hundred; this size
/// can expand to four megabytes.
const MAX_PROFILE: usize = 4 * 1024;
/// Longest EXIF metadata that is kept for the orientation, in bytes; not compressed.
const MAX_EXIF: usize = 64 * 1024;

/// Returns `content`, which begins like a PNG, without unneeded chunks. A truncated file is
/// refused.
pub(super) fn without_extras(content: &[u8]) -> Result<Cow<'_, [u8]>, PictureError> {
    let mut kept = content.get(..SIGNATURE).ok_or(PictureError::Broken)?.to_vec();
    let (mut rest, mut has_profile) = (&content[SIGNATURE..], false);
    loop {
        let [a, b, c, d, name @ ..] = rest else { return Err(PictureError::Broken) };
        let length = usize::try_from(u32::from_be_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX);
        let end = length.checked_add(FRAME).filter(|end| *end <= rest.len());
        let (chunk, after) = rest.split_at(end.ok_or(PictureError::Broken)?);
        let name = name.first_chunk::<4>().ok_or(PictureError::Broken)?;
        let is_kept = match name {
            b"iCCP" => length <= MAX_PROFILE && !std::mem::replace(&mut has_profile, true),
            b"eXIf" => length <= MAX_EXIF,
            name => DRAWN.contains(&name),
        };
        if is_kept {
            kept.extend_from_slice(chunk);
        }
        if name == b"IEND" {
            break;
        }
        rest = after;
    }
    Ok(if kept.len() == content.len() { Cow::Borrowed(content) } else { Cow::Owned(kept) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chunk with a dummy checksum, which is not verified here.
    fn chunk(name: [u8; 4], length: usize) -> Vec<u8> {
        let size = u32::try_from(length).unwrap().to_be_bytes();
        [&size[..], &name, &vec![7; length], &[0; 4]].concat()
    }

    fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
        [b"\x89PNG\r\n\x1A\n".to_vec(), chunks.concat()].concat()
    }

    #[test]
    fn only_chunks_with_pixels_are_kept() {
        let (head, data, end) = (chunk(*b"IHDR", 13), chunk(*b"IDAT", 9), chunk(*b"IEND", 0));
        let plain = png(&[head.clone(), data.clone(), end.clone()]);
        assert!(matches!(without_extras(&plain), Ok(Cow::Borrowed(_))));
        for extra in [
            chunk(*b"iCCP", MAX_PROFILE + 1),
            chunk(*b"eXIf", MAX_EXIF + 1),
            chunk(*b"zTXt", 30),
            chunk(*b"iTXt", 0),
            chunk(*b"fdAT", 30),
        ] {
            let full = png(&[head.clone(), extra, data.clone(), end.clone()]);
            assert_eq!(*without_extras(&full).unwrap(), plain);
        }
        let profile = chunk(*b"iCCP", MAX_PROFILE);
        let dressed =
            png(&[head.clone(), profile.clone(), chunk(*b"eXIf", 9), data.clone(), end.clone()]);
        assert_eq!(*without_extras(&dressed).unwrap(), dressed);
        let twice =
            png(&[head.clone(), profile.clone(), profile.clone(), data.clone(), end.clone()]);
        assert_eq!(*without_extras(&twice).unwrap(), png(&[head, profile, data, end]));
        assert_eq!(*without_extras(&[&plain[..], b"appended"].concat()).unwrap(), plain);
    }

    #[test]
    fn truncated_files_are_refused() {
        let whole = png(&[chunk(*b"IHDR", 13), chunk(*b"IDAT", 9), chunk(*b"IEND", 0)]);
        for length in 0..whole.len() {
            assert!(without_extras(&whole[..length]).is_err(), "{length}");
        }
        let endless = png(&[vec![0xFF, 0xFF, 0xFF, 0xFF, b'I', b'D', b'A', b'T']]);
        assert!(without_extras(&endless).is_err());
    }
}
