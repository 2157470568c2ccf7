use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use sparkyard_host::files::FileService;
use sparkyard_kernel::{
    Clock, HeldFiles, Job,
    ports::{Files, ImageShape},
};

use super::{
    Place,
    samples::{halves, jpeg, noise},
    store,
    store::{THINGS, define, hold, hold_many, let_go},
};
use crate::{FileStore, name::StoredName, store::HOLDERS};

const DAY: Duration = Duration::from_hours(24);

impl Place {
    async fn with_things() -> (Self, Job) {
        let place = Self::open().await;
        define(&place.db).await;
        let job = place.files.clone().clean_up(vec![THINGS]);
        (place, job)
    }

    async fn run(&self, job: &Job) {
        job.runner.run(self.clock.now()).await.unwrap();
    }

    /// Names of up to `limit` files.
    async fn left(&self, limit: i64) -> Vec<String> {
        let left = self.files.records.older(self.clock.now(), "", limit).await.unwrap();
        left.into_iter().map(|file| file.name).collect()
    }

    fn is_there(&self, url: &str) -> bool {
        self.path("public").join(url.strip_prefix("/files/").unwrap()).exists()
    }
}

#[tokio::test]
async fn unreferenced_files_are_deleted_after_a_day() {
    let (place, job) = Place::with_things().await;
    let used = place.put(jpeg(&halves(8, 8)), ImageShape::Picture).await;
    let unused = place.put(jpeg(&halves(16, 8)), ImageShape::Picture).await;
    let paper =
        place.files.put_private(&super::me(), Bytes::from_static(b"a letter")).await.unwrap();
    hold(&place.db, "first", &used).await;
    place.clock.advance(DAY);
    place.run(&job).await;
    assert!(place.is_there(&unused), "a day is not over");
    place.clock.advance(Duration::from_secs(1));
    hold(&place.db, "second", &used).await;
    place.run(&job).await;
    assert!(place.is_there(&used) && !place.is_there(&unused));
    assert_eq!(place.files.get_private(&paper.key).await.unwrap(), None);

    let paper =
        place.files.put_private(&super::me(), Bytes::from_static(b"a letter")).await.unwrap();
    hold(&place.db, "first", &paper.key).await;
    place.clock.advance(DAY * 400);
    place.run(&job).await;
    assert!(!place.is_there(&used), "it was let go of");
    assert!(place.files.get_private(&paper.key).await.unwrap().is_some());
    let_go(&place.db).await;
    place.run(&job).await;
    assert_eq!((place.count("sealed"), place.count("public")), (0, 0));
}

#[tokio::test]
async fn storing_again_restarts_the_grace_period() {
    let (place, job) = Place::with_things().await;
    let first = place.put(jpeg(&halves(8, 8)), ImageShape::Picture).await;
    place.clock.advance(DAY * 2);
    let second = place.put(jpeg(&halves(8, 8)), ImageShape::Picture).await;
    assert_eq!(first, second);
    place.run(&job).await;
    assert!(place.is_there(&first), "somebody is about to name it");
    place.clock.advance(DAY * 2);
    place.run(&job).await;
    assert!(!place.is_there(&first));
}

#[tokio::test]
async fn files_without_a_row_get_a_grace_period() {
    let (place, job) = Place::with_things().await;
    let url = place.put(jpeg(&halves(8, 8)), ImageShape::Picture).await;
    let old = "private/b4Y_nOp3wQJ6Hq0xJm0J0o2sD3x0aXy9gGd0w2bq5uE.pdf";
    let foreign = place.dir.path().join("files/notes.txt");
    std::fs::create_dir_all(place.path("private")).unwrap();
    std::fs::write(place.dir.path().join("files").join(old), b"%PDF-").unwrap();
    std::fs::write(&foreign, b"a host's own").unwrap();
    hold(&place.db, "first", &url).await;
    place.run(&job).await;
    assert_eq!(place.count("private"), 1, "it was found just now");
    place.clock.advance(DAY + Duration::from_secs(1));
    place.run(&job).await;
    assert_eq!(place.count("private"), 0);
    assert!(place.is_there(&url) && foreign.exists());
}

#[tokio::test]
async fn uninstalled_modules_keep_their_files() {
    let (place, job) = Place::with_things().await;
    let url = place.put(jpeg(&halves(8, 8)), ImageShape::Picture).await;
    hold(&place.db, "first", &url).await;
    place.run(&job).await;
    place.clock.advance(DAY * 2);
    let without = place.files.clone().clean_up(Vec::<HeldFiles>::new());
    place.run(&without).await;
    assert!(place.is_there(&url));
}

