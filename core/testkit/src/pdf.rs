//! Reads PDF documents with the programs of Poppler, a reader of another make.

use std::{
    io::Write,
    process::{Command, Stdio},
};

/// Returns the words of each page, in the order of the document.
///
/// # Panics
/// When the file is no PDF, or Debian's package `poppler-utils` is not installed.
pub fn pdf_pages(file: &[u8]) -> Vec<String> {
    let text = poppler("pdftotext", &["-raw", "-enc", "UTF-8", "-", "-"], file);
    let words = |page: &str| page.split_whitespace().collect::<Vec<_>>().join(" ");
    text.trim_end_matches('\u{c}').split('\u{c}').map(words).collect()
}

/// Returns what a program of Poppler prints about a file on its standard input.
///
/// # Panics
/// When the program fails, complains, or is not installed.
pub fn poppler(program: &str, arguments: &[&str], file: &[u8]) -> String {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => panic!("{program} of the package poppler-utils: {error}"),
    };
    let input = file.to_vec();
    let pipe = child.stdin.take();
    // Beside reading the answer: neither side waits for the other's full pipe.
    let writing = std::thread::spawn(move || pipe.map(|mut pipe| pipe.write_all(&input)));
    let output = child.wait_with_output().expect("the output of a program");
    writing.join().expect("a writer").expect("a pipe").expect("a reader");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaint.is_empty(), "{program}: {complaint}");
    String::from_utf8(output.stdout).expect("UTF-8")
}
