//! Numbers that are withheld because they would point to a few members, and those that must be
//! withheld with them because they could be worked out from the total.

use std::collections::BTreeMap;

use sparkyard_kernel::ports::Figures;

use super::{Counts, FEWEST, Row};

/// Counts small rows together in the row `rest`. If that is still small, the smallest of the others
/// joins it; a single small row is withheld.
pub(super) fn merged(rows: BTreeMap<String, Figures>, rest: &str) -> Vec<Row> {
    let is_small = |figures: &Figures| Counts::from(figures).is_small();
    let (mut shown, mut together) = (Vec::new(), Figures::default());
    for (name, figures) in rows {
        match name.is_empty() || name == rest || is_small(&figures) {
            true => together.add(figures),
            false => shown.push((name, figures)),
        }
    }
    shown.sort_by(|(one_name, one), (other_name, other)| {
        other.exchanges().cmp(&one.exchanges()).then_with(|| one_name.cmp(other_name))
    });
    while is_small(&together) {
        let Some((_, smallest)) = shown.pop() else { break };
        together.add(smallest);
    }
    let mut rows: Vec<Row> = shown
        .into_iter()
        .map(|(name, figures)| Row { name, counts: Some(Counts::from(&figures)) })
        .collect();
    let counts = Counts::from(&together);
    if counts.members > 0 {
        let counts = Some(counts).filter(|counts| !counts.is_small());
        rows.push(Row { name: rest.to_owned(), counts });
    }
    rows
}

/// Withholds small rows, and so many others that the small ones cannot be worked out from the total:
/// at least two rows that are not empty, with at least two exchanges for each, and no fewer than
/// five. Returns `None` if there are not enough others, so that the total must be withheld too.
pub(super) fn hidden(rows: &[(String, Counts)]) -> Option<Vec<Row>> {
    let mut hide: Vec<bool> = rows.iter().map(|(_, counts)| counts.is_small()).collect();
    while !is_enough(rows, &hide) {
        let others = rows.iter().zip(&hide).enumerate();
        let others = others.filter(|(_, ((_, counts), hide))| !**hide && counts.exchanges > 0);
        let smallest = others.min_by_key(|(_, ((_, counts), _))| counts.exchanges);
        let (position, _) = smallest?;
        *hide.get_mut(position)? = true;
    }
    Some(rows.iter().zip(hide).map(|((name, counts), hide)| row(name, *counts, hide)).collect())
}

/// Withholds all rows.
pub(super) fn all_hidden(rows: &[(String, Counts)]) -> Vec<Row> {
    rows.iter().map(|(name, counts)| row(name, *counts, true)).collect()
}

fn row(name: &str, counts: Counts, hide: bool) -> Row {
    Row { name: name.to_owned(), counts: Some(counts).filter(|_| !hide) }
}

