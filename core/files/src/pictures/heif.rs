//! HEIC pictures: one coded picture, or a grid of them as phones write it.
//!
//! The sizes that a file claims are checked against the sizes of its streams before anything is
//! decoded. Files with any other structure are refused.

use heifer::{
    Error, Options,
    heifer_hevc_dec::{
        nal::{NalHeader, NalUnit, NalUnitType, split_annex_b},
        params::ParameterSets,
    },
    heifer_isobmff::{BoxIter, FourCC, HeifFile, ItemId, boxes::Property},
};
use image::{DynamicImage, RgbaImage};

use super::decode::{MAX_PIXELS, PictureError};

/// Largest metadata box, in bytes: a tile takes about 40 bytes.
const MAX_DESCRIPTION: usize = 128 * 1024;
const MAX_TILES: usize = 1024;
/// Memory per pixel of a coded picture during decoding: planes of two bytes at up to full
/// resolution, transparency, and the output pixels.
const CODED_BYTES: u64 = 12;
/// Memory per output pixel.
const PIXEL_BYTES: u64 = 4;
const CODED: FourCC = FourCC(*b"hvc1");
const ALPHA: [&str; 2] =
    ["urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"];
const GRID: FourCC = FourCC(*b"grid");

impl From<Error> for PictureError {
    fn from(error: Error) -> Self {
        match error {
            Error::Unsupported(_) => Self::UnsupportedFormat,
            _ => Self::Broken,
        }
    }
}

/// Resources needed to decode one picture.
struct Plan {
    /// Number of output pixels.
    pixels: u64,
    /// Number of pixels of the largest stream.
    largest: u64,
    /// Memory in bytes.
    bytes: u64,
}

/// Returns the memory needed for decoding; refuses pictures with too many pixels.
pub(super) fn unpacked_bytes(content: &[u8]) -> Result<u64, PictureError> {
    Ok(plan(&parse(content)?)?.bytes)
}

/// Decodes the picture, upright, and returns its colour profile if it has one.
pub(super) fn decode(content: &[u8]) -> Result<(DynamicImage, Option<Vec<u8>>), PictureError> {
    let file = parse(content)?;
    let plan = plan(&file)?;
    let profile = file.icc_profile(file.primary_id).map_err(Error::from)?.map(<[u8]>::to_vec);
    // Uploads are decoded in parallel; one thread for each is enough.
    let options = Options { max_threads: 1, max_pixels: plan.pixels.max(plan.largest) };
    let image = heifer::decode_rgba8(content, &options)?;
    let pixels = RgbaImage::from_raw(image.width, image.height, image.data);
    Ok((DynamicImage::ImageRgba8(pixels.ok_or(PictureError::Broken)?), profile))
}

fn parse(content: &[u8]) -> Result<HeifFile<'_>, PictureError> {
    for part in BoxIter::new(content) {
        let part = part.map_err(Error::from)?;
        if part.header.box_type == FourCC(*b"meta") && part.content.len() > MAX_DESCRIPTION {
            return Err(PictureError::UnsupportedFormat);
        }
    }
    Ok(HeifFile::parse(content).map_err(Error::from)?)
}

fn plan(file: &HeifFile<'_>) -> Result<Plan, PictureError> {
    let mut plan = plan_item(file, file.primary_id)?;
    for alpha in alpha_of(file, file.primary_id)? {
        let transparency = plan_item(file, alpha)?;
        plan.largest = plan.largest.max(transparency.largest);
        plan.bytes = plan.bytes.saturating_add(transparency.bytes);
    }
    // Rotation, mirroring and cropping copy the picture.
    let is_changed = file.item_properties(file.primary_id).map_err(Error::from)?.any(|property| {
        matches!(
            property,
            Property::CleanAperture { .. } | Property::Rotation(1..) | Property::Mirror(_)
        )
    });
    if is_changed {
        plan.bytes = plan.bytes.saturating_add(plan.pixels.saturating_mul(PIXEL_BYTES));
    }
    if plan.pixels.max(plan.largest) > MAX_PIXELS {
        return Err(PictureError::TooManyPixels);
    }
    Ok(plan)
}

