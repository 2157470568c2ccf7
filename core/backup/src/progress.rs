//! Reports of how far a backup has come.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use rustic_core::{ProgressBars, ProgressType, RusticProgress};

/// Time between two reports.
const EVERY: Duration = Duration::from_secs(1);

/// How much of one step is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Bytes done.
    pub done: u64,
    /// Bytes to do, once known.
    pub total: u64,
}

/// Receiver of reports, called at most once a second, from any thread.
#[derive(Clone)]
pub struct Progress(Arc<dyn Fn(Report) + Send + Sync>);

impl Progress {
    /// Calls `receiver` with each report.
    pub fn to(receiver: impl Fn(Report) + Send + Sync + 'static) -> Self {
        Self(Arc::new(receiver))
    }

    /// Discards the reports.
    pub fn none() -> Self {
        Self::to(|_| {})
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress")
    }
}

impl ProgressBars for Progress {
    fn progress(&self, kind: ProgressType, _: &str) -> rustic_core::Progress {
        match kind {
            ProgressType::Bytes => rustic_core::Progress::new(Bytes {
                progress: self.clone(),
                done: AtomicU64::new(0),
                total: AtomicU64::new(0),
                reported: Mutex::new(Instant::now()),
            }),
            ProgressType::Spinner | ProgressType::Counter => rustic_core::Progress::hidden(),
        }
    }
}

#[derive(Debug)]
struct Bytes {
    progress: Progress,
    done: AtomicU64,
    total: AtomicU64,
    reported: Mutex<Instant>,
}

impl RusticProgress for Bytes {
    fn is_hidden(&self) -> bool {
        false
    }

    fn set_length(&self, length: u64) {
        self.total.store(length, Ordering::Relaxed);
    }

    fn set_title(&self, _: &str) {}

    fn inc(&self, more: u64) {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.elapsed() >= EVERY {
            *reported = Instant::now();
            let total = self.total.load(Ordering::Relaxed);
            (self.progress.0)(Report { done, total });
        }
    }

    fn finish(&self) {}
}
