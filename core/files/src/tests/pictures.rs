use image::{DynamicImage, GenericImageView, ImageFormat};
use sparkyard_kernel::ports::ImageShape;

use super::{
    Place, contains, extension, is_near,
    samples::{
        BLUE, RED, cmyk_jpeg, encode, halves, jpeg, noise, palette_png, png, png_with_exif,
        progressive_jpeg, webp, with_exif, with_profile,
    },
};

const TRACES: [&[u8]; 4] = [b"taken at", b"Exif", b"eXIf", b"<script>"];

#[tokio::test]
async fn pictures_are_upright_without_metadata() {
    let place = Place::open().await;
    // Orientation 6: the left of the file is the top of the picture.
    for upload in [
        with_exif(&jpeg(&halves(80, 40)), 6, b"taken at 53.74,-2.01"),
        png_with_exif(&halves(80, 40), 6, b"taken at 53.74,-2.01"),
    ] {
        assert!(contains(&upload, b"taken at"));
        let content = place.stored(&place.put(upload, ImageShape::Picture).await);
        let image = image::load_from_memory(&content).unwrap();
        assert_eq!(image.dimensions(), (40, 80));
        assert!(is_near(&image, (20, 5), RED) && is_near(&image, (20, 75), BLUE));
        assert!(TRACES.iter().all(|trace| !contains(&content, trace)));
    }
}

#[tokio::test]
async fn every_orientation_is_turned_upright() {
    let place = Place::open().await;
    for (orientation, size, red) in [
        (1, (80, 40), (5, 20)),
        (2, (80, 40), (75, 20)),
        (3, (80, 40), (75, 20)),
        (4, (80, 40), (5, 20)),
        (5, (40, 80), (20, 5)),
        (6, (40, 80), (20, 5)),
        (7, (40, 80), (20, 75)),
        (8, (40, 80), (20, 75)),
        (9, (80, 40), (5, 20)),
    ] {
        let upload = with_exif(&jpeg(&halves(80, 40)), orientation, b"x");
        let content = place.stored(&place.put(upload, ImageShape::Picture).await);
        let image = image::load_from_memory(&content).unwrap();
        assert_eq!(image.dimensions(), size, "orientation {orientation}");
        assert!(is_near(&image, red, RED), "orientation {orientation}");
    }
}

#[tokio::test]
async fn appended_data_is_dropped() {
    let place = Place::open().await;
    let tail = b"<script>alert(1)</script>PK\x03\x04";
    for upload in [jpeg(&halves(80, 40)), png(&halves(80, 40)), webp(&halves(80, 40))] {
        let upload = [&upload[..], tail].concat();
        let content = place.stored(&place.put(upload, ImageShape::Picture).await);
        assert!(TRACES.iter().all(|trace| !contains(&content, trace)));
    }
}

#[tokio::test]
async fn pictures_are_scaled_and_avatars_cropped() {
    let place = Place::open().await;
    for (upload, shape, size) in [
        (jpeg(&halves(3000, 1000)), ImageShape::Picture, (1280, 427)),
        (png(&halves(700, 1400)), ImageShape::Picture, (640, 1280)),
        (jpeg(&halves(80, 40)), ImageShape::Picture, (80, 40)),
        (jpeg(&halves(1, 1)), ImageShape::Picture, (1, 1)),
        (jpeg(&halves(2000, 100)), ImageShape::Avatar, (288, 288)),
        (jpeg(&halves(3000, 2000)), ImageShape::Avatar, (288, 288)),
        (webp(&halves(30, 60)), ImageShape::Avatar, (288, 288)),
    ] {
        let url = place.put(upload, shape).await;
        let image = image::load_from_memory(&place.stored(&url)).unwrap();
        assert_eq!(image.dimensions(), size, "{shape:?}");
    }
}

#[tokio::test]
async fn avatar_is_cropped_from_the_middle() {
    let place = Place::open().await;
    for size in [(2000, 1000), (4000, 2000), (100, 50)] {
        let url = place.put(jpeg(&halves(size.0, size.1)), ImageShape::Avatar).await;
        let image = image::load_from_memory(&place.stored(&url)).unwrap();
        assert!(is_near(&image, (129, 144), RED) && is_near(&image, (159, 144), BLUE), "{size:?}");
    }
}

