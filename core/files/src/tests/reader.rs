//! Decoding by a child process, and faulty child processes.

use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf, time::Instant};

use sparkyard_kernel::ports::{Files, ImageShape};

use super::{
    Place, me,
    samples::{halves, jpeg},
    store_read_by,
};
use crate::PictureReader;

impl Place {
    /// Creates a program that runs the script.
    fn program(&self, script: &str) -> PictureReader {
        let path: PathBuf = self.dir.path().join("reader");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
        PictureReader::Program(path)
    }
}

#[tokio::test]
async fn failing_reader_costs_one_upload() {
    let place = Place::open().await;
    for (what, script) in [
        ("says nothing", "exit 1"),
        ("is ended", "kill -9 $$"),
        ("never ends", "while :; do sleep 1; done"),
        ("stops after the price", "echo cost 40; exit 1"),
        ("never paints", "echo cost 40; while :; do sleep 1; done"),
        ("breaks off", "echo cost 40; read go; echo jpg; printf 1234"),
        ("talks nonsense", "yes nonsense"),
        ("asks for more than there is", "echo cost 99999; read go; exit 1"),
    ] {
        let files = store_read_by(place.program(script), place.dir.path(), &place.db, &place.clock);
        let began = Instant::now();
        let upload = jpeg(&halves(8, 8));
        let refused = files.put_image(&me(), upload.into(), ImageShape::Picture).await;
        assert_eq!(refused.expect_err(what).code, "files.broken_image", "{what}");
        assert!(began.elapsed().as_secs() < 10, "{what} took {:?}", began.elapsed());
    }
    assert_eq!(place.count("public"), 0);
}

#[tokio::test]
async fn reader_refusals_are_passed_on() {
    let place = Place::open().await;
    for (said, code) in [
        ("not-an-image", "files.not_an_image"),
        ("other-format", "files.image_format"),
        ("too-many-pixels", "files.too_many_pixels"),
        ("broken", "files.broken_image"),
        ("drawing", "files.drawing"),
    ] {
        let program = place.program(&format!("echo {said}"));
        let files = store_read_by(program, place.dir.path(), &place.db, &place.clock);
        let refused = files.put_image(&me(), jpeg(&halves(8, 8)).into(), ImageShape::Avatar).await;
        assert_eq!(refused.unwrap_err().code, code);
    }
}

#[tokio::test]
async fn concurrent_pictures_are_limited_per_member() {
    let place = Place::open().await;
    let program = place.program("sleep 1; exit 1");
    let files = store_read_by(program, place.dir.path(), &place.db, &place.clock);
    let send = |who: &'static str| {
        let files = files.clone();
        async move {
            let upload = jpeg(&halves(8, 8)).into();
            let refused = files.put_image(&who.into(), upload, ImageShape::Picture).await;
            refused.unwrap_err().code
        }
    };
    let uploads = ["ana", "ana", "ana", "ana", "bo"].map(|who| tokio::spawn(send(who)));
    let mut codes = Vec::new();
    for upload in uploads {
        codes.push(upload.await.unwrap());
    }
    assert_eq!(codes.iter().filter(|code| **code == "files.too_many_at_once").count(), 1);
    assert_eq!(codes[4], "files.broken_image");
}
