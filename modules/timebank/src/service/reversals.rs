//! Reversals of gifts and grants by staff.

use sparkyard_kernel::{
    Caller, ItemId, Role,
    audit::AuditEntry,
    db::DbError,
    events::timebank::SparksReversed,
    ports::{INSUFFICIENT_FUNDS, TokenReason, TokenTransfer},
};

use super::{TimebankService, grants::detail};
use crate::{
    error::TimebankError,
    model::{Gift, GiftForViewer, Reversal, checked_reason},
    store::Reversing,
};

impl TimebankService {
    /// Returns the tokens of a gift or grant by a new transfer, on behalf of staff. Recorded in the
    /// audit log. Only admins reverse grants, and nobody what concerns themselves.
    pub(crate) async fn reverse_gift(
        &self,
        caller: &Caller,
        id: &ItemId,
        reason: &str,
    ) -> Result<GiftForViewer, TimebankError> {
        let reason = checked_reason(reason)?;
        let mut gift = self.store.gift(id).await?.ok_or(TimebankError::GiftNotFound)?;
        if gift.giver.is_none() && !caller.acts_as(Role::Admin) {
            return Err(TimebankError::AdminsOnly);
        }
        if gift.concerns(&caller.id) {
            return Err(TimebankError::OwnCase);
        }
        let now = self.cx.now();
        let reversal = Reversal { by: caller.id.clone(), reason: reason.clone(), at: now };
        let subject = gift.receiver.as_ref().or(gift.giver.as_ref());
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: now,
            actor: caller.id.as_str(),
            action: "timebank.gift_reversed",
            subject: subject.map(|user| format!("user:{user}")).unwrap_or_default(),
            detail: detail(&gift, &reason),
        };
        let reversing = Reversing {
            transfer: self.ledger()?.transfer_tokens(back(&gift, &reversal)),
            audit: audit.fragment(),
            payload: (self.cx.ids.next(), reversed(&gift, reason)),
        };
        let outcome = self.store.reverse_gift(&gift, reversal.clone(), reversing).await;
        outcome.map_err(|error| match error {
            DbError::Refused(violation) if violation.code == INSUFFICIENT_FUNDS => {
                TimebankError::SparksSpent
            }
            error => error.into(),
        })?;
        gift.reversal = Some(reversal);
        self.for_staff(gift).await
    }
}

/// Returns the transfer that takes a gift or grant back.
fn back(gift: &Gift, reversal: &Reversal) -> TokenTransfer {
    TokenTransfer {
        key: format!("reversal:gift:{}", gift.id),
        from: gift.destination(),
        to: gift.source(),
        amount: gift.amount,
        reason: TokenReason::Reversal,
        reference: format!("gift:{}", gift.id),
        at: reversal.at,
    }
}

fn reversed(gift: &Gift, reason: String) -> SparksReversed {
    SparksReversed {
        giver_id: gift.giver.clone(),
        receiver_id: gift.receiver.clone(),
        amount: gift.amount,
        reason,
    }
}
