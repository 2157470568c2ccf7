//! Ensures that there is a web client to embed; without one, writes a placeholder page.

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
