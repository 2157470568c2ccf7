//! Phase in which clients send requests.

use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Default)]
pub(crate) struct LoadPhase {
    over: AtomicBool,
    interrupted: AtomicBool,
}

impl LoadPhase {
    /// Ends the phase: no new tasks, current ones are finished.
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
