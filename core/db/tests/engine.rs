//! The storage engine by itself: every acknowledged commit survives every stop.
//!
//! This links the engine and none of our code, so that a new version can be judged in a minute:
//! `cargo test --workspace --test engine`. The writing process is this program started again; it is
//! stopped while several tasks commit. `SPARKYARD_STOPS` sets the number of stops, `SPARKYARD_SEED`
//! the moments.

#![allow(clippy::unwrap_used, reason = "a failed test may panic")]

use std::{
    env, fs,
    hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState},
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{self, Command, ExitCode, Stdio},
    thread,
    time::{Duration, Instant},
};

use surrealkv::{Durability, Tree, TreeBuilder};

const NAME: &str = "engine_keeps_what_it_acknowledged";
/// First argument of the writing process, followed by its folder and the number of its round.
const WRITE: &str = "write-until-stopped";

const STOPS: u64 = 5;
const WRITERS: usize = 4;
const VALUE_BYTES: usize = 3000;
const MEMTABLE_BYTES: usize = 1 << 20;
/// Commits were lost when memtables were rotated: fewer rotations in a round would prove little.
const LEAST_TURNED: u64 = 10;
const PATIENCE: Duration = Duration::from_mins(2);

/// End of the writing process: by SIGKILL, by exiting without closing the engine, or after closing
/// it with commits in flight.
#[derive(Clone, Copy, Debug)]
enum Stop {
    Kill,
    Exit,
    Close,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    if let [WRITE, dir, round] = args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        run(write(Path::new(dir), round));
    }
    if !is_wanted(&args) {
        return ExitCode::SUCCESS;
    }
    println!("\nrunning 1 test");
    let outcome = judge(number("SPARKYARD_STOPS").unwrap_or(STOPS));
    let (word, passed) = if outcome.is_ok() { ("ok", 1) } else { ("FAILED", 0) };
    println!("{}\ntest {NAME} ... {word}", outcome.unwrap_or_else(|why| why));
    println!("\ntest result: {word}. {passed} passed; {} failed; 0 ignored\n", 1 - passed);
    ExitCode::from(1 - passed)
}

/// Checks whether the arguments, meant for the usual test runner, select this test.
fn is_wanted(args: &[String]) -> bool {
    let mut filters = Vec::new();
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        match arg {
            "--list" | "--ignored" => return false,
            "--color" | "--format" | "--skip" | "--test-threads" => drop(args.next()),
            option if option.starts_with('-') => {}
            filter => filters.push(filter),
        }
    }
    filters.is_empty() || filters.iter().any(|filter| NAME.contains(filter))
}

fn number(variable: &str) -> Option<u64> {
    Some(env::var(variable).ok()?.parse().unwrap_or_else(|_| panic!("{variable} is no number")))
}

fn run<T>(task: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(task)
}

fn open(dir: &Path) -> Tree {
    let builder = TreeBuilder::new().with_path(dir.to_owned());
    builder.with_max_memtable_size(MEMTABLE_BYTES).build().unwrap()
}

/// Returns a value long enough that a match is no coincidence.
fn value(key: &str) -> Vec<u8> {
    key.bytes().cycle().take(VALUE_BYTES).collect()
}

/// Commits until the process is stopped, and prints each key once its commit is acknowledged, after
/// a first line that announces the start. A line on standard input ends it by `Exit` or `Close`.
async fn write(dir: &Path, round: &str) {
    let tree = open(dir);
    println!("begins");
    for writer in 0..WRITERS {
        let (tree, round) = (tree.clone(), round.to_owned());
        tokio::spawn(async move {
            for number in 0u64.. {
                let key = format!("{round}/{writer}/{number}");
                if commit(&tree, &key).await.is_err() {
                    return;
                }
                println!("{key}");
            }
        });
    }
    let word = tokio::task::spawn_blocking(|| io::stdin().lines().next()).await.unwrap();
    if word.is_some_and(|word| word.unwrap() == format!("{:?}", Stop::Close)) {
        tree.close().await.unwrap();
    }
    process::exit(0)
}

