//! People involved in bookings, as far as a booking may show them.

use std::collections::{HashMap, HashSet};

use sparkyard_kernel::{
    UserId,
    ports::{AccountInfo, PersonInfo},
};

/// The people involved in some bookings, and their accounts.
#[derive(Debug, Default)]
pub(crate) struct Directory {
    pub(crate) people: HashMap<UserId, PersonInfo>,
    pub(crate) accounts: HashMap<UserId, AccountInfo>,
    /// Members who block the viewer or whom the viewer blocks.
    pub(crate) blocked: HashSet<UserId>,
}

impl Directory {
    /// Returns what others may see of a member; `None` if they have left.
    pub(crate) fn person(&self, user: &UserId) -> Option<&PersonInfo> {
        self.people.get(user)
    }

    /// Returns a member's account; `None` if they have left.
    pub(crate) fn account(&self, user: &UserId) -> Option<&AccountInfo> {
        self.accounts.get(user)
    }

    /// Checks whether a member takes bookings: hidden and suspended members do not.
    pub(crate) fn takes_bookings(&self, user: &UserId) -> bool {
        self.person(user).is_some_and(|person| person.visible)
            && self.account(user).is_some_and(AccountInfo::is_active)
    }

    /// Returns the first name, for mails.
    pub(crate) fn firstname(&self, user: &UserId) -> &str {
        self.person(user).map_or("Your neighbour", |person| &person.firstname)
    }
}
