//! Plays the history of the sample community in order of time.

mod admin;
mod board;
mod cards;
mod checks;
mod contact;
mod delegates;
mod disputes;
mod earnings;
mod events;
mod expenses;
mod hours;
mod identity_documents;
mod reports;
mod requests;
mod risks;
mod thanks;

use std::{collections::HashMap, fmt::Write as _, sync::Arc, time::Duration};

use anyhow::Context;
use poem::http::Method;
use serde_json::{Value, json};
use sparkyard_db::Timestamp;
use sparkyard_host::{Host, config::Config, in_process::LocalClient, mail::CapturedMail};
use sparkyard_kernel::{ManualClock, ports::Accounts};

use crate::{
    Build,
    actor::{Actor, new_password},
    board::{POSTINGS, Posting},
    earnings::{WITHDRAWALS, Withdrawal},
    events::{CommunityEvent, EVENTS},
    identity_documents::{IDENTITY_DOCUMENTS, IdentityDocument},
    people,
    talk::{Conversation, Saying, Unread, conversations},
    thanks::{THANKS, Thanks},
    town::{SampleBooking, SampleLetter, SamplePerson, Town, days_from, moment_on, town},
};

const DAY: Duration = Duration::from_hours(24);
const HOUR: Duration = Duration::from_hours(1);
/// Key of the admin who decides about documents.
const ADMIN: &str = "iris";
/// The three people worth signing in as, printed at start.
const SHOWCASE: [(&str, &str); 3] =
    [("maya", "books others"), ("dev", "is booked by others"), ("iris", "administrator")];

/// Plays everything up to `now` and returns the text with the logins.
pub(super) async fn play(
    config: &Config,
    build: &Build<'_>,
    now: Timestamp,
) -> anyhow::Result<String> {
    let Town { people, bookings, words, letter } = town()?;
    let talk = conversations()?;
    let clock = ManualClock::at(now);
    let mail = Arc::new(CapturedMail::default());
    let mut config = config.clone();
    // Years pass in seconds here, and all requests come from one address.
    config.limits.enabled = false;
    // The neighbours must be able to register whatever the site's policy is.
    config.override_modules("[auth]\nregistration = \"open\"");
    let host = build(config, Arc::new(clock.clone()), mail.clone())?;
    let client = LocalClient {
        endpoint: host.endpoint.clone(),
        token: None,
        headers: vec![("user-agent".to_owned(), "Sample neighbour".to_owned())],
    };
    let (cast, events, unread) = (HashMap::new(), HashMap::new(), Unread::default());
    let mut story = Story { now, clock, host, mail, client, cast, events, unread };
    for moment in moments(&people, &bookings, &talk, &letter, now)? {
        story.clock.set(moment.at);
        story.live(moment).await?;
    }
    story.clock.set(now);
    story.keep_hours(&people).await?;
    story.vet().await?;
    story.help().await?;
    story.keep_cards().await?;
    story.assess_risks().await?;
    story.add_words(&words).await?;
    story.add_village().await?;
    story.hear_from_visitors().await?;
    story.report().await?;
    story.settle().await?;
    Ok(story.logins())
}

struct Story {
    now: Timestamp,
    clock: ManualClock,
    host: Host,
    mail: Arc<CapturedMail>,
    client: LocalClient,
    cast: HashMap<String, Character>,
    /// Ids of events by the keys of their hosts.
    events: HashMap<[&'static str; 2], String>,
    unread: Unread,
}

struct Character {
    actor: Actor,
    skills: Vec<String>,
    email: String,
    password: String,
}

/// Something that happens at one moment.
struct Moment<'a> {
    at: Timestamp,
    act: Act<'a>,
}

