//! `npm audit` of the packages that the client consists of.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Severities that fail the check.
const SEVERE: [&str; 2] = ["high", "critical"];

/// Result of an audit.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// A line for each package with an advisory, and whether it is severe.
    Found(Vec<(String, bool)>),
    /// The registry gave no advisories, for this reason.
    Unknown(String),
}

/// Asks the registry for advisories about the packages of the lock file.
///
/// # Errors
/// When a package has a severe one, or npm fails.
pub(super) fn audit(npm: &mut Command) -> Result<()> {
    let found = match ask(npm)? {
        Outcome::Unknown(reason) => {
            println!(
                "    Packages of the client: NOT CHECKED. The registry gave no advisories: \
                 {reason}.\n    To ask another one: npm config set registry URL"
            );
            return Ok(());
        }
        Outcome::Found(found) => found,
    };
    for (line, _) in &found {
        println!("    {line}");
    }
    let severe = found.iter().filter(|(_, severe)| *severe).count();
    if severe > 0 {
        bail!("{severe} of the client's packages have advisories of severity high or critical");
    }
    println!("    Packages of the client: no advisories of severity high or critical.");
    Ok(())
}

fn ask(npm: &mut Command) -> Result<Outcome> {
    npm.args(["audit", "--omit=dev", "--package-lock-only", "--json"]);
    // A registry that does not answer would hold up all other steps for minutes.
    npm.args(["--fetch-timeout=60000", "--fetch-retries=0"]);
    // Fails with 1 for advisories as well as for a registry that gives none.
    let output = npm.stdin(Stdio::null()).output().context("could not start `npm audit`")?;
    let report = String::from_utf8_lossy(&output.stdout);
    outcome(&report).with_context(|| {
        format!(
            "`npm audit` failed ({}): {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

fn outcome(report: &str) -> Result<Outcome> {
    let report: Value = serde_json::from_str(report)?;
    if let Some(packages) = report["vulnerabilities"].as_object() {
        let line = |(name, package): (&String, &Value)| {
            let severity = package["severity"].as_str().unwrap_or("unknown");
            (describe(name, severity, package), SEVERE.contains(&severity))
        };
        return Ok(Outcome::Found(packages.iter().map(line).collect()));
    }
    // An answer with another status, or no answer at all.
    let message = report["message"].as_str().or_else(|| report["error"]["summary"].as_str());
    let message = message.filter(|text| !text.is_empty()).context("a report without advisories")?;
    Ok(Outcome::Unknown(message.trim_end_matches('.').to_owned()))
}

/// Returns a line with the titles and addresses of a package's advisories.
fn describe(name: &str, severity: &str, package: &Value) -> String {
    let via = package["via"].as_array().map_or(&[][..], Vec::as_slice);
    let reasons = via.iter().map(|via| match (via.as_str(), via["title"].as_str()) {
        (Some(other), _) => format!("needs {other}"),
        (None, title) => {
            format!("{} {}", title.unwrap_or_default(), via["url"].as_str().unwrap_or_default())
        }
    });
    format!("{severity}: {name}: {}", reasons.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{TcpListener, TcpStream};

    use super::*;
    use crate::project::Project;
    use crate::web;

    const BULK: &str = "/-/npm/v1/security/advisories/bulk";

    /// Answers requests for advisories until the test ends, as a registry would.
    fn registry(status: &'static str, advisories: &'static str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                answer(stream.unwrap(), status, advisories);
            }
        });
        address
    }

    fn answer(mut stream: TcpStream, status: &str, advisories: &str) {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).unwrap() == 0 || line.trim().is_empty() {
                break;
            }
            lines.push(line.to_ascii_lowercase());
        }
        let length = lines.iter().find_map(|line| line.strip_prefix("content-length:"));
        let length = length.map_or(0, |length| length.trim().parse().unwrap());
        reader.take(length).read_to_end(&mut Vec::new()).unwrap();
        let asked = lines.first().is_some_and(|line| line.contains(BULK));
        let (status, body) = if asked { (status, advisories) } else { ("404 Not Found", "{}") };
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}"
        )
        .unwrap();
    }

    fn npm(registry: &str) -> Command {
        let mut npm = web::npm(&Project::locate().unwrap());
        npm.args(["--registry", registry]);
        npm
    }

    const SEVERE_ADVISORY: &str = r#"{"react":[{"id":1,"url":"https://example.org/1",
        "title":"Reads your mind","severity":"high","vulnerable_versions":"<999","cwe":[],
        "cvss":{"score":8.1,"vectorString":null}}]}"#;
    const MILD_ADVISORY: &str = r#"{"leaflet":[{"id":2,"url":"https://example.org/2",
        "title":"Draws slowly","severity":"low","vulnerable_versions":"<999","cwe":[],
        "cvss":{"score":2.1,"vectorString":null}}]}"#;
    const FOR_DEVELOPMENT: &str = r#"{"vitest":[{"id":3,"url":"https://example.org/3",
        "title":"Tests too much","severity":"critical","vulnerable_versions":"<999","cwe":[],
        "cvss":{"score":9.8,"vectorString":null}}]}"#;

    #[test]
    fn severe_advisory_of_a_shipped_package_fails() {
        let registry = registry("200 OK", SEVERE_ADVISORY);
        let error = audit(&mut npm(&registry)).unwrap_err().to_string();
        assert!(error.contains("of the client's packages have advisories"), "{error}");
        let Outcome::Found(found) = ask(&mut npm(&registry)).unwrap() else {
            panic!("the registry was not understood");
        };
        let expected = "high: react: Reads your mind https://example.org/1";
        assert!(found.iter().any(|(line, severe)| line == expected && *severe), "{found:?}");
    }

    #[test]
    fn mild_advisory_and_those_of_development_pass() {
        audit(&mut npm(&registry("200 OK", "{}"))).unwrap();
        audit(&mut npm(&registry("200 OK", FOR_DEVELOPMENT))).unwrap();
        let mild = registry("200 OK", MILD_ADVISORY);
        audit(&mut npm(&mild)).unwrap();
        let expected = "low: leaflet: Draws slowly https://example.org/2".to_owned();
        assert_eq!(ask(&mut npm(&mild)).unwrap(), Outcome::Found(vec![(expected, false)]));
    }

    #[test]
    fn registry_without_advisories_is_named() {
        for status in ["400 Bad Request", "404 Not Found", "405 Method Not Allowed"] {
            let registry = registry(status, "{}");
            let Outcome::Unknown(reason) = ask(&mut npm(&registry)).unwrap() else {
                panic!("{status} counts as advisories");
            };
            assert!(reason.contains(status), "{reason}");
            audit(&mut npm(&registry)).unwrap();
        }
        // Nobody listens there.
        let outcome = ask(&mut npm("http://127.0.0.1:9/")).unwrap();
        assert!(matches!(outcome, Outcome::Unknown(_)), "{outcome:?}");
    }

    #[test]
    fn other_output_is_an_error() {
        for report in ["", "[]", "{}", r#"{"message":""}"#] {
            assert!(outcome(report).is_err(), "{report:?}");
        }
    }
}
