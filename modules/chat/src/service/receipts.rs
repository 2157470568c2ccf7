//! Visibility of read receipts, delivery and typing.

use sparkyard_kernel::{ApiError, UserId};

use super::ChatService;
use crate::{error::ChatError, model::Progress, store::Sides};

/// Maximum number of messages to somebody who neither knows the sender nor answers.
const MAX_UNANSWERED: u64 = 3;

impl ChatService {
    /// Checks whether `reader` shows receipts and typing to `writer`. Both must have receipts
    /// turned on. To a stranger, receipts would reveal when the reader is online: a reader who has
    /// not answered shows them only to people known by follows or bookings.
    pub(super) async fn shows_receipts(
        &self,
        reader: &UserId,
        writer: &UserId,
        has_answered: bool,
    ) -> Result<bool, ApiError> {
        if let Some(preferences) = &self.preferences {
            let both = preferences.of(&[reader.clone(), writer.clone()]).await?;
            if both.values().any(|wanted| !wanted.read_receipts) {
                return Ok(false);
            }
        }
        if self.people.is_blocked(reader, writer).await? {
            return Ok(false);
        }
        Ok(has_answered || self.know_each_other(reader, writer).await?)
    }

    /// Returns the position of the other member, if `caller` may know it.
    pub(super) async fn shown_progress(
        &self,
        caller: &UserId,
        sides: &Sides,
    ) -> Result<Option<Progress>, ApiError> {
        let shown = self.shows_receipts(&sides.own.other, caller, sides.is_answered()).await?;
        Ok(shown.then_some(sides.theirs))
    }

    /// Checks whether two members follow each other, or one has accepted a booking of the other.
    pub(super) async fn know_each_other(
        &self,
        one: &UserId,
        other: &UserId,
    ) -> Result<bool, ApiError> {
        Ok(self.people.follow_each_other(one, other).await?
            || self.shared_bookings(one, other).await? > 0)
    }

    /// Checks whether `caller` has reached the limit of unanswered messages to a stranger.
    pub(super) async fn waits_for_answer(
        &self,
        caller: &UserId,
        sides: &Sides,
    ) -> Result<bool, ChatError> {
        Ok(self.cx.limits.enabled
            && !sides.is_answered()
            && sides.own.sent >= MAX_UNANSWERED
            && !self.know_each_other(caller, &sides.own.other).await?)
    }
}