enum Act<'a> {
    Join(&'a SamplePerson),
    Follow(&'a SamplePerson),
    Meet(&'a SampleBooking),
    SubmitDocument(&'a IdentityDocument),
    Say(Saying<'a>),
    Write(&'a SampleLetter),
    Thank(&'a Thanks),
    Withdraw(&'a Withdrawal),
    Post(&'a Posting),
    CreateEvent(&'static CommunityEvent),
    EndEvent(&'static CommunityEvent),
}

fn moments<'a>(
    people: &'a [SamplePerson],
    bookings: &'a [SampleBooking],
    talk: &'a [Conversation],
    letter: &'a SampleLetter,
    now: Timestamp,
) -> anyhow::Result<Vec<Moment<'a>>> {
    let mut moments = Vec::new();
    for (index, person) in people.iter().enumerate() {
        let joined = days_from(now, person.joined_day) + Duration::from_secs(60 * index as u64);
        moments.push(Moment { at: joined, act: Act::Join(person) });
        // Everybody they may follow has joined by then.
        moments.push(Moment { at: now - 70 * HOUR, act: Act::Follow(person) });
    }
    for booking in bookings {
        moments.push(Moment { at: requested_at(booking, now)?, act: Act::Meet(booking) });
    }
    for document in IDENTITY_DOCUMENTS {
        moments.push(Moment { at: document.at(now), act: Act::SubmitDocument(document) });
    }
    for thanks in THANKS {
        moments.push(Moment { at: thanks.at(now), act: Act::Thank(thanks) });
    }
    for withdrawal in WITHDRAWALS {
        moments.push(Moment { at: withdrawal.at(now), act: Act::Withdraw(withdrawal) });
    }
    for posting in POSTINGS {
        moments.push(Moment { at: posting.at(now), act: Act::Post(posting) });
    }
    for event in EVENTS {
        moments.push(Moment { at: event.created_at(now)?, act: Act::CreateEvent(event) });
        let thanked = event.thanked_at(now)?;
        moments.extend(thanked.map(|at| Moment { at, act: Act::EndEvent(event) }));
    }
    for saying in talk.iter().flat_map(|conversation| conversation.sayings(now)) {
        moments.push(Moment { at: saying.at, act: Act::Say(saying) });
    }
    moments.push(Moment { at: days_from(now, letter.day), act: Act::Write(letter) });
    moments.sort_by_key(|moment| moment.at);
    Ok(moments)
}

/// Returns a time a few days ahead of the date, early enough for all later steps.
fn requested_at(booking: &SampleBooking, now: Timestamp) -> anyhow::Result<Timestamp> {
    let date = booking_date(booking, now)?;
    let recent = now - 30 * HOUR;
    Ok((date - 3 * DAY).min(recent))
}

fn booking_date(booking: &SampleBooking, now: Timestamp) -> anyhow::Result<Timestamp> {
    let date = moment_on(booking.day, &booking.time, now)?;
    // Work in progress began a while ago, on the half hour, whatever the time is now.
    let under_way = now - HOUR * 3 / 2;
    let under_way = under_way - Duration::from_secs(under_way.as_seconds().unsigned_abs() % 1800);
    Ok(if booking.status == "in_progress" { date.min(under_way) } else { date })
}

impl Story {
    async fn live(&mut self, moment: Moment<'_>) -> anyhow::Result<()> {
        match moment.act {
            Act::Join(neighbour) => {
                self.join(neighbour).await.with_context(|| format!("{} joins", neighbour.key))
            }
            Act::Follow(neighbour) => {
                self.follow(neighbour).await.with_context(|| format!("{} follows", neighbour.key))
            }
            Act::Meet(booking) if self.host.cx.has("bookings") => {
                let (client, provider) = (&booking.client, &booking.provider);
                self.meet(booking, moment.at)
                    .await
                    .with_context(|| format!("{client} books {provider}"))
            }
            Act::SubmitDocument(document) if self.host.cx.has("kyc") => {
                let owner = document.owner;
                self.submit_document(document)
                    .await
                    .with_context(|| format!("{owner} submits a document"))
            }
            Act::Say(saying) if self.host.cx.has("chat") => {
                let (from, to) = (saying.from, saying.to);
                self.say(&saying).await.with_context(|| format!("{from} writes to {to}"))
            }
            Act::Write(letter) if self.host.cx.has("notifications") => {
                self.send_letter(letter).await.context("the administrator writes to everybody")
            }
            Act::Thank(thanks) if self.has_sparks() => {
                self.thank(thanks).await.with_context(|| format!("{} gives sparks", thanks.by))
            }
            Act::Withdraw(withdrawal) if self.has_withdrawals() => {
                let by = withdrawal.by;
                self.withdraw(withdrawal).await.with_context(|| format!("{by} withdraws"))
            }
            Act::Post(posting) if self.host.cx.has("community") => {
                self.post(posting).await.with_context(|| format!("{} posts", posting.by))
            }
            Act::CreateEvent(event) if self.host.cx.has("community") => {
                self.create_event(event).await.context("an event is created")
            }
            Act::EndEvent(event) if self.host.cx.has("community") => {
                self.end_event(event).await.context("an event ends")
            }
            Act::Meet(_)
            | Act::SubmitDocument(_)
            | Act::Say(_)
            | Act::Write(_)
            | Act::Thank(_)
            | Act::Withdraw(_)
            | Act::Post(_)
            | Act::CreateEvent(_)
            | Act::EndEvent(_) => Ok(()),
        }
    }

    async fn join(&mut self, neighbour: &SamplePerson) -> anyhow::Result<()> {
        let password = new_password();
        let clock = self.clock.clone();
        let mut actor = Actor::new(self.client.clone(), clock, &neighbour.email, password.clone());
        let invitation = match &neighbour.invited_by {
            Some(inviter) => Some(self.invitation(inviter).await?),
            None => None,
        };
        let town = (&self.host, &*self.mail);
        people::join(&mut actor, neighbour, &password, invitation.as_deref(), town).await?;
        let cx = self.host.cx.clone();
        let skills = people::settle_in(&mut actor, neighbour, |module| cx.has(module)).await?;
        // The mail about a bank account leaves before the clock moves on.
        self.host.settle().await?;
        if neighbour.role == "admin" {
            let accounts: Arc<dyn Accounts> = self.host.ports.require("demo")?;
            let promoted = accounts.add_admin(&neighbour.email).await;
            promoted.map_err(|error| anyhow::anyhow!(error.message))?;
        }
        let character = Character { actor, skills, email: neighbour.email.clone(), password };
        self.cast.insert(neighbour.key.clone(), character);
        Ok(())
    }

    async fn follow(&mut self, neighbour: &SamplePerson) -> anyhow::Result<()> {
        for key in &neighbour.follows {
            let id = self.character(key)?.actor.id.clone();
            let path = format!("/api/follows/follow/{id}");
            self.character(&neighbour.key)?.actor.post(&path, json!({})).await?;
        }
        self.settle().await
    }

    async fn say(&mut self, saying: &Saying<'_>) -> anyhow::Result<()> {
        let to = self.character(saying.to)?.actor.id.clone();
        let mut unread = std::mem::take(&mut self.unread);
        saying.say((&mut self.character(saying.from)?.actor, &to), &mut unread).await?;
        saying.close(&mut self.character(saying.to)?.actor, &mut unread).await?;
        self.unread = unread;
        self.settle().await
    }

    async fn meet(&mut self, booking: &SampleBooking, requested: Timestamp) -> anyhow::Result<()> {
        let date = booking_date(booking, self.now)?;
        let (id, paid) = self.request(booking, date).await?;
        let (client, provider) = (booking.client.as_str(), booking.provider.as_str());
        // Answers come within a day; everything else happens around the date, if it is past.
        let answered = (requested + 20 * HOUR).min(self.now - 2 * HOUR);
        let started = date.min(self.now - HOUR).max(answered);
        let finished = (started + HOUR * booking.hours).min(self.now - HOUR / 2);
        let steps: &[(&str, &str, Timestamp)] = match booking.status.as_str() {
            "pending" => &[],
            "accepted" => &[(provider, "accept", answered)],
            "rejected" => &[(provider, "reject", answered)],
            "cancelled" => &[(client, "cancel", answered)],
            "in_progress" | "disputed" => {
                &[(provider, "accept", answered), (client, "in-progress", started)]
            }
            "completed" => &[
                (provider, "accept", answered),
                (client, "in-progress", started),
                (client, "complete", finished),
            ],
            other => anyhow::bail!("unknown status {other:?}"),
        };
        for (who, action, at) in steps {
            self.clock.set(*at);
            self.character(who)?
                .actor
                .put(&format!("/api/bookings/{action}/{id}"), json!({}))
                .await?;
            if *action == "in-progress" {
                self.spend(booking, &id).await?;
            }
        }
        self.clock.set((finished + 3 * HOUR).min(self.now));
        self.aftermath(booking, &id).await?;
        if let (Some(dispute), Some(paid)) = (booking.chargeback, &paid) {
            self.dispute_at_bank(&id, paid, dispute).await?;
        }
        self.settle().await
    }

    async fn aftermath(&mut self, booking: &SampleBooking, id: &str) -> anyhow::Result<()> {
        let provider = self.character(&booking.provider)?;
        let (provider_id, skill) =
            (provider.actor.id.clone(), provider.skills[booking.skill].clone());
        let client = &mut self.character(&booking.client)?.actor;
        if let Some(review) = booking.review.as_ref().filter(|_| booking.status == "completed") {
            let number: Value = id.parse()?;
            let body = json!({
                "skillId": skill, "revieweeId": provider_id, "bookingId": number,
                "rating": review.rating, "comment": review.comment,
            });
            client.post("/api/reviews", body).await?;
            if let Some(reply) = &review.reply {
                let path = format!("/api/reviews/{id}/reply");
                let provider = &mut self.character(&booking.provider)?.actor;
                provider.put(&path, json!({ "reply": reply })).await?;
            }
        }
        self.repay(booking, id).await?;
        if booking.status == "disputed" {
            self.dispute(booking, id).await?;
        }
        if let Some(wish) = &booking.proposal {
            let (path, body) = (format!("/api/bookings/propose/{id}"), wish.body(self.now)?);
            self.character(&wish.by)?.actor.put(&path, body).await?;
        }
        Ok(())
    }

    /// Returns the invitation code of somebody.
    async fn invitation(&mut self, key: &str) -> anyhow::Result<String> {
        let actor = &mut self.character(key)?.actor;
        let own = actor.attempt(Method::GET, "/api/users/invites", None).await?;
        let own = own.map_err(|refused| anyhow::anyhow!("no invitation: {}", refused.code))?;
        Ok(own["code"].as_str().context("an invitation without a code")?.to_owned())
    }

    async fn settle(&self) -> anyhow::Result<()> {
        self.host.settle().await
    }

    fn character(&mut self, key: &str) -> anyhow::Result<&mut Character> {
        self.cast.get_mut(key).with_context(|| format!("nobody is called {key:?}"))
    }

    fn logins(&self) -> String {
        let mut text = "Sample logins:\n".to_owned();
        for (key, role) in SHOWCASE {
            if let Some(character) = self.cast.get(key) {
                let (email, password) = (&character.email, &character.password);
                // Writing to a String cannot fail.
                let _ = writeln!(text, "  {email:<20} {password}   ({role})");
            }
        }
        text
    }
}
