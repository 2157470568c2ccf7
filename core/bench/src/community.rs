//! Measures the sample community: start, memory, sizes, sign-in.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::client::Client;
use crate::figures::{Figures, millis, percentile};
use crate::process::Setup;
use crate::sign_ins::{self, Comparison, IN_FLIGHT};

const STARTS: usize = 5;
const MEBIBYTE: f64 = 1024.0 * 1024.0;

/// Fills a sample community and measures it.
///
/// # Errors
/// When the server does not start or answer.
pub(crate) async fn measure(setup: &Setup, figures: &mut Figures) -> Result<()> {
    setup.clear()?;
    let first = setup.start().await?;
    let filled = first.ready_after.as_secs_f64();
    first.stop().await?;
    figures.remark(format!("the sample community was filled in {filled:.1} s"));

    figures.add_millis("cold start to /readyz, median of 5", cold_start(setup).await?, 300.0);
    let server = setup.start().await?;
    figures.add("idle memory (RSS)", server.idle_memory().await?, "MiB", 100.0);
    let binary = fs::metadata(&setup.binary).context("could not read the program's size")?;
    figures.add("binary", number(binary.len())? / MEBIBYTE, "MiB", 48.0);
    let javascript = initial_javascript(server.address).await?;
    figures.add("initial JavaScript, gzip", number(javascript)? / 1000.0, "kB", 150.0);

    let (health, sign_ins) = sign_ins::load(server.address).await?;
    figures.add_millis("/healthz beside sign-ins, p99", health.p99, 25.0);
    figures.remark(format!(
        "{} requests to /healthz while {IN_FLIGHT} sign-ins were in flight and {} answered, median \
         {:.1} ms",
        health.requests,
        sign_ins.requests,
        millis(health.p50),
    ));
    server.idle_memory().await?;
    let Comparison { wrong_password, unknown_address, spread } =
        sign_ins::compare(server.address, &setup.data).await?;
    let difference = wrong_password.abs_diff(unknown_address);
    figures.add_millis("time told by a sign-in", difference, millis(spread));
    figures.remark(format!(
        "a sign-in with a wrong password takes {:.2} ms, with an unknown address {:.2} ms, median, \
         and the middle half of them lies {:.2} ms apart",
        millis(wrong_password),
        millis(unknown_address),
        millis(spread),
    ));
    server.stop().await
}

async fn cold_start(setup: &Setup) -> Result<Duration> {
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let server = setup.start().await?;
        times.push(server.ready_after);
        server.stop().await?;
    }
    times.sort();
    Ok(percentile(&times, 50))
}

/// Returns the compressed size of all scripts of the first page, in bytes.
async fn initial_javascript(address: SocketAddr) -> Result<u64> {
    // Browsers accept Brotli, which is smaller still.
    let mut client = Client::connect(address).await?;
    let (_, page) = client.get("/").await?;
    let page = String::from_utf8_lossy(&page).into_owned();
    let scripts = scripts(&page);
    ensure!(!scripts.is_empty(), "the first page loads no script");
    let mut total = 0;
    for script in scripts {
        let (status, body) = client.get_compressed(script).await?;
        ensure!(status == 200, "{script} was answered {status}");
        total += body.len() as u64;
    }
    Ok(total)
}

/// Returns the scripts of a page, both loaded and preloaded.
pub(crate) fn scripts(page: &str) -> Vec<&str> {
    let quoted = page.split('"').skip(1).step_by(2);
    quoted.filter(|value| value.starts_with('/') && is_script(value)).collect()
}

fn is_script(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "js")
}

fn number(bytes: u64) -> Result<f64> {
    Ok(f64::from(u32::try_from(bytes)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_scripts_are_found() {
        let page = r#"<script type="module" src="/assets/index-1.js"></script>
            <link rel="modulepreload" href="/assets/react-2.js">
            <link rel="stylesheet" href="/assets/index-3.css">"#;
        assert_eq!(scripts(page), ["/assets/index-1.js", "/assets/react-2.js"]);
    }
}
