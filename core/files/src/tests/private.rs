use bytes::Bytes;
use sparkyard_kernel::ports::Files;

use super::{
    Place, contains, extension,
    samples::{halves, jpeg, noise, png},
};
use crate::{kind::Kind, name::FileName};

#[tokio::test]
async fn private_files_come_back_as_they_were() {
    let place = Place::open().await;
    for (content, media_type, ending) in [
        (&b"%PDF-1.7 hello"[..], "application/pdf", "pdf"),
        (b"<script>", "application/octet-stream", "bin"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "application/octet-stream", "bin"),
        (b"", "application/octet-stream", "bin"),
        (b"\xFF\xD8\xFF\xE0", "image/jpeg", "jpg"),
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
async fn they_lie_encrypted_and_their_names_tell_nothing() {
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
async fn papers_become_legible_pictures() {
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
async fn files_from_before_they_were_sealed_are_still_read() {
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
async fn keys_lead_nowhere_else() {
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
