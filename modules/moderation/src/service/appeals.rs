//! Decisions about a member as they see them, and their appeals.

use sparkyard_kernel::{
    ItemId, Page, PageQuery, Timestamp, UserId, db::DbError, events::moderation::Appealed, zone,
};

use super::ModerationService;
use crate::{
    error::{APPEALED_ALREADY, ModerationError},
    model::appeal::{Appeal, Sanction},
};

impl ModerationService {
    /// Returns the time by which decisions are shown.
    pub(crate) fn now(&self) -> Timestamp {
        self.cx.now()
    }

    /// Returns a page of the decisions against a member, newest first.
    pub(crate) async fn decisions(
        &self,
        user: &UserId,
        page: &PageQuery,
    ) -> Result<Page<Sanction>, ModerationError> {
        Ok(self.store.sanctions_of(user, page).await?)
    }

    /// Returns the decision that a link names.
    pub(crate) async fn linked_decision(&self, token: &str) -> Result<Sanction, ModerationError> {
        let id = self.links.read(token, self.cx.now()).ok_or(ModerationError::UnknownLink)?;
        self.store.sanction(&id).await?.ok_or(ModerationError::NoDecision)
    }

    /// Appeals against the decision that a link names.
    pub(crate) async fn appeal_by_link(
        &self,
        token: &str,
        text: &str,
    ) -> Result<Sanction, ModerationError> {
        let sanction = self.linked_decision(token).await?;
        self.appeal(sanction, text).await
    }

    /// Appeals against a decision about the caller.
    pub(crate) async fn appeal_own(
        &self,
        caller: &UserId,
        id: &ItemId,
        text: &str,
    ) -> Result<Sanction, ModerationError> {
        let found = self.store.sanction(id).await?.filter(|sanction| sanction.user == *caller);
        self.appeal(found.ok_or(ModerationError::NoDecision)?, text).await
    }

    async fn appeal(&self, sanction: Sanction, text: &str) -> Result<Sanction, ModerationError> {
        let now = self.cx.now();
        let appeal = Appeal::new(text, now, now + self.rules().await?.appeals())?;
        if let Some(refusal) = refusal(&sanction) {
            return Err(refusal);
        }
        if now > sanction.until() {
            return Err(ModerationError::AppealLate(zone::day_in_words(sanction.until())));
        }
        let payload = Appealed {
            appeal_id: sanction.id.clone(),
            user_id: sanction.user.clone(),
            not_by: self.has_other_reviewer(&sanction).await?.then(|| sanction.by.clone()),
            admins_only: sanction.is_for_admins(),
        };
        let outcome = self.store.add_appeal(&sanction.id, appeal, payload).await;
        let sanction = self.store.sanction(&sanction.id).await?;
        let sanction = sanction.ok_or(ModerationError::NoDecision)?;
        match outcome {
            Ok(()) => Ok(sanction),
            // Appealed or reversed in a concurrent request.
            Err(DbError::Refused(violation)) if *violation == APPEALED_ALREADY => {
                Err(refusal(&sanction).unwrap_or(ModerationError::AppealedAlready))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns why there can be no appeal against a decision, whatever the time.
fn refusal(sanction: &Sanction) -> Option<ModerationError> {
    match (&sanction.appeal, sanction.in_force) {
        (Some(_), _) => Some(ModerationError::AppealedAlready),
        (None, false) => Some(ModerationError::Reversed),
        (None, true) => None,
    }
}
