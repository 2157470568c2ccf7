//! Reads a downloaded archive as a stream, row by row, in bounded memory.

use std::{
    cell::Cell,
    fmt::Write as _,
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
    rc::Rc,
    sync::Arc,
};

use anyhow::{Context, bail, ensure};
use csv::{ReaderBuilder, StringRecord};
use sha2::{Digest, Sha256};
use sparkyard_kernel::ports::ImportWatch;
use tokio::sync::mpsc::Sender;
use zip::ZipArchive;

use crate::model::import::{Batch, Layout, Position};

/// Maximum size of a row, in bytes; far above that of any layout.
const MAX_ROW: u64 = 1 << 20;
/// Maximum number of rows; more than twice that of the largest file.
const MAX_ROWS: u64 = 10_000_000;
/// Size of the read buffer, in bytes.
const BUFFER: usize = 1 << 16;

/// An archive with a known layout.
pub(super) struct Archive {
    zip: ZipArchive<BufReader<File>>,
    pub(super) layout: Layout,
    entries: Vec<Entry>,
    /// Identifies the contents of the archive.
    pub(super) fingerprint: String,
}

struct Entry {
    /// Index of the file in the archive.
    index: usize,
    name: String,
    bytes: u64,
}

impl Archive {
    /// Opens a file and detects its layout. Errors do not name the file.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path)?;
        let mut zip = ZipArchive::new(BufReader::new(file)).map_err(|_| {
            anyhow::anyhow!("this is not a whole zip archive; give the file as it was downloaded")
        })?;
        let mut entries = data_entries(&zip)?;
        for number in 0..entries.len() {
            let Some(layout) = layout_of(&mut zip, &entries[number])? else { continue };
            match layout {
                Layout::OpenNames | Layout::CodePoint => {
                    entries.retain(|entry| is_csv(&entry.name));
                }
                Layout::GeoNames | Layout::GeoNamesPostal => {
                    entries = vec![entries.swap_remove(number)];
                }
            }
            let fingerprint = fingerprint(&zip, layout, &entries)?;
            return Ok(Self { zip, layout, entries, fingerprint });
        }
        bail!(
            "nothing in this archive looks like GeoNames, GeoNames postal codes, OS Open Names or \
             Code-Point Open (CSV, not GeoPackage)"
        )
    }

    /// Returns the unpacked size of the data, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.entries.iter().map(|entry| entry.bytes).sum()
    }

    /// Reads everything after `done` and sends it in batches. Stops without an error when the
    /// receiver is gone.
    pub(super) fn read(
        mut self,
        done: Option<Position>,
        out: &Sender<Batch>,
        watch: &Arc<dyn ImportWatch>,
    ) -> anyhow::Result<()> {
        let mut rows = 0;
        for (entry, number) in std::mem::take(&mut self.entries).iter().zip(0..) {
            let next = done.map_or(Position::default(), |done| Position {
                entry: done.entry,
                part: done.part + 1,
            });
            // Part numbers end with a file: the rest is in this file or a later one.
            if number < next.entry {
                watch.advanced(entry.bytes);
                continue;
            }
            let skip = if number == next.entry { next.part } else { 0 };
            let file = self.zip.by_index(entry.index)?;
            let reading = Reading { layout: self.layout, entry, number, skip, out, watch };
            if !reading.run(file, &mut rows)? {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// State of reading one file of an archive.
struct Reading<'a> {
    layout: Layout,
    entry: &'a Entry,
    number: u32,
    /// Number of batches that have been written already.
    skip: u32,
    out: &'a Sender<Batch>,
    watch: &'a Arc<dyn ImportWatch>,
}

impl Reading<'_> {
    /// Reads the file; returns whether the receiver still exists.
    fn run(&self, file: impl Read, rows: &mut u64) -> anyhow::Result<bool> {
        let since_row = Rc::new(Cell::new(0));
        let guarded = CountedRead { file, since_row: since_row.clone(), watch: self.watch };
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(self.layout.delimiter())
            .quoting(self.layout.quoted())
            .buffer_capacity(BUFFER)
            .from_reader(guarded);
        let (mut row, mut part) = (StringRecord::new(), 0);
        let mut batch = self.batch(part);
        loop {
            let line = reader.position().line();
            let at = || format!("{} line {line}", self.entry.name);
            since_row.set(0);
            if !reader.read_record(&mut row).map_err(plain).with_context(at)? {
                break;
            }
            *rows += 1;
            ensure!(*rows <= MAX_ROWS, "{}: more than {MAX_ROWS} rows", at());
            if row.get(0).is_some_and(|first| first.starts_with('\u{feff}')) {
                row = without_mark(&row);
            }
            // The reader skips blank lines, so the row itself has the right line number.
            let at = || {
                let line = row.position().map_or(line, csv::Position::line);
                format!("{} line {line}", self.entry.name)
            };
            self.layout.read(&row, &mut batch).map_err(anyhow::Error::msg).with_context(at)?;
            if batch.is_full() {
                part += 1;
                if !self.hand_on(std::mem::replace(&mut batch, self.batch(part))) {
                    return Ok(false);
                }
            }
        }
        // The last batch of a file is sent even if empty: it marks the file as complete.
        Ok(self.hand_on(batch))
    }

    fn batch(&self, part: u32) -> Batch {
        Batch::at(Position { entry: self.number, part })
    }

    fn hand_on(&self, batch: Batch) -> bool {
        batch.position.part < self.skip || self.out.blocking_send(batch).is_ok()
    }
}

/// Counts bytes read, and fails on a row without an end before it fills the memory.
struct CountedRead<'a, R> {
    file: R,
    since_row: Rc<Cell<u64>>,
    watch: &'a Arc<dyn ImportWatch>,
}

