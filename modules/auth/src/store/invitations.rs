//! Results of invitations.

use sparkyard_kernel::{
    Timestamp,
    db::{DbError, Fragment},
    ports::Invitations,
};

use super::{AuthStore, rows::InvitesRow};

impl AuthStore {
    /// Returns the results of the invitation `code` so far.
    pub(crate) async fn invitations(&self, code: &str) -> Result<Invitations, DbError> {
        let row: Option<InvitesRow> = self
            .db
            .query("SELECT invited, joined FROM type::record('invites', $code)")
            .bind("code", code.to_owned())
            .fetch_optional()
            .await?;
        row.map_or(Ok(Invitations::default()), |row| row.read(code))
    }
}

/// Records that an address was invited with `code`, and whether it has joined.
pub(super) fn invited(code: String, email_key: String, joined: bool, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::invited", &[]).arg(code).arg(email_key).arg(joined).arg(at)
}
