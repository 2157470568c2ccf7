//! Decodes one picture in a child process.
//!
//! The server writes the length and the bytes of the upload. The child answers with a line that
//! states the memory needed, waits for a line that grants it, and answers with a line, the length
//! and the picture; or, at either point, with a line that gives the reason of a refusal.

use std::{
    ffi::OsStr,
    io::{self, BufRead, BufReader, ErrorKind, Read, Write},
    path::Path,
    process::{self, ChildStdin, ChildStdout, Command, ExitCode, Stdio},
    time::Duration,
};

use bytes::Bytes;
use sparkyard_kernel::ApiError;
use tokio::{task::spawn_blocking, time::timeout};

use super::{
    Picture, Shape,
    decode::{Format, PictureError},
    queue::PICTURE_BUDGET_MIB,
    render::render,
};
use crate::kind::Kind;

/// Argument that makes the program decode one picture; the shape follows.
pub const RENDER_PICTURE: &str = "render-picture";
/// Processor time for one picture: the largest accepted ones take a few seconds on a slow machine.
const PROCESSOR_SECONDS: u64 = 20;
/// Longest wall-clock time for a picture once it has memory, on a busy machine.
const PATIENCE: Duration = if cfg!(test) { Duration::from_secs(2) } else { Duration::from_mins(1) };
/// Memory in addition to the unpacked picture: intermediate copies, the upload itself, the program.
const BESIDE_MIB: u64 = 160;
/// Longest line, in bytes.
const MAX_LINE: u64 = 64;
/// Largest upload and largest finished picture, in bytes; both exceed all real ones.
const MAX_UPLOAD: u64 = 32 << 20;
const MAX_PICTURE: u64 = 16 << 20;
const MIB: u64 = 1 << 20;

/// Refusals of the child, by their name in the protocol.
const VIOLATIONS: [(&str, PictureError); 5] = [
    ("not-an-image", PictureError::NotAnImage),
    ("other-format", PictureError::UnsupportedFormat),
    ("too-many-pixels", PictureError::TooManyPixels),
    ("broken", PictureError::Broken),
    ("drawing", PictureError::UnsupportedDrawing),
];
const SHAPES: [(&str, Shape); 3] =
    [("avatar", Shape::Avatar), ("picture", Shape::Picture), ("document", Shape::Document)];

/// Server side of the protocol.
pub(super) struct Child {
    _process: Process,
    /// Taken while a step of the protocol is in progress.
    pipes: Option<Pipes>,
}

/// A child process, killed when dropped.
struct Process(process::Child);

struct Pipes {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // A process that has already exited is only reaped.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Child {
    /// Starts a process, which waits for the upload.
    pub(super) fn start(program: &Path, shape: Shape) -> Result<Self, ApiError> {
        let process = Command::new(program)
            .args([RENDER_PICTURE, name_of(&SHAPES, &shape)])
            .env_clear()
            // Keeps the allocator from reserving a gigabyte at the start.
            .env("MIMALLOC_ARENA_EAGER_COMMIT", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut process = Process(process.map_err(ApiError::internal)?);
        let pipes = process.0.stdin.take().zip(process.0.stdout.take());
        let pipes = pipes.map(|(input, output)| Pipes { input, output: BufReader::new(output) });
        Ok(Self { _process: process, pipes })
    }

    /// Sends the upload and returns the memory needed to unpack it, in MiB.
    pub(super) async fn cost(&mut self, content: Bytes) -> Result<u32, PictureError> {
        self.talk(move |pipes| {
            // If sending fails, the answer gives the reason.
            let _ = send(&mut pipes.input, &content);
            let line = pipes.line()?;
            let cost = line.strip_prefix("cost ").and_then(|cost| cost.parse().ok());
            cost.ok_or(PictureError::Broken)
        })
        .await
    }

    /// Grants the memory and returns the picture.
    pub(super) async fn picture(&mut self) -> Result<Picture, PictureError> {
        self.talk(|pipes| {
            let _ = pipes.input.write_all(b"go\n");
            let kind = match pipes.line()?.as_str() {
                "jpg" => Kind::Jpeg,
                "webp" => Kind::Webp,
                _ => return Err(PictureError::Broken),
            };
            match receive(&mut pipes.output, MAX_PICTURE) {
                Ok(content) => Ok(Picture { content, kind }),
                Err(_) => Err(PictureError::Broken),
            }
        })
        .await
    }

    /// Runs a step of the protocol off the async threads. A child that takes too long, or was
    /// killed by the kernel, counts as a broken picture.
    async fn talk<T: Send + 'static>(
        &mut self,
        step: impl FnOnce(&mut Pipes) -> Result<T, PictureError> + Send + 'static,
    ) -> Result<T, PictureError> {
        let mut pipes = self.pipes.take().ok_or(PictureError::Broken)?;
        let talking = spawn_blocking(move || (step(&mut pipes), pipes));
        let Ok(Ok((said, pipes))) = timeout(PATIENCE, talking).await else {
            tracing::warn!("a picture was rejected: decoding took too long");
            return Err(PictureError::Broken);
        };
        self.pipes = Some(pipes);
        said
    }
}

