//! Compares a list of the server's, row by row, with what must be in it.

use std::{collections::HashSet, fmt};

use reqwest::Method;
use serde_json::Value;

use super::{person::Person, request::Request};

/// Rows asked for at once.
const PAGE: usize = 100;

/// A list that the server keeps, the newest rows first.
pub(crate) struct List {
    pub(crate) path: &'static str,
    /// A row as a line of text; `None` for one that is of no concern.
    pub(crate) line: fn(&Value) -> Option<String>,
}

/// What must be in a list.
#[derive(Default)]
pub(crate) struct Expected {
    /// The lines that must be found.
    pub(crate) wanted: HashSet<String>,
    /// Lines that may be found besides.
    pub(crate) known: HashSet<String>,
}

/// In what a list is not what it must be.
#[derive(Default)]
pub(crate) struct Difference {
    lost: Vec<String>,
    unexpected: Vec<String>,
    twice: Vec<String>,
}

/// Reads a list until all that is wanted was found, or to its end.
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

    /// Nothing is there that should not be, or more than once.
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
