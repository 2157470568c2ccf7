//! `cargo xtask bench`: the figures of the release build, beside their aims.

mod crowd;
mod places;
mod stops;

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::cargo::{self, Profile};
use crate::project::{self, Project};
use crate::server::{self, Server};
use crate::sign_ins::{self, Comparison, Load};
use crate::{tools, web};

/// Filling the demo community, in an unoptimised build on a machine that has other things to do.
const START_LIMIT: Duration = Duration::from_mins(10);
/// After this long without a request, memory is taken as idle.
const SETTLE: Duration = Duration::from_secs(5);
const STARTS: usize = 5;

const MEBIBYTE: f64 = 1024.0 * 1024.0;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Measure an unoptimised build: quick to make, to try the measuring itself
    #[arg(long)]
    debug: bool,
    /// People in the crowd that finding people is measured with; 0 to leave that out
    #[arg(long, default_value_t = 100_000)]
    crowd: u32,
    /// Measure nothing else
    #[arg(long)]
    only: Option<Part>,
    /// Measure the crowd that the last `--only crowd` made, instead of making one
    #[arg(long, requires = "only")]
    again: bool,
    /// Instead of measuring, stop the server so often under 1, 16 and 64 clients each, and compare
    /// what it acknowledged with what is there afterwards
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["only", "again"])]
    stops: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Part {
    /// The sample community: starting, memory, signing in
    Community,
    /// Finding people among many
    Crowd,
    /// The import of places and finding them
    Places,
}

struct Figure {
    what: &'static str,
    value: f64,
    unit: &'static str,
    aim: f64,
}

/// Builds the server and measures it on a demo database.
///
/// # Errors
/// When a build fails, the server does not start or answer, or a stop has lost something.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    tools::check()?;
    web::build(project)?;
    let profile = if args.debug { Profile::Dev } else { Profile::Release };
    let binary = cargo::build_server(project, profile)?;
    if let Some(stops) = args.stops {
        return stops::run(project, &binary, stops);
    }
    let data = project.scratch()?.join("bench-data");
    let log = project.scratch()?.join("bench-server.log");
    let (mut figures, mut said) = (Vec::new(), String::new());
    let wants = |part| args.only.is_none_or(|only| only == part);
    if wants(Part::Community) {
        (figures, said) = measure(project, &binary, &data, &log)?;
    }
    if args.crowd > 0 && wants(Part::Crowd) {
        let (more, notes) =
            crowd::measure(&binary, &data, &log, (!args.again).then_some(args.crowd))?;
        figures.extend(more);
        said += &notes;
    }
    if wants(Part::Places) {
        let (more, notes) = places::measure(&binary, &data, &log, &project.scratch()?)?;
        figures.extend(more);
        said += &notes;
    }
    print!("{}{said}", table(&figures));
    Ok(())
}

/// The figures of the sample community, and what they do not show.
fn measure(
    project: &Project,
    binary: &Path,
    data: &Path,
    log: &Path,
) -> Result<(Vec<Figure>, String)> {
    server::fresh_folder(data)?;
    let mut first = Server::start(binary, data, log, &[])?;
    let filled = first.wait_until_ready(START_LIMIT)?;
    first.stop()?;
    let start = median(cold_starts(binary, data, log)?);
    let memory = idle_memory(binary, data, log)?;
    let (load, comparison) = sign_in_times(binary, data, log)?;
    let difference = comparison.wrong_password.abs_diff(comparison.unknown_address);
    let figure = |what, value, unit, aim| Figure { what, value, unit, aim };
    let figures = vec![
        figure("cold start to /readyz, median of 5", millis(start), "ms", 300.0),
        figure("idle memory (RSS)", memory, "MiB", 100.0),
        figure("binary", bytes(binary)? / MEBIBYTE, "MiB", 48.0),
        figure("initial JavaScript, gzip", initial_javascript(project)?, "kB", 150.0),
        figure("/healthz beside sign-ins, p99", millis(load.p99), "ms", 25.0),
        figure("time told by a sign-in", millis(difference), "ms", millis(comparison.spread)),
    ];
    Ok((figures, notes(filled, &load, &comparison)))
}

fn sign_in_times(binary: &Path, data: &Path, log: &Path) -> Result<(Load, Comparison)> {
    let mut server = Server::start(binary, data, log, &[])?;
    server.wait_until_ready(START_LIMIT)?;
    let load = sign_ins::load(server.address())?;
    std::thread::sleep(SETTLE);
    let comparison = sign_ins::compare(server.address(), data)?;
    server.stop()?;
    Ok((load, comparison))
}

