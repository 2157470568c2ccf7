//! Compares a list of the server with the expected rows.

use std::{collections::HashSet, fmt};

use reqwest::Method;
use serde_json::Value;

use super::{person::Person, request::Request};

/// Page size.
const PAGE: usize = 100;

/// A list of the server, newest first.
pub(crate) struct List {
    pub(crate) path: &'static str,
    /// Converts a row to a line; `None` for one to ignore.
    pub(crate) line: fn(&Value) -> Option<String>,
}

/// Expected rows of a list.
#[derive(Default)]
pub(crate) struct Expected {
    /// Lines that must be present.
    pub(crate) wanted: HashSet<String>,
    /// Lines that may be present.
    pub(crate) known: HashSet<String>,
}

/// Differences between a list and the expected rows.
#[derive(Default)]
pub(crate) struct Difference {
    lost: Vec<String>,
    unexpected: Vec<String>,
    twice: Vec<String>,
}

/// Reads a list until all wanted lines are found, or to its end.
pub(crate) async fn compare(
    reader: &Person,
    url: &str,
    list: &List,
    expected: &Expected,
) -> Difference {
    let mut difference = Difference::default();
    let mut missing: HashSet<&str> = expected.wanted.iter().map(String::as_str).collect();
    let mut seen = HashSet::new();
    let limit = (missing.len() + 5).min(PAGE);
    let mut next = format!("{}?limit={limit}", list.path);
    loop {
        let page = page(reader, url, &next).await;
        for line in page["data"].as_array().unwrap().iter().filter_map(list.line) {
            let is_wanted = missing.remove(line.as_str());
            if !seen.insert(line.clone()) {
                difference.twice.push(line);
            } else if !is_wanted && !expected.known.contains(&line) {
                difference.unexpected.push(line);
            }
        }
        match page["next_cursor"].as_str() {
            Some(cursor) if !missing.is_empty() => {
                next = format!("{}?limit={PAGE}&cursor={cursor}", list.path);
            }
            _ => break,
        }
    }
    difference.lost = missing.into_iter().map(str::to_owned).collect();
    difference
}

async fn page(reader: &Person, url: &str, path: &str) -> Value {
    let Ok(page) = reader.send(url, &Request::new(Method::GET, path)).await else {
        panic!("{}, {path}: no answer", reader.name);
    };
    page
}

impl Difference {
    pub(crate) fn lost(&self) -> usize {
        self.lost.len()
    }

    /// Checks that there are no unexpected and no duplicate lines.
    pub(crate) fn has_nothing_more(&self) -> bool {
        self.unexpected.is_empty() && self.twice.is_empty()
    }

    pub(crate) fn must_be_none(&self, whose: &str, list: &List) {
        let fine = self.lost.is_empty() && self.has_nothing_more();
        assert!(fine, "{whose}'s {} is not what was acknowledged:{self}", list.path);
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lost, unexpected, twice } = self;
        for (what, lines) in [("lost", lost), ("not expected", unexpected), ("twice", twice)] {
            for line in lines {
                write!(f, "\n  {what}: {line}")?;
            }
        }
        Ok(())
    }
}
