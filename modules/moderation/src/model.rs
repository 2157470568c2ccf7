use poem_openapi::Object;
use sparkyard_kernel::{
    Role, Sparks, UserId,
    ports::{AccountInfo, PersonInfo},
};

/// The community in figures. A figure of a module that is switched off is null.
#[derive(Debug, Object)]
pub(crate) struct Overview {
    /// Accounts.
    pub(crate) members: u64,
    /// Skills on offer.
    pub(crate) skills: Option<u64>,
    /// Bookings ever made.
    pub(crate) bookings: Option<u64>,
    /// Disputes that wait for a decision.
    pub(crate) open_disputes: Option<u64>,
    /// Spark tokens in members' hands.
    pub(crate) tokens_circulating: Option<Sparks>,
}

/// A member as staff see them.
#[derive(Debug, Object)]
pub(crate) struct Member {
    /// Whose.
    pub(crate) id: UserId,
    /// Verified address.
    pub(crate) email: String,
    /// First name.
    pub(crate) firstname: String,
    /// Last name.
    pub(crate) lastname: String,
    /// What they may do.
    pub(crate) role: Role,
    /// Whether they are kept from signing in.
    pub(crate) suspended: bool,
    /// When they joined, RFC 3339 in UTC.
    pub(crate) created_at: String,
}

impl Member {
    /// An account with the names of its person; empty names when there is no profile.
    pub(crate) fn new(account: AccountInfo, person: Option<&PersonInfo>) -> Self {
        let AccountInfo { id, email, role, suspended, created_at } = account;
        let names = person.map(|person| (person.firstname.clone(), person.lastname.clone()));
        let (firstname, lastname) = names.unwrap_or_default();
        Self { id, email, firstname, lastname, role, suspended, created_at: created_at.to_string() }
    }
}

/// The role that a member is to have.
#[derive(Debug, Object)]
pub(crate) struct NewRole {
    /// What they may do from now on.
    pub(crate) role: Role,
}

/// Who did what with other people's data.
#[derive(Debug, Object)]
pub(crate) struct AuditEntry {
    /// Identity of the entry.
    pub(crate) id: String,
    /// When, RFC 3339 in UTC.
    pub(crate) at: String,
    /// Member id; `system` for what happens by itself, `operator` for the command line.
    pub(crate) actor_id: String,
    /// Their name.
    pub(crate) actor_name: String,
    /// `module.what_was_done`.
    pub(crate) action: String,
    /// What it was done to: `user:ID`, `booking:7`.
    pub(crate) subject: String,
    /// A few words more.
    pub(crate) detail: String,
}
