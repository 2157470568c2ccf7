//! The report on what members did for each other, with small numbers withheld.

mod csv;
mod pdf;
mod withheld;

use std::collections::BTreeMap;

use sparkyard_kernel::{
    Months,
    ports::{Activity, Figures},
};

pub(crate) use csv::csv;
pub(crate) use pdf::{Issue, pdf};

/// Smallest number that is shown, other than zero.
pub(crate) const FEWEST: u64 = 5;
/// Stands for a number that is withheld.
const WITHHELD: &str = "not shown";
/// Row of the skills that have no row of their own.
const OTHER_SKILLS: &str = "Other help";
/// Row of the areas that have no row of their own.
const OTHER_AREAS: &str = "Elsewhere or not known";

/// Numbers of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) exchanges: u64,
    /// Hundredths of an hour.
    pub(crate) hours: u64,
    /// Members who took part.
    pub(crate) members: u64,
}

impl From<&Figures> for Counts {
    fn from(figures: &Figures) -> Self {
        let (exchanges, hours) = (figures.exchanges(), figures.hours());
        Self { exchanges, hours, members: figures.members() }
    }
}

impl Counts {
    /// Checks whether one of the numbers would point to a few members.
    fn is_small(self) -> bool {
        [self.exchanges, self.members].iter().any(|number| (1..FEWEST).contains(number))
    }
}

/// A row of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// `None` if they are withheld.
    pub(crate) counts: Option<Counts>,
}

/// The report.
#[derive(Clone, Debug)]
pub(crate) struct ActivityReport {
    pub(crate) months: Months,
    /// Whether the data is that of the sample community.
    pub(crate) is_sample: bool,
    /// `None` if they are withheld.
    pub(crate) total: Option<Counts>,
    /// Rows by month, named `2026-03`, oldest first.
    pub(crate) by_month: Vec<Row>,
    /// Rows by category, most exchanges first.
    pub(crate) by_category: Vec<Row>,
    /// Rows by town, most exchanges first.
    pub(crate) by_area: Vec<Row>,
}

impl ActivityReport {
    /// Creates the report. `category` returns the title of the category that a skill's name denotes.
    pub(crate) fn new(
        months: Months,
        is_sample: bool,
        activity: Activity,
        category: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let none = Counts { exchanges: 0, hours: 0, members: 0 };
        let names = months.names().into_iter().enumerate();
        let by_month: Vec<_> = names
            .map(|(at, name)| (name, activity.months.get(&at).map_or(none, Counts::from)))
            .collect();
        let total = Counts::from(&activity.total);
        let shown = withheld::hidden(&by_month).filter(|_| !total.is_small());
        let Some(by_month) = shown else {
            let by_month = withheld::all_hidden(&by_month);
            let (by_category, by_area) = (Vec::new(), Vec::new());
            return Self { months, is_sample, total: None, by_month, by_category, by_area };
        };
        let mut categories = BTreeMap::<String, Figures>::new();
        for (name, figures) in &activity.skills {
            let title = category(name).unwrap_or_else(|| OTHER_SKILLS.to_owned());
            categories.entry(title).or_default().add(figures.clone());
        }
        let by_category = withheld::merged(categories, OTHER_SKILLS);
        let by_area = withheld::merged(activity.areas_once(), OTHER_AREAS);
        Self { months, is_sample, total: Some(total), by_month, by_category, by_area }
    }

    /// Returns the parts of the report with the names of what their rows are.
    fn parts(&self) -> [(&'static str, &[Row]); 3] {
        [("Month", &self.by_month), ("Category", &self.by_category), ("Area", &self.by_area)]
    }
}

/// Returns exchanges, hours and members as they are printed.
fn numbers(counts: Option<Counts>) -> [String; 3] {
    counts.map_or([WITHHELD; 3].map(str::to_owned), |counts| {
        [counts.exchanges.to_string(), hours(counts.hours), counts.members.to_string()]
    })
}

/// Formats hundredths of an hour: `7`, `7.5`, `7.25`.
fn hours(hundredths: u64) -> String {
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match rest {
        0 => whole.to_string(),
        rest if rest % 10 == 0 => format!("{whole}.{}", rest / 10),
        rest => format!("{whole}.{rest:02}"),
    }
}

/// Returns the explanation of the numbers.
fn notes() -> String {
    format!(
        "An exchange is a completed booking, counted in the month of its date, or help without a \
         booking that both sides confirmed or that nobody objected to. Active members gave or \
         received help. An exchange counts in the town of the member who helped, a member in their \
         own. Numbers of 1 to {} are withheld: small categories and towns are counted together, \
         and a month with a small number is not shown, nor is another one, so that it cannot be \
         worked out from the total.",
        FEWEST - 1
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_have_no_more_decimals_than_they_need() {
        let shown = [0, 25, 50, 700, 705, 12_345].map(hours);
        assert_eq!(shown, ["0", "0.25", "0.5", "7", "7.05", "123.45"]);
    }

    #[test]
    fn small_numbers_point_to_a_few_members() {
        let small = |exchanges, members| Counts { exchanges, hours: 100, members }.is_small();
        assert!(small(4, 5) && small(9, 2) && small(0, 1));
        assert!(!small(5, 5) && !small(0, 0) && !small(0, 5));
    }
}
