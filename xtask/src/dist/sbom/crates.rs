//! The crates of the program, as cargo resolves them for the release build.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::project::{self, Project};
use crate::{cargo, process};

/// Package that is shipped.
const ROOT: &str = "sparkyard";

/// A crate, by name and version.
type Id = (String, String);

/// A crate in the output of `cargo tree`.
#[derive(Debug, PartialEq, Eq)]
struct Crate {
    licence: String,
    /// Folder of one of our own crates.
    folder: Option<String>,
    needs: BTreeSet<Id>,
}

/// Returns the document for the crates that the program is built from.
///
/// # Errors
/// When cargo cannot list them, or one has no licence.
pub(super) fn document(project: &Project, target: &str) -> Result<Value> {
    let all = parse(&tree(project, target, "normal,build")?, project.root())?;
    // Macros and build scripts run during the build, and are no part of the program.
    let linked = parse(&tree(project, target, "normal,no-proc-macro")?, project.root())?;
    let checksums = checksums(&project::read(&project.root().join("Cargo.lock"))?)?;
    let clarified = clarified(&project::read(&project.root().join("deny.toml"))?)?;
    let licences = |id: &Id, found: &Crate| match (&*found.licence, clarified.get(&id.0)) {
        ("", Some(licence)) => Ok(licence.clone()),
        ("", None) => bail!("{} has no licence: add it to `clarify` in deny.toml", id.0),
        (licence, _) => Ok(spdx(licence)),
    };

    let mut root = None;
    let mut components = Vec::new();
    for (id, found) in &all {
        let mut component = json!({
            "type": if id.0 == ROOT { "application" } else { "library" },
            "bom-ref": purl(id, found),
            "name": id.0,
            "version": id.1,
            "scope": if linked.contains_key(id) { "required" } else { "excluded" },
            "purl": purl(id, found),
            "licenses": [{ "expression": licences(id, found)? }],
        });
        if let Some(checksum) = checksums.get(id) {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
        }
        if id.0 == ROOT {
            root = Some(component);
        } else {
            components.push(component);
        }
    }
    let dependencies: Vec<_> = all
        .iter()
        .map(|(id, found)| {
            let to = found.needs.iter().map(|id| purl(id, &all[id])).collect::<Vec<_>>();
            json!({ "ref": purl(id, found), "dependsOn": to })
        })
        .collect();
    Ok(json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": root.context("`cargo tree` did not list the program")? },
        "components": components,
        "dependencies": dependencies,
    }))
}

/// Runs `cargo tree`, which selects features as the build does. `cargo metadata` would unite those
/// of all packages, also of tests.
fn tree(project: &Project, target: &str, edges: &str) -> Result<String> {
    let mut tree = cargo::command(project.root());
    tree.args(["tree", "--locked", "--package", ROOT, "--target", target, "--edges", edges]);
    process::output(tree.args(["--prefix", "depth", "--format", "\t{p}\t{l}"]))
}

/// Parses lines such as `2⇥libc v0.2.180⇥MIT OR Apache-2.0 (*)`.
fn parse(tree: &str, root: &Path) -> Result<BTreeMap<Id, Crate>> {
    let mut crates: BTreeMap<Id, Crate> = BTreeMap::new();
    let mut above: Vec<Id> = Vec::new();
    for line in tree.lines() {
        let mut parts = line.trim_end_matches(" (*)").split('\t');
        let (Some(depth), Some(package), Some(licence)) =
            (parts.next(), parts.next(), parts.next())
        else {
            bail!("`cargo tree` wrote {line:?}");
        };
        let mut words = package.splitn(3, ' ');
        let (Some(name), Some(version)) = (words.next(), words.next()) else {
            bail!("`cargo tree` wrote {line:?}");
        };
        let version = version.strip_prefix('v').unwrap_or(version);
        let id = (name.to_owned(), version.to_owned());
        above.truncate(depth.parse().with_context(|| format!("`cargo tree` wrote {line:?}"))?);
        if let Some(parent) = above.last().and_then(|parent| crates.get_mut(parent)) {
            parent.needs.insert(id.clone());
        }
        crates.entry(id.clone()).or_insert_with(|| Crate {
            licence: licence.to_owned(),
            folder: words.next().and_then(|rest| own_folder(rest, root)),
            needs: BTreeSet::new(),
        });
        above.push(id);
    }
    Ok(crates)
}

/// Returns the folder, from the root of the project, in a text such as `(/project/core/db)`.
fn own_folder(text: &str, root: &Path) -> Option<String> {
    let path = text.trim_start_matches("(proc-macro) ").strip_prefix('(')?.strip_suffix(')')?;
    let folder = Path::new(path).strip_prefix(root).ok()?;
    Some(folder.to_string_lossy().replace('\\', "/"))
}