impl<R: Read> Read for CountedRead<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.watch.advanced(read as u64);
        self.since_row.set(self.since_row.get() + read as u64);
        match self.since_row.get() > MAX_ROW {
            true => Err(io::Error::new(io::ErrorKind::InvalidData, "a row without an end")),
            false => Ok(read),
        }
    }
}

/// Converts a CSV error without its line number, which the context has.
fn plain(error: csv::Error) -> anyhow::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        csv::ErrorKind::Utf8 { .. } => anyhow::anyhow!("the text is not UTF-8"),
        other => anyhow::anyhow!("the row cannot be read: {other:?}"),
    }
}

/// Removes a byte order mark from the fields of a row.
fn without_mark(row: &StringRecord) -> StringRecord {
    let mut clean: StringRecord =
        row.iter().map(|field| field.trim_start_matches('\u{feff}')).collect();
    clean.set_position(row.position().cloned());
    clean
}

/// Returns the files that may contain rows: text, but no documentation.
fn data_entries(zip: &ZipArchive<BufReader<File>>) -> anyhow::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for index in 0..zip.len() {
        let file = zip.by_index_data(index).context("the archive is damaged")?;
        let name = file.name().context("the archive is damaged")?.into_owned();
        if is_data(&name) {
            entries.push(Entry { index, name, bytes: file.size() });
        }
    }
    Ok(entries)
}

fn is_data(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let mut parts = name.rsplit(['/', '\\']);
    let file = parts.next().unwrap_or_default();
    let text = is_csv(file) || Path::new(file).extension().is_some_and(|ending| ending == "txt");
    let about = ["readme", "licen", "header"].iter().any(|word| file.contains(word));
    text && !about && !parts.any(|folder| folder.starts_with("doc"))
}

fn is_csv(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))
}

/// Hashes names, sizes and CRC-32 checksums: equal for archives with the same contents.
fn fingerprint(
    zip: &ZipArchive<BufReader<File>>,
    layout: Layout,
    entries: &[Entry],
) -> anyhow::Result<String> {
    let mut hash = Sha256::new();
    hash.update(layout.key());
    for entry in entries {
        let checksum = zip.by_index_data(entry.index)?.crc32();
        hash.update(entry.name.as_bytes());
        hash.update(entry.bytes.to_le_bytes());
        hash.update(checksum.to_le_bytes());
    }
    Ok(hash.finalize().iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

fn layout_of(
    zip: &mut ZipArchive<BufReader<File>>,
    entry: &Entry,
) -> anyhow::Result<Option<Layout>> {
    let file = zip.by_index(entry.index).with_context(|| entry.name.clone())?;
    let mut line = Vec::new();
    let mut reader = BufReader::new(file.take(BUFFER as u64));
    reader.read_until(b'\n', &mut line).with_context(|| entry.name.clone())?;
    let line = String::from_utf8_lossy(&line);
    Ok(Layout::of_line(line.trim_end_matches(['\r', '\n'])))
}
