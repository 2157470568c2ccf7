use poem::{
    http::StatusCode,
    test::{TestClient, TestResponse},
};
use sparkyard_kernel::{
    ClientAddress,
    ports::{Files, ImageShape},
    quota::Quota,
    request_usage::{RequestQuotas, RequestUsage},
};

use super::{
    Place,
    samples::{halves, jpeg},
};
use crate::serve::public;

fn header<'a>(response: &'a TestResponse, name: &str) -> Option<&'a str> {
    response.0.headers().get(name).and_then(|value| value.to_str().ok())
}

#[tokio::test]
async fn only_public_pictures_are_served_and_cacheable() {
    let place = Place::open().await;
    let url = place.put(jpeg(&halves(80, 40)), ImageShape::Picture).await;
    let private = place.files.put_private(&super::me(), jpeg(&halves(8, 8)).into()).await.unwrap();
    let client = TestClient::new(public(place.files.clone()));
    let path = url.strip_prefix("/files").unwrap();

    let response = client.get(path).send().await;
    response.assert_status_is_ok();
    response.assert_content_type("image/jpeg");
    response.assert_header("cache-control", "public, max-age=31536000, immutable");
    response.assert_header("x-content-type-options", "nosniff");
    response.assert_header("accept-ranges", "bytes");
    let etag = header(&response, "etag").unwrap().to_owned();
    let content = response.0.into_body().into_bytes().await.unwrap();
    assert_eq!(content, place.stored(&url));

    for known in [etag.clone(), format!("\"other\", W/{etag}"), "*".to_owned()] {
        let response = client.get(path).header("if-none-match", known).send().await;
        response.assert_status(StatusCode::NOT_MODIFIED);
        response.assert_header("etag", &etag);
    }
    client.get(path).header("if-none-match", "\"other\"").send().await.assert_status_is_ok();

    client.post(path).send().await.assert_status(StatusCode::NOT_FOUND);
    let private = format!("/{}", private.key);
    for path in [
        "/",
        "/x.jpg",
        "/x.svg",
        "/..%2fx.jpg",
        "/../sealed/x.jpg",
        "/a/b.jpg",
        "/x.jpg.bin",
        &private,
    ] {
        let response = client.get(path).send().await;
        response.assert_status(StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn byte_ranges_are_served() {
    let place = Place::open().await;
    let url = place.put(jpeg(&halves(80, 40)), ImageShape::Picture).await;
    let content = place.stored(&url);
    let client = TestClient::new(public(place.files.clone()));
    let path = url.strip_prefix("/files").unwrap();
    let etag = format!("\"{}\"", path.trim_start_matches('/').split('.').next().unwrap());

    let length = content.len();
    for (range, expected) in [
        ("bytes=0-3", 0..4),
        ("bytes=5-", 5..length),
        ("bytes=-7", length - 7..length),
        ("bytes=0-999999", 0..length),
    ] {
        let response = client.get(path).header("range", range).send().await;
        response.assert_status(StatusCode::PARTIAL_CONTENT);
        response.assert_content_type("image/jpeg");
        let stated = format!("bytes {}-{}/{length}", expected.start, expected.end - 1);
        response.assert_header("content-range", &stated);
        response.assert_header("etag", &etag);
        let body = response.0.into_body().into_bytes().await.unwrap();
        assert_eq!(body, content[expected], "{range}");
    }
    for range in ["bytes=0-1,4-5", "items=0-3", "bytes=3-1", "nonsense"] {
        let response = client.get(path).header("range", range).send().await;
        response.assert_status_is_ok();
        assert_eq!(header(&response, "content-range"), None, "{range}");
    }
    let beyond = client.get(path).header("range", "bytes=9999999-").send().await;
    beyond.assert_status(StatusCode::RANGE_NOT_SATISFIABLE);
    beyond.assert_header("content-range", format!("bytes */{length}"));

    for (known, status) in [(&*etag, 206), ("\"other\"", 200), ("W/\"weak\"", 200)] {
        let asked = client.get(path).header("range", "bytes=0-0").header("if-range", known);
        assert_eq!(asked.send().await.0.status().as_u16(), status, "{known}");
    }
    let head = client.head(path).header("range", "bytes=0-0").send().await;
    head.assert_status_is_ok();
}

#[tokio::test]
async fn responses_count_towards_the_memory_quota() {
    let place = Place::open().await;
    let url = place.put(jpeg(&halves(80, 40)), ImageShape::Picture).await;
    let paper = place.files.put_private(&super::me(), vec![7; 5000].into()).await.unwrap();
    let (memory, disk, responses) =
        (Quota::new(800_000, 1), Quota::new(800_000, 1), Quota::new(800_000, 1));
    let folder = place.dir.path().to_owned();
    let quotas =
        RequestQuotas { memory: memory.clone(), responses: responses.clone(), disk, folder };
    let usage = || RequestUsage::new(&quotas, ClientAddress([198, 51, 100, 7].into()));
    let client = TestClient::new(public(place.files.clone()));
    let path = url.strip_prefix("/files").unwrap();
    let size = u64::try_from(place.stored(&url).len()).unwrap();
    for range in ["bytes=0-", "bytes=0-0"] {
        let response = usage().around(client.get(path).header("range", range).send()).await;
        response.assert_status(StatusCode::PARTIAL_CONTENT);
        assert_eq!((responses.taken(), memory.taken()), (size, 0), "{range}");
        drop(response);
        assert_eq!((responses.taken(), responses.senders()), (0, 0), "{range}");
    }
    let content = usage().around(place.files.get_private(&paper.key)).await.unwrap().unwrap();
    assert_eq!(memory.taken(), 0);
    assert!((5000..5100).contains(&responses.taken()), "{}", responses.taken());
    let part = content.slice(10..20);
    drop(content);
    assert!(responses.taken() >= 5000, "a part keeps the whole");
    drop(part);
    assert_eq!(responses.taken(), 0);
}
