use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use async_trait::async_trait;

use super::{People, PersonInfo};
use crate::{ApiError, Months, UserId, text_folding::fold};

/// Most exchanges of one source that are counted for a report.
pub const MAX_HELP: u64 = 100_000;
/// People whose towns are asked for at once.
const PEOPLE_AT_ONCE: usize = 1_000;

/// Help of one kind that one member gave another in a month.
#[derive(Clone, Debug)]
pub struct Help {
    /// Position of the month in [`Months`].
    pub month: usize,
    /// Name of what was done.
    pub skill: String,
    /// Member who helped.
    pub giver: UserId,
    /// Member who was helped.
    pub receiver: UserId,
    /// Number of exchanges.
    pub exchanges: u64,
    /// Their length in hundredths of an hour.
    pub hours: u64,
}

/// Exchanges, their hours, and the members who took part. Who these are does not leave the type.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    exchanges: u64,
    hours: u64,
    members: HashSet<UserId>,
}

impl Figures {
    /// Returns the number of exchanges.
    pub fn exchanges(&self) -> u64 {
        self.exchanges
    }

    /// Returns the length of the exchanges in hundredths of an hour.
    pub fn hours(&self) -> u64 {
        self.hours
    }

    /// Returns the number of members who took part.
    pub fn members(&self) -> u64 {
        self.members.len() as u64
    }

    /// Adds other figures; a member counts once.
    pub fn add(&mut self, other: Self) {
        self.exchanges += other.exchanges;
        self.hours += other.hours;
        self.members.extend(other.members);
    }

    fn count(&mut self, help: &Help) {
        self.exchanges += help.exchanges;
        self.hours += help.hours;
        self.members.extend([help.giver.clone(), help.receiver.clone()]);
    }
}

/// Completed help between members: in all, by month, by skill and by area.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    /// Everything.
    pub total: Figures,
    /// Figures by position of the month.
    pub months: BTreeMap<usize, Figures>,
    /// Figures by name of what was done.
    pub skills: BTreeMap<String, Figures>,
    /// Figures by town: exchanges count in the town of the member who helped, members in their own.
    /// The name is empty for members without a town.
    pub areas: BTreeMap<String, Figures>,
}

impl Activity {
    /// Counts help between members, whose towns `people` knows. More than [`MAX_HELP`] exchanges
    /// are a 422.
    pub async fn of(help: &[Help], people: &dyn People) -> Result<Self, ApiError> {
        if help.iter().map(|help| help.exchanges).sum::<u64>() > MAX_HELP {
            let message = "This period has more than 100,000 exchanges. Choose fewer months.";
            return Err(ApiError::invalid("to", message));
        }
        let members: BTreeSet<&UserId> =
            help.iter().flat_map(|help| [&help.giver, &help.receiver]).collect();
        let members: Vec<UserId> = members.into_iter().cloned().collect();
        let mut known = HashMap::new();
        for some in members.chunks(PEOPLE_AT_ONCE) {
            known.extend(people.find(some).await?);
        }
        let mut activity = Self::default();
        for help in help {
            activity.count(help, &known);
        }
        Ok(activity)
    }

    /// Counts help. `people` has the members whose town is known.
    pub fn count(&mut self, help: &Help, people: &HashMap<UserId, PersonInfo>) {
        self.total.count(help);
        self.months.entry(help.month).or_default().count(help);
        self.skills.entry(help.skill.clone()).or_default().count(help);
        let area = self.areas.entry(town(people, &help.giver)).or_default();
        area.exchanges += help.exchanges;
        area.hours += help.hours;
        for member in [&help.giver, &help.receiver] {
            let area = self.areas.entry(town(people, member)).or_default();
            area.members.insert(member.clone());
        }
    }

    /// Adds the help of another source.
    pub fn add(&mut self, other: Self) {
        self.total.add(other.total);
        for (month, figures) in other.months {
            self.months.entry(month).or_default().add(figures);
        }
        for (skill, figures) in other.skills {
            self.skills.entry(skill).or_default().add(figures);
        }
        for (area, figures) in other.areas {
            self.areas.entry(area).or_default().add(figures);
        }
    }

    /// Returns the figures by area, one row for all spellings of a name.
    pub fn areas_once(self) -> BTreeMap<String, Figures> {
        let mut names = HashMap::new();
        let mut areas = BTreeMap::<String, Figures>::new();
        for (area, figures) in self.areas {
            let name = names.entry(fold(&area)).or_insert(area).clone();
            areas.entry(name).or_default().add(figures);
        }
        areas
    }
}

/// Returns the town of a member; empty without one.
fn town(people: &HashMap<UserId, PersonInfo>, member: &UserId) -> String {
    people.get(member).map(|person| person.location.trim().to_owned()).unwrap_or_default()
}

/// Help without a booking. Offered by timebank.
#[async_trait]
pub trait Exchanges: Send + Sync + 'static {
    /// Counts the exchanges of `months` that were confirmed, or not answered in time. Fails with
    /// 422 for more than [`MAX_HELP`].
    async fn activity(&self, months: &Months) -> Result<Activity, ApiError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn help(month: usize, giver: &str, receiver: &str, skill: &str) -> Help {
        let (giver, receiver) = (giver.into(), receiver.into());
        Help { month, skill: skill.to_owned(), giver, receiver, exchanges: 2, hours: 150 }
    }

    fn person(id: &str, location: &str) -> (UserId, PersonInfo) {
        let person = PersonInfo {
            id: id.into(),
            firstname: String::new(),
            lastname: String::new(),
            photourl: None,
            location: location.to_owned(),
            visible: true,
            listed: true,
            rating: None,
            review_count: 0,
            phone: String::new(),
            approximate: None,
        };
        (id.into(), person)
    }

    #[test]
    fn members_of_two_sources_count_once() {
        let people = HashMap::new();
        let (mut one, mut other) = (Activity::default(), Activity::default());
        one.count(&help(0, "ana", "bo", "Taps"), &people);
        other.count(&help(0, "ana", "cy", "Taps"), &people);
        other.count(&help(3, "cy", "bo", "Lifts"), &people);
        one.add(other);
        let figures = |figures: &Figures| (figures.exchanges(), figures.hours(), figures.members());
        assert_eq!(figures(&one.total), (6, 450, 3));
        assert_eq!(figures(&one.months[&0]), (4, 300, 3));
        assert_eq!(figures(&one.months[&3]), (2, 150, 2));
        assert_eq!(figures(&one.skills["Taps"]), (4, 300, 3));
        assert_eq!(figures(&one.areas[""]), (6, 450, 3));
    }

    #[test]
    fn exchanges_count_where_the_helper_lives() {
        let people = [person("ana", "Leeds"), person("bo", "leeds "), person("cy", "York")].into();
        let mut activity = Activity::default();
        activity.count(&help(0, "ana", "cy", "Taps"), &people);
        activity.count(&help(0, "bo", "dee", "Taps"), &people);
        let areas = activity.areas_once();
        let figures = |name: &str| (areas[name].exchanges(), areas[name].members());
        assert_eq!(areas.len(), 3);
        assert_eq!(figures("Leeds"), (4, 2));
        assert_eq!(figures("York"), (0, 1));
        assert_eq!(figures(""), (0, 1));
    }
}
