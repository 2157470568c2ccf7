//! The community with which every simulation begins, made once for all of them.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use sparkyard_kernel::{Clock, ManualClock, Timestamp};
use sparkyard_testkit::{FolderCopy, Member};

use super::{
    mail_server::MailServer,
    process::{Process, SETTINGS},
};
use crate::{
    TestApp,
    bookings::fixture::{DATE, fund, offer, pay, put},
    money::trader::bank_account,
};

/// Members at the beginning, with the cancellation policies of their skills.
const NAMES: [(&str, &str); 5] = [
    ("ana", "flexible"),
    ("bo", "moderate"),
    ("cy", "strict"),
    ("dee", "flexible"),
    ("eli", "moderate"),
];
/// Those of them who have proved who they are, and have a bank account.
const VERIFIED: usize = 2;
const POUNDS: f64 = 60.0;

/// A member, apart from their session.
#[derive(Clone, Debug)]
pub(super) struct Neighbour {
    pub(super) id: String,
    pub(super) email: String,
    pub(super) skill: Option<String>,
    pub(super) bank_account: Option<String>,
    /// Whether the account still exists.
    pub(super) here: bool,
    /// Access token and the time from which it is valid.
    pub(super) token: Option<(String, Timestamp)>,
}

impl Neighbour {
    pub(super) fn new(member: &Member) -> Self {
        Self {
            id: member.id.clone(),
            email: member.email.clone(),
            skill: None,
            bank_account: None,
            here: true,
            token: None,
        }
    }
}

/// Files and people of the community.
pub(super) struct Town {
    pub(super) files: FolderCopy,
    pub(super) people: Vec<Neighbour>,
    pub(super) admin: Neighbour,
    pub(super) time: Timestamp,
}

impl Town {
    pub(super) fn get() -> &'static Self {
        static TOWN: OnceLock<Town> = OnceLock::new();
        TOWN.get_or_init(Self::make)
    }

    fn make() -> Self {
        let clock = ManualClock::at("2026-03-02T10:00:00Z".parse().unwrap());
        let nothing = FolderCopy(Vec::new());
        let process = Process::start(&nothing, &clock, SETTINGS, &Arc::new(MailServer::default()));
        let (people, admin) = process.run(Box::pin(settle(&process.app)));
        // Bank accounts can be used some days after they were added.
        clock.advance(Duration::from_hours(24 * 4));
        Self { files: process.stop(), people, admin, time: clock.now() }
    }
}

async fn settle(app: &TestApp) -> (Vec<Neighbour>, Neighbour) {
    let admin = app.admin("iris").await;
    let (mut people, mut members) = (Vec::new(), Vec::new());
    for (index, (name, policy)) in NAMES.into_iter().enumerate() {
        let member = app.member(name).await;
        let mut person = Neighbour::new(&member);
        person.skill = Some(offer(&member, "12.35", policy).await);
        fund(&member, POUNDS).await;
        if index < VERIFIED {
            let account = bank_account(&member, &admin, index).await;
            person.bank_account = Some(account["id"].as_str().unwrap().to_owned());
        }
        people.push(person);
        members.push(member);
    }
    be_helped(&members[2], &members[0], people[0].skill.as_deref().unwrap()).await;
    app.settle().await;
    (people, Neighbour::new(&admin))
}

/// Books an hour and sees it through, so that the provider has something to withdraw.
async fn be_helped(client: &Member, provider: &Member, skill: &str) {
    let intent = pay(client, "wallet").await;
    let fields = [
        ("skills_id", skill),
        ("booked_user_id", &provider.id),
        ("title", ""),
        ("description", "The kitchen tap drips."),
        ("booking_location", "3 Weaver's Row, Hebden Bridge"),
        ("booking_date", DATE),
        ("hours", "1"),
        ("payment_method", "wallet"),
        ("payment_intent_id", &intent),
    ];
    let booked = client.post_form("/api/bookings", &fields, &[]).await.ok();
    let booking = booked["id"].as_i64().unwrap();
    put(provider, "accept", booking).await.ok();
    client.put_empty(&format!("/api/demo/bookings/{booking}/skip")).await.ok();
    put(client, "in-progress", booking).await.ok();
    put(client, "complete", booking).await.ok();
}
