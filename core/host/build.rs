//! Embeds the mail templates again when one is added.

fn main() {
    println!("cargo::rerun-if-changed=../../config/content/emails");
}
