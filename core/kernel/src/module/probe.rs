//! Checks of what a server depends on, for `sparkyard doctor`.

use std::borrow::Cow;

use async_trait::async_trait;

/// Severity of a [`Finding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// All is well.
    Ok,
    /// Something should be changed, or could not be checked.
    Warning,
    /// Something does not work.
    Failure,
}

/// Result of one check. Contains no secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Severity.
    pub severity: Severity,
    /// Result, in one sentence.
    pub message: Cow<'static, str>,
    /// Action that solves the problem; empty if all is well.
    pub remedy: Cow<'static, str>,
}

impl Finding {
    /// Creates a finding without a problem.
    pub fn ok(message: impl Into<Cow<'static, str>>) -> Self {
        Self { severity: Severity::Ok, message: message.into(), remedy: Cow::Borrowed("") }
    }

    /// Creates a warning.
    pub fn warning(
        message: impl Into<Cow<'static, str>>,
        remedy: impl Into<Cow<'static, str>>,
    ) -> Self {
        let (message, remedy) = (message.into(), remedy.into());
        Self { severity: Severity::Warning, message, remedy }
    }

    /// Creates a failure.
    pub fn failure(
        message: impl Into<Cow<'static, str>>,
        remedy: impl Into<Cow<'static, str>>,
    ) -> Self {
        let (message, remedy) = (message.into(), remedy.into());
        Self { severity: Severity::Failure, message, remedy }
    }
}

/// A check of a service that a module uses: asks it something that changes nothing.
#[async_trait]
pub trait Probe: Send + Sync + 'static {
    /// Name of the check, such as `stripe`.
    fn name(&self) -> &'static str;

    /// Returns an address of the service, with whose clock that of this machine is compared.
    fn url(&self) -> Option<String> {
        None
    }

    /// Checks the service. Must not use the database, which may be in use by a running server. The
    /// caller limits the time.
    async fn check(&self) -> Finding;
}
