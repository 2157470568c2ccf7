//! The packages of the client, as npm lists them.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::project::Project;
use crate::{process, web};

/// Mark of npm on a package that only the development needs.
const DEVELOPMENT: &str = "cdx:npm:package:development";

/// Returns the document for the packages that the client consists of.
///
/// # Errors
/// When npm cannot list them.
pub(super) fn document(project: &Project) -> Result<Value> {
    // Of the installed packages: `--package-lock-only` refuses a lock file with optional packages
    // that do not fit. `--omit dev` would leave out React, which is also needed for development.
    let list = process::output(web::npm(project).args([
        "sbom",
        "--sbom-format",
        "cyclonedx",
        "--sbom-type",
        "library",
    ]))?;
    shipped(serde_json::from_str(&list).context("`npm sbom` did not write JSON")?)
}

/// Leaves out packages for development, and what differs at each call.
fn shipped(mut document: Value) -> Result<Value> {
    let all = document.as_object_mut().context("`npm sbom` wrote no object")?;
    all.remove("serialNumber");
    let metadata = all.get_mut("metadata").and_then(Value::as_object_mut);
    metadata.context("`npm sbom` wrote no metadata")?.remove("timestamp");

    let components = document["components"].as_array_mut().context("no components")?;
    let (development, shipped): (Vec<Value>, Vec<Value>) =
        std::mem::take(components).into_iter().partition(is_for_development);
    *components = shipped;
    for component in components {
        // Where this machine got the package from, which may be a mirror.
        if let Some(references) = component["externalReferences"].as_array_mut() {
            references.retain(|one| one["type"] != "distribution");
        }
    }
    let is_shipped =
        |name: &Value| development.iter().all(|component| &component["bom-ref"] != name);
    let dependencies = document["dependencies"].as_array_mut().context("no dependencies")?;
    dependencies.retain(|dependency| is_shipped(&dependency["ref"]));
    for dependency in dependencies {
        let to = dependency["dependsOn"].as_array_mut().context("a dependency without a list")?;
        to.retain(is_shipped);
    }
    Ok(document)
}

fn is_for_development(component: &Value) -> bool {
    let properties = component["properties"].as_array();
    properties.is_some_and(|all| all.iter().any(|property| property["name"] == DEVELOPMENT))
}

#[cfg(test)]
mod tests {
    use super::super::{assert_complete, installed};
    use super::*;
    use crate::project;

    /// Names of the packages that the lock file does not mark as for development.
    fn locked(project: &Project) -> Vec<String> {
        let lock = project::read(&project.web().join("package-lock.json")).unwrap();
        let lock: Value = serde_json::from_str(&lock).unwrap();
        let mut names: Vec<String> = lock["packages"]
            .as_object()
            .unwrap()
            .iter()
            .filter(|(path, package)| !path.is_empty() && package["dev"] != true)
            .map(|(path, _)| path.rsplit_once("node_modules/").unwrap().1.to_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn every_package_of_the_client_is_listed() {
        let project = installed();
        let document = document(&project).unwrap();
        assert_complete(&document);
        let components = document["components"].as_array().unwrap();
        let mut names: Vec<_> =
            components.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect();
        names.sort();
        assert_eq!(names, locked(&project));
        for name in ["react", "leaflet", "swagger-ui-dist"] {
            assert!(names.iter().any(|listed| listed == name), "{name}");
        }
        assert!(!names.iter().any(|name| name == "vitest"));
    }
}
