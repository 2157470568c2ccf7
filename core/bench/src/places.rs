//! Measures the official open data at full size: the import, and searches for places.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use sparkyard_opendata::{self as opendata, full_size};

use crate::client::sample_token;
use crate::figures::Figures;
use crate::load::{Load, Request};
use crate::process::{Setup, fresh_folder};

/// Search text as typed.
const TYPED: [&str; 8] = ["SW1A%201AA", "sw1a1aa", "Otley", "Truro", "LS21", "Barnb", "new", "tre"];
const LOAD: Load = Load::new(1, 3);

/// Imports full-size files into a sample community and searches for places.
///
/// # Errors
/// When an import fails, or the server does not start or answer.
pub(crate) async fn measure(setup: &Setup, figures: &mut Figures) -> Result<()> {
    setup.clear()?;
    setup.start().await?.stop().await?;
    let files = setup.data.with_file_name("open-data");
    fresh_folder(&files)?;
    let (mut took, mut most_memory, mut remarks) = (Duration::ZERO, 0.0_f64, Vec::new());
    for (name, make) in FILES {
        let file = files.join(name);
        make(&file).with_context(|| format!("could not make {name}"))?;
        let (time, memory) = setup.complete(&["places", "import"], &file).await?;
        took += time;
        most_memory = most_memory.max(memory);
        remarks.push(format!("{name} {:.1} s, {memory:.0} MiB", time.as_secs_f64()));
    }
    figures.add("places: all four imports", took.as_secs_f64(), "s", 120.0);
    figures.add("places: import, most memory", most_memory, "MiB", 200.0);
    figures.remark(format!("imported: {}", remarks.join("; ")));

    let server = setup.start().await?;
    figures.add_millis("places: start to /readyz", server.ready_after, 300.0);
    figures.add("places: idle memory (RSS)", server.idle_memory().await?, "MiB", 100.0);
    let token = sample_token(server.address, &setup.data, "(books others)").await?;
    let lookup = |typed| Request::get(format!("/api/places/search?q={typed}")).with_token(&token);
    let times = LOAD.send(server.address, &TYPED.map(lookup)).await?.all_well()?;
    figures.add_millis("places: found, p50", times.p50, 5.0);
    figures.add_millis("places: found, p99", times.p99, 5.0);
    server.stop().await
}

/// Writes a file to a path.
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
