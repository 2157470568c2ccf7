//! A crowd, for measuring: many people with skills, as unevenly spread over cities, crafts and
//! names as people are.
//!
//! They are written by the modules' own database functions, a batch in each write, rather than
//! played through the operations, which would take hours. Nobody can sign in as one of them.

use std::{sync::Arc, time::Duration};

use sparkyard_db::{Fragment, Timestamp};
use sparkyard_host::Host;
use sparkyard_kernel::{
    ApiError, ExperienceLevel, Money, Point, SkillId, UserId,
    ports::{NewPerson, NewSkill, People, Skills},
};

use super::{
    census::{CITIES, City, FIRST_NAMES, LAST_NAMES, PRAISE, THINGS},
    dice::Dice,
};

/// People in one write.
const BATCH: usize = 100;
/// How many skills people offer, each as likely: three on average, as uneven as in life.
const SKILLS_EACH: [usize; 10] = [0, 1, 1, 2, 2, 3, 3, 4, 5, 9];
const LEVELS: [ExperienceLevel; 3] =
    [ExperienceLevel::Beginner, ExperienceLevel::Intermediate, ExperienceLevel::Expert];
/// The crowd joined over this long.
const PAST: Duration = Duration::from_hours(24 * 700);
/// Kilometres along a meridian per degree.
const KM_PER_DEGREE: f64 = 111.2;

/// Adds `size` people; their skills are of `categories`, the first most often.
pub(super) async fn gather(
    host: &Host,
    size: usize,
    categories: &[String],
    now: Timestamp,
) -> anyhow::Result<()> {
    let people: Arc<dyn People> = host.ports.require("demo")?;
    let skills = host.ports.optional::<dyn Skills>().filter(|_| !categories.is_empty());
    let mut crowd = Crowd { host, people, skills, categories, now, dice: Dice::new(42) };
    let mut left = size;
    while left > 0 {
        let batch = left.min(BATCH);
        let mut write = host.cx.db.write("demo.crowd");
        for _ in 0..batch {
            let fragments = crowd.person();
            write = write.calls(fragments.map_err(|error| anyhow::anyhow!(error.message))?);
        }
        write.run::<()>().await?;
        left -= batch;
    }
    Ok(())
}

struct Crowd<'a> {
    host: &'a Host,
    people: Arc<dyn People>,
    skills: Option<Arc<dyn Skills>>,
    categories: &'a [String],
    now: Timestamp,
    dice: Dice,
}

impl Crowd<'_> {
    /// Somebody new, and what they offer.
    fn person(&mut self) -> Result<Vec<Fragment>, ApiError> {
        let id = UserId(self.host.cx.ids.next());
        let weights = CITIES.iter().map(|city| city.people);
        let city = &CITIES[self.dice.weighted(weights)];
        let joined = self.now - PAST.mul_f64(self.dice.share());
        let (place, firstname) = (self.place(city), (*self.dice.pick(FIRST_NAMES)).to_owned());
        let lastname = (*self.dice.pick(LAST_NAMES)).to_owned();
        let person = self.people.create(NewPerson {
            id: id.clone(),
            firstname,
            lastname,
            gender: sparkyard_kernel::Gender::Other,
            phone: "07700 900000".to_owned(),
            location: Some(city.name.to_owned()),
            place: Some(place),
            at: joined,
            listed: true,
        })?;
        let mut fragments = vec![person];
        if let Some(skills) = self.skills.clone() {
            for _ in 0..*self.dice.pick(&SKILLS_EACH) {
                fragments.push(skills.create(self.skill(&id, joined))?);
            }
        }
        Ok(fragments)
    }

    fn skill(&mut self, owner: &UserId, at: Timestamp) -> NewSkill {
        // A few crafts are common, most are rare.
        let ranks = (3u16..).take(self.categories.len()).map(|rank| 1.0 / f64::from(rank));
        let category = self.categories[self.dice.weighted(ranks)].clone();
        let pounds = self.dice.below(60);
        NewSkill {
            id: SkillId(self.host.cx.ids.next()),
            user_id: owner.clone(),
            description: format!("{} {}", self.dice.pick(PRAISE), self.dice.pick(THINGS)),
            skill_type: category,
            experience_level: *self.dice.pick(&LEVELS),
            hourly_rate: Money::from_minor(i64::try_from(pounds).unwrap_or_default() * 100),
            at,
        }
    }

    /// Somewhere in a city: more likely in its middle than at its edge.
    fn place(&mut self, city: &City) -> Point {
        let mut off = || (0..4).map(|_| self.dice.share() - 0.5).sum::<f64>() * city.radius_km;
        let (north, east) = (off(), off());
        let lon_degree = KM_PER_DEGREE * city.lat.to_radians().cos();
        Point { lat: city.lat + north / KM_PER_DEGREE, lon: city.lon + east / lon_degree }
    }
}
