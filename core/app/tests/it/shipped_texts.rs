//! Names in shipped texts exist: pages of the client, operations of the API, settings, commands and
//! files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::TestApp;

/// Paths that the server handles itself.
const OF_SERVER: [&str; 5] = ["/docs", "/openapi.json", "/healthz", "/readyz", "/api/live"];
/// Modules that cannot be switched off.
const ALWAYS_ON: [&str; 4] = ["auth", "explore", "places", "site"];
/// Phrases that promise what no host can keep, in texts for members.
const TOO_MUCH: [&str; 9] = [
    "24/7",
    "around the clock",
    "we guarantee",
    "guaranteed",
    "we insure",
    "you are insured",
    "money-back",
    "fully vetted",
    "answering any email",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A text: its path from the root, and what it says.
struct Text {
    path: String,
    text: String,
}

impl Text {
    fn read(path: &str) -> Self {
        Self { path: path.to_owned(), text: fs::read_to_string(root().join(path)).unwrap() }
    }

    /// Returns the texts of a folder, with those of its folders.
    fn below(folder: &str) -> Vec<Self> {
        let mut found = Vec::new();
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
            match entry.file_type().unwrap().is_dir() {
                true => found.extend(Self::below(&path)),
                false => found.push(Self::read(&path)),
            }
        }
        found
    }

    /// Returns what follows each `start`, up to a character that `is_end` accepts.
    fn after(&self, start: &str, is_end: impl Fn(char) -> bool) -> Vec<String> {
        let rest = self.text.match_indices(start).map(|(at, _)| &self.text[at + start.len()..]);
        rest.map(|rest| rest.split(&is_end).next().unwrap_or_default().to_owned()).collect()
    }
}

/// Texts for members and visitors.
fn for_members() -> Vec<Text> {
    Text::below("config/content")
}

/// Texts for people who run a site, or work on the program.
fn for_hosts() -> Vec<Text> {
    let mut texts = vec![
        Text::read("README.md"),
        Text::read("core/ARCHITECTURE.md"),
        Text::read("config/sparkyard.toml"),
    ];
    texts.extend(Text::below(".github"));
    texts.extend(Text::below("config/deploy"));
    texts
}

fn all() -> Vec<Text> {
    [for_members(), for_hosts()].into_iter().flatten().collect()
}

/// Checks whether `path` has the segments of `pattern`, of which variables fit everything.
fn fits(pattern: &str, path: &str) -> bool {
    let is_variable = |segment: &str| segment.starts_with(':') || segment.starts_with('{');
    let (pattern, path): (Vec<_>, Vec<_>) =
        (pattern.split('/').collect(), path.split('/').collect());
    let same = |(of, is): (&&str, &&str)| of == is || is_variable(of) && !is.is_empty();
    pattern.len() == path.len() && pattern.iter().zip(&path).all(same)
}

fn is_page(path: &str) -> bool {
    let routes: Vec<String> =
        serde_json::from_str(include_str!("../../../../web/routes.json")).unwrap();
    let path = path.split(['#', '?']).next().unwrap_or_default();
    let known = routes.iter().map(String::as_str).chain(OF_SERVER);
    known.into_iter().any(|route| fits(route, path))
}

/// Checks whether an operation has the path `/api/{rest}`, or begins with it.
fn is_operation(rest: &str) -> bool {
    let document: Value = serde_json::from_str(include_str!("../../../../openapi.json")).unwrap();
    let path = format!("/api/{rest}");
    let path = path.trim_end_matches(['.', ',', '/']);
    document["paths"].as_object().unwrap().keys().any(|known| {
        let start = known.split('/').take(path.split('/').count());
        path == "/api" || fits(&start.collect::<Vec<_>>().join("/"), path)
    })
}

#[test]
fn links_lead_to_pages_and_files() {
    let (mut links, mut wrong) = (0, Vec::new());
    for text in all() {
        // Of a Markdown link, the address without a title.
        for link in text.after("](", |c| c == ')' || c.is_whitespace()) {
            let is_elsewhere = ["https://", "http://", "mailto:", "tel:", "#"];
            let is_configuration = Path::new(&text.path).extension().is_some_and(|it| it == "toml");
            if is_configuration || is_elsewhere.iter().any(|s| link.starts_with(s)) {
                continue;
            }
            links += 1;
            let folder = root().join(&text.path);
            let file = folder.parent().unwrap().join(link.split('#').next().unwrap());
            if !if link.starts_with('/') { is_page(&link) } else { file.exists() } {
                wrong.push(format!("{}: {link}", text.path));
            }
        }
        for link in text.after("{{ url }}/", |c| !(c.is_alphanumeric() || "-_/".contains(c))) {
            links += 1;
            // What follows may be a value: `{{ url }}/needs/{{ need }}`.
            let page = format!("/{link}");
            if !is_page(&page) && !is_page(&format!("{page}x")) && !link.starts_with("api/") {
                wrong.push(format!("{}: {page}", text.path));
            }
        }
    }
    assert!(links > 60, "only {links} links");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the pages of the client, each with the module without which it does not exist.
fn owned_pages() -> Vec<(String, String)> {
    let features = root().join("web/src/features");
    let mut pages = Vec::new();
    for entry in fs::read_dir(features).unwrap().map(Result::unwrap) {
        let Ok(routes) = fs::read_to_string(entry.path().join("routes.tsx")) else { continue };
        let feature = entry.file_name().into_string().unwrap();
        let mut module = feature.clone();
        for line in routes.lines().map(str::trim) {
            if let Some(named) = line.strip_prefix("module: \"") {
                named.split('"').next().unwrap().clone_into(&mut module);
            } else if line == "{" {
                module.clone_from(&feature);
            }
            let path = line.split("path: \"").nth(1).and_then(|rest| rest.split('"').next());
            pages.extend(path.map(|path| (path.to_owned(), module.clone())));
        }
    }
    pages
}

/// Collects the values of `link` in a document.
fn links(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| links(item, found)),
        Value::Object(fields) => {
            found.extend(fields.get("link").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| links(field, found));
        }
        _ => {}
    }
}

