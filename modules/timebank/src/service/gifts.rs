//! Gifts of members to each other and to the pot.

use sparkyard_kernel::{
    ApiError, Caller, ItemId, Page, PageQuery, Sparks, UserId, allowance,
    db::{DbError, Idempotency},
    events::timebank::SparksGiven,
    idempotency::idempotency,
    ports::{INSUFFICIENT_FUNDS, TokenReason, TokenTransfer},
};

use super::TimebankService;
use crate::{
    error::{TOO_MANY_GIFTS, TOO_MANY_SPARKS, TimebankError},
    model::{Gift, GiftForViewer, Recipient, checked_message},
    store::Giving,
};

impl TimebankService {
    /// Gives tokens of the caller to a member or to the pot.
    pub(crate) async fn give(
        &self,
        caller: &Caller,
        to: &Recipient,
        (amount, message): (Sparks, Option<&str>),
        key: Option<&str>,
    ) -> Result<GiftForViewer, TimebankError> {
        let message = checked_message(message)?;
        let receiver = match to {
            Recipient::Member(user) if *user == caller.id => return Err(TimebankError::OwnGift),
            Recipient::Member(user) => Some(user.clone()),
            Recipient::Community => None,
        };
        if let Some(receiver) = &receiver {
            self.check_visible(&caller.id, receiver).await?;
        }
        let now = self.cx.now();
        let mut gift = Gift {
            id: ItemId(self.cx.ids.next()),
            giver: Some(caller.id.clone()),
            receiver,
            granted_by: None,
            amount,
            message,
            created_at: now,
            reversal: None,
        };
        let giving = Giving {
            allowances: vec![
                self.config.gifts(self.cx.limits).use_up(
                    caller.id.as_str(),
                    1,
                    now,
                    &TOO_MANY_GIFTS,
                ),
                self.config.sparks(self.cx.limits).use_up(
                    caller.id.as_str(),
                    amount.minor(),
                    now,
                    &TOO_MANY_SPARKS,
                ),
            ],
            transfer: self.ledger()?.transfer_tokens(transfer(&gift, TokenReason::Gift)),
            audit: None,
            event: given(&gift),
            key: key_of(caller, "give_sparks", key, &gift)?,
        };
        let outcome = self.store.give(&gift, giving).await;
        (gift.id, gift.created_at) = outcome.map_err(|error| match error {
            DbError::Refused(violation) if violation.code == INSUFFICIENT_FUNDS => {
                TimebankError::TooFewSparks
            }
            error => allowance::explain(error, &[&TOO_MANY_GIFTS, &TOO_MANY_SPARKS], now),
        })?;
        let seen = self.directory_for(&caller.id, people(&gift)).await?;
        Ok(GiftForViewer::new(gift, &seen))
    }

    /// Returns a page of the gifts from and to `user`, newest first.
    pub(crate) async fn gifts_of(
        &self,
        user: &UserId,
        page: &PageQuery,
    ) -> Result<Page<GiftForViewer>, TimebankError> {
        let gifts = self.store.gifts_of(user, page).await?;
        let seen = self.directory_for(user, gifts.items.iter().flat_map(people)).await?;
        Ok(gifts.map(|gift| GiftForViewer::new(gift, &seen).without_hidden_words()))
    }
}

/// Returns the members who gave and received.
pub(super) fn people(gift: &Gift) -> impl Iterator<Item = &UserId> {
    gift.giver.iter().chain(&gift.receiver)
}

/// Returns the transfer of a new gift or grant.
pub(super) fn transfer(gift: &Gift, reason: TokenReason) -> TokenTransfer {
    let key = format!("gift:{}", gift.id);
    TokenTransfer {
        key: key.clone(),
        from: gift.source(),
        to: gift.destination(),
        amount: gift.amount,
        reason,
        reference: key,
        at: gift.created_at,
    }
}

/// Returns the content of the event about a new gift or grant.
pub(super) fn given(gift: &Gift) -> SparksGiven {
    SparksGiven {
        giver_id: gift.giver.clone(),
        receiver_id: gift.receiver.clone(),
        amount: gift.amount,
        message: gift.message.clone(),
    }
}

/// Returns the idempotency key of a request for a gift or grant; `None` if the client sent none.
pub(super) fn key_of(
    caller: &Caller,
    operation: &'static str,
    key: Option<&str>,
    gift: &Gift,
) -> Result<Option<Idempotency>, ApiError> {
    let receiver = gift.receiver.as_ref().map_or("", UserId::as_str);
    let message = gift.message.as_deref().unwrap_or_default();
    let amount = gift.amount.minor().to_be_bytes();
    let parts = [receiver.as_bytes(), &amount, message.as_bytes()];
    idempotency(caller, operation, key, &parts, gift.created_at)
}
