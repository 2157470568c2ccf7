//! The time in which clients work.

use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Default)]
pub(crate) struct Shift {
    over: AtomicBool,
    interrupted: AtomicBool,
}

impl Shift {
    /// Nobody begins anything more; what is under way is finished.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    /// The server is about to stop under the clients.
    pub(crate) fn interrupt(&self) {
        self.interrupted.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }
}
