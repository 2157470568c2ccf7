//! Deletion of accounts.

use sparkyard_kernel::{
    Timestamp, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment},
    events::auth::{DELETED, Deleted},
    leaving::{self, Erasure, Leaving, Obstacle},
    ports::Departures,
};
use surrealdb::types::SurrealValue;

use super::{
    AuthStore,
    accounts::{OutgoingMail, with_mail},
};
use crate::{
    error::{LAST_ADMIN, VIOLATIONS},
    model::account::Account,
};

/// The last admin stays. All that opens an account goes in the write that deletes it.
pub(crate) const LEAVING: Leaving = Leaving {
    obstacles: &[Obstacle {
        violation: &LAST_ADMIN,
        link: "/admin/members",
        count: "IF (SELECT VALUE role FROM ONLY type::record('account', $user)) = 'admin' \
                AND (SELECT VALUE standing FROM ONLY type::record('account', $user)) = 'active' \
                AND (SELECT VALUE admins FROM ONLY admin_roster:all) <= 1 { 1 } ELSE { 0 }",
    }],
    lasting: &[],
    close: &[],
    erasures: &[Erasure::delete("auth.consents", "consent", "user_id = $user")],
};

/// Data of a member that the law makes some modules keep.
#[derive(SurrealValue)]
pub(crate) struct Facts {
    pub(crate) name: String,
    pub(crate) address: String,
}

/// An account to be deleted.
pub(crate) struct Departure<'a> {
    pub(crate) account: &'a Account,
    pub(crate) facts: Facts,
    pub(crate) at: Timestamp,
    /// Whether the member gives up their pounds.
    pub(crate) give_up: bool,
    /// Whether there is a pot that their sparks go to.
    pub(crate) pot: bool,
    pub(crate) by_staff: bool,
}

impl AuthStore {
    /// Deletes an account; `blanked` blanks the profile.
    pub(crate) async fn leave(
        &self,
        departure: Departure<'_>,
        rules: &dyn Departures,
        blanked: Fragment,
        audit: AuditEntry<'_>,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let Departure { account, facts, at, give_up, pot, by_staff } = departure;
        let user: UserId = account.id.clone();
        let write = self.db.write("auth.leave").from_reserve().bind("user", user.clone());
        let write = write.bind("at", at).bind("facts", facts);
        let write = write.bind("give_up", give_up).bind("pot", pot);
        let write = leaving::close(write, rules.obstacles(), rules.close());
        let depart = Fragment::new("fn::core::depart", &[]).arg(user.clone()).arg(at);
        let left = Fragment::new("fn::auth::leave", VIOLATIONS).arg(user.clone()).arg(by_staff);
        let event = format!("{}:{user}", DELETED.name());
        let deleted = Deleted { user_id: user };
        let write =
            write.call(left).call(depart).call(blanked).publish(DELETED, event, at, deleted);
        with_mail(write.call(audit.fragment()), Some(mail)).run().await
    }
}
