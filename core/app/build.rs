//! Makes sure there is a client to embed: without one, a page that says how to build it.

use std::{fs, io, path::Path};

const PLACEHOLDER: &str = "<!doctype html><html lang=\"en-GB\"><title>Sparkyard</title>\
    <p>The web client is not built. Run <code>cargo xtask run</code>.</p></html>\n";

fn main() -> io::Result<()> {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    println!("cargo::rerun-if-changed={}", dist.display());
    fs::create_dir_all(&dist)?;
    let index = dist.join("index.html");
    if !index.exists() {
        fs::write(index, PLACEHOLDER)?;
    }
    Ok(())
}
