//! The hall's files, through the port and over HTTP.

mod samples;

use std::{path::Path, sync::Arc};

use bytes::Bytes;
use image::{DynamicImage, GenericImageView};
use poem::{http::StatusCode, test::TestClient};
use samples::{
    BLUE, RED, halves, jpeg, noise, oversized_jpeg, oversized_png, png, webp, with_exif,
};
use sparkyard_kernel::ports::{Files, ImageShape};
use tempfile::TempDir;

use super::{DiskFiles, public};

fn open() -> (TempDir, DiskFiles) {
    let dir = TempDir::new().unwrap();
    let files = DiskFiles::new(dir.path()).unwrap();
    (dir, files)
}

async fn put(files: &DiskFiles, content: Vec<u8>, shape: ImageShape) -> String {
    files.put_image(content.into(), shape).await.unwrap()
}

fn stored(dir: &Path, url: &str) -> Vec<u8> {
    let name = url.strip_prefix("/files/").unwrap();
    std::fs::read(dir.join("files/public").join(name)).unwrap()
}

fn extension(name: &str) -> &str {
    name.rsplit('.').next().unwrap()
}

fn is_near(image: &DynamicImage, (x, y): (u32, u32), colour: [u8; 3]) -> bool {
    let found = image.get_pixel(x, y).0;
    (0..3).all(|channel| found[channel].abs_diff(colour[channel]) < 60)
}

#[tokio::test]
async fn pictures_stand_upright_and_tell_nothing_else() {
    let (dir, files) = open();
    // Orientation 6: the left of the file is the top of the picture.
    let upload = with_exif(&jpeg(&halves(80, 40)), 6, b"taken at 53.74,-2.01");
    let url = put(&files, upload, ImageShape::Picture).await;
    let content = stored(dir.path(), &url);
    let image = image::load_from_memory(&content).unwrap();
    assert_eq!(image.dimensions(), (40, 80));
    assert!(is_near(&image, (20, 5), RED) && is_near(&image, (20, 75), BLUE));
    for trace in [&b"taken at"[..], b"Exif"] {
        assert!(!content.windows(trace.len()).any(|part| part == trace));
    }
}

#[tokio::test]
async fn what_is_appended_is_dropped() {
    let (dir, files) = open();
    let mut upload = jpeg(&halves(80, 40));
    upload.extend_from_slice(b"<script>alert(1)</script>PK\x03\x04");
    let url = put(&files, upload, ImageShape::Picture).await;
    let content = stored(dir.path(), &url);
    assert!(!content.windows(8).any(|part| part == b"<script>"));
}

#[tokio::test]
async fn pictures_are_fitted_and_faces_are_cut_square() {
    let (dir, files) = open();
    for (upload, shape, size) in [
        (jpeg(&halves(3000, 1000)), ImageShape::Picture, (1280, 427)),
        (png(&halves(700, 1400)), ImageShape::Picture, (640, 1280)),
        (jpeg(&halves(80, 40)), ImageShape::Picture, (80, 40)),
        (jpeg(&halves(1, 1)), ImageShape::Picture, (1, 1)),
        (jpeg(&halves(2000, 100)), ImageShape::Avatar, (512, 512)),
        (webp(&halves(30, 60)), ImageShape::Avatar, (512, 512)),
    ] {
        let url = put(&files, upload, shape).await;
        let image = image::load_from_memory(&stored(dir.path(), &url)).unwrap();
        assert_eq!(image.dimensions(), size, "{shape:?}");
    }
}

#[tokio::test]
async fn transparency_is_kept_while_it_is_cheap() {
    let (dir, files) = open();
    let mut clear = halves(60, 60).to_rgba8();
    let url = put(&files, png(&clear.clone().into()), ImageShape::Picture).await;
    assert_eq!(extension(&url), "jpg", "nothing shows through");
    clear.get_pixel_mut(0, 0).0[3] = 0;
    let url = put(&files, png(&clear.into()), ImageShape::Picture).await;
    assert_eq!(extension(&url), "webp");
    let image = image::load_from_memory(&stored(dir.path(), &url)).unwrap();
    assert_eq!(image.get_pixel(0, 0).0[3], 0);
    let mut heavy = noise(1000, 1000).to_rgba8();
    heavy.get_pixel_mut(0, 0).0 = [9, 9, 9, 0];
    let url = put(&files, png(&heavy.into()), ImageShape::Picture).await;
    assert_eq!(extension(&url), "jpg");
}

