use async_trait::async_trait;

use crate::{ApiError, Caller};

/// Confirmation by second factor before actions that a stolen session must not perform. Offered by
/// auth.
#[async_trait]
pub trait StepUp: Send + Sync + 'static {
    /// Accepts members without a second factor, and members whose `code` is right; each code is
    /// valid once. A missing code is a 403 `auth.second_factor_required`, a wrong one a 422
    /// `auth.wrong_code`, the eleventh wrong one within a quarter of an hour a 429.
    async fn confirm(&self, caller: &Caller, code: Option<&str>) -> Result<(), ApiError>;
}
