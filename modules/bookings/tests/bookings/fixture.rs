use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::Clock;
use sparkyard_testkit::{Answer, Member};

use crate::TestApp;

pub(crate) const MINUTE: Duration = Duration::from_mins(1);
pub(crate) const HOUR: Duration = Duration::from_hours(1);
pub(crate) const DAY: Duration = Duration::from_hours(24);

/// Default start of bookings: two days after the clock's start.
pub(crate) const DATE: &str = "2026-03-04T10:00:00Z";
/// Default settings, which the other tests relax.
pub(crate) const RULES: &str = "
    [bookings]
    notice_minutes = 30
    paid_after_minutes = 60
    [limits]
    enabled = true
";
/// Place of bookings.
pub(crate) const PLACE: &str = "3 Weaver's Row, Hebden Bridge, HX7 8CV";

/// Ana, a client; Bo, who offers a free skill; and a stranger.
pub(crate) struct Street {
    pub(crate) app: TestApp,
    pub(crate) ana: Member,
    pub(crate) bo: Member,
    pub(crate) stranger: Member,
    pub(crate) skill: String,
}

impl Street {
    pub(crate) async fn open() -> Self {
        Self::with("").await
    }

    /// Opens a street with additional settings.
    pub(crate) async fn with(settings: &str) -> Self {
        let app = TestApp::with(settings, true).await;
        let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "York").await);
        let stranger = app.member("cy").await;
        let skill = offer(&bo).await;
        Self { app, ana, bo, stranger, skill }
    }

    /// Sends a request by Ana with some fields changed.
    pub(crate) async fn ask(&self, other: &[(&str, &str)]) -> Answer {
        self.ask_as(&self.ana, other).await
    }

    /// Sends a request by a client with some fields changed.
    pub(crate) async fn ask_as(&self, client: &Member, other: &[(&str, &str)]) -> Answer {
        let usual = [
            ("skills_id", self.skill.as_str()),
            ("booked_user_id", self.bo.id.as_str()),
            ("title", ""),
            ("description", "The kitchen tap drips."),
            ("booking_location", PLACE),
            ("booking_lat", "53.7504"),
            ("booking_lon", "-2.002"),
            ("booking_date", DATE),
            ("payment_method", "none"),
        ];
        let kept =
            usual.into_iter().filter(|(name, _)| other.iter().all(|(field, _)| field != name));
        let fields: Vec<_> = kept.chain(other.iter().copied()).collect();
        client.post_form("/api/bookings", &fields, &[]).await
    }

    /// Sends a request by Ana for a place, without coordinates.
    pub(crate) async fn ask_at(&self, place: &str) -> Answer {
        let fields = [
            ("skills_id", self.skill.as_str()),
            ("booked_user_id", self.bo.id.as_str()),
            ("description", "The kitchen tap drips."),
            ("booking_location", place),
            ("booking_date", DATE),
            ("payment_method", "none"),
        ];
        self.ana.post_form("/api/bookings", &fields, &[]).await
    }

    /// Creates a request by Ana for that hour of 4 March.
    pub(crate) async fn booked_at(&self, hour: u32) -> i64 {
        let date = format!("2026-03-04T{hour:02}:00:00Z");
        id(&self.ask(&[("booking_date", &date)]).await.ok())
    }

    /// Creates a booking and applies `changes`, pairs of `ana` or `bo` and an action.
    pub(crate) async fn booked(&self, changes: &[(&str, &str)]) -> i64 {
        let booking = id(&self.ask(&[]).await.ok());
        for (who, action) in changes {
            self.put(self.named(who), action, booking).await.ok();
        }
        booking
    }

    /// Creates a booking whose time has come: requested a minute before, accepted if `changes`
    /// start with that, the rest at the booked time.
    pub(crate) async fn visited(&self, changes: &[(&str, &str)]) -> i64 {
        let date = (self.app.clock.now() + MINUTE).to_string();
        let booking = id(&self.ask(&[("booking_date", &date)]).await.ok());
        for (index, (who, action)) in changes.iter().enumerate() {
            if index == 1 {
                self.app.advance(MINUTE);
            }
            self.put(self.named(who), action, booking).await.ok();
        }
        if changes.len() == 1 {
            self.app.advance(MINUTE);
        }
        booking
    }

    pub(crate) fn named(&self, who: &str) -> &Member {
        match who {
            "ana" => &self.ana,
            "bo" => &self.bo,
            _ => &self.stranger,
        }
    }

    pub(crate) async fn put(&self, who: &Member, action: &str, booking: i64) -> Answer {
        if action == "dispute" {
            let booking = booking.to_string();
            let fields = [("bookingId", booking.as_str()), ("message", "Nobody came.")];
            return who.post_form("/api/dispute/open", &fields, &[]).await;
        }
        let body = json!({ "status": "completed" });
        who.put(&format!("/api/bookings/{action}/{booking}"), body).await
    }

    pub(crate) async fn see(&self, who: &Member, booking: i64) -> Value {
        who.get(&format!("/api/bookings/{booking}")).await.ok()
    }

    /// Advances the clock, runs the jobs and signs everybody in again.
    pub(crate) async fn wait(&mut self, by: Duration) {
        self.app.advance(by);
        self.app.run_jobs().await;
        self.ana = self.app.log_in(&self.ana).await;
        self.bo = self.app.log_in(&self.bo).await;
        self.stranger = self.app.log_in(&self.stranger).await;
    }

    /// Returns the subjects of the mails to a member since sign-up.
    pub(crate) async fn mails_to(&self, who: &Member) -> Vec<String> {
        self.app.settle().await;
        let mails = self.app.mails().into_iter().filter(|mail| mail.to == who.email);
        let mails = mails.filter(|mail| mail.text.contains("-details/"));
        // The rest of the subject is the time and the title.
        mails.map(|mail| mail.subject.split(": ").next().unwrap().to_owned()).collect()
    }

    /// Like `mails_to`, sorted: mails of the same moment have no order.
    pub(crate) async fn sorted_mails_to(&self, who: &Member) -> Vec<String> {
        let mut mails = self.mails_to(who).await;
        mails.sort();
        mails
    }
}

/// Creates a free skill.
pub(crate) async fn offer(provider: &Member) -> String {
    let fields = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "0"),
        ("description", "Dripping taps and slow drains."),
    ];
    let skill = provider.post_form("/api/skills", &fields, &[]).await.ok();
    skill["id"].as_str().unwrap().to_owned()
}

pub(crate) fn id(booking: &Value) -> i64 {
    booking["id"].as_i64().unwrap()
}

/// Returns the strings of a list.
pub(crate) fn words(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}
