use sparkyard_kernel::ports::{Files, ImageShape};

use super::{
    Place,
    samples::{
        halves, jpeg, noise, oversized_jpeg, oversized_png, png, progressive_jpeg_of, webp,
        with_exif,
    },
};

#[tokio::test]
async fn invalid_and_incomplete_pictures_are_refused() {
    let place = Place::open().await;
    let cut = |content: Vec<u8>| content[..content.len() * 2 / 3].to_vec();
    let thumbnail_survives =
        with_exif(&cut(jpeg(&noise(200, 200))), 1, b"\xFF\xD8 a preview \xFF\xD9");
    for (what, content, status, code) in [
        ("nothing", vec![], 415, "files.not_an_image"),
        ("one byte", vec![0xFF], 415, "files.not_an_image"),
        ("zeros", vec![0; 4096], 415, "files.not_an_image"),
        ("a page", b"<html><script>alert(1)</script>".to_vec(), 415, "files.not_an_image"),
        (
            "a drawing",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
            415,
            "files.not_an_image",
        ),
        ("a paper", b"%PDF-1.7 \xFF\xD8\xFF".to_vec(), 415, "files.not_an_image"),
        (
            "a page that ends in a picture",
            [b"<html>".to_vec(), jpeg(&halves(8, 8))].concat(),
            415,
            "files.not_an_image",
        ),
        ("another format", b"GIF89a\x01\x00\x01\x00".to_vec(), 415, "files.image_format"),
        ("only a beginning", b"\xFF\xD8\xFF".to_vec(), 422, "files.broken_image"),
        ("a PNG's beginning", b"\x89PNG\r\n\x1A\n".to_vec(), 422, "files.broken_image"),
        ("a WebP's beginning", b"RIFF\0\0\0\0WEBPVP8 ".to_vec(), 422, "files.broken_image"),
        ("half a JPEG", cut(jpeg(&noise(200, 200))), 422, "files.broken_image"),
        ("half a JPEG with a whole preview", thumbnail_survives, 422, "files.broken_image"),
        ("half a PNG", cut(png(&noise(200, 200))), 422, "files.broken_image"),
        ("half a WebP", cut(webp(&noise(200, 200))), 422, "files.broken_image"),
        ("a huge JPEG", oversized_jpeg(), 422, "files.too_many_pixels"),
        ("a wide PNG", oversized_png(60_000, 60_000, 8), 422, "files.too_many_pixels"),
        ("a PNG of many pixels", oversized_png(10_000, 10_000, 8), 422, "files.too_many_pixels"),
        ("a PNG of deep pixels", oversized_png(6_000, 6_000, 16), 422, "files.too_many_pixels"),
        ("a JPEG of many passes", progressive_jpeg_of(5_500, 5_500), 422, "files.too_many_pixels"),
    ] {
        for shape in [ImageShape::Picture, ImageShape::Avatar] {
            let refused = place
                .files
                .put_image(&super::me(), content.clone().into(), shape)
                .await
                .unwrap_err();
            assert_eq!((refused.status.as_u16(), refused.code), (status, code), "{what}");
            assert!(refused.message.len() > 15, "{what}: {}", refused.message);
        }
    }
    assert!(!place.path("public").exists(), "nothing was stored");
}

/// A picture with any damage is accepted or refused; nothing breaks.
#[tokio::test]
async fn damaged_pictures_do_no_harm() {
    let place = Place::open().await;
    for whole in [jpeg(&noise(24, 24)), png(&noise(24, 24)), webp(&noise(24, 24))] {
        for index in (0..whole.len()).step_by(7) {
            let mut damaged = whole.clone();
            damaged[index] ^= 0xA5;
            if let Err(refused) =
                place.files.put_image(&super::me(), damaged.into(), ImageShape::Picture).await
            {
                assert!([415, 422].contains(&refused.status.as_u16()), "{refused:?}");
            }
        }
    }
}
