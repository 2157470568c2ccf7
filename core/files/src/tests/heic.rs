use bytes::Bytes;
use heifer::{EncodeOptions, encode_rgb8, encode_rgba8};
use image::GenericImageView;
use sparkyard_kernel::ports::{Files, ImageShape};

use super::{
    Place, contains, extension, is_near,
    samples::{BLUE, RED, circle_of_items, halves},
};

fn heic(width: u32, height: u32) -> Vec<u8> {
    let pixels = halves(width, height).to_rgb8().into_raw();
    encode_rgb8(width, height, &pixels, &EncodeOptions::default()).unwrap()
}

#[tokio::test]
async fn phone_pictures_are_read() {
    let place = Place::open().await;
    // The first is a single picture, the second a grid.
    for (size, expected) in [((80, 40), (80, 40)), ((1400, 700), (1280, 640))] {
        let url = place.put(heic(size.0, size.1), ImageShape::Picture).await;
        assert_eq!(extension(&url), "jpg");
        let content = place.stored(&url);
        let image = image::load_from_memory(&content).unwrap();
        assert_eq!(image.dimensions(), expected);
        let (width, height) = expected;
        assert!(is_near(&image, (width / 8, height / 2), RED));
        assert!(is_near(&image, (width * 7 / 8, height / 2), BLUE));
        assert!(!contains(&content, b"ftyp"));
    }
    let url = place.put(heic(300, 200), ImageShape::Avatar).await;
    let image = image::load_from_memory(&place.stored(&url)).unwrap();
    assert_eq!(image.dimensions(), (288, 288));
}

/// Two coded items that each consist of the other: a parser that follows them never ends.
#[tokio::test]
async fn circular_items_are_refused() {
    let place = Place::open().await;
    let upload = circle_of_items();
    let refused = place.files.put_image(&super::me(), upload.into(), ImageShape::Picture).await;
    assert_eq!(refused.unwrap_err().code, "files.image_format");
}

#[tokio::test]
async fn transparency_is_kept() {
    let place = Place::open().await;
    let mut pixels = halves(64, 64).to_rgba8();
    for y in 0..32 {
        for x in 0..64 {
            pixels.get_pixel_mut(x, y).0[3] = 0;
        }
    }
    let options = EncodeOptions::default();
    let upload = encode_rgba8(64, 64, &pixels.into_raw(), &options).unwrap();
    let url = place.put(upload, ImageShape::Picture).await;
    assert_eq!(extension(&url), "webp");
    let image = image::load_from_memory(&place.stored(&url)).unwrap();
    assert!(image.get_pixel(10, 5).0[3] < 30 && image.get_pixel(10, 60).0[3] > 225);
}

#[tokio::test]
async fn broken_and_oversized_claims_are_refused() {
    let place = Place::open().await;
    let (single, grid) = (heic(80, 40), heic(1400, 700));
    let claiming = |content: &[u8], what: &[u8], at: usize, side: u32| {
        let mut content = content.to_vec();
        let found = content.windows(what.len()).position(|window| window == what).unwrap();
        content[found + at..found + at + 4].copy_from_slice(&side.to_be_bytes());
        content
    };
    let cut = |content: &[u8], part: usize| content[..content.len() * part / 10].to_vec();
    let avif = {
        let mut content = single.clone();
        let at = content.windows(4).position(|window| window == b"hvc1").unwrap();
        content[at..at + 4].copy_from_slice(b"av01");
        content
    };
    for (what, content, code) in [
        ("only a beginning", b"\0\0\0\x18ftypheic".to_vec(), "files.broken_image"),
        ("a third", cut(&single, 3), "files.broken_image"),
        ("all but the end", cut(&single, 9), "files.broken_image"),
        ("all but the end of a grid", cut(&grid, 9), "files.broken_image"),
        ("wider than its stream", claiming(&single, b"ispe", 8, 60_000), "files.broken_image"),
        (
            "something appended",
            [&single[..], b"<script>alert(1)</script>"].concat(),
            "files.broken_image",
        ),
        ("another codec", avif, "files.image_format"),
    ] {
        for shape in [ImageShape::Picture, ImageShape::Avatar] {
            let refused =
                place.files.put_image(&super::me(), Bytes::from(content.clone()), shape).await;
            assert_eq!(refused.unwrap_err().code, code, "{what}");
        }
    }
    assert_eq!(place.count("public"), 0);
}

/// A picture with any damage is accepted or refused; nothing breaks.
#[tokio::test]
async fn damaged_pictures_do_no_harm() {
    let place = Place::open().await;
    let whole = heic(48, 32);
    for index in (0..whole.len()).step_by(3) {
        let mut damaged = whole.clone();
        damaged[index] ^= 0xA5;
        if let Err(refused) =
            place.files.put_image(&super::me(), damaged.into(), ImageShape::Picture).await
        {
            assert!([415, 422].contains(&refused.status.as_u16()), "byte {index}: {refused:?}");
        }
    }
}
