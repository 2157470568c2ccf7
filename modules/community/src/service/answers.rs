//! Answers of neighbours to needs.

use sparkyard_kernel::{ApiError, Caller, ItemId, allowance, idempotency::idempotency};

use super::CommunityService;
use crate::{
    error::{CommunityError, TOO_MANY_ANSWERS_TODAY},
    model::need::{NeedAnswer, NeedForViewer, State, checked_answer},
};

/// Maximum number of needs that a member answers per day.
const ANSWERS_PER_DAY: u32 = 50;

impl CommunityService {
    /// Answers a need on behalf of the caller: sends the message in the conversation with its
    /// author, and notes who answered. Both happen once, however often it is repeated.
    pub(crate) async fn answer_need(
        &self,
        caller: &Caller,
        id: &ItemId,
        message: Option<&str>,
        key: Option<&str>,
    ) -> Result<NeedForViewer, CommunityError> {
        let now = self.cx.now();
        let message = self.checked_message(message)?;
        let need = self.visible_need(&caller.id, id).await?;
        if need.author == caller.id {
            return Err(CommunityError::OwnNeed);
        }
        // The author may block the caller, or be suspended.
        let mut seen = self.for_viewer(&caller.id, vec![need]).await?;
        let need = seen.pop().ok_or(CommunityError::NeedNotFound)?.need;
        let is_answered = need.is_answered_by(&caller.id);
        match need.state_at(now) {
            State::Open => {}
            _ if is_answered => {}
            state => return Err(CommunityError::NeedNotOpen(state.words())),
        }
        if !is_answered && need.is_full() {
            return Err(CommunityError::EnoughAnswers);
        }
        let parts = [id.as_str().as_bytes(), message.as_deref().unwrap_or_default().as_bytes()];
        let key = idempotency(caller, "answer_need", key, &parts, now)?;
        // The message comes first: an answer without one would tell the author nothing.
        if let (Some(conversations), Some(message)) = (&self.conversations, &message) {
            let once = format!("need:{id}");
            let sent = conversations.send(&caller.id, &need.author, message, &once).await;
            sent.map_err(of_message)?;
        }
        let daily = self.cx.limits.daily("community.answers", ANSWERS_PER_DAY);
        let charge = daily.use_up(caller.id.as_str(), 1, now, &TOO_MANY_ANSWERS_TODAY);
        let answer = NeedAnswer { member: caller.id.clone(), at: now };
        let noted = self.store.answer_need(&need, answer, charge, key).await;
        noted.map_err(|error| {
            allowance::explain::<CommunityError>(error, &[&TOO_MANY_ANSWERS_TODAY], now)
        })?;
        self.need(&caller.id, id).await
    }

    /// Checks a message: there must be one where the site has conversations, and none elsewhere.
    fn checked_message(&self, message: Option<&str>) -> Result<Option<String>, CommunityError> {
        match (&self.conversations, message) {
            (Some(_), message) => Ok(Some(checked_answer(message.unwrap_or_default())?)),
            (None, None) => Ok(None),
            (None, Some(_)) => Err(CommunityError::NoMessages),
        }
    }
}

/// Names the field of this operation in a refusal of the message.
fn of_message(mut error: ApiError) -> ApiError {
    let refused = error.fields.remove("content");
    error.fields.extend(refused.map(|message| ("message".to_owned(), message)));
    error
}