impl Pipes {
    /// Reads a line from the child; an error if it is a refusal or missing.
    fn line(&mut self) -> Result<String, PictureError> {
        let mut line = String::new();
        let read = (&mut self.output).take(MAX_LINE).read_line(&mut line);
        let said = read.is_ok().then(|| line.strip_suffix('\n')).flatten();
        let Some(said) = said else {
            tracing::warn!("a picture was rejected: its decoder was killed");
            return Err(PictureError::Broken);
        };
        let refusal = VIOLATIONS.into_iter().find(|(name, _)| *name == said);
        refusal.map_or_else(|| Ok(said.to_owned()), |(_, refusal)| Err(refusal))
    }
}

/// Runs the child side: reads a picture from standard input and writes it to standard output.
/// `shape` is the argument after [`RENDER_PICTURE`].
pub fn render_picture(shape: &OsStr) -> ExitCode {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let Some((_, shape)) = SHAPES.into_iter().find(|(name, _)| shape == *name) else {
        return ExitCode::FAILURE;
    };
    match limit_this_process().and_then(|()| serve(&mut input, &mut output, shape)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve(input: &mut impl BufRead, output: &mut impl Write, shape: Shape) -> io::Result<()> {
    let content = receive(input, MAX_UPLOAD)?;
    let format =
        Format::of(&content, shape).and_then(|format| Ok((format, format.unpacked_mib(&content)?)));
    let (format, cost) = match format {
        Ok(known) => known,
        Err(refusal) => return refuse(output, &refusal),
    };
    writeln!(output, "cost {cost}")?;
    output.flush()?;
    let mut go = String::new();
    input.read_line(&mut go)?;
    if go != "go\n" {
        return Ok(());
    }
    match render(&content, format, shape) {
        Ok(picture) => {
            writeln!(output, "{}", picture.kind.extension())?;
            send(output, &picture.content)
        }
        Err(refusal) => refuse(output, &refusal),
    }
}

/// Writes bytes preceded by their length, as both sides do.
fn send(output: &mut impl Write, content: &[u8]) -> io::Result<()> {
    let length = u64::try_from(content.len()).map_err(io::Error::other)?;
    output.write_all(&length.to_be_bytes())?;
    output.write_all(content)?;
    output.flush()
}

/// Reads bytes written by [`send`]; an error when they are truncated or more than `most`.
fn receive(input: &mut impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut length = [0; 8];
    input.read_exact(&mut length)?;
    let length = u64::from_be_bytes(length);
    let mut content = Vec::new();
    input.take(length.min(most)).read_to_end(&mut content)?;
    if u64::try_from(content.len()).is_ok_and(|read| read == length) {
        Ok(content)
    } else {
        Err(ErrorKind::UnexpectedEof.into())
    }
}

fn refuse(output: &mut impl Write, refusal: &PictureError) -> io::Result<()> {
    let same =
        |known: &PictureError| std::mem::discriminant(known) == std::mem::discriminant(refusal);
    let name = VIOLATIONS.iter().find(|(_, known)| same(known)).map_or("broken", |(name, _)| name);
    writeln!(output, "{name}")?;
    output.flush()
}

fn name_of<T: PartialEq>(names: &[(&'static str, T)], of: &T) -> &'static str {
    names.iter().find(|(_, known)| known == of).map_or("", |(name, _)| name)
}

/// Makes the kernel kill this process when it exceeds the limits for a picture.
#[cfg(unix)]
fn limit_this_process() -> io::Result<()> {
    use rlimit::Resource;
    let memory = (u64::from(PICTURE_BUDGET_MIB) + BESIDE_MIB) * MIB;
    Resource::CPU.set(PROCESSOR_SECONDS, PROCESSOR_SECONDS)?;
    Resource::DATA.set(memory, memory)?;
    Resource::CORE.set(0, 0)?;
    Resource::NOFILE.set(16, 16)
}

#[cfg(not(unix))]
fn limit_this_process() -> io::Result<()> {
    Ok(())
}