#[tokio::test]
async fn texts_lead_only_to_modules_that_are_on() {
    let (app, pages) = (TestApp::start().await, owned_pages());
    let modules = app.host.cx.modules.iter().filter(|module| !ALWAYS_ON.contains(module));
    let (mut seen, mut wrong) = (0, Vec::new());
    for module in modules {
        // Bookings are of skills.
        let also = if *module == "skills" { ", \"bookings\"" } else { "" };
        let host = app.host_with(&format!("[modules]\ndisabled = [\"{module}\"{also}]"));
        let mut visitor = app.anonymous();
        visitor.client.endpoint = host.endpoint.clone();
        for text in ["pages/faqs", "pages/help", "pages/terms", "pages/privacy", "pages/cookies"] {
            let mut found = Vec::new();
            links(&visitor.get(&format!("/api/{text}")).await.ok(), &mut found);
            seen += found.len();
            for link in found {
                let path = link.split(['#', '?']).next().unwrap();
                let is_off = |(page, owner): &(String, String)| owner == module && fits(page, path);
                if pages.iter().any(is_off) {
                    wrong.push(format!("{text} leads to {link}, without {module}"));
                }
            }
        }
    }
    assert!(seen > 200 && pages.len() > 80, "only {seen} links and {} pages", pages.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn paths_of_the_api_are_operations() {
    let (mut paths, mut wrong) = (0, Vec::new());
    for text in all() {
        for rest in text.after("/api/", |c| !(c.is_ascii_alphanumeric() || "-_/{}.".contains(c))) {
            // `/api/…` stands for all of them, and `src/api/…` for a file.
            let is_source = Path::new(&rest).extension().is_some();
            if rest.is_empty() || is_source {
                continue;
            }
            paths += 1;
            if !is_operation(&rest) {
                wrong.push(format!("{}: /api/{rest}", text.path));
            }
        }
    }
    assert!(paths > 10, "only {paths} paths");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the settings of `config/sparkyard.toml`, as `section.key`.
fn settings() -> Vec<String> {
    let (mut section, mut found) = (String::new(), Vec::new());
    for line in Text::read("config/sparkyard.toml").text.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = format!("{name}.");
            found.push(name.to_owned());
        } else if let Some((key, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
            found.push(format!("{section}{key}"));
        }
    }
    found
}

#[test]
fn named_settings_exist() {
    let settings = settings();
    let sections: Vec<&str> = settings.iter().filter_map(|known| known.split('.').next()).collect();
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_.".contains(c);
    let (mut named, mut wrong) = (0, Vec::new());
    let mut check = |path: &str, name: String| {
        named += 1;
        if !settings.contains(&name) {
            wrong.push(format!("{path}: {name}"));
        }
    };
    for text in for_members().into_iter().chain(for_hosts()) {
        let words =
            text.after("`", |c| c == '`').into_iter().filter(|word| word.chars().all(is_name));
        // Of the architecture, which also names error codes, only variables are read.
        for word in words.filter(|_| text.path != "core/ARCHITECTURE.md") {
            let section = word.split_once('.').map(|(section, _)| section);
            if section.is_some_and(|section| sections.contains(&section)) && word != "openapi.json"
            {
                check(&text.path, word);
            }
        }
        for name in text
            .after("SPARKYARD_", |c| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'))
        {
            // `SPARKYARD_<SECTION>__<KEY>` is the form of all of them; the seed is of tests, and
            // the form of the log an option of the command line.
            if !["", "SEED", "LOG_FORMAT"].contains(&name.as_str()) {
                check(&text.path, name.to_lowercase().replace("__", "."));
            }
        }
    }
    assert!(named > 15, "only {named} names");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn named_commands_exist() {
    let (mut named, mut wrong) = (0, Vec::new());
    for text in for_hosts() {
        for command in text.after("`sparkyard ", |c| !c.is_ascii_lowercase()) {
            // An option: `sparkyard --version`.
            if command.is_empty() {
                continue;
            }
            named += 1;
            let file = root().join(format!("core/app/src/cli/{command}.rs"));
            if command != "openapi" && !file.exists() {
                wrong.push(format!("{}: {command}", text.path));
            }
        }
    }
    assert!(named > 5, "only {named} commands");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn texts_for_members_promise_no_more_than_hosts_can_keep() {
    let mut wrong = Vec::new();
    for text in for_members() {
        let words = text.text.to_lowercase();
        let found = TOO_MUCH.iter().filter(|phrase| words.contains(**phrase));
        wrong.extend(found.map(|phrase| format!("{}: {phrase}", text.path)));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn missing_names_are_detected() {
    assert!(is_page("/settings/data") && is_page("/needs/7#top") && is_page("/docs"));
    assert!(!is_page("/settings/date") && !is_page("/needs/7/more") && !is_page("/needs/"));
    assert!(
        is_operation("auth/login.") && is_operation("bookings/accept/7") && is_operation("admin/")
    );
    assert!(!is_operation("auth/log-in") && !is_operation("none"));
}
