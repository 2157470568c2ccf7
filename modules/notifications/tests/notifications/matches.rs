//! Notifications of matches of saved searches.

use sparkyard_kernel::events::community::{SEARCH_MATCHED, SearchMatch, SearchMatched};
use sparkyard_testkit::Member;

use crate::{TestApp, tell, titles};

/// Builds the event that a skill matches searches, given by id and member.
fn matched(day: &str, searches: &[(&str, &Member)]) -> SearchMatched {
    let search = |(id, member): &(&str, &Member)| SearchMatch {
        search_id: (*id).into(),
        user_id: member.id.as_str().into(),
        name: "\u{201c}ladder\u{201d}".to_owned(),
        km: Some(1.2),
    };
    SearchMatched {
        title: "Ladder repair".to_owned(),
        skill_id: Some("s1".into()),
        need_id: None,
        day: day.to_owned(),
        matches: searches.iter().map(search).collect(),
    }
}

#[tokio::test]
async fn each_search_notifies_of_one_match_a_day() {
    for (units, away) in [("km", "1.2 km away"), ("miles", "less than 1 mile away")] {
        let app = TestApp::with(&format!("[site]\nunits = \"{units}\""), true).await;
        let (maya, dev) = (app.member("maya").await, app.member("dev").await);
        let both = [("a", &maya), ("b", &dev)];
        tell(&app, SEARCH_MATCHED, "e1", matched("2026-03-02", &both)).await;
        tell(&app, SEARCH_MATCHED, "e2", matched("2026-03-02", &both)).await;
        let title = format!("A new match for your search: Ladder repair, {away}");
        for member in [&maya, &dev] {
            assert_eq!(titles(member, "/api/notifications").await, [&*title]);
        }
        tell(&app, SEARCH_MATCHED, "e3", matched("2026-03-03", &both[..1])).await;
        tell(&app, SEARCH_MATCHED, "e4", matched("2026-03-03", &[("c", &maya)])).await;
        assert_eq!(titles(&maya, "/api/notifications").await.len(), 3);
        assert_eq!(titles(&dev, "/api/notifications").await.len(), 1);
    }
}