/// Every encoding in which common programs write red on the left and blue on the right.
#[tokio::test]
async fn every_pixel_format_is_read() {
    let place = Place::open().await;
    let picture = halves(80, 40);
    let grey = |image: &DynamicImage| DynamicImage::from(image.to_luma8());
    for (what, upload, is_coloured) in [
        ("PNG of 8 bits", png(&picture), true),
        ("PNG of 16 bits", png(&picture.to_rgb16().into()), true),
        ("PNG of 16 bits, see-through", png(&picture.to_rgba16().into()), true),
        ("PNG with a palette", palette_png(80, 40), true),
        ("grey PNG", png(&grey(&picture)), false),
        ("grey PNG of 16 bits", png(&picture.to_luma16().into()), false),
        ("grey PNG, see-through", png(&picture.to_luma_alpha8().into()), false),
        ("WebP", webp(&picture), true),
        ("WebP, see-through", webp(&picture.to_rgba8().into()), true),
        ("JPEG", jpeg(&picture), true),
        ("grey JPEG", jpeg(&grey(&picture)), false),
        ("JPEG in four colours", cmyk_jpeg(), true),
        ("JPEG in several passes", progressive_jpeg(), true),
    ] {
        let url = place.put(upload, ImageShape::Picture).await;
        let image = image::load_from_memory(&place.stored(&url)).unwrap();
        let (width, height) = image.dimensions();
        let (left, right) = ((width / 8, height / 2), (width * 7 / 8, height / 2));
        if is_coloured {
            assert!(is_near(&image, left, RED) && is_near(&image, right, BLUE), "{what}");
        } else {
            let [left, right] = [left, right].map(|(x, y)| image.get_pixel(x, y).0[0]);
            assert!(left > right, "{what}");
        }
    }
}

#[tokio::test]
async fn display_p3_is_converted_to_srgb() {
    let place = Place::open().await;
    // This red in Display P3 exceeds what other screens can show.
    let upload = with_profile(&jpeg(&halves(80, 40)), b"..desc..Display P3..");
    let content = place.stored(&place.put(upload, ImageShape::Picture).await);
    let (red, plain) = (image::load_from_memory(&content).unwrap(), [220, 20, 20]);
    let found = red.get_pixel(5, 20).0;
    assert!(found[0] > plain[0] + 10 && found[1] < plain[1], "{found:?}");
    assert!(!contains(&content, b"Display P3"));
    let other = with_profile(&jpeg(&halves(80, 40)), b"..desc..Another..");
    let content = place.stored(&place.put(other, ImageShape::Picture).await);
    assert!(is_near(&image::load_from_memory(&content).unwrap(), (5, 20), RED));
}

#[tokio::test]
async fn transparency_is_kept_while_it_is_cheap() {
    let place = Place::open().await;
    let mut clear = halves(60, 60).to_rgba8();
    let url = place.put(png(&clear.clone().into()), ImageShape::Picture).await;
    assert_eq!(extension(&url), "jpg", "nothing shows through");
    clear.get_pixel_mut(0, 0).0[3] = 0;
    let url = place.put(png(&clear.into()), ImageShape::Picture).await;
    assert_eq!(extension(&url), "webp");
    let image = image::load_from_memory(&place.stored(&url)).unwrap();
    assert_eq!(image.get_pixel(0, 0).0[3], 0);
    let mut heavy = noise(1000, 1000).to_rgba8();
    heavy.get_pixel_mut(0, 0).0 = [9, 9, 9, 0];
    let url = place.put(png(&heavy.into()), ImageShape::Picture).await;
    assert_eq!(extension(&url), "jpg");
}

#[tokio::test]
async fn equal_content_is_stored_once() {
    let place = Place::open().await;
    let first = place.put(jpeg(&halves(80, 40)), ImageShape::Picture).await;
    let second = place.put(jpeg(&halves(80, 40)), ImageShape::Picture).await;
    assert_eq!(first, second);
    assert_eq!(place.count("public"), 1);
}

#[tokio::test]
async fn file_name_is_ignored() {
    let place = Place::open().await;
    // The port never learns a file name: only the content decides.
    let url = place.put(encode(&halves(8, 8), ImageFormat::Png), ImageShape::Picture).await;
    assert_eq!(extension(&url), "jpg");
}
