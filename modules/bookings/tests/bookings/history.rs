//! The history of a booking as both parties, their conversation and staff see it.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{Clock, Timestamp};
use sparkyard_testkit::Member;

use crate::fixture::{HOUR, Street, id};

/// Requested and proposed start of a story's booking, in hours after the story begins.
const TIMES: [(&str, u32); 2] = [("first", 2), ("other", 4)];

/// Stories: actions as `who what`, and expected events as `who what [time] [words]`.
const STORIES: [(&[&str], &[&str]); 9] = [
    (&["bo reject"], &["client asked first", "provider rejected “Bo's words”"]),
    (&["pass 2"], &["client asked first", "system expired"]),
    (&["bo accept", "pass 340"], &["client asked first", ACCEPTED, "system abandoned"]),
    (&["bo accept", "bo cancel"], &["client asked first", ACCEPTED, "provider cancelled"]),
    (
        &["ana propose", "bo agree", "ana cancel"],
        &[
            "client asked first",
            "client time_proposed other “Ana's words”",
            "provider accepted_at_time other",
            "client cancelled",
        ],
    ),
    (
        &["bo accept", "ana propose", "bo agree", "pass 4", "ana start", "pass 1", "ana complete"],
        &[
            "client asked first",
            ACCEPTED,
            "client time_proposed other “Ana's words”",
            "provider time_agreed other",
            "client started",
            "client confirmed",
        ],
    ),
    (
        &["bo accept", "pass 2", "ana start", "ana undo", "ana start", "bo complete", "pass 72"],
        &[
            "client asked first",
            ACCEPTED,
            "client started",
            "client start_undone",
            "client started",
            "provider completed",
            "system released",
        ],
    ),
    (
        &["bo accept", "pass 2", "ana start", "ana undo", "bo dispute", "iris refund"],
        &[
            "client asked first",
            ACCEPTED,
            "client started",
            "client start_undone",
            "provider disputed",
            "admin decided_refund",
        ],
    ),
    (
        &[
            "bo accept",
            "bo propose",
            "ana decline",
            "ana propose",
            "ana withdraw",
            "ana propose",
            "pass 3",
            "ana dispute",
            "iris split",
        ],
        &[
            "client asked first",
            ACCEPTED,
            "provider time_proposed other “Bo's words”",
            "client time_declined other “Ana's words”",
            "client time_proposed other “Ana's words”",
            "client time_withdrawn other",
            "client time_proposed other “Ana's words”",
            "system time_lapsed other",
            "client disputed",
            "admin decided_split",
        ],
    ),
];
const ACCEPTED: &str = "provider accepted first “Bo's words”";

#[tokio::test]
async fn everyone_sees_the_same_history() {
    let mut street = Street::open().await;
    let mut iris = street.app.admin("iris").await;
    for (done, expected) in STORIES {
        let begun = street.app.clock.now();
        let time = |name: &str| {
            let (_, hours) = TIMES.into_iter().find(|(known, _)| *known == name).unwrap();
            (begun + HOUR * hours).to_string()
        };
        let booking = id(&street.ask(&[("booking_date", &time("first"))]).await.ok());
        for step in done {
            street.app.advance(Duration::from_secs(1));
            match step.split_once(' ').unwrap() {
                ("pass", hours) => {
                    street.wait(HOUR * hours.parse().unwrap()).await;
                    iris = street.app.log_in(&iris).await;
                }
                ("iris", outcome) => decide(&iris, outcome, booking).await,
                (who, what) => act(&street, who, what, booking, &time("other")).await,
            }
        }
        let seen = street.see(&street.ana, booking).await;
        assert_eq!(lines(&seen, begun), expected, "{done:?}");
        let together = street.ana.get(&format!("/api/bookings/with/{}", street.bo.id)).await.ok();
        let mut others =
            vec![street.see(&street.bo, booking).await, together[0]["booking"].clone()];
        if done.iter().any(|step| step.contains("dispute")) {
            let case = iris.get(&format!("/api/admin/disputes/{booking}")).await.ok();
            others.push(case["booking"].clone());
        }
        for other in others {
            assert_eq!(other["timeline"], seen["timeline"], "{done:?}");
        }
    }
}

async fn act(street: &Street, who: &str, what: &str, booking: i64, other: &str) {
    let member = street.named(who);
    let words = if who == "ana" { "Ana's words" } else { "Bo's words" };
    let put = async |action: &str| {
        let body = json!({ "booking_date": other, "words": words });
        member.put(&format!("/api/bookings/{action}/{booking}"), body).await
    };
    let response = match what {
        "accept" | "reject" | "propose" => put(what).await,
        "agree" => put("accept-time").await,
        "decline" => put("decline-time").await,
        "withdraw" => put("withdraw-time").await,
        "start" => street.put(member, "in-progress", booking).await,
        what => street.put(member, what, booking).await,
    };
    response.ok();
}

async fn decide(iris: &Member, outcome: &str, booking: i64) {
    let mut body = json!({ "outcome": outcome, "reason": "Heard." });
    if outcome == "split" {
        body["provider_share"] = json!(50);
    }
    iris.put(&format!("/api/admin/disputes/{booking}"), body).await.ok();
}

/// Formats each event as a line, with the name of its time.
fn lines(booking: &Value, begun: Timestamp) -> Vec<String> {
    let line = |event: &Value| {
        let mut parts = vec![text(event, "by").unwrap(), text(event, "kind").unwrap()];
        let date = text(event, "booking_date");
        parts.extend(date.map(|date| {
            let named =
                TIMES.into_iter().find(|(_, hours)| (begun + HOUR * *hours).to_string() == date);
            named.map_or(date, |(name, _)| name.to_owned())
        }));
        parts.extend(text(event, "words").map(|words| format!("“{words}”")));
        parts.join(" ")
    };
    booking["timeline"].as_array().unwrap().iter().map(line).collect()
}

fn text(event: &Value, field: &str) -> Option<String> {
    event[field].as_str().map(str::to_owned)
}
