//! The private question whether a client felt safe. Only its author and moderators read the answer.

use sparkyard_kernel::{ApiError, UserId, ports::SafetyConcern, text, validate::Checks};

use super::BookingService;
use crate::{
    model::review::{NewReview, Review, SafetyAnswer},
    store::SafetyWrites,
};

/// Maximum length of what a member adds to the answer, in characters.
const MAX_WORDS: usize = 1_000;

impl BookingService {
    /// Validates the private answer that comes with a review.
    pub(super) fn check_safety(&self, new: &NewReview) -> Result<(), ApiError> {
        let NewReview { felt_safe, safety_words, .. } = new;
        let is_asked = felt_safe.is_none() || self.safety.is_some();
        let is_answered = felt_safe.is_some() || safety_words.trim().is_empty();
        Checks::new()
            .check("feltSafe", is_asked, "Nobody moderates here, so this question is not asked.")
            .check("feltSafe", is_answered, "Please say whether you felt safe.")
            .prose("safetyWords", safety_words, 0, MAX_WORDS)
            .finish()
    }

    /// Returns the writes of the private answer, with a case for moderators unless the client felt
    /// safe.
    pub(super) async fn safety_writes(
        &self,
        review: &Review,
        felt_safe: Option<bool>,
        words: &str,
    ) -> Result<Option<SafetyWrites>, ApiError> {
        let (Some(safe), Some(cases)) = (felt_safe, &self.safety) else { return Ok(None) };
        let answer = SafetyAnswer {
            booking: review.booking,
            by: review.reviewer.clone(),
            about: review.reviewee.clone(),
            safe,
            words: text::prose(words),
            at: review.created_at,
        };
        let case = match safe {
            true => None,
            false => Some(cases.open(concern(&answer, review)).await?),
        };
        Ok(Some(SafetyWrites { answer, case }))
    }

    /// Counts the answers of others who did not feel safe with a member.
    pub(crate) async fn felt_unsafe(&self, member: &UserId) -> Result<u64, ApiError> {
        Ok(self.store.felt_unsafe(member).await?)
    }
}

fn concern(answer: &SafetyAnswer, review: &Review) -> SafetyConcern {
    let SafetyAnswer { booking, by, about, words, at, .. } = answer.clone();
    let review = format!("{} of 5 stars\n\n{}", review.rating, review.comment).trim().to_owned();
    SafetyConcern { booking, by, about, words, review, at }
}
