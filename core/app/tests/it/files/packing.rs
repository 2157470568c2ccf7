use super::{bill, photo};
use crate::TestApp;

#[tokio::test]
async fn images_and_ranges_are_not_compressed() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let url = photo(&ana, 40).await;
    let document = bill(&ana, 90).await;
    let document = document["document_url"].as_str().unwrap();
    let browser = ana.with_header("accept-encoding", "gzip, deflate, br, zstd");
    assert!(browser.get("/api/wallet/balance").await.header("content-encoding").is_some());
    let whole = browser.get(&url).await;
    assert_eq!((whole.status, whole.header("content-encoding")), (200, None));
    for path in [&url, document] {
        let part = browser.with_header("range", "bytes=0-3").get(path).await;
        assert_eq!((part.status, part.header("content-encoding")), (206, None), "{path}");
        assert_eq!(part.bytes.len(), 4);
    }
}