/// What the figures do not show.
fn notes(filled: Duration, load: &Load, comparison: &Comparison) -> String {
    let Load { median, requests, sign_ins, .. } = load;
    let Comparison { wrong_password, unknown_address, spread } = comparison;
    format!(
        "(the demo community was filled in {:.1} s; {requests} requests to /healthz while {} \
         sign-ins were in flight and {sign_ins} answered, median {:.1} ms; a sign-in with a wrong \
         password takes {:.2} ms, with an unknown address {:.2} ms, median, and the middle half \
         of them lies {:.2} ms apart)\n",
        filled.as_secs_f64(),
        sign_ins::IN_FLIGHT,
        millis(*median),
        millis(*wrong_password),
        millis(*unknown_address),
        millis(*spread),
    )
}

fn cold_starts(binary: &Path, data: &Path, log: &Path) -> Result<Vec<Duration>> {
    (0..STARTS)
        .map(|_| {
            let mut server = Server::start(binary, data, log, &[])?;
            let took = server.wait_until_ready(START_LIMIT)?;
            server.stop()?;
            Ok(took)
        })
        .collect()
}

/// Resident memory of a server that nobody asks anything, in MiB.
fn idle_memory(binary: &Path, data: &Path, log: &Path) -> Result<f64> {
    let mut server = Server::start(binary, data, log, &[])?;
    server.wait_until_ready(START_LIMIT)?;
    std::thread::sleep(SETTLE);
    let memory = resident_memory(&server)?;
    server.stop()?;
    Ok(memory)
}

/// In MiB.
fn resident_memory(server: &Server) -> Result<f64> {
    let status = project::read(Path::new(&format!("/proc/{}/status", server.process_id())))?;
    let kibibytes = resident_kibibytes(&status).context("the kernel gave no VmRSS")?;
    Ok(kibibytes / 1024.0)
}

fn resident_kibibytes(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The compressed size of every script that the first page loads, in kB.
fn initial_javascript(project: &Project) -> Result<f64> {
    let dist = project.web().join("dist");
    let page = project::read(&dist.join("index.html"))?;
    let mut total = 0.0;
    for script in scripts(&page) {
        let compressed = web::gzip_size(&dist.join(script.trim_start_matches('/')))?;
        total += f64::from(u32::try_from(compressed)?);
    }
    Ok(total / 1000.0)
}

/// The scripts that a page names, loaded and preloaded alike.
fn scripts(page: &str) -> Vec<&str> {
    let quoted = page.split('"').skip(1).step_by(2);
    quoted.filter(|value| value.starts_with('/') && has_extension(value, "js")).collect()
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == extension)
}

fn median(mut values: Vec<Duration>) -> Duration {
    values.sort();
    values[values.len() / 2]
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

fn bytes(path: &Path) -> Result<f64> {
    let metadata =
        fs::metadata(path).with_context(|| format!("could not read {}", path.display()))?;
    Ok(f64::from(u32::try_from(metadata.len())?))
}

fn table(figures: &[Figure]) -> String {
    let head = format!("\n{:<36} {:>8}       {:>8}\n", "figure", "measured", "aim");
    std::iter::once(head).chain(figures.iter().map(row)).collect()
}

fn row(Figure { what, value, unit, aim }: &Figure) -> String {
    let verdict = if value <= aim { "" } else { "  over" };
    format!("{what:<36} {value:>8.1} {unit:<5} {aim:>8.1}{verdict}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_one() {
        let times = [9, 1, 5, 3, 7].map(Duration::from_millis);
        assert_eq!(median(times.to_vec()), Duration::from_millis(5));
    }

    #[test]
    fn memory_is_read_from_the_kernels_text() {
        assert_eq!(resident_kibibytes("VmPeak:\t  9 kB\nVmRSS:\t  2048 kB\n"), Some(2048.0));
        assert_eq!(resident_kibibytes("VmPeak:\t 9 kB\n"), None);
    }

    #[test]
    fn scripts_are_found_and_styles_are_not() {
        let page = r#"<script type="module" src="/assets/index-1.js"></script>
            <link rel="modulepreload" href="/assets/react-2.js">
            <link rel="stylesheet" href="/assets/index-3.css">"#;
        assert_eq!(scripts(page), ["/assets/index-1.js", "/assets/react-2.js"]);
    }

    #[test]
    fn a_figure_over_its_aim_is_marked() {
        let figure = |value| Figure { what: "binary", value, unit: "MiB", aim: 48.0 };
        assert!(table(&[figure(50.0)]).contains("over"));
        assert!(!table(&[figure(48.0)]).contains("over"));
    }
}
