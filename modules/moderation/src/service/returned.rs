//! Skills that are offered after a takedown.

use std::time::Duration;

use sparkyard_kernel::{
    Event, ItemId, PageQuery, audit::AuditEntry, db::DbError, events::skills::Published,
    idempotency::digest, ports::SanctionKind, zone,
};

use super::ModerationService;
use crate::{
    error::ModerationError,
    model::{appeal::Sanction, note::Note},
};

/// Number of the newest decisions about a member that are searched.
const DECISIONS: usize = 100;
/// Time after a takedown in which staff are told of other skills, too: they may be the same under
/// another name.
const WATCHED: Duration = Duration::from_hours(30 * 24);
/// Maximum length of the reason in the task, in characters.
const REASON: usize = 500;

impl ModerationService {
    /// Adds a task for staff if a member offers under the same name what was taken down, or anything
    /// within [`WATCHED`] of a takedown.
    pub(crate) async fn skill_published(
        &self,
        skill: &Published,
        event: &Event,
    ) -> Result<(), ModerationError> {
        let page = PageQuery { limit: DECISIONS, after: None };
        let decisions = self.store.sanctions_of(&skill.user_id, &page).await?.items;
        let is_same = |decision: &Sanction| decision.title == skill.skill_type;
        let takedowns = decisions.into_iter().filter(|decision| {
            decision.kind == SanctionKind::Skill
                && decision.in_force
                && decision.at <= event.at
                && decision.about != skill.skill_id.to_string()
                && (is_same(decision) || event.at.since(decision.at) < WATCHED)
        });
        // The same name before others, the newest before older ones.
        let Some(decision) = takedowns.min_by_key(|decision| !is_same(decision)) else {
            return Ok(());
        };
        let reason: String = decision.reason.chars().take(REASON).collect();
        let day = zone::day_in_words(decision.at);
        let what = match is_same(&decision) {
            true => format!("“{}” again, which was taken down on {day}", decision.title),
            false => format!(
                "“{}”, after “{}” was taken down on {day}",
                skill.skill_type, decision.title
            ),
        };
        let words = format!("Offers {what}. The reason was: {reason}");
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
