use bytes::Bytes;
use sparkyard_kernel::ports::Files;

use super::{
    Place, contains, extension,
    samples::{halves, jpeg, noise, png, png_with_exif, with_exif},
};
use crate::{kind::Kind, name::FileName};

#[tokio::test]
async fn private_files_round_trip() {
    let place = Place::open().await;
    for (content, media_type, ending) in [
        (&b"%PDF-1.7 hello"[..], "application/pdf", "pdf"),
        (b"<script>", "application/octet-stream", "bin"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "application/octet-stream", "bin"),
        (b"", "application/octet-stream", "bin"),
        (b"PK\x03\x04 a letter", "application/octet-stream", "bin"),
        (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "application/octet-stream", "bin"),
        (b"The free text of a letter", "application/octet-stream", "bin"),
        (b"Get free seeds", "application/octet-stream", "bin"),
        (b"II. Second chapter", "application/octet-stream", "bin"),
        (b"RIFF\0\0\0\0WAVEfmt ", "application/octet-stream", "bin"),
    ] {
        let file =
            place.files.put_private(&super::me(), Bytes::from_static(content)).await.unwrap();
        assert_eq!(file.media_type, media_type);
        assert_eq!(extension(&file.key), ending);
        let found = place.files.get_private(&file.key).await.unwrap();
        assert_eq!(found.as_deref(), Some(content));
    }
    let most = vec![0; 10 * 1024 * 1024];
    assert!(place.files.put_private(&super::me(), most.clone().into()).await.is_ok());
    let more = [most, vec![0]].concat();
    let refused = place.files.put_private(&super::me(), more.into()).await.unwrap_err();
    assert_eq!(refused.status.as_u16(), 413);
}

#[tokio::test]
async fn private_pictures_lose_their_metadata() {
    let place = Place::open().await;
    let picture = halves(80, 40);
    for upload in [
        with_exif(&jpeg(&picture), 6, b"taken at 53.74,-2.01"),
        png_with_exif(&picture, 6, b"taken at 53.74,-2.01"),
    ] {
        assert!(contains(&upload, b"taken at"));
        let file = place.files.put_private(&super::me(), upload.into()).await.unwrap();
        assert_eq!((file.media_type.as_str(), extension(&file.key)), ("image/jpeg", "jpg"));
        let content = place.files.get_private(&file.key).await.unwrap().unwrap();
        let image = image::load_from_memory(&content).unwrap();
        assert_eq!((image.width(), image.height()), (40, 80));
        for trace in [&b"taken at"[..], b"Exif", b"eXIf"] {
            assert!(!contains(&content, trace));
        }
    }
    let stored = place.count("sealed");
    for (upload, code) in [
        (&b"\xFF\xD8\xFF\xE0 taken at"[..], "files.broken_image"),
        (b"GIF89a taken at", "files.image_format"),
        (b"II*\0 taken at", "files.image_format"),
        (b"MM\0* taken at", "files.image_format"),
        (b"\0\0\0\x18ftypmp42 taken at", "files.image_format"),
        (b"\0\0\0\x14ftypqt   taken at", "files.image_format"),
        (b"\0\0\0\x18ftyp3gp5 taken at", "files.image_format"),
        (b"\0\0\0\x18ftypcrx  taken at", "files.image_format"),
        (b"\0\0\x02\0moov taken at", "files.image_format"),
        (b"\0\0\0\x08wide taken at", "files.image_format"),
        (b"\x1A\x45\xDF\xA3 taken at", "files.image_format"),
        (b"RIFF\0\0\0\0AVI  taken at", "files.image_format"),
        (b"\xFF\x0A taken at", "files.image_format"),
        (b"\0\0\0\x0CJXL \r\n\x87\n taken at", "files.image_format"),
        (b"\0\0\0\x0CjP  \r\n\x87\n taken at", "files.image_format"),
        (b"\xFF\x4F\xFF\x51 taken at", "files.image_format"),
        (b"II\xBC\x01 taken at", "files.image_format"),
        (b"MM\0+ taken at", "files.image_format"),
        (b"IIRO taken at", "files.image_format"),
        (b"IIU\0 taken at", "files.image_format"),
        (b"FUJIFILMCCD-RAW taken at", "files.image_format"),
        (b"II\x1A\0\0\0HEAPCCDR taken at", "files.image_format"),
        (b"\0MRM taken at", "files.image_format"),
        (b"FOVb taken at", "files.image_format"),
    ] {
        let refused = place.files.put_private(&super::me(), Bytes::from_static(upload)).await;
        let refused = refused.unwrap_err();
        assert_eq!(refused.code, code, "{upload:?}");
        assert_eq!(refused.status.as_u16() == 415, code == "files.image_format", "{upload:?}");
    }
    assert_eq!(place.count("sealed"), stored);
}

