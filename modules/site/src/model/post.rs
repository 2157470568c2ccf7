//! Posts of the blog: Markdown with front matter.

use std::collections::BTreeMap;

use jiff::civil::Date;
use sparkyard_kernel::{
    markdown::{self, Block},
    site::Mode,
};

use super::features::Features;

const MAX_TITLE: usize = 120;
const MAX_SUMMARY: usize = 300;
/// The line before and after the front matter.
const FENCE: &str = "---";
const KEYS: [&str; 5] = ["title", "date", "summary", "picture", "with"];

/// A post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Post {
    /// Name of its file without the extension; part of its address.
    pub(crate) slug: String,
    pub(crate) title: String,
    pub(crate) date: Date,
    pub(crate) summary: String,
    /// Root-relative address of a picture of the client.
    pub(crate) picture: Option<String>,
    /// Feature without which it is not shown.
    pub(crate) with: Option<String>,
    pub(crate) blocks: Vec<Block>,
}

/// The mistake in the file of a post.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// Line number, from 1.
    pub(crate) line: usize,
    pub(crate) reason: String,
}

impl Mistake {
    pub(crate) fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}

impl Post {
    /// Reads the file `slug.md`. Fails with its first mistake.
    pub(crate) fn read(slug: &str, file: &str) -> Result<Self, Mistake> {
        if !is_slug(slug) {
            let reason = "the file's name may have lower-case letters, digits and single hyphens";
            return Err(Mistake::new(1, reason));
        }
        let file = file.trim_start_matches('\u{feff}');
        let (fields, body_line) = front_matter(file)?;
        let title = fields.text("title", MAX_TITLE)?;
        let summary = fields.text("summary", MAX_SUMMARY)?;
        let (line, date) = fields.get("date")?;
        let date = date
            .parse::<Date>()
            .map_err(|_| Mistake::new(line, format!("{date:?} is no date such as 2026-03-02")))?;
        let picture = match fields.0.get("picture") {
            Some((line, path)) if !is_picture(path) => {
                let reason = format!("{path:?} is no picture of the site such as /art/events.svg");
                return Err(Mistake::new(*line, reason));
            }
            found => found.map(|(_, path)| path.clone()),
        };
        let with = fields.0.get("with");
        if let Some((line, feature)) = with
            && Features::all(Mode::default()).has(feature).is_err()
        {
            let reason = format!("{feature:?} is none of pounds, sparks and the modules");
            return Err(Mistake::new(*line, reason));
        }
        let with = with.map(|(_, feature)| feature.clone());
        let body: Vec<&str> = file.lines().skip(body_line).collect();
        let blocks = markdown::parse(&body.join("\n"));
        if blocks.is_empty() {
            return Err(Mistake::new(body_line + 1, "there is no text below the front matter"));
        }
        Ok(Self { slug: slug.to_owned(), title, date, summary, picture, with, blocks })
    }

    /// Checks whether it is shown where the site has `features`.
    pub(crate) fn is_shown(&self, features: &Features) -> bool {
        self.with.as_ref().is_none_or(|feature| features.has(feature) == Ok(true))
    }
}

/// Values by key, each with its line number.
struct Fields(BTreeMap<String, (usize, String)>);

impl Fields {
    fn get(&self, key: &str) -> Result<(usize, &str), Mistake> {
        let found = self.0.get(key).map(|(line, value)| (*line, value.as_str()));
        found.ok_or_else(|| Mistake::new(1, format!("the front matter has no {key:?}")))
    }

    fn text(&self, key: &str, max: usize) -> Result<String, Mistake> {
        let (line, value) = self.get(key)?;
        match value.chars().count() {
            0 => Err(Mistake::new(line, format!("{key:?} is empty"))),
            length if length > max => {
                Err(Mistake::new(line, format!("{key:?} has more than {max} characters")))
            }
            _ => Ok(value.to_owned()),
        }
    }
}

