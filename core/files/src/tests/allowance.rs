use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use sparkyard_kernel::{
    Clock, UserId,
    allowance::purge_past_days,
    ports::{Files, ImageShape},
};

use super::{
    Place, me,
    samples::{halves, jpeg, noise},
    store, store_with,
};
use crate::FileStore;

const DAY: Duration = Duration::from_hours(24);
/// A little less than a tenth of a megabyte, so that ten fit into one.
const TENTH: usize = 104_000;

fn letter(mark: usize) -> Bytes {
    let mut content = vec![b'x'; TENTH];
    content[..8].copy_from_slice(&mark.to_be_bytes());
    content.into()
}

async fn put(files: &Arc<FileStore>, owner: &str, mark: usize) -> (u16, Option<u64>) {
    match files.put_private(&UserId::from(owner), letter(mark)).await {
        Ok(_) => (200, None),
        Err(refused) => (refused.status.as_u16(), refused.retry_after),
    }
}

#[tokio::test]
async fn taken_back_files_are_deleted_at_once() {
    let place = Place::open().await;
    let key = place.files.put_private(&me(), letter(1)).await.unwrap().key;
    let photo = place.put(jpeg(&halves(8, 8)), ImageShape::Picture).await;
    assert_eq!((place.count("sealed"), place.count("public")), (1, 1));
    place.files.take_back(&[key.clone(), photo.clone()]).await;
    assert_eq!((place.count("sealed"), place.count("public")), (0, 0));
    assert_eq!(store::records(&place.db).await, 0);
    // A second time changes nothing, and the names can be reused.
    place.files.take_back(&[key.clone(), "no/name".to_owned()]).await;
    assert_eq!(place.files.put_private(&me(), letter(1)).await.unwrap().key, key);
    assert_eq!(place.put(jpeg(&halves(8, 8)), ImageShape::Picture).await, photo);
}

#[tokio::test]
async fn take_back_keeps_files_stored_by_others() {
    let place = Place::open().await;
    let first = place.files.put_private(&me(), letter(1)).await.unwrap().key;
    let bo = UserId::from("bo");
    let same = place.files.put_private(&bo, letter(1)).await.unwrap().key;
    assert_eq!(first, same);
    place.files.take_back(std::slice::from_ref(&same)).await;
    assert!(place.files.get_private(&first).await.unwrap().is_some());
    place.files.take_back(&[first]).await;
    assert_eq!(place.count("sealed"), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_uploads_respect_the_daily_quota() {
    let place = Place::open().await;
    let files = place.limited();
    let puts = (0..64).map(|mark| {
        let files = files.clone();
        tokio::spawn(async move { put(&files, "ana", mark).await })
    });
    let mut outcomes = Vec::new();
    for put in puts.collect::<Vec<_>>() {
        outcomes.push(put.await.unwrap());
    }
    let stored = outcomes.iter().filter(|outcome| outcome.0 == 200).count();
    assert_eq!((stored, place.count("sealed")), (10, 10), "{outcomes:?}");
    // The clock stands at ten in the morning.
    let wait = Some(14 * 60 * 60);
    assert!(outcomes.iter().all(|outcome| [(200, None), (429, wait)].contains(outcome)));
    assert_eq!(put(&files, "bo", 99).await.0, 200, "others have their own");
}

#[tokio::test]
async fn quota_resets_daily_and_old_usage_is_deleted() {
    let place = Place::open().await;
    let files = place.limited();
    for mark in 0..10 {
        assert_eq!(put(&files, "ana", mark).await.0, 200);
    }
    let refused = files.put_private(&me(), letter(10)).await.unwrap_err();
    assert_eq!((refused.code, refused.status.as_u16()), ("files.daily_allowance", 429));
    assert!(
        refused.message.contains("1 MB") && refused.message.contains("14 hours"),
        "{refused:?}"
    );
    // Files that are taken back still count, since they were written.
    place
        .files
        .take_back(&[files.seal.name(&letter(9), super::super::Kind::of(&letter(9))).to_string()])
        .await;
    assert_eq!((put(&files, "ana", 10).await.0, place.count("sealed")), (429, 9));

    place.clock.advance(DAY);
    assert_eq!(put(&files, "ana", 10).await.0, 200);
    assert_eq!(store::allowances(&place.db).await, 4, "bytes and files on two days");
    place.clock.advance(DAY * 2);
    purge_past_days().job(&place.db).runner.run(place.clock.now()).await.unwrap();
    assert_eq!(store::allowances(&place.db).await, 0);
}

#[tokio::test]
async fn exhausted_quota_is_checked_before_decoding() {
    let place = Place::open().await;
    let files = place.limited();
    let whole = Bytes::from(vec![b'x'; 1 << 20]);
    files.put_private(&me(), whole.clone()).await.unwrap();
    for shape in [ImageShape::Avatar, ImageShape::Picture] {
        let refused = files.put_image(&me(), Bytes::from_static(b"no picture"), shape).await;
        assert_eq!(refused.unwrap_err().code, "files.daily_allowance");
    }
    let refused = files.put_document(&me(), jpeg(&noise(8, 8)).into()).await.unwrap_err();
    assert_eq!(refused.code, "files.daily_allowance");
    let more = Bytes::from(vec![b'y'; (1 << 20) + 1]);
    let refused = files.put_private(&UserId::from("bo"), more).await.unwrap_err();
    assert_eq!((refused.status.as_u16(), refused.code), (413, "files.too_large"));
}

#[tokio::test]
async fn failed_uploads_count_towards_the_limit() {
    let place = Place::open().await;
    let files = store_with("limits.uploads_per_day = 3", place.dir.path(), &place.db, &place.clock);
    let nonsense =
        async || files.put_image(&me(), Bytes::from_static(b"?"), ImageShape::Avatar).await;
    assert_eq!(nonsense().await.unwrap_err().code, "files.not_an_image");
    files.put_private(&me(), letter(1)).await.unwrap();
    assert_eq!(nonsense().await.unwrap_err().code, "files.not_an_image");
    let refused = nonsense().await.unwrap_err();
    assert_eq!((refused.code, refused.status.as_u16()), ("files.daily_allowance", 429));
    files.put_private(&me(), letter(2)).await.unwrap_err();
    files.put_private(&UserId::from("bo"), letter(2)).await.unwrap();
    place.clock.advance(DAY);
    files.put_private(&me(), letter(2)).await.unwrap();
}
