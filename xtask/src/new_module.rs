//! `cargo xtask new-module NAME`: creates a feature module as a starting point, from its table to
//! its test.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::project::{self, Project};
use crate::{cargo, process};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Name of the module's crate, folder, API tag and error codes: one lower-case word
    name: String,
}

/// A template's path in the new module, and its text.
struct Template {
    path: &'static str,
    text: &'static str,
}

macro_rules! template {
    ($path:literal, $file:literal) => {
        Template {
            path: $path,
            text: include_str!(concat!("../templates/module/", $file, ".tmpl")),
        }
    };
}

const TEMPLATES: &[Template] = &[
    template!("Cargo.toml", "Cargo.toml"),
    template!("src/lib.rs", "src/lib.rs"),
    template!("src/api.rs", "src/api.rs"),
    template!("src/api/dto.rs", "src/api/dto.rs"),
    template!("src/api/entries.rs", "src/api/entries.rs"),
    template!("src/error.rs", "src/error.rs"),
    template!("src/model.rs", "src/model.rs"),
    template!("src/service.rs", "src/service.rs"),
    template!("src/service/entries.rs", "src/service/entries.rs"),
    template!("src/store.rs", "src/store.rs"),
    template!("src/store/entries.rs", "src/store/entries.rs"),
    template!("src/store/rows.rs", "src/store/rows.rs"),
    template!("schema/0001_{{name}}.surql", "schema.surql"),
    template!("tests/{{name}}/main.rs", "tests/main.rs"),
];

/// Creates the module and prints the next steps.
///
/// # Errors
/// When the name is not usable or taken, or a file cannot be written.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    create(project, &args.name)?;
    println!("{}", next_steps(&Name::parse(&args.name)?));
    Ok(())
}

/// Creates `modules/NAME` and adds it to the workspace and the application.
///
/// # Errors
/// When the name is not usable or taken, or a file cannot be written.
pub(crate) fn create(project: &Project, name: &str) -> Result<()> {
    let name = Name::parse(name)?;
    let folder = project.root().join("modules").join(&name.lower);
    if folder.exists() {
        bail!("modules/{} exists already", name.lower);
    }
    for template in TEMPLATES {
        write_new(&folder.join(name.fill(template.path)), &name.fill(template.text))?;
    }
    edit(&project.root().join("Cargo.toml"), |text| add_to_workspace(text, &name.lower))?;
    edit(&project.root().join("core/app/Cargo.toml"), |text| add_to_app(text, &name.lower))?;
    // Line breaks depend on the length of the name.
    let package = format!("sparkyard-{}", name.lower);
    process::run(cargo::command(project.root()).args(["fmt", "--package", &package]))
}

/// Returns the line that installs the module in the application's list.
///
/// # Errors
/// When the name is not usable.
pub(crate) fn install_line(name: &str) -> Result<String> {
    Ok(Name::parse(name)?.fill(INSTALL))
}

struct Name {
    /// As in `modules/chat`.
    lower: String,
    /// As in `struct Chat`.
    camel: String,
}

impl Name {
    fn parse(text: &str) -> Result<Self> {
        let plain = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let Some(first) = text.chars().next().filter(char::is_ascii_lowercase) else {
            bail!("a module's name begins with a lower-case letter");
        };
        if !plain || !(2..=30).contains(&text.len()) {
            bail!("a module's name is one word of 2 to 30 lower-case letters and digits");
        }
        let camel = format!("{}{}", first.to_ascii_uppercase(), &text[1..]);
        Ok(Self { lower: text.to_owned(), camel })
    }

    fn fill(&self, text: &str) -> String {
        text.replace("{{name}}", &self.lower).replace("{{Name}}", &self.camel)
    }
}

fn next_steps(name: &Name) -> String {
    let text = "\
        Created modules/{{name}}. It passes its own test: cargo test --package sparkyard-{{name}}\n\
        Install it with one line in core/app/src/modules.rs:\n\n    \
        {{line}}\n\n\
        Then give its operations sample requests in core/app/tests/it/operations/samples.rs,\n\
        and write down the new contract: cargo xtask openapi && cargo xtask client";
    name.fill(&text.replace("{{line}}", INSTALL))
}

