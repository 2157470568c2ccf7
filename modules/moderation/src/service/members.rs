//! Members as staff see them, their roles and status.

use sparkyard_kernel::{
    ApiError, Caller, Cursor, Limit, Page, PageQuery, Role, UserId,
    ports::{AccountInfo, Leave, Standing},
    text,
    validate::Checks,
};

use super::ModerationService;
use crate::{error::ModerationError, model::Member};

/// Number of accounts per query in a search by name.
const BATCH: Limit = Limit(100);
/// Maximum number of batches per page; a rare name may take several pages.
const MAX_BATCHES: usize = 20;

impl ModerationService {
    /// Returns a page of members, newest first. `search` is a prefix of an address or of a name;
    /// blank matches everyone.
    pub(crate) async fn members(
        &self,
        search: Option<&str>,
        status: Option<Standing>,
        page: &PageQuery,
    ) -> Result<Page<Member>, ModerationError> {
        match search.map(str::trim).filter(|text| !text.is_empty()) {
            // Only addresses contain an `@`, and addresses are indexed.
            Some(text) if text.contains('@') => self.page_of(Some(text), status, page).await,
            Some(text) => self.named(&text.to_lowercase(), status, page).await,
            None => self.page_of(None, status, page).await,
        }
    }

    /// Changes a member's role in the name of `caller`. Fails with 404 for an unknown member, and
    /// with 409 if the last admin would lose the role.
    pub(crate) async fn set_role(
        &self,
        caller: &Caller,
        user: &UserId,
        role: Role,
    ) -> Result<Member, ModerationError> {
        self.named_member(self.accounts.set_role(&caller.id, user, role).await?).await
    }

    /// Approves an applicant.
    pub(crate) async fn approve(
        &self,
        caller: &Caller,
        user: &UserId,
    ) -> Result<Member, ModerationError> {
        self.named_member(self.accounts.approve(&caller.id, user).await?).await
    }

    /// Declines an applicant; a reason is required.
    pub(crate) async fn decline(
        &self,
        caller: &Caller,
        user: &UserId,
        reason: &str,
    ) -> Result<(), ModerationError> {
        Ok(self.accounts.decline(&caller.id, user, &checked_reason(reason)?).await?)
    }

    /// Suspends a member; a reason is required.
    pub(crate) async fn suspend(
        &self,
        caller: &Caller,
        user: &UserId,
        reason: &str,
    ) -> Result<Member, ModerationError> {
        let reason = checked_reason(reason)?;
        self.check_rank(caller, user).await?;
        self.check_no_party(caller, user).await?;
        self.named_member(self.accounts.suspend(&caller.id, user, &reason).await?).await
    }

    /// Reinstates a suspended member.
    pub(crate) async fn reinstate(
        &self,
        caller: &Caller,
        user: &UserId,
    ) -> Result<Member, ModerationError> {
        check_other(caller, user)?;
        self.check_rank(caller, user).await?;
        self.check_no_party(caller, user).await?;
        self.named_member(self.accounts.reinstate(&caller.id, user).await?).await
    }

    /// Deletes the account of another member on their behalf; a reason is required.
    pub(crate) async fn delete(
        &self,
        caller: &Caller,
        user: &UserId,
        reason: &str,
    ) -> Result<(), ModerationError> {
        let reason = checked_reason(reason)?;
        check_other(caller, user)?;
        let leave = Leave::ByStaff { actor: &caller.id, reason: &reason };
        Ok(self.accounts.leave(user, leave).await?)
    }

    /// Removes the second factor of a member.
    pub(crate) async fn reset_second_factor(
        &self,
        caller: &Caller,
        user: &UserId,
    ) -> Result<Member, ModerationError> {
        // Admins remove their own in the settings, where password and code are required.
        check_other(caller, user)?;
        self.named_member(self.accounts.reset_second_factor(&caller.id, user).await?).await
    }

    /// Ends all sessions of a member.
    pub(crate) async fn sign_out(
        &self,
        caller: &Caller,
        user: &UserId,
    ) -> Result<Member, ModerationError> {
        check_other(caller, user)?;
        self.check_rank(caller, user).await?;
        self.named_member(self.accounts.sign_out(&caller.id, user).await?).await
    }

    /// Fails with `StaffAccount` if `user` is staff and the caller is not an admin.
    pub(super) async fn check_rank(
        &self,
        caller: &Caller,
        user: &UserId,
    ) -> Result<(), ModerationError> {
        let accounts = self.accounts.find(std::slice::from_ref(user)).await?;
        let staff = accounts.first().is_some_and(|account| account.role > Role::Member);
        match staff && !caller.acts_as(Role::Admin) {
            true => Err(ModerationError::StaffAccount),
            false => Ok(()),
        }
    }

