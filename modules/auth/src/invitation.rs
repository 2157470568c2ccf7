//! Invitations: the codes by which members bring others in.

use sparkyard_kernel::{ApiError, UserId, ports::People};

/// An invitation of which somebody knows whose it is.
pub(crate) struct Known {
    /// As it is stored: without the case in which it was typed.
    pub(crate) code: String,
    pub(crate) inviter: UserId,
}

/// What `code` stands for: nothing when it is blank or nobody's.
pub(crate) async fn known(
    people: &dyn People,
    code: Option<&str>,
) -> Result<Option<Known>, ApiError> {
    let code = code.unwrap_or_default().trim().to_lowercase();
    if code.is_empty() {
        return Ok(None);
    }
    let inviter = people.inviter(&code).await?;
    Ok(inviter.map(|inviter| Known { code, inviter }))
}
