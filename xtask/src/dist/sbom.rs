//! Lists of all dependencies (SBOM) as documents in the format `CycloneDX`: one for the crates, one
//! for the packages of the client. Without serial number and time, so that the same sources give the same bytes.

mod crates;
mod packages;

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use serde_json::{Value, json};

use crate::project::{self, Project};

/// Writes both documents, and returns them by their names in the archive.
///
/// # Errors
/// When cargo or npm cannot list the dependencies, or one has no licence.
pub(super) fn write(
    project: &Project,
    target: &str,
    facts: &[(&str, String)],
) -> Result<Vec<(String, PathBuf)>> {
    let folder = project.scratch()?.join("sbom");
    fs::create_dir_all(&folder)?;
    let documents = [
        ("sparkyard.cdx.json", crates::document(project, target)?),
        ("web.cdx.json", packages::document(project)?),
    ];
    documents
        .into_iter()
        .map(|(name, mut document)| {
            add_facts(&mut document, facts);
            document.sort_all_objects();
            let path = folder.join(name);
            project::write(&path, &format!("{document:#}\n"))?;
            Ok((format!("sbom/{name}"), path))
        })
        .collect()
}

/// Adds what the program was built from and with.
fn add_facts(document: &mut Value, facts: &[(&str, String)]) {
    let facts = facts.iter().map(|(name, value)| {
        let name = format!("sparkyard:build:{name}");
        json!({ "name": name, "value": value })
    });
    document["metadata"]["properties"] = facts.collect();
}

/// Checks a document with the library of the format's authors, and for what that one does not
/// require: every component has a name, version, address of its package and licence.
#[cfg(test)]
fn assert_complete(document: &Value) -> usize {
    use cyclonedx_bom::prelude::{Bom, Validate};

    let text = document.to_string();
    let bom = Bom::parse_from_json_v1_5(text.as_bytes()).unwrap();
    let validation = bom.validate();
    assert!(validation.passed(), "{:?}", validation.errors().collect::<Vec<_>>());

    assert_eq!(document["bomFormat"], "CycloneDX");
    assert_eq!(document["specVersion"], "1.5");
    assert_eq!(document.get("serialNumber"), None);
    assert_eq!(document["metadata"].get("timestamp"), None);
    let components = document["components"].as_array().unwrap();
    let mut refs = std::collections::BTreeSet::new();
    for component in components.iter().chain([&document["metadata"]["component"]]) {
        for field in ["name", "version", "purl", "bom-ref"] {
            let value = component[field].as_str().unwrap_or_default();
            assert!(!value.is_empty(), "no {field}: {component}");
        }
        let licences = component["licenses"].as_array().map_or(0, Vec::len);
        assert_eq!(licences, 1, "{component}");
        assert!(refs.insert(component["bom-ref"].as_str().unwrap()), "twice: {component}");
    }
    for dependency in document["dependencies"].as_array().unwrap() {
        let to = dependency["dependsOn"].as_array().unwrap();
        for name in to.iter().chain([&dependency["ref"]]) {
            assert!(refs.contains(name.as_str().unwrap()), "{name} is not listed");
        }
    }
    components.len()
}

/// Returns the project with the packages of the client installed, once for all tests.
#[cfg(test)]
fn installed() -> Project {
    static INSTALLED: std::sync::Mutex<()> = std::sync::Mutex::new(());

    let project = Project::locate().unwrap();
    let _one_at_a_time = INSTALLED.lock().unwrap();
    crate::web::install(&project).unwrap();
    project
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_written_with_facts() {
        let project = installed();
        let scratch = std::env::temp_dir().join(format!("xtask-sbom-{}", std::process::id()));
        let elsewhere = Project::at(project.root(), &scratch);
        let target = super::super::host_target().unwrap();
        let facts = [("commit", "abc".to_owned())];
        let texts = || {
            let files = write(&elsewhere, &target, &facts).unwrap();
            let texts = files.into_iter().map(|(_, path)| project::read(&path).unwrap());
            texts.collect::<Vec<_>>()
        };
        let written = texts();
        for text in &written {
            let document: Value = serde_json::from_str(text).unwrap();
            let fact = json!([{ "name": "sparkyard:build:commit", "value": "abc" }]);
            assert_eq!(document["metadata"]["properties"], fact);
            assert_complete(&document);
            let here = project.root().to_str().unwrap();
            assert!(!text.contains(here), "the document names a folder of this machine");
        }
        assert_eq!(written, texts());
        fs::remove_dir_all(scratch).unwrap();
    }
}
