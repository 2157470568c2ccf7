//! Generates many people with skills for measurements, distributed over cities, trades and names as
//! unevenly as in life.
//!
//! They are written in batches, bypassing the API operations, which would take hours. So this crate
//! knows the tables of people, skills and messages. It is not part of the `sparkyard` program.
//! Nobody can sign in as a generated person.

mod census;
mod split_mix;
mod store;
mod talk;

use std::{sync::Arc, time::Duration};

use sparkyard_host::Host;
use sparkyard_kernel::{
    ApiError, ApprovalStatus, CancellationPolicy, Cx, ExperienceLevel, Gender, Point, SkillId,
    Timestamp, UserId, newest_first,
    ports::{NewPerson, People},
};

pub use self::{census::TRADES, talk::talk};
use self::{
    census::{CITIES, City, FIRST_NAMES, LAST_NAMES, PRAISE, THINGS},
    split_mix::SplitMix64,
    store::{Home, Newcomer, Offer},
};

/// Number of people in one write.
const BATCH: usize = 100;
/// Numbers of skills per person, equally likely: three on average, as uneven as in life.
const SKILLS_EACH: [usize; 10] = [0, 1, 1, 2, 2, 3, 3, 4, 5, 9];
const LEVELS: [ExperienceLevel; 3] =
    [ExperienceLevel::Beginner, ExperienceLevel::Intermediate, ExperienceLevel::Expert];
/// Period over which the people joined.
const PAST: Duration = Duration::from_hours(24 * 700);
/// Kilometres along a meridian per degree.
const KM_PER_DEGREE: f64 = 111.2;

/// Adds `size` people to a community.
pub async fn gather(host: &Host, size: usize) -> anyhow::Result<()> {
    let people = host.ports.require("crowd")?;
    let mut crowd = Crowd { cx: &host.cx, people, now: host.cx.now(), rng: SplitMix64::new(42) };
    let mut left = size;
    while left > 0 {
        let batch = left.min(BATCH);
        let mut newcomers = Vec::with_capacity(batch);
        for _ in 0..batch {
            let newcomer = crowd.person().await;
            newcomers.push(newcomer.map_err(|error| anyhow::anyhow!(error.message))?);
        }
        store::add(&host.cx.db, newcomers).await?;
        left -= batch;
    }
    Ok(())
}

struct Crowd<'a> {
    cx: &'a Cx,
    people: Arc<dyn People>,
    now: Timestamp,
    rng: SplitMix64,
}

impl Crowd<'_> {
    /// Generates a person with skills.
    async fn person(&mut self) -> Result<Newcomer, ApiError> {
        let id = UserId(self.cx.ids.next());
        let weights = CITIES.iter().map(|city| city.people);
        let city = &CITIES[self.rng.weighted(weights)];
        let joined = self.now - PAST.mul_f64(self.rng.share());
        let place = self.place(city);
        let profile = self.people.create(NewPerson {
            id: id.clone(),
            firstname: (*self.rng.pick(FIRST_NAMES)).to_owned(),
            lastname: (*self.rng.pick(LAST_NAMES)).to_owned(),
            gender: Gender::Other,
            phone: "07700 900000".to_owned(),
            location: Some(city.name.to_owned()),
            bio: String::new(),
            place: None,
            at: joined,
            listed: true,
        });
        let profile = profile.await?;
        let skills = *self.rng.pick(&SKILLS_EACH);
        let skills = (0..skills).map(|_| self.skill(&id, joined)).collect();
        Ok(Newcomer { profile, home: Home::of(id, place), skills })
    }

    fn skill(&mut self, owner: &UserId, at: Timestamp) -> Offer {
        // A few trades are common, most are rare.
        let ranks = (3u16..).take(TRADES.len()).map(|rank| 1.0 / f64::from(rank));
        let (category, title) = TRADES[self.rng.weighted(ranks)];
        let pounds = i64::try_from(self.rng.below(60)).unwrap_or_default();
        let id = SkillId(self.cx.ids.next());
        Offer {
            newest: newest_first(at, id.as_str()),
            id,
            user_id: owner.clone(),
            category: category.to_owned(),
            skill_type: title.to_owned(),
            description: format!("{} {}", self.rng.pick(PRAISE), self.rng.pick(THINGS)),
            experience_level: *self.rng.pick(&LEVELS),
            hourly_rate_minor: pounds * 100,
            approval_status: ApprovalStatus::Approved,
            cancellation_policy: CancellationPolicy::Flexible,
            created_at: at,
            listed: true,
            revision: 0,
        }
    }

    /// Returns a point in a city, more likely in the middle than at the edge.
    fn place(&mut self, city: &City) -> Point {
        let mut off = || (0..4).map(|_| self.rng.share() - 0.5).sum::<f64>() * city.radius_km;
        let (north, east) = (off(), off());
        let lon_degree = KM_PER_DEGREE * city.lat.to_radians().cos();
        Point { lat: city.lat + north / KM_PER_DEGREE, lon: city.lon + east / lon_degree }
    }
}
