//! Chooses the action of a step at random.

mod accounts;
mod bookings;
mod circumstances;
mod money;
mod staff;
mod words;

use std::time::Duration;

use rand::RngExt;

use super::{Checked, Simulation, request::By};

impl Simulation {
    /// Lets something happen.
    pub(super) fn act(&mut self) -> Checked {
        self.clock.advance(Duration::from_millis(self.chance.random_range(1_000..90_000)));
        match self.chance.random_range(0..100) {
            0..16 => self.book(),
            16..42 => self.change_a_booking(),
            42..50 => self.write_a_message(),
            50..54 => self.follow(),
            54..59 => self.fund(),
            59..63 => self.give_sparks(),
            63..67 => self.thank(),
            67..70 => self.withdraw(),
            70..72 => self.pay_in_cash(),
            72 => self.sign_up(),
            73 => self.leave(),
            74..76 => self.report(),
            76 => self.suspend(),
            77..85 => self.deliver(),
            85..88 => self.run_jobs(),
            88..99 => self.change_circumstances(),
            _ => self.fill_the_disk(),
        }
    }

    /// Returns the place of a random member who is here, other than `other`.
    fn random_person(&mut self, other: Option<usize>) -> usize {
        let here = self.people.iter().enumerate().filter(|(_, person)| person.here);
        let here: Vec<usize> = here.map(|(place, _)| place).collect();
        let fits: Vec<usize> = here.into_iter().filter(|place| Some(*place) != other).collect();
        fits[self.chance.random_range(0..fits.len())]
    }

    /// Returns the places of two different members.
    fn two(&mut self) -> (usize, usize) {
        let one = self.random_person(None);
        (one, self.random_person(Some(one)))
    }

    fn id(&self, place: usize) -> String {
        self.person(By::Person(place)).id.clone()
    }

    pub(super) fn place_of(&self, id: &str) -> Option<usize> {
        self.people.iter().position(|person| person.here && person.id == id)
    }

    pub(super) fn is_here(&self, id: &str) -> bool {
        id == self.admin.id || self.place_of(id).is_some()
    }
}
