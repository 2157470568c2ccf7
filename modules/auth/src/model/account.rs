use sparkyard_kernel::{
    Role, Timestamp, UserId,
    ports::{AccountInfo, Agreed, Standing},
};

/// An account, including the fields private to this module.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) id: UserId,
    pub(crate) email: String,
    pub(crate) email_key: String,
    /// Stored hash of the password, if there is one.
    pub(crate) password_hash: Option<String>,
    pub(crate) role: Role,
    pub(crate) role_since: Timestamp,
    pub(crate) standing: Standing,
    /// Version that is incremented by every change that must void a sign-in in progress.
    pub(crate) stamp: i64,
    pub(crate) second_factor_at: Option<Timestamp>,
    pub(crate) referral_code: Option<String>,
    /// Whether the address was verified by nothing stronger than a short code.
    pub(crate) proved_by_code: bool,
    /// Time of the last change of address or password.
    pub(crate) sign_in_changed_at: Option<Timestamp>,
    /// The newest texts that the member agreed to, if that was recorded.
    pub(crate) agreed: Option<Agreed>,
    pub(crate) created_at: Timestamp,
}

impl Account {
    /// Checks whether the account was imported, and its owner has not accepted the invitation yet.
    pub(crate) fn is_invited(&self) -> bool {
        self.standing == Standing::Invited
    }

    /// Checks that the account is neither suspended nor waiting for approval or its owner.
    pub(crate) fn is_active(&self) -> bool {
        self.standing == Standing::Active
    }
}

impl From<Account> for AccountInfo {
    fn from(account: Account) -> Self {
        Self {
            id: account.id,
            email: account.email,
            role: account.role,
            role_since: account.role_since,
            standing: account.standing,
            second_factor: account.second_factor_at.is_some(),
            sign_in_changed_at: account.sign_in_changed_at,
            agreed: account.agreed,
            created_at: account.created_at,
        }
    }
}