#[tokio::test]
async fn names_being_deleted_are_not_reused() {
    let (place, job) = Place::with_things().await;
    let first = place.put(jpeg(&halves(8, 8)), ImageShape::Picture).await;
    place.clock.advance(DAY * 2);
    let now = place.clock.now();
    let name = first.replace("/files/", "public/");
    assert!(place.files.records.doom(&name, now - DAY, now).await.unwrap());
    assert!(!place.files.records.doom(&name, now - DAY, now).await.unwrap(), "one deletes it");
    let second = place.put(jpeg(&halves(8, 8)), ImageShape::Picture).await;
    assert_ne!(first, second);
    hold(&place.db, "first", &second).await;
    // The first process is gone; another takes over a day later.
    place.run(&job).await;
    assert!(place.is_there(&first) && place.is_there(&second));
    place.clock.advance(DAY + Duration::from_secs(1));
    place.run(&job).await;
    assert!(!place.is_there(&first) && place.is_there(&second));
    assert_eq!(place.put(jpeg(&halves(8, 8)), ImageShape::Picture).await, first, "free again");
}

/// Two processes clean up while others store the files about to be deleted: acknowledged files
/// survive.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_store_and_clean_up_lose_nothing() {
    let (place, job) = Place::with_things().await;
    let other = store(place.dir.path(), &place.db, &place.clock).clean_up(vec![THINGS]);
    let contents: Vec<Bytes> = (0..6_u8).map(|mark| Bytes::from(vec![mark; 40])).collect();
    for round in 0..12 {
        for content in &contents {
            place.files.put_private(&super::me(), content.clone()).await.unwrap();
        }
        place.clock.advance(DAY * 2);
        let now = place.clock.now();
        let puts = contents.iter().map(|content| tokio::spawn(put(&place.files, content)));
        let puts: Vec<_> = puts.collect();
        let (one, two) = tokio::join!(job.runner.run(now), other.runner.run(now));
        one.unwrap();
        two.unwrap();
        for (put, content) in puts.into_iter().zip(&contents) {
            let key = put.await.unwrap();
            let found = place.files.get_private(&key).await.unwrap();
            assert_eq!(found.as_ref(), Some(content), "round {round}");
        }
        place.clock.advance(DAY * 2);
        place.run(&job).await;
        assert_eq!(place.count("sealed"), 0, "round {round}");
    }
}

fn put(files: &Arc<FileStore>, content: &Bytes) -> impl Future<Output = String> + use<> {
    let (files, content) = (files.clone(), content.clone());
    async move { files.put_private(&super::me(), content).await.unwrap().key }
}

#[tokio::test]
async fn clean_up_handles_many_files() {
    let (place, job) = Place::with_things().await;
    let kept = place.put(jpeg(&noise(8, 8)), ImageShape::Picture).await;
    hold(&place.db, "second", &kept).await;
    for number in 0..520_u16 {
        let name: StoredName = format!("sealed/n{number}.bin").parse().unwrap();
        place.files.records.note(&name, None, place.clock.now()).await.unwrap();
    }
    place.clock.advance(DAY * 2);
    place.run(&job).await;
    assert_eq!(place.left(1000).await, [kept.replace("/files/", "public/")]);
}

/// Referencing rows are read in pages of bounded size.
#[tokio::test]
async fn references_in_many_rows_keep_files() {
    let (place, job) = Place::with_things().await;
    let things = 2 * u16::try_from(HOLDERS).unwrap() + 40;
    hold_many(&place.db, things).await;
    for number in 0..things {
        let name: StoredName = format!("sealed/n{number}.bin").parse().unwrap();
        place.files.records.note(&name, None, place.clock.now()).await.unwrap();
    }
    let fields = THINGS.fields.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (mut pages, mut after) = (Vec::new(), None);
    loop {
        let page = place.files.records.held_page("thing", &fields, after).await.unwrap();
        after = page.last;
        if after.is_none() {
            break;
        }
        pages.push(page.names.len());
    }
    assert_eq!(pages.len(), 5, "{pages:?}");
    assert!(pages.iter().all(|names| i64::try_from(*names).unwrap() <= HOLDERS), "{pages:?}");
    assert_eq!(pages.iter().sum::<usize>(), usize::from(things));
    place.clock.advance(DAY * 2);
    place.run(&job).await;
    let left = place.left(2000).await;
    let mut named: Vec<_> =
        (0..things).step_by(2).map(|number| format!("sealed/n{number}.bin")).collect();
    named.sort();
    assert_eq!(left, named);
}