/// Reads the front matter; returns also the number of its lines.
fn front_matter(file: &str) -> Result<(Fields, usize), Mistake> {
    let mut lines = file.lines().enumerate();
    if lines.next().is_none_or(|(_, line)| line.trim_end() != FENCE) {
        return Err(Mistake::new(1, "a post begins with a line of three hyphens"));
    }
    let mut fields = BTreeMap::new();
    for (index, line) in lines {
        let number = index + 1;
        if line.trim_end() == FENCE {
            return Ok((Fields(fields), number));
        }
        let Some((key, value)) = line.split_once(':') else {
            return Err(Mistake::new(number, "this line has no colon, as in \"title: Hello\""));
        };
        let (key, value) = (key.trim(), value.trim());
        if !KEYS.contains(&key) {
            let reason = format!("{key:?} is not one of {}", KEYS.join(", "));
            return Err(Mistake::new(number, reason));
        }
        if fields.insert(key.to_owned(), (number, value.to_owned())).is_some() {
            return Err(Mistake::new(number, format!("{key:?} is there twice")));
        }
    }
    Err(Mistake::new(1, "the front matter does not end with a line of three hyphens"))
}

fn is_slug(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    text.len() <= 80 && text.split('-').all(is_word)
}

/// Checks whether `path` is a picture that comes with the client.
fn is_picture(path: &str) -> bool {
    let name = path.strip_prefix("/art/").and_then(|name| name.strip_suffix(".svg"));
    name.is_some_and(is_slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str =
        "---\ntitle: Hello: again\ndate: 2026-03-02\nsummary: Short.\n---\n\nText.\n";

    #[test]
    fn a_post_has_front_matter_and_text() {
        let post =
            Post::read("hello-2", &format!("\u{feff}{}", GOOD.replace('\n', "\r\n"))).unwrap();
        assert_eq!((post.title.as_str(), post.summary.as_str()), ("Hello: again", "Short."));
        assert_eq!((post.date.to_string().as_str(), post.picture), ("2026-03-02", None));
        assert_eq!(post.blocks, markdown::parse("Text."));
        let with = GOOD.replace("---\n\n", "picture: /art/baking.svg\n---\n\n");
        assert_eq!(Post::read("x", &with).unwrap().picture.as_deref(), Some("/art/baking.svg"));
        let sparks = Post::read("x", &GOOD.replace("---\n\n", "with: sparks\n---\n\n")).unwrap();
        assert!(sparks.is_shown(&Features::all(Mode::TokensOnly)));
        assert!(!sparks.is_shown(&Features::all(Mode::Gift)));
    }

    #[test]
    fn a_mistake_has_its_line() {
        let long = "x".repeat(121);
        for (from, to, line, reason) in [
            ("---\ntitle", "title", 1, "begins with"),
            ("title: Hello: again\n", "", 1, "no \"title\""),
            ("title: Hello: again", "title:", 2, "empty"),
            ("Hello: again", &long, 2, "more than 120"),
            ("2026-03-02", "2 March", 3, "no date"),
            ("summary:", "sumary:", 4, "not one of"),
            ("summary: Short.", "title: Two", 4, "twice"),
            ("summary: Short.", "summary", 4, "no colon"),
            ("---\n\n", "picture: https://example.org/a.svg\n---\n\n", 5, "no picture"),
            ("---\n\n", "picture: /art/../x.svg\n---\n\n", 5, "no picture"),
            ("---\n\n", "with: cheques\n---\n\n", 5, "none of"),
            ("\n---\n\nText.\n", "", 1, "does not end"),
            ("Text.", "", 6, "no text"),
        ] {
            let mistake = Post::read("x", &GOOD.replacen(from, to, 1)).unwrap_err();
            assert_eq!(mistake.line, line, "{mistake:?}");
            assert!(mistake.reason.contains(reason), "{mistake:?}");
        }
        for slug in ["", "A", "a--b", "a b", "../a", "-a", "caf\u{e9}"] {
            assert_eq!(Post::read(slug, GOOD).unwrap_err().line, 1, "{slug}");
        }
    }
}
