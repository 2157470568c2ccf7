//! Skills that come back after a takedown.

use sparkyard_kernel::{
    Event, ItemId, PageQuery, audit::AuditEntry, db::DbError, events::skills::Published,
    idempotency::digest, ports::SanctionKind, zone,
};

use super::ModerationService;
use crate::{error::ModerationError, model::note::Note};

/// Number of the newest decisions about a member that are searched.
const DECISIONS: usize = 100;
/// Maximum length of the reason in the task, in characters.
const REASON: usize = 500;

impl ModerationService {
    /// Adds a task for staff if a member offers under the same name what was taken down.
    pub(crate) async fn skill_published(
        &self,
        skill: &Published,
        event: &Event,
    ) -> Result<(), ModerationError> {
        let page = PageQuery { limit: DECISIONS, after: None };
        let decisions = self.store.sanctions_of(&skill.user_id, &page).await?.items;
        let again = decisions.into_iter().find(|decision| {
            decision.kind == SanctionKind::Skill
                && decision.in_force
                && decision.title == skill.skill_type
                && decision.about != skill.skill_id.to_string()
        });
        let Some(decision) = again else { return Ok(()) };
        let reason: String = decision.reason.chars().take(REASON).collect();
        let words = format!(
            "Offers “{}” again, which was taken down on {}. The reason was: {reason}",
            decision.title,
            zone::day_in_words(decision.at),
        );
        let id = ItemId(digest(&[b"skill_returned", skill.skill_id.to_string().as_bytes()]));
        let people = (decision.by, skill.user_id.clone());
        let today = zone::in_britain(event.at).date().to_string();
        let task = Note::new(id, people, &words, Some(&today), event.at)?;
        let audit = AuditEntry {
            id: task.id.to_string(),
            at: event.at,
            actor: "system",
            action: "moderation.task_added",
            subject: format!("user:{}", skill.user_id),
            detail: format!("the skill {} is offered again", skill.skill_id),
        };
        match self.store.add_note(task, None, audit.fragment()).await {
            // There is a task about this skill already.
            Err(DbError::AlreadyExists(_)) => Ok(()),
            outcome => Ok(outcome?),
        }
    }
}
