//! Power cuts: the end of the newest log, which was never synced, is lost.

use rand::{RngExt, rngs::StdRng};
use sparkyard_testkit::FolderCopy;

use super::process::{LOGS, LogEnd};

/// Size of a page, as a disk keeps or loses it.
const PAGE: usize = 4096;

/// Loses the newest log from a random place on, but not before `durable`. File systems either have
/// not made the file longer yet, or show zeros there.
pub(super) fn tear(files: &mut FolderCopy, durable: &LogEnd, chance: &mut StdRng) {
    let logs = files.0.iter_mut().filter(|(path, _)| path.starts_with(LOGS));
    let Some((path, log)) = logs.max_by(|(one, _), (other, _)| one.cmp(other)) else { return };
    // A log that has begun since holds nothing that was acknowledged.
    let least = if *path == durable.0 { durable.1.min(log.len()) } else { 0 };
    let from = chance.random_range(least..=log.len());
    match chance.random_range(0..4) {
        // Killed, but the machine runs on.
        0 => {}
        1 => log.truncate(from),
        2 => log[from..].fill(0),
        _ => {
            log.truncate(from);
            log.resize(from.next_multiple_of(PAGE), 0);
        }
    }
}
