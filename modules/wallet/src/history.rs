//! What a member has, and how it came about.

use sparkyard_kernel::{ApiError, Cx, Page, PageQuery, UserId, ports::Balances};

use crate::{error::WalletError, intents, model::EntryLine, store};

/// What `user` has, holds that have run out included.
pub(crate) async fn balances(cx: &Cx, user: &UserId) -> Result<Balances, WalletError> {
    intents::expire_overdue(cx, user).await?;
    Ok(store::balances(&cx.db, user).await?)
}

/// A page of `user`'s movements in both units, newest first.
pub(crate) async fn list(
    cx: &Cx,
    user: &UserId,
    page: &PageQuery,
) -> Result<Page<EntryLine>, WalletError> {
    intents::expire_overdue(cx, user).await?;
    let after = page
        .after
        .as_deref()
        .map(str::parse::<i64>)
        .transpose()
        .map_err(|_| ApiError::invalid("cursor", "This cursor did not come from this list."))?;
    let rows = store::entries(&cx.db, user, after, page.fetch_limit()).await?;
    Ok(Page::cut(rows, page, |row| row.newest.to_string()))
}