/// Line in the list of modules.
const INSTALL: &str = "sparkyard_{{name}}::{{Name}},";

fn write_new(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().context("a template has a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("could not create {}", folder.display()))?;
    project::write(path, text)
}

fn edit(path: &Path, change: impl FnOnce(&str) -> Result<String>) -> Result<()> {
    let text = project::read(path)?;
    project::write(path, &change(&text)?)
}

/// Adds the crate to the workspace's dependencies.
fn add_to_workspace(manifest: &str, name: &str) -> Result<String> {
    let line = format!("sparkyard-{name} = {{ path = \"modules/{name}\" }}");
    insert_sorted(manifest, &line, |other| {
        other.starts_with("sparkyard-") && other.contains("path = \"modules/")
    })
    .context("Cargo.toml lists no module to put the new one beside")
}

/// Adds the crate to the application's dependencies.
fn add_to_app(manifest: &str, name: &str) -> Result<String> {
    let line = format!("sparkyard-{name}.workspace = true");
    let (product, tests) = match manifest.find("[dev-dependencies]") {
        Some(at) => manifest.split_at(at),
        None => (manifest, ""),
    };
    let product = insert_sorted(product, &line, |other| other.starts_with("sparkyard-"))
        .context("core/app/Cargo.toml lists no crate of ours to put the new one beside")?;
    Ok(product + tests)
}

/// Inserts a line among similar lines, which are sorted.
fn insert_sorted(text: &str, line: &str, is_sibling: impl Fn(&str) -> bool) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let after = lines.iter().position(|other| is_sibling(other) && *other > line);
    let last = lines.iter().rposition(|other| is_sibling(other)).map(|index| index + 1);
    lines.insert(after.or(last)?, line);
    Some(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_lower_case_word() {
        let rows = [
            ("tools", Some("Tools")),
            ("area51", Some("Area51")),
            ("Tools", None),
            ("lost_found", None),
            ("lost-found", None),
            ("5tools", None),
            ("x", None),
            ("", None),
        ];
        for (text, camel) in rows {
            let parsed = Name::parse(text).ok().map(|name| name.camel);
            assert_eq!(parsed.as_deref(), camel, "{text}");
        }
    }

    #[test]
    fn lines_are_inserted_in_order() {
        let manifest = "\
            sparkyard = { path = \"core/app\" }\n\
            sparkyard-auth = { path = \"modules/auth\" }\n\
            sparkyard-site = { path = \"modules/site\" }\n\
            \n\
            [profile.dev]\n";
        let rows = [("aid", 1), ("chat", 2), ("tools", 3)];
        for (name, expected) in rows {
            let changed = add_to_workspace(manifest, name).unwrap();
            let line = format!("sparkyard-{name} = {{ path = \"modules/{name}\" }}");
            assert_eq!(changed.lines().position(|other| other == line), Some(expected), "{name}");
            assert_eq!(changed.lines().count(), manifest.lines().count() + 1);
        }
    }

    #[test]
    fn module_becomes_a_normal_dependency() {
        let manifest = "\
            [dependencies]\n\
            sparkyard-auth.workspace = true\n\
            tokio.workspace = true\n\
            \n\
            [dev-dependencies]\n\
            sparkyard-testkit.workspace = true\n";
        let changed = add_to_app(manifest, "tools").unwrap();
        assert_eq!(changed.lines().nth(2), Some("sparkyard-tools.workspace = true"));
    }

    #[test]
    fn placeholders_are_replaced() {
        let name = Name::parse("tools").unwrap();
        for template in TEMPLATES {
            let text = name.fill(template.path) + &name.fill(template.text);
            assert!(!text.contains("{{") && !text.contains("}}"), "{}", template.path);
        }
        assert!(!next_steps(&name).contains("{{"));
    }
}