fn is_enough(rows: &[(String, Counts)], hide: &[bool]) -> bool {
    let hidden = rows.iter().zip(hide).filter(|(_, hide)| **hide);
    let exchanges: Vec<u64> = hidden.map(|((_, counts), _)| counts.exchanges).collect();
    let sum: u64 = exchanges.iter().sum();
    let count = exchanges.len() as u64;
    count == 0 || (count >= 2 && sum >= FEWEST.max(2 * count))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use sparkyard_kernel::ports::{Activity, Help};

    use super::*;

    /// Rows with so many exchanges, by ten members.
    fn months(exchanges: &[u64]) -> Vec<(String, Counts)> {
        let counts = |exchanges| Counts {
            exchanges,
            hours: exchanges * 100,
            members: if exchanges == 0 { 0 } else { 10 },
        };
        let named = exchanges.iter().enumerate();
        named.map(|(position, exchanges)| (position.to_string(), counts(*exchanges))).collect()
    }

    fn shown(rows: &[Row]) -> Vec<Option<u64>> {
        rows.iter().map(|row| row.counts.map(|counts| counts.exchanges)).collect()
    }

    #[test]
    fn a_small_month_is_withheld_with_another() {
        for (exchanges, expected) in [
            (vec![9, 20, 30], vec![Some(9), Some(20), Some(30)]),
            // The total less the others would be the small one.
            (vec![1, 20, 30], vec![None, None, Some(30)]),
            (vec![30, 4, 0, 5], vec![Some(30), None, Some(0), None]),
            // Two are enough only if several numbers have their sum.
            (vec![1, 1, 7, 30], vec![None, None, None, Some(30)]),
            (vec![3, 4, 7, 30], vec![None, None, Some(7), Some(30)]),
        ] {
            assert_eq!(shown(&hidden(&months(&exchanges)).unwrap()), expected, "{exchanges:?}");
        }
    }

    #[test]
    fn months_with_few_members_are_small() {
        let mut rows = months(&[40, 9, 30]);
        rows[0].1.members = 2;
        // Their exchanges are many, so that the next smallest row is enough.
        assert_eq!(shown(&hidden(&rows).unwrap()), [None, None, Some(30)]);
    }

    #[test]
    fn a_total_of_small_months_is_withheld_too() {
        for exchanges in [vec![4, 0, 0], vec![1, 1, 1, 1, 1]] {
            assert!(hidden(&months(&exchanges)).is_none(), "{exchanges:?}");
            assert!(all_hidden(&months(&exchanges)).iter().all(|row| row.counts.is_none()));
        }
    }

    /// Tries all numbers up to eight in four months.
    #[test]
    fn withheld_months_can_not_be_worked_out_from_the_total() {
        for code in 0..9_u64.pow(4) {
            let exchanges: Vec<u64> = (0..4).map(|place| code / 9_u64.pow(place) % 9).collect();
            let Some(rows) = hidden(&months(&exchanges)) else { continue };
            let rows = shown(&rows);
            let small = |number: &u64| (1..FEWEST).contains(number);
            assert!(!rows.iter().flatten().any(small), "{exchanges:?}");
            let together: Vec<u64> = exchanges
                .iter()
                .zip(&rows)
                .filter(|(_, shown)| shown.is_none())
                .map(|(number, _)| *number)
                .collect();
            let sum: u64 = together.iter().sum();
            // One more in a row and one less in another has the same sum.
            let is_open = together.len() >= 2 && sum > together.len() as u64;
            assert!(together.is_empty() || (is_open && sum >= FEWEST), "{exchanges:?}");
        }
    }

    fn figures(exchanges: u64, members: &[&str]) -> Figures {
        let mut activity = Activity::default();
        for giver in members {
            let (giver, receiver) = ((*giver).into(), "dee".into());
            let help = Help {
                month: 0,
                skill: String::new(),
                giver,
                receiver,
                exchanges: exchanges / members.len() as u64,
                hours: 100,
            };
            activity.count(&help, &HashMap::new());
        }
        activity.total
    }

    #[test]
    fn small_rows_are_counted_together_with_the_next_smallest() {
        const FIVE: [&str; 5] = ["ana", "bo", "cy", "ed", "flo"];
        let rows = |rows: Vec<(&str, Figures)>| {
            let rows = rows.into_iter().map(|(name, figures)| (name.to_owned(), figures));
            let rows = merged(rows.collect(), "Other").into_iter();
            rows.map(|row| (row.name, row.counts.map(|counts| counts.exchanges)))
                .collect::<Vec<_>>()
        };
        let row = |name: &str, exchanges| (name.to_owned(), exchanges);
        let (many, some, few) = (figures(50, &FIVE), figures(10, &FIVE), figures(2, &["ana"]));
        let all = vec![("Lifts", some.clone()), ("Taps", many.clone())];
        assert_eq!(rows(all), [row("Taps", Some(50)), row("Lifts", Some(10))]);
        let all = vec![("Lifts", some.clone()), ("Sums", few.clone()), ("Taps", many.clone())];
        assert_eq!(rows(all), [row("Taps", Some(50)), row("Other", Some(12))]);
        let all = vec![("", some.clone()), ("Sums", few.clone()), ("Taps", many)];
        assert_eq!(rows(all), [row("Taps", Some(50)), row("Other", Some(12))]);
        assert_eq!(rows(vec![("Sums", few)]), [row("Other", None)]);
        assert_eq!(rows(vec![]), []);
        // As many exchanges by five other members make a row of their own.
        assert_eq!(rows(vec![("Sums", some)]), [row("Sums", Some(10))]);
    }
}