    /// Fails with `OwnBooking` if the caller has an open booking with `user`.
    pub(super) async fn check_no_party(
        &self,
        caller: &Caller,
        user: &UserId,
    ) -> Result<(), ModerationError> {
        let Some(bookings) = &self.bookings else { return Ok(()) };
        match bookings.share_open(&caller.id, user).await? {
            true => Err(ModerationError::OwnBooking),
            false => Ok(()),
        }
    }

    async fn named_member(&self, account: AccountInfo) -> Result<Member, ModerationError> {
        let people = self.people.find(std::slice::from_ref(&account.id)).await?;
        let person = people.get(&account.id);
        Ok(Member::new(account, person))
    }

    async fn page_of(
        &self,
        search: Option<&str>,
        status: Option<Standing>,
        page: &PageQuery,
    ) -> Result<Page<Member>, ModerationError> {
        let accounts = self.accounts.list(search, status, page).await?;
        let next_cursor = accounts.next_cursor;
        Ok(Page { items: self.with_names(accounts.items).await?, next_cursor })
    }

    async fn with_names(&self, accounts: Vec<AccountInfo>) -> Result<Vec<Member>, ModerationError> {
        let ids: Vec<UserId> = accounts.iter().map(|account| account.id.clone()).collect();
        let people = self.people.find(&ids).await?;
        let named = accounts.into_iter().map(|account| {
            let person = people.get(&account.id);
            Member::new(account, person)
        });
        Ok(named.collect())
    }

    /// Returns members whose name or address begins with `text`. Names and addresses belong to two
    /// modules, so no index covers both: accounts are read in batches until the page is full, or
    /// [`MAX_BATCHES`] are read, in which case the page is short.
    async fn named(
        &self,
        text: &str,
        status: Option<Standing>,
        page: &PageQuery,
    ) -> Result<Page<Member>, ModerationError> {
        let mut from = Position::read(page)?;
        let mut found = Vec::new();
        for _ in 0..MAX_BATCHES {
            let batch = PageQuery::new(Some(BATCH), from.batch.clone().map(Cursor))?;
            let batch = self.page_of(None, status, &batch).await?;
            for (index, member) in batch.items.into_iter().enumerate().skip(from.done) {
                if begins(&member, text) {
                    let next = Position { done: index + 1, batch: from.batch.clone() };
                    found.push((member, next));
                }
            }
            if found.len() > page.limit || batch.next_cursor.is_none() {
                let page = Page::cut(found, page, |(_, next)| next.write());
                return Ok(page.map(|(member, _)| member));
            }
            from = Position { done: 0, batch: batch.next_cursor };
        }
        let members = found.into_iter().map(|(member, _)| member).collect();
        Ok(Page::unfinished(members, &from.write()))
    }
}

/// Fails with `OwnAccount` if `user` is the caller.
pub(super) fn check_other(caller: &Caller, user: &UserId) -> Result<(), ModerationError> {
    match caller.id == *user {
        true => Err(ModerationError::OwnAccount),
        false => Ok(()),
    }
}

/// Checks whether the address or a name of `member` begins with `text`, which is in lower case.
fn begins(member: &Member, text: &str) -> bool {
    let name = format!(" {} {}", member.firstname, member.lastname).to_lowercase();
    member.account.email.to_lowercase().starts_with(text) || name.contains(&format!(" {text}"))
}

/// Position at which a search continues; encoded in the cursor.
struct Position {
    /// Cursor of the batch; `None` for the first.
    batch: Option<String>,
    /// Number of members of the batch already examined.
    done: usize,
}

impl Position {
    fn read(page: &PageQuery) -> Result<Self, ModerationError> {
        let Some(after) = &page.after else { return Ok(Self { batch: None, done: 0 }) };
        let (done, batch) = after.split_once('.').unwrap_or((after, ""));
        let done = done.parse().map_err(|_| ModerationError::ForeignCursor)?;
        Ok(Self { batch: (!batch.is_empty()).then(|| batch.to_owned()), done })
    }

    fn write(&self) -> String {
        format!("{}.{}", self.done, self.batch.as_deref().unwrap_or_default())
    }
}

/// Returns the reason of a decision as it is stored, or a 422.
fn checked_reason(reason: &str) -> Result<String, ApiError> {
    Checks::new().prose("reason", reason, 3, 500).finish()?;
    Ok(text::prose(reason))
}
