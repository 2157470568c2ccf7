//! Has the templates of mails embedded anew when one is added.

fn main() {
    println!("cargo::rerun-if-changed=../../config/content/emails");
}
