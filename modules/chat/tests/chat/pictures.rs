//! Pictures in conversations.

use serde_json::json;
use sparkyard_testkit::{Answer, Member, picture};

use crate::pair::{HELLO, Pair, conversations, messages, send};

const CLIENT: &str = "6f1c4b0e-2f6d-4c7a-9a51-0b7a6d0c3e1f";

async fn send_picture(from: &Member, to: &Member, other: &[(&str, &str)], file: &[u8]) -> Answer {
    let mut fields = vec![("receiverId", to.id.as_str())];
    fields.extend(other);
    from.post_form("/api/message/picture", &fields, &[("picture", "me.png", file)]).await
}

/// Number of stored files.
fn stored(pair: &Pair) -> usize {
    let folder = pair.app.host.cx.data_dir.join("files/sealed");
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

#[tokio::test]
async fn only_the_two_members_see_a_picture() {
    let pair = Pair::talking().await;
    let iris = pair.app.admin("iris").await;
    let sent =
        send_picture(&pair.ana, &pair.bo, &[("content", "The ladder")], &picture()).await.ok();
    let url = format!("/api/message/picture/{}", sent["id"].as_str().unwrap());
    assert_eq!(sent["picture"], json!({ "url": url, "width": 64, "height": 64 }));
    assert_eq!(messages(&pair.bo, &pair.ana).await[1]["picture"], sent["picture"]);
    let listed = conversations(&pair.bo).await.remove(0);
    assert_eq!(
        (&listed["lastmessage_kind"], &listed["lastmessage"]),
        (&json!("picture"), &json!("The ladder"))
    );
    for who in [&pair.ana, &pair.bo] {
        let file = who.get(&url).await;
        assert_eq!((file.status, &file.bytes[..3]), (200, &[0xFF, 0xD8, 0xFF][..]));
        assert_eq!(file.header("content-type"), Some("image/jpeg"));
        assert_eq!(file.header("cache-control"), Some("private, no-store"));
    }
    for who in [&pair.stranger, &iris] {
        who.get(&url).await.refused(404, "chat.not_found");
    }
    pair.app.anonymous().get(&url).await.refused(401, "auth.unauthorised");
    let words = messages(&pair.bo, &pair.ana).await[0]["id"].clone();
    let none = format!("/api/message/picture/{}", words.as_str().unwrap());
    pair.bo.get(&none).await.refused(404, "chat.no_picture");
    // The clean-up of unused files keeps it.
    for _ in 0..3 {
        pair.app.advance(std::time::Duration::from_hours(24));
        pair.app.run_jobs().await;
    }
    let bo = pair.app.log_in(&pair.bo).await;
    assert_eq!(bo.get(&url).await.status, 200);
}

#[tokio::test]
async fn refused_picture_leaves_no_file() {
    let pair = Pair::meet().await;
    let (ana, bo) = (&pair.ana, &pair.bo);
    send_picture(ana, bo, &[], &picture()).await.refused(422, "chat.say_more");
    send_picture(ana, ana, &[("content", HELLO)], &picture()).await.invalid("receiverId");
    send_picture(ana, bo, &[("content", HELLO)], b"no picture")
        .await
        .refused(415, "files.not_an_image");
    let fields = [("receiverId", bo.id.as_str())];
    ana.post_form("/api/message/picture", &fields, &[]).await.invalid("picture");
    send(ana, bo, HELLO).await.ok();
    bo.post_empty(&format!("/api/users/block/{}", ana.id)).await.ok();
    send_picture(ana, bo, &[], &picture()).await.refused(403, "chat.cannot_write");
    assert_eq!((stored(&pair), messages(bo, ana).await.len()), (0, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_picture_is_stored_once() {
    let pair = Pair::talking().await;
    let sends = (0..3).map(|_| {
        let (ana, bo) = (pair.ana.clone(), pair.bo.clone());
        tokio::spawn(async move {
            send_picture(&ana, &bo, &[("clientId", CLIENT)], &picture()).await.ok()["id"].clone()
        })
    });
    let mut ids = Vec::new();
    for sent in sends.collect::<Vec<_>>() {
        ids.push(sent.await.unwrap());
    }
    ids.push(
        send_picture(&pair.ana, &pair.bo, &[("clientId", CLIENT)], &picture()).await.ok()["id"]
            .clone(),
    );
    ids.dedup();
    assert_eq!((ids.len(), messages(&pair.bo, &pair.ana).await.len(), stored(&pair)), (1, 2, 1));
    let file = pair.bo.get(&format!("/api/message/picture/{}", ids[0].as_str().unwrap())).await;
    assert_eq!(file.status, 200);
}
