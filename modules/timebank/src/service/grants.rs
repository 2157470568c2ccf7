//! Grants from the pot by admins.

use sparkyard_kernel::{
    Caller, ItemId, Page, PageQuery, Sparks, UserId,
    audit::AuditEntry,
    db::DbError,
    ports::{AccountInfo, INSUFFICIENT_FUNDS, PotGrant, PreparedGrant, TokenReason},
};

use super::{
    TimebankService,
    gifts::{given, key_of, people, transfer},
};
use crate::{
    error::TimebankError,
    model::{Gift, GiftForViewer, checked_reason},
    store::{self, Giving, POT},
};

impl TimebankService {
    /// Grants sparks from the pot to a member, on behalf of an admin. Recorded in the audit log.
    pub(crate) async fn grant(
        &self,
        caller: &Caller,
        user: &UserId,
        (amount, reason): (Sparks, &str),
        key: Option<&str>,
    ) -> Result<GiftForViewer, TimebankError> {
        let reason = checked_reason(reason)?;
        if *user == caller.id {
            return Err(TimebankError::OwnGrant);
        }
        let accounts = self.accounts.find(std::slice::from_ref(user)).await?;
        if !accounts.iter().any(AccountInfo::is_active) {
            return Err(TimebankError::MemberNotFound);
        }
        let now = self.cx.now();
        let mut grant = Gift {
            id: ItemId(self.cx.ids.next()),
            giver: None,
            receiver: Some(user.clone()),
            granted_by: Some(caller.id.clone()),
            amount,
            message: Some(reason),
            created_at: now,
            reversal: None,
        };
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: now,
            actor: caller.id.as_str(),
            action: "timebank.granted",
            subject: format!("user:{user}"),
            detail: detail(&grant, grant.message.as_deref().unwrap_or_default()),
        };
        let giving = Giving {
            allowances: Vec::new(),
            transfer: self.ledger()?.transfer_tokens(transfer(&grant, TokenReason::Grant)),
            audit: Some(audit.fragment()),
            event: given(&grant),
            key: key_of(caller, "create_pot_grant", key, &grant)?,
        };
        let outcome = self.store.give(&grant, giving).await;
        (grant.id, grant.created_at) = outcome.map_err(|error| match error {
            DbError::Refused(violation) if violation.code == INSUFFICIENT_FUNDS => {
                TimebankError::PotTooLow
            }
            error => error.into(),
        })?;
        self.for_staff(grant).await
    }

    /// Prepares a grant from the pot for the write of another module, which checks that the
    /// receiver is in good standing and records the grant in the audit log.
    pub(crate) fn prepare_grant(&self, grant: PotGrant) -> Result<PreparedGrant, TimebankError> {
        let PotGrant { id, receiver, granted_by, amount, reason, at } = grant;
        if receiver == granted_by {
            return Err(TimebankError::OwnGrant);
        }
        let grant = Gift {
            id,
            giver: None,
            receiver: Some(receiver),
            granted_by: Some(granted_by),
            amount,
            message: Some(checked_reason(&reason)?),
            created_at: at,
            reversal: None,
        };
        let moved = self.ledger()?.transfer_tokens(transfer(&grant, TokenReason::Grant));
        Ok(PreparedGrant {
            calls: vec![moved, store::give(&grant)],
            queue: POT,
            event: (grant.id.clone(), at, given(&grant)),
        })
    }

    /// Returns a page of all gifts and grants, newest first, without what members wrote to each
    /// other.
    pub(crate) async fn all_gifts(
        &self,
        page: &PageQuery,
    ) -> Result<Page<GiftForViewer>, TimebankError> {
        let gifts = self.store.all_gifts(page).await?;
        let found = self.directory_of(gifts.items.iter().flat_map(people)).await?;
        Ok(gifts.map(|gift| GiftForViewer::new(without_private_words(gift), &found)))
    }

    /// Combines a gift with its people, for staff.
    pub(super) async fn for_staff(&self, gift: Gift) -> Result<GiftForViewer, TimebankError> {
        let found = self.directory_of(people(&gift)).await?;
        Ok(GiftForViewer::new(without_private_words(gift), &found))
    }
}

/// Drops what a member wrote to another; words to or from the community stay.
fn without_private_words(mut gift: Gift) -> Gift {
    let is_private = gift.giver.is_some() && gift.receiver.is_some();
    gift.message = gift.message.filter(|_| !is_private);
    gift
}

/// Returns the text about a gift or grant for the audit log.
pub(super) fn detail(gift: &Gift, reason: &str) -> String {
    let kind = if gift.granted_by.is_some() { "grant" } else { "gift" };
    format!("{kind} {}, {} sparks: {reason}", gift.id, gift.amount)
}
