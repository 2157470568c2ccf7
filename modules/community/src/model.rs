//! Domain types of the module.

pub(crate) mod announcement;
pub(crate) mod event;
pub(crate) mod need;
pub(crate) mod search;

use sparkyard_kernel::{
    Point, Sparks, Timestamp, UserId,
    geo::FAR_KM,
    ports::{PersonInfo, SkillInfo},
};

use self::announcement::Announcement;

/// A member who joined, or a skill that became visible.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    pub(crate) user: UserId,
    /// Id of the skill; `None` for a member.
    pub(crate) skill: Option<String>,
    pub(crate) at: Timestamp,
}

/// A member whom the reader may see, and their distance in kilometres.
#[derive(Clone, Debug)]
pub(crate) struct Near {
    pub(crate) person: PersonInfo,
    /// `None` when either has no place, or the member is hidden from explore.
    pub(crate) km: Option<f64>,
}

impl Near {
    /// Measures from the cell of the reader to that of the member: a hidden member's distance would
    /// tell where they are.
    pub(crate) fn new(person: PersonInfo, reader: Option<Point>) -> Self {
        let cell = person.approximate.filter(|_| person.visible);
        Self { km: reader.zip(cell).map(|(from, to)| from.km_to(to)), person }
    }

    /// Checks whether explore shows the member, and they live within twenty miles if both have a
    /// place.
    pub(crate) fn is_neighbour(&self) -> bool {
        self.person.visible && self.km.is_none_or(|km| km <= FAR_KM)
    }
}

/// A new member.
#[derive(Debug)]
pub(crate) struct Newcomer {
    pub(crate) near: Near,
    pub(crate) at: Timestamp,
}

/// A new skill.
#[derive(Debug)]
pub(crate) struct NewSkill {
    pub(crate) skill: SkillInfo,
    pub(crate) near: Near,
    pub(crate) at: Timestamp,
}

/// News of the community.
#[derive(Debug, Default)]
pub(crate) struct News {
    pub(crate) announcements: Vec<Announcement>,
    pub(crate) newcomers: Vec<Newcomer>,
    pub(crate) skills: Vec<NewSkill>,
    /// `None` where the community uses no tokens.
    pub(crate) tokens_circulating: Option<Sparks>,
}
