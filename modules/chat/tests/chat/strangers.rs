//! How many strangers somebody may write to.

use std::time::Duration;

use sparkyard_testkit::Member;

use crate::pair::{HELLO, Pair, send};

const RULES: &str = "
    [limits]
    enabled = true
    mail_per_minute = 1000
    mail_per_day = 1000
    auth_per_minute = 1000
    anonymous_per_minute = 1000
";
const HOUR: Duration = Duration::from_hours(1);

/// Members whom ana does not know.
async fn strangers(pair: &Pair, names: std::ops::Range<u8>) -> Vec<Member> {
    let mut strangers = Vec::new();
    for number in names {
        strangers.push(pair.app.member(&format!("m{number}")).await);
    }
    strangers
}

#[tokio::test]
async fn nobody_writes_to_more_than_twenty_strangers_in_two_days() {
    let mut pair = Pair::with(RULES).await;
    let others = strangers(&pair, 0..22).await;
    for other in &others[..20] {
        send(&pair.ana, other, HELLO).await.ok();
    }
    let refused = send(&pair.ana, &others[20], HELLO).await;
    refused.refused(429, "chat.too_many_strangers");
    assert_eq!(refused.header("retry-after"), Some("172800"));
    // Who is written to already, who wrote first, and who is followed both ways is no stranger.
    send(&pair.ana, &others[0], "One more thing").await.ok();
    send(&pair.bo, &pair.ana, HELLO).await.ok();
    send(&pair.ana, &pair.bo, "It is").await.ok();
    for (who, whom) in [(&pair.ana, &pair.stranger), (&pair.stranger, &pair.ana)] {
        who.post_empty(&format!("/api/follows/follow/{}", whom.id)).await.ok();
    }
    send(&pair.ana, &pair.stranger, HELLO).await.ok();

    pair.app.advance(HOUR * 47);
    pair.app.run_jobs().await;
    pair.ana = pair.app.log_in(&pair.ana).await;
    let refused = send(&pair.ana, &others[20], HELLO).await;
    refused.refused(429, "chat.too_many_strangers");
    assert_eq!(refused.header("retry-after"), Some("3600"));
    pair.app.advance(HOUR * 2);
    pair.app.run_jobs().await;
    pair.ana = pair.app.log_in(&pair.ana).await;
    for other in &others[20..] {
        send(&pair.ana, other, HELLO).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_at_once_are_no_more() {
    let pair = Pair::with(&format!("{RULES}[chat]\nstrangers = 3")).await;
    let sends = strangers(&pair, 0..10).await.into_iter().map(|other| {
        let ana = pair.ana.clone();
        tokio::spawn(async move { send(&ana, &other, HELLO).await.status })
    });
    let mut sent = 0;
    for status in sends.collect::<Vec<_>>() {
        let status = status.await.unwrap();
        assert!([200, 429].contains(&status), "{status}");
        sent += usize::from(status == 200);
    }
    assert_eq!(sent, 3);
}