async fn commit(tree: &Tree, key: &str) -> surrealkv::Result<()> {
    let mut transaction = tree.begin()?.with_durability(Durability::Immediate);
    transaction.set(key.as_bytes(), value(key))?;
    transaction.commit().await
}

/// Interrupts the writing repeatedly. Returns a summary; an error names the lost commits and keeps
/// the folder for inspection.
fn judge(stops: u64) -> Result<String, String> {
    let seed = number("SPARKYARD_SEED").unwrap_or_else(|| RandomState::new().hash_one(stops));
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("engine-{}", process::id()));
    println!("in {}, with SPARKYARD_SEED={seed}", dir.display());
    let (mut keys, mut least, mut all) = (Vec::new(), u64::MAX, 0);
    for round in 0..stops {
        let mut chance = DefaultHasher::new();
        (seed, round).hash(&mut chance);
        let pause = Duration::from_millis(chance.finish() % 400);
        let stop = [Stop::Kill, Stop::Exit, Stop::Kill, Stop::Close][(round % 4) as usize];
        let (acknowledged, turned) = interrupt(&dir, &round.to_string(), stop, pause)?;
        println!("{stop:?}: {} commits, {turned} memtables", acknowledged.len());
        run(compare(&dir, &acknowledged))?;
        keys.extend(acknowledged);
        (least, all) = (least.min(turned), all + turned);
    }
    run(compare(&dir, &keys))?;
    fs::remove_dir_all(&dir).map_err(|error| format!("removing {}: {error}", dir.display()))?;
    let count = keys.len();
    Ok(format!("{stops} stops, {count} commits, {all} memtables (at least {least}), 0 lost"))
}

/// Lets a process write until enough memtables have been rotated and then `pause` longer; returns
/// the acknowledged keys and the number of rotations.
fn interrupt(
    dir: &Path,
    round: &str,
    stop: Stop,
    pause: Duration,
) -> Result<(Vec<String>, u64), String> {
    let mut writer = Command::new(env::current_exe().unwrap())
        .args([WRITE.as_ref(), dir.as_os_str(), round.as_ref()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(writer.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    let before = newest_log(dir);
    let turned = || newest_log(dir) - before;
    let reader = thread::spawn(|| whole_lines(output));
    let deadline = Instant::now() + PATIENCE;
    while turned() < LEAST_TURNED && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(2));
    }
    thread::sleep(pause);
    let turned = turned();
    match stop {
        Stop::Kill => writer.kill().unwrap(),
        Stop::Exit | Stop::Close => writeln!(writer.stdin.take().unwrap(), "{stop:?}").unwrap(),
    }
    writer.wait().unwrap();
    let acknowledged = reader.join().unwrap();
    if turned < LEAST_TURNED {
        return Err(format!("only {turned} memtables turned in {PATIENCE:?}"));
    }
    Ok((acknowledged, turned))
}

/// Returns the number of the current log: the engine begins one with every memtable.
fn newest_log(dir: &Path) -> u64 {
    let entries = fs::read_dir(dir.join("wal")).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter_map(|name| name.strip_suffix(".wal")?.parse().ok()).max().unwrap_or(0)
}

/// Returns the printed lines, without an incomplete last line, which acknowledged nothing.
fn whole_lines(mut input: impl BufRead) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), String::new());
    while input.read_line(&mut line).unwrap() > 0 && line.ends_with('\n') {
        lines.push(line.trim_end().to_owned());
        line.clear();
    }
    lines
}

/// Checks whether all acknowledged values are stored as written.
async fn compare(dir: &Path, keys: &[String]) -> Result<(), String> {
    let tree = open(dir);
    let view = tree.begin().unwrap();
    let is_lost = |key: &&String| view.get(key.as_bytes()).unwrap() != Some(value(key));
    let lost: Vec<_> = keys.iter().filter(is_lost).map(String::as_str).collect();
    drop(view);
    tree.close().await.unwrap();
    match lost.len() {
        0 => Ok(()),
        count => Err(format!("{count} acknowledged commits are lost: {}", lost.join(", "))),
    }
}