#[tokio::test]
async fn private_files_are_encrypted_under_keyed_names() {
    let place = Place::open().await;
    let content = Bytes::from_static(b"a letter that is nobody's business");
    let file = place.files.put_private(&super::me(), content.clone()).await.unwrap();
    assert_eq!(
        place.files.put_private(&super::me(), content.clone()).await.unwrap(),
        file,
        "stored once"
    );
    assert_eq!((place.count("sealed"), place.count("private"), place.count("public")), (1, 0, 0));
    let path = place.path("sealed").join(&file.key);
    let sealed = std::fs::read(&path).unwrap();
    assert!(!contains(&sealed, b"letter"));
    assert_ne!(file.key, FileName::of(&content, Kind::Other).to_string());
    let mut changed = sealed;
    changed[5] ^= 1;
    std::fs::write(&path, changed).unwrap();
    let broken = place.files.get_private(&file.key).await.unwrap_err();
    assert_eq!(broken.status.as_u16(), 500, "what was tampered with is never handed out");
}

#[tokio::test]
async fn documents_become_legible_pictures() {
    let place = Place::open().await;
    for (upload, size) in [
        (jpeg(&halves(80, 40)), (80, 40)),
        (png(&noise(60, 90)), (60, 90)),
        (jpeg(&halves(4096, 1024)), (2048, 512)),
    ] {
        let file = place.files.put_document(&super::me(), upload.into()).await.unwrap();
        assert_eq!((file.media_type.as_str(), extension(&file.key)), ("image/jpeg", "jpg"));
        let content = place.files.get_private(&file.key).await.unwrap().unwrap();
        let image = image::load_from_memory(&content).unwrap();
        assert_eq!((image.width(), image.height()), size);
    }
    let refused =
        place.files.put_document(&super::me(), Bytes::from_static(b"%PDF-1.7")).await.unwrap_err();
    assert_eq!((refused.status.as_u16(), refused.code), (415, "files.not_an_image"));
}

#[tokio::test]
async fn unencrypted_files_of_older_versions_are_read() {
    let place = Place::open().await;
    let content = b"%PDF-1.7 an old letter";
    let name = FileName::of(content, Kind::Pdf).to_string();
    std::fs::create_dir_all(place.path("private")).unwrap();
    std::fs::write(place.path("private").join(&name), content).unwrap();
    let found = place.files.get_private(&name).await.unwrap();
    assert_eq!(found.as_deref(), Some(&content[..]));
    std::fs::write(place.path("private").join(&name), b"%PDF-1.7 a forgery").unwrap();
    assert_eq!(place.files.get_private(&name).await.unwrap_err().status.as_u16(), 500);
}

#[tokio::test]
async fn foreign_keys_find_nothing() {
    let place = Place::open().await;
    std::fs::write(place.dir.path().join("files/secret.bin"), b"secret").unwrap();
    let public = place.put(jpeg(&halves(8, 8)), sparkyard_kernel::ports::ImageShape::Picture).await;
    for key in [
        "",
        ".",
        "..",
        "../secret.bin",
        "secret.bin",
        "a/b.jpg",
        "a.b.jpg",
        "a.exe",
        "é.jpg",
        "..%2fsecret.bin",
        "private/../secret.bin",
        "a\0.jpg",
        &public,
        &public[7..],
    ] {
        assert_eq!(place.files.get_private(key).await.unwrap(), None, "{key}");
    }
}
