use sparkyard_kernel::UserId;

use super::Account;

/// The other side of a transfer of tokens, as the owner of an entry sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Counterparty {
    /// Pot of the community.
    Pot,
    /// A member, with the first name where it can be resolved.
    Member(UserId, Option<String>),
}

impl Counterparty {
    /// Returns the owner of the account `id`; `None` for accounts without one.
    pub(crate) fn of_account(id: &str) -> Option<Self> {
        if id == Account::Pot.to_string() {
            return Some(Self::Pot);
        }
        let user = id.strip_prefix("user:")?.split(':').next()?;
        Some(Self::Member(UserId::from(user), None))
    }

    /// Returns the words for it in a description.
    pub(super) fn words(&self) -> &str {
        match self {
            Self::Pot => "the community",
            Self::Member(_, Some(name)) => name,
            Self::Member(_, None) => NEIGHBOUR,
        }
    }
}

/// Words for a member whose name is not shown.
pub(super) const NEIGHBOUR: &str = "a neighbour";