#[tokio::test]
async fn what_is_no_whole_picture_is_refused() {
    let (dir, files) = open();
    let cut = |content: Vec<u8>| content[..content.len() * 2 / 3].to_vec();
    let thumbnail_survives =
        with_exif(&cut(jpeg(&noise(200, 200))), 1, b"\xFF\xD8 a preview \xFF\xD9");
    for (what, content, status, code) in [
        ("nothing", vec![], 415, "files.not_an_image"),
        ("a page", b"<html><script>alert(1)</script>".to_vec(), 415, "files.not_an_image"),
        (
            "a drawing",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
            415,
            "files.not_an_image",
        ),
        ("a paper", b"%PDF-1.7 \xFF\xD8\xFF".to_vec(), 415, "files.not_an_image"),
        ("another format", b"GIF89a\x01\x00\x01\x00".to_vec(), 415, "files.image_format"),
        ("a telephone's format", b"\0\0\0\x18ftypheic".to_vec(), 415, "files.image_format"),
        ("only a beginning", b"\xFF\xD8\xFF".to_vec(), 422, "files.broken_image"),
        ("half a JPEG", cut(jpeg(&noise(200, 200))), 422, "files.broken_image"),
        ("half a JPEG with a whole preview", thumbnail_survives, 422, "files.broken_image"),
        ("half a PNG", cut(png(&noise(200, 200))), 422, "files.broken_image"),
        ("half a WebP", cut(webp(&noise(200, 200))), 422, "files.broken_image"),
        ("a huge JPEG", oversized_jpeg(), 422, "files.too_many_pixels"),
        ("a wide PNG", oversized_png(60_000, 60_000, 8), 422, "files.too_many_pixels"),
        ("a PNG of many pixels", oversized_png(10_000, 10_000, 8), 422, "files.too_many_pixels"),
        ("a PNG of deep pixels", oversized_png(6_000, 6_000, 16), 422, "files.too_many_pixels"),
    ] {
        let error = files.put_image(content.into(), ImageShape::Picture).await.unwrap_err();
        assert_eq!((error.status.as_u16(), error.code), (status, code), "{what}");
    }
    assert!(!dir.path().join("files/public").exists(), "nothing was stored");
}

#[tokio::test]
async fn equal_content_is_stored_once() {
    let (dir, files) = open();
    let first = put(&files, jpeg(&halves(80, 40)), ImageShape::Picture).await;
    let second = put(&files, jpeg(&halves(80, 40)), ImageShape::Picture).await;
    assert_eq!(first, second);
    assert_eq!(std::fs::read_dir(dir.path().join("files/public")).unwrap().count(), 1);
}

#[tokio::test]
async fn private_files_come_back_as_they_were() {
    let (_dir, files) = open();
    for (content, media_type, ending) in [
        (&b"%PDF-1.7 hello"[..], "application/pdf", "pdf"),
        (b"<script>", "application/octet-stream", "bin"),
        (b"", "application/octet-stream", "bin"),
        (b"\xFF\xD8\xFF\xE0", "image/jpeg", "jpg"),
    ] {
        let file = files.put_private(Bytes::from_static(content)).await.unwrap();
        assert_eq!(file.media_type, media_type);
        assert_eq!(extension(&file.key), ending);
        assert_eq!(files.get_private(&file.key).await.unwrap().as_deref(), Some(content));
    }
    let most = vec![0; 10 * 1024 * 1024];
    assert!(files.put_private(most.clone().into()).await.is_ok());
    let more = [most, vec![0]].concat();
    assert_eq!(files.put_private(more.into()).await.unwrap_err().status.as_u16(), 413);
}

#[tokio::test]
async fn keys_lead_nowhere_else() {
    let (dir, files) = open();
    std::fs::write(dir.path().join("files/secret.bin"), b"secret").unwrap();
    for key in
        ["", ".", "..", "../secret.bin", "secret.bin", "a/b.jpg", "a.b.jpg", "a.exe", "é.jpg"]
    {
        assert_eq!(files.get_private(key).await.unwrap(), None, "{key}");
    }
}

#[tokio::test]
async fn pictures_are_served_for_ever_and_nothing_else_is() {
    let (_dir, files) = open();
    let url = put(&files, jpeg(&halves(80, 40)), ImageShape::Picture).await;
    let private = files.put_private(jpeg(&halves(8, 8)).into()).await.unwrap();
    let client = TestClient::new(public(Arc::new(files)));
    let path = url.strip_prefix("/files").unwrap();

    let answer = client.get(path).send().await;
    answer.assert_status_is_ok();
    answer.assert_content_type("image/jpeg");
    answer.assert_header("cache-control", "public, max-age=31536000, immutable");
    answer.assert_header("x-content-type-options", "nosniff");
    let etag = answer.0.headers()["etag"].to_str().unwrap().to_owned();
    let content = answer.0.into_body().into_bytes().await.unwrap();
    assert_eq!(image::load_from_memory(&content).unwrap().dimensions(), (80, 40));

    for known in [etag.clone(), format!("\"other\", W/{etag}"), "*".to_owned()] {
        let answer = client.get(path).header("if-none-match", known).send().await;
        answer.assert_status(StatusCode::NOT_MODIFIED);
    }
    client.get(path).header("if-none-match", "\"other\"").send().await.assert_status_is_ok();

    client.post(path).send().await.assert_status(StatusCode::NOT_FOUND);
    let private = format!("/{}", private.key);
    for path in ["/", "/x.jpg", "/x.svg", "/..%2fx.jpg", "/a/b.jpg", "/x.jpg.bin", &private] {
        let answer = client.get(path).send().await;
        answer.assert_status(StatusCode::NOT_FOUND);
    }
}
