//! The official open data at full size: how long taking it in needs, and how quickly a place is
//! found then.

use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use sparkyard_opendata::{self as opendata, full_size};

use super::{Figure, SETTLE, START_LIMIT, millis, resident_memory};
use crate::http::Connection;
use crate::project;
use crate::server::{self, Server};
use crate::sign_ins;

/// What is looked for, as people type it.
const TYPED: [&str; 8] = ["SW1A%201AA", "sw1a1aa", "Otley", "Truro", "LS21", "Barnb", "new", "tre"];
const ROUNDS: usize = 2000;
/// How often a running import is looked at.
const LOOK: Duration = Duration::from_millis(5);

/// Imports full-size files into a sample community and looks places up.
///
/// # Errors
/// When an import fails, or the server does not start or answer.
pub(super) fn measure(
    binary: &Path,
    data: &Path,
    log: &Path,
    scratch: &Path,
) -> Result<(Vec<Figure>, String)> {
    server::fresh_folder(data)?;
    let mut first = Server::start(binary, data, log, &[])?;
    first.wait_until_ready(START_LIMIT)?;
    first.stop()?;
    let files = scratch.join("open-data");
    server::fresh_folder(&files)?;
    let (mut took, mut peak, mut said) = (Duration::ZERO, 0.0_f64, Vec::new());
    for (name, make) in FILES {
        let file = files.join(name);
        make(&file).with_context(|| format!("could not make {name}"))?;
        let import = import(binary, data, log, &file)?;
        took += import.took;
        peak = peak.max(import.peak);
        said.push(format!("{name} {:.1} s, {:.0} MiB", import.took.as_secs_f64(), import.peak));
    }

    let mut server = Server::start(binary, data, log, &[])?;
    let start = server.wait_until_ready(START_LIMIT)?;
    std::thread::sleep(SETTLE);
    let idle = resident_memory(&server)?;
    let token = sign_ins::showcase_token(server.address(), data)?;
    let times = lookups(server.address(), &token)?;
    server.stop()?;

    let figure = |what, value, unit, aim| Figure { what, value, unit, aim };
    let figures = vec![
        figure("places: all four imports", took.as_secs_f64(), "s", 120.0),
        figure("places: import, most memory", peak, "MiB", 200.0),
        figure("places: start to /readyz", millis(start), "ms", 300.0),
        figure("places: idle memory (RSS)", idle, "MiB", 100.0),
        figure("places: found, p50", millis(sign_ins::share(&times, 50)), "ms", 5.0),
        figure("places: found, p99", millis(sign_ins::share(&times, 99)), "ms", 5.0),
    ];
    Ok((figures, format!("(imported: {}; places are found over HTTP)\n", said.join("; "))))
}

/// Makes a file at that path.
type Make = fn(&Path) -> std::io::Result<()>;

/// The files at their full size.
const FILES: [(&str, Make); 4] = [
    ("GB.zip", |path| opendata::geonames(path, full_size::GEONAMES)),
    ("GB-postal.zip", |path| opendata::geonames_postal(path, full_size::GEONAMES_POSTAL)),
    ("opname_csv_gb.zip", |path| {
        opendata::open_names(path, full_size::OPEN_NAMES.0, full_size::OPEN_NAMES.1)
    }),
    ("codepo_gb.zip", |path| opendata::code_point(path, full_size::CODE_POINT)),
];

struct Import {
    took: Duration,
    /// Most memory that it ever held, in MiB.
    peak: f64,
}

fn import(binary: &Path, data: &Path, log: &Path, file: &Path) -> Result<Import> {
    let output = File::create(log)?;
    let started = Instant::now();
    let mut child = Command::new(binary)
        .args(["places", "import", "--data-dir"])
        .arg(data)
        .arg(file)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .spawn()
        .with_context(|| format!("could not start {}", binary.display()))?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0.0;
    let ended = loop {
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        // Gone once it has ended.
        let text = project::read(Path::new(&status)).unwrap_or_default();
        peak = high_water(&text).unwrap_or(peak);
        std::thread::sleep(LOOK);
    };
    if !ended.success() {
        bail!("importing {} failed:\n{}", file.display(), project::read(log)?);
    }
    Ok(Import { took: started.elapsed(), peak })
}

/// The most memory that a process ever held, in MiB.
fn high_water(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024.0)
}

/// How long finding a place takes, sorted.
fn lookups(address: SocketAddr, token: &str) -> Result<Vec<Duration>> {
    let mut connection = Connection::open(address)?;
    let mut times = Vec::with_capacity(ROUNDS);
    for text in TYPED.iter().cycle().take(ROUNDS) {
        let path = format!("/api/places/search?q={text}");
        let started = Instant::now();
        let status = connection.get(&path, token).with_context(|| format!("getting {path}"))?;
        times.push(started.elapsed());
        ensure!(status == 200, "{path} was answered {status}");
    }
    times.sort();
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_memory_is_read_from_the_kernels_text() {
        assert_eq!(high_water("VmPeak:\t 9 kB\nVmHWM:\t  2048 kB\n"), Some(2.0));
        assert_eq!(high_water("VmPeak:\t 9 kB\n"), None);
    }
}
