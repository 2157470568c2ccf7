//! One life of the server: a runtime of its own on one thread, which is dropped as a kill drops it.

use std::{
    path::PathBuf,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
};

use sparkyard_kernel::ManualClock;
use sparkyard_testkit::FolderCopy;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use super::mail_server::MailServer;
use crate::TestApp;

/// Folder of the logs in the data directory, to which each commit is synced before it is
/// acknowledged.
pub(super) const LOGS: &str = "db/wal";

/// Memtables rotate often, as in `stops`.
pub(super) const SETTINGS: &str = "[database]\nmemtable_kb = 128\n";

/// A running server. The runtime is dropped first, and with it everything that is under way.
pub(super) struct Process {
    runtime: Runtime,
    pub(super) app: TestApp,
}

/// End of the newest log: its path in the data directory, and its length.
pub(super) type LogEnd = (PathBuf, usize);

impl Process {
    /// Starts on a copy of `files`.
    pub(super) fn start(
        files: &FolderCopy,
        clock: &ManualClock,
        settings: &str,
        mail_server: &Arc<MailServer>,
    ) -> Self {
        let data_dir = TempDir::new().unwrap();
        files.write(data_dir.path());
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let started = TestApp::on_files(data_dir, clock, settings, mail_server.clone());
        let app = runtime.block_on(Box::pin(started));
        Self { runtime, app }
    }

    pub(super) fn run<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Polls `work` at most `polls` times, then drops it; `None` if it had not ended by then. What
    /// it has spawned stays where it is.
    pub(super) fn run_partly<T>(&self, polls: u32, work: impl Future<Output = T>) -> Option<T> {
        self.runtime.block_on(async {
            let work = pin!(work);
            Partly { work, polls }.await
        })
    }

    /// Returns the files as they are.
    pub(super) fn files(&self) -> FolderCopy {
        FolderCopy::read(&self.app.host.cx.data_dir)
    }

    pub(super) fn log_end(&self) -> LogEnd {
        let folder = self.app.host.cx.data_dir.join(LOGS);
        let logs = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
        let newest = logs.max_by_key(std::fs::DirEntry::file_name).unwrap();
        let length = usize::try_from(newest.metadata().unwrap().len()).unwrap();
        (PathBuf::from(LOGS).join(newest.file_name()), length)
    }

    /// Stops in order; returns the files.
    pub(super) fn stop(&self) -> FolderCopy {
        self.run(self.app.db.close()).unwrap();
        self.files()
    }
}

/// A future that is given up after some polls.
struct Partly<'a, F> {
    work: Pin<&'a mut F>,
    polls: u32,
}

impl<F: Future> Future for Partly<'_, F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Poll::Ready(done) = self.work.as_mut().poll(context) {
            return Poll::Ready(Some(done));
        }
        self.polls = self.polls.saturating_sub(1);
        if self.polls == 0 { Poll::Ready(None) } else { Poll::Pending }
    }
}
