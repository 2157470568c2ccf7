//! Period in which clients work.

use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Default)]
pub(crate) struct Shift {
    over: AtomicBool,
    interrupted: AtomicBool,
}

impl Shift {
    /// Ends the shift: no new tasks, current ones are finished.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    /// Announces that the server is about to be stopped.
    pub(crate) fn interrupt(&self) {
        self.interrupted.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }
}