/// Returns the address of a package, in the format of <https://github.com/package-url>.
fn purl((name, version): &Id, found: &Crate) -> String {
    let version = version.replace('+', "%2B");
    match &found.folder {
        // Our crates are not in the registry, where somebody else might use their names.
        Some(folder) => {
            let folder = folder.replace('/', "%2F");
            format!("pkg:cargo/{name}@{version}?download_url=file%3A%2F%2F{folder}")
        }
        None => format!("pkg:cargo/{name}@{version}"),
    }
}

/// Returns a licence expression without the `/` of old manifests, which means `OR`.
fn spdx(licence: &str) -> String {
    licence.split('/').map(str::trim).collect::<Vec<_>>().join(" OR ")
}

/// Returns the checksums of registry packages in `Cargo.lock`.
fn checksums(lock: &str) -> Result<BTreeMap<Id, String>> {
    let lock: toml::Table = toml::from_str(lock).context("Cargo.lock")?;
    let packages = lock.get("package").and_then(toml::Value::as_array);
    let entry = |package: &toml::Value| {
        let text = |field: &str| package.get(field)?.as_str().map(str::to_owned);
        Some(((text("name")?, text("version")?), text("checksum")?))
    };
    Ok(packages.context("Cargo.lock has no packages")?.iter().filter_map(entry).collect())
}

/// Returns the licences that `deny.toml` states for crates whose manifest does not.
fn clarified(deny: &str) -> Result<BTreeMap<String, String>> {
    let deny: toml::Table = toml::from_str(deny).context("deny.toml")?;
    let entries = deny.get("licenses").and_then(|part| part.get("clarify")?.as_array());
    let entry = |entry: &toml::Value| {
        let text = |field: &str| entry.get(field)?.as_str().map(str::to_owned);
        Some((text("crate")?, text("expression")?))
    };
    Ok(entries.into_iter().flatten().filter_map(entry).collect())
}

#[cfg(test)]
mod tests {
    use super::super::assert_complete;
    use super::*;

    const TREE: &str = "0\tapp v0.1.0 (/project/core/app)\tMIT\n\
        1\tdb v0.1.0 (/project/core/db)\tMIT\n\
        2\tzstd-sys v2.0.16+zstd.1.5.7\tMIT/Apache-2.0\n\
        1\tderive v1.0.0 (proc-macro) (/project/core/derive)\tMIT\n\
        2\tsyn v3.0.9\tMIT OR Apache-2.0\n\
        1\tserde v1.0.0 (proc-macro)\t\n\
        2\tsyn v3.0.9\tMIT OR Apache-2.0 (*)\n";

    #[test]
    fn tree_gives_crates_and_what_they_need() {
        let crates = parse(TREE, Path::new("/project")).unwrap();
        let needs = |name: &str| {
            let (_, found) = crates.iter().find(|((crate_name, _), _)| crate_name == name).unwrap();
            found.needs.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(needs("app"), ["db", "derive", "serde"]);
        assert_eq!(needs("db"), ["zstd-sys"]);
        assert_eq!(needs("serde"), ["syn"]);
        let purls: Vec<_> = crates.iter().map(|(id, found)| purl(id, found)).collect();
        assert_eq!(
            purls,
            [
                "pkg:cargo/app@0.1.0?download_url=file%3A%2F%2Fcore%2Fapp",
                "pkg:cargo/db@0.1.0?download_url=file%3A%2F%2Fcore%2Fdb",
                "pkg:cargo/derive@1.0.0?download_url=file%3A%2F%2Fcore%2Fderive",
                "pkg:cargo/serde@1.0.0",
                "pkg:cargo/syn@3.0.9",
                "pkg:cargo/zstd-sys@2.0.16%2Bzstd.1.5.7",
            ]
        );
        assert!(parse("what\n", Path::new("/")).is_err());
    }

    #[test]
    fn old_licences_are_rewritten() {
        assert_eq!(spdx("MIT/Apache-2.0"), "MIT OR Apache-2.0");
        assert_eq!(spdx("Apache-2.0 / MIT"), "Apache-2.0 OR MIT");
        assert_eq!(spdx("(MIT OR Apache-2.0) AND ISC"), "(MIT OR Apache-2.0) AND ISC");
    }

    #[test]
    fn every_crate_of_the_program_is_listed() {
        let project = Project::locate().unwrap();
        let target = crate::dist::host_target().unwrap();
        let document = document(&project, &target).unwrap();
        let count = assert_complete(&document);
        assert!(count > 300, "{count}");

        let components = document["components"].as_array().unwrap();
        let find = |name: &str| components.iter().find(|one| one["name"] == name).unwrap();
        assert_eq!(find("surrealdb-core")["licenses"][0]["expression"], "BUSL-1.1");
        assert_eq!(find("tokio")["scope"], "required");
        assert_eq!(find("tokio")["hashes"][0]["alg"], "SHA-256");
        assert_eq!(find("async-trait")["scope"], "excluded");
        assert_eq!(find("sparkyard-auth")["scope"], "required");
        // Only tests need it.
        assert!(!components.iter().any(|one| one["name"] == "s3s-fs"));
    }
}