/// Plans the decoding of one item, without its transparency.
fn plan_item(file: &HeifFile<'_>, id: ItemId) -> Result<Plan, PictureError> {
    let item = file.item(id).map_err(Error::from)?;
    if item.item_type == CODED {
        // Only a grid may consist of other items. The parser would follow circular references for
        // ever.
        if !file.referenced_items(id, b"dimg").is_empty() {
            return Err(PictureError::UnsupportedFormat);
        }
        let coded = coded_pixels(file, id)?;
        let (width, height) = file.image_size(id).map_err(Error::from)?.unwrap_or_default();
        let pixels = u64::from(width) * u64::from(height);
        if pixels > coded {
            return Err(PictureError::Broken);
        }
        return Ok(Plan { pixels, largest: coded, bytes: coded.saturating_mul(CODED_BYTES) });
    }
    if item.item_type != GRID {
        return Err(PictureError::UnsupportedFormat);
    }
    let grid = file.grid(id).map_err(Error::from)?;
    let pixels = u64::from(grid.output_width) * u64::from(grid.output_height);
    let largest = largest_tile(file, id, pixels)?;
    let tile_bytes = largest.saturating_mul(CODED_BYTES);
    let bytes = pixels.saturating_mul(PIXEL_BYTES).saturating_add(tile_bytes);
    Ok(Plan { pixels, largest, bytes })
}

/// Returns the coded pixels of the largest tile of a grid. All tiles must be coded pictures
/// without transparency, and together at most twice the output plus 2^20 pixels.
fn largest_tile(file: &HeifFile<'_>, grid: ItemId, pixels: u64) -> Result<u64, PictureError> {
    let tiles = file.referenced_items(grid, b"dimg");
    if tiles.len() > MAX_TILES {
        return Err(PictureError::UnsupportedFormat);
    }
    let (mut largest, mut all) = (0, 0_u64);
    for &tile in tiles {
        let item = file.item(tile).map_err(Error::from)?;
        let is_plain = file.referenced_items(tile, b"dimg").is_empty();
        if item.item_type != CODED || !is_plain || !alpha_of(file, tile)?.is_empty() {
            return Err(PictureError::UnsupportedFormat);
        }
        let coded = coded_pixels(file, tile)?;
        largest = largest.max(coded);
        all = all.saturating_add(coded);
    }
    // A small picture may be a single large tile.
    let fair = pixels.saturating_mul(2).saturating_add(1 << 20);
    if all > fair { Err(PictureError::Broken) } else { Ok(largest) }
}

/// Returns the pixels of the largest picture declared in the stream of an item.
fn coded_pixels(file: &HeifFile<'_>, id: ItemId) -> Result<u64, PictureError> {
    let stream = file.hevc_bitstream(id).map_err(Error::from)?;
    let mut most = 0;
    for nal in split_annex_b(&stream) {
        if NalHeader::parse(nal).map_err(Error::from)?.unit_type != NalUnitType::Sps {
            continue;
        }
        let mut sets = ParameterSets::default();
        sets.add(&NalUnit::parse(nal).map_err(Error::from)?).map_err(Error::from)?;
        let sizes = sets.sps.iter().flatten().map(|sps| {
            u64::from(sps.pic_width_in_luma_samples) * u64::from(sps.pic_height_in_luma_samples)
        });
        most = sizes.fold(most, u64::max);
    }
    if most == 0 { Err(PictureError::Broken) } else { Ok(most) }
}

/// Returns the items that hold the transparency of another. Gain maps and depth maps, which are
/// auxiliary too, are never decoded.
fn alpha_of(file: &HeifFile<'_>, id: ItemId) -> Result<Vec<ItemId>, PictureError> {
    let is_alpha = |property: &Property| matches!(property, Property::AuxiliaryType(kind) if ALPHA.contains(&kind.as_str()));
    let mut found = Vec::new();
    for auxiliary in file.referencing_items(id, b"auxl") {
        if file.item_properties(auxiliary).map_err(Error::from)?.any(is_alpha) {
            found.push(auxiliary);
        }
    }
    Ok(found)
}
