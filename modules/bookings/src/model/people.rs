//! The people of some bookings, as far as a booking may tell of them.

use std::collections::HashMap;

use sparkyard_kernel::{
    UserId,
    ports::{AccountInfo, PersonInfo},
};

/// The people of some bookings, with their accounts.
#[derive(Debug, Default)]
pub(crate) struct Directory {
    pub(crate) people: HashMap<UserId, PersonInfo>,
    pub(crate) accounts: HashMap<UserId, AccountInfo>,
}

impl Directory {
    /// What others may see of a member; `None` when they have left.
    pub(crate) fn person(&self, user: &UserId) -> Option<&PersonInfo> {
        self.people.get(user)
    }

    /// A member's account; `None` when they have left.
    pub(crate) fn account(&self, user: &UserId) -> Option<&AccountInfo> {
        self.accounts.get(user)
    }

    /// Whether a member takes bookings: those who are hidden or suspended do not.
    pub(crate) fn takes_bookings(&self, user: &UserId) -> bool {
        self.person(user).is_some_and(|person| person.visible)
            && self.account(user).is_some_and(AccountInfo::is_active)
    }

    /// First name, for mails.
    pub(crate) fn firstname(&self, user: &UserId) -> &str {
        self.person(user).map_or("Your neighbour", |person| &person.firstname)
    }
}
