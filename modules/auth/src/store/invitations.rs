//! What came of invitations.

use sparkyard_kernel::{
    Timestamp,
    db::{DbError, Fragment, SurrealValue},
    ports::Invitations,
};

use super::Store;

#[derive(SurrealValue)]
struct InvitesRow {
    invited: i64,
    joined: i64,
}

impl Store {
    /// What came of the invitation `code` so far.
    pub(crate) async fn invitations(&self, code: &str) -> Result<Invitations, DbError> {
        let row: Option<InvitesRow> = self
            .db
            .query("SELECT invited, joined FROM type::record('invites', $code)")
            .bind("code", code.to_owned())
            .fetch_optional()
            .await?;
        let Some(InvitesRow { invited, joined }) = row else { return Ok(Invitations::default()) };
        let count = |n: i64| {
            u64::try_from(n).map_err(|_| DbError::Corrupt(format!("invites {code} count {n}")))
        };
        Ok(Invitations { invited: count(invited)?, joined: count(joined)? })
    }
}

/// Notes that an address was invited with `code`, and maybe that it joined.
pub(super) fn invited(code: String, email_key: String, joined: bool, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::invited", &[]).arg(code).arg(email_key).arg(joined).arg(at)
}
