//! `sparkyard places import`, run as a command.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::binary::{Server, sparkyard};

/// Creates a folder with a data directory and an archive of that many postcodes.
fn folder(postcodes: u32) -> (TempDir, PathBuf, PathBuf) {
    let dir = TempDir::new().unwrap();
    let (data, file) = (dir.path().join("data"), dir.path().join("codepo_gb.zip"));
    sparkyard_opendata::code_point(&file, postcodes).unwrap();
    (dir, data, file)
}

fn import(data: &Path, files: &[&Path]) -> Command {
    let mut command = sparkyard();
    command.args(["places", "import", "--data-dir"]).arg(data).args(files);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[track_caller]
fn printed(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[tokio::test]
async fn progress_is_printed_without_a_terminal() {
    let (_dir, data, file) = folder(3000);
    let output = import(&data, &[&file]).output().unwrap();
    let (out, err) = printed(&output);
    assert!(output.status.success(), "{out}{err}");
    assert!(out.contains("Code-Point Open: 50 % read\n"), "{out}");
    assert!(out.contains("Code-Point Open: 0 names and 3001 postcodes imported\n"), "{out}");
    assert!(!out.contains('\u{1b}'), "{out}");
}

#[tokio::test]
async fn import_fails_while_a_server_runs() {
    let (_dir, data, file) = folder(120);
    let server = Server::start(&data, &[]).await;
    let output = import(&data, &[&file]).output().unwrap();
    let (_, err) = printed(&output);
    assert!(!output.status.success());
    assert!(
        err.contains("another sparkyard process is using") && err.contains("stop it first"),
        "{err}"
    );
    drop(server);
    assert!(import(&data, &[&file]).output().unwrap().status.success());
}

#[tokio::test]
async fn invalid_file_is_named() {
    let (dir, data, file) = folder(120);
    let bad = dir.path().join("bad.zip");
    std::fs::write(&bad, b"no archive").unwrap();
    let output = import(&data, &[&file, &bad]).output().unwrap();
    let (out, err) = printed(&output);
    assert!(!output.status.success());
    assert!(out.contains("Code-Point Open: 0 names and 121 postcodes"), "{out}");
    assert!(err.contains("bad.zip") && err.contains("not a whole zip archive"), "{err}");
    assert!(!sparkyard().args(["places", "import"]).output().unwrap().status.success());
}

/// Kills the import once the database has grown by its first batches.
fn kill_midway(mut child: Child, data: &Path, enough: u64) {
    let deadline = Instant::now() + Duration::from_mins(2);
    while size(data) < enough {
        assert!(child.try_wait().unwrap().is_none(), "it had ended before it could be killed");
        assert!(Instant::now() < deadline, "nothing was written");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

fn size(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let sizes = entries.flatten().map(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => size(&entry.path()),
        _ => entry.metadata().map_or(0, |file| file.len()),
    });
    sizes.sum()
}

#[tokio::test]
async fn killed_import_is_resumed() {
    let (_dir, data, file) = folder(120_000);
    // Creates the schema first, to measure the database without places.
    let (small_dir, _, small) = folder(120);
    assert!(import(&data, &[&small]).output().unwrap().status.success());
    drop(small_dir);
    let before = size(&data);
    let child = import(&data, &[&file]).stdout(Stdio::null()).spawn().unwrap();
    kill_midway(child, &data, before + 200_000);
    let output = import(&data, &[&file]).output().unwrap();
    let (out, err) = printed(&output);
    assert!(output.status.success(), "{out}{err}");
    assert!(out.contains("imported, resumed"), "{out}");
    assert!(out.contains(" 119881 postcodes imported"), "{out}");
}
