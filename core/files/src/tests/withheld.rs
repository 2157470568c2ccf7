use std::time::Duration;

use poem::test::TestClient;
use sparkyard_host::files::FileService;
use sparkyard_kernel::{
    Clock,
    ports::{Files, ImageShape},
};

use super::{
    Place,
    samples::{halves, jpeg},
    store::{THINGS, define, hold, release, take_back_withheld, withhold},
};
use crate::serve::public;

const DAY: Duration = Duration::from_hours(24);

impl Place {
    async fn picture(&self) -> String {
        self.put(jpeg(&halves(80, 40)), ImageShape::Picture).await
    }

    async fn withhold(&self, url: &str) {
        withhold(&self.db, url, self.clock.now()).await;
    }

    async fn status(&self, url: &str) -> u16 {
        let client = TestClient::new(public(self.files.clone()));
        let known = client.get(url.strip_prefix("/files").unwrap()).header("if-none-match", "*");
        known.send().await.0.status().as_u16()
    }
}

#[tokio::test]
async fn released_pictures_are_served_again() {
    let place = Place::open().await;
    let url = place.picture().await;
    assert_eq!(place.status(&url).await, 304);
    place.withhold(&url).await;
    assert_eq!(place.status(&url).await, 404);
    release(&place.db, &url).await;
    assert_eq!(place.status(&url).await, 304);
}

#[tokio::test]
async fn another_owner_keeps_a_withheld_picture_served() {
    let place = Place::open().await;
    let url = place.picture().await;
    place.withhold(&url).await;
    assert_eq!(place.picture().await, url);
    assert_eq!(place.status(&url).await, 304);
    place.withhold(&url).await;
    assert_eq!(place.status(&url).await, 404, "both withhold it");
    release(&place.db, &url).await;
    take_back_withheld(&place.db, &url).await;
    place.files.delete_unclaimed(std::slice::from_ref(&url)).await;
    assert_eq!((place.status(&url).await, place.count("public")), (304, 1));
}

#[tokio::test]
async fn withheld_picture_without_claims_is_deleted() {
    let place = Place::open().await;
    let url = place.picture().await;
    place.withhold(&url).await;
    place.files.delete_unclaimed(std::slice::from_ref(&url)).await;
    assert_eq!(place.count("public"), 1, "somebody needs it");
    take_back_withheld(&place.db, &url).await;
    assert_eq!(place.status(&url).await, 404, "not shown before it is deleted");
    place.files.delete_unclaimed(std::slice::from_ref(&url)).await;
    assert_eq!(place.count("public"), 0);
    assert_eq!(place.picture().await, url);
    assert_eq!(place.status(&url).await, 304, "stored anew");
}

#[tokio::test]
async fn picture_without_a_row_can_be_withheld() {
    let place = Place::open().await;
    let url = place.picture().await;
    let name = url.replace("/files/", "public/");
    place.files.records.delete(&name).await.unwrap();
    place.withhold(&url).await;
    assert_eq!(place.status(&url).await, 404);
    release(&place.db, &url).await;
    assert_eq!(place.status(&url).await, 304);
}

#[tokio::test]
async fn stale_claims_do_not_expose_withheld_pictures() {
    let place = Place::open().await;
    define(&place.db).await;
    let job = place.files.clone().clean_up(vec![THINGS]);
    let url = place.picture().await;
    assert_eq!(place.picture().await, url, "whoever stored it never named it");
    hold(&place.db, "first", &url).await;
    place.withhold(&url).await;
    job.runner.run(place.clock.now()).await.unwrap();
    assert_eq!(place.status(&url).await, 304, "they may be about to name it");
    place.clock.advance(DAY + Duration::from_secs(1));
    job.runner.run(place.clock.now()).await.unwrap();
    assert_eq!(place.status(&url).await, 404);
    release(&place.db, &url).await;
    assert_eq!(place.status(&url).await, 304);
}
