//! Skills and needs that are posted after a takedown.

use std::time::Duration;

use sparkyard_kernel::{
    Event, ItemId, PageQuery, UserId,
    audit::AuditEntry,
    db::DbError,
    events::{community::NeedPosted, skills::Published},
    idempotency::digest,
    ports::SanctionKind,
    zone,
};

use super::ModerationService;
use crate::{
    error::ModerationError,
    model::{
        appeal::Sanction,
        note::{self, Note},
    },
};

/// Number of the newest decisions about a member that are searched.
const DECISIONS: usize = 100;
/// Time after a takedown in which staff are told of other posts of its kind, too: they may be the
/// same under another name.
const WATCHED: Duration = Duration::from_hours(30 * 24);
/// Maximum length of a title and of the reason in the task, in characters.
const TITLE: usize = 120;
const REASON: usize = 500;

/// A skill or a need that others see from now on, or whose name has changed.
pub(crate) struct Post<'a> {
    kind: SanctionKind,
    /// Name of its kind: `skill`, `need`.
    noun: &'static str,
    /// First words of the task: `Offers`, `Asks for`.
    verb: &'static str,
    author: &'a UserId,
    id: String,
    title: &'a str,
}

impl<'a> From<&'a Published> for Post<'a> {
    fn from(skill: &'a Published) -> Self {
        let (noun, verb) = ("skill", "Offers");
        let (author, id, title) = (&skill.user_id, skill.skill_id.to_string(), &skill.skill_type);
        Self { kind: SanctionKind::Skill, noun, verb, author, id, title }
    }
}

impl<'a> From<&'a NeedPosted> for Post<'a> {
    fn from(need: &'a NeedPosted) -> Self {
        let (noun, verb) = ("need", "Asks for");
        let (author, id, title) = (&need.author_id, need.need_id.to_string(), &need.title);
        Self { kind: SanctionKind::Need, noun, verb, author, id, title }
    }
}

impl ModerationService {
    /// Adds a task for staff if a member posts under the same name what was taken down, or anything
    /// of its kind within [`WATCHED`] of a takedown.
    pub(crate) async fn posted(
        &self,
        post: Post<'_>,
        event: &Event,
    ) -> Result<(), ModerationError> {
        let page = PageQuery { limit: DECISIONS, after: None };
        let decisions = self.store.sanctions_of(post.author, &page).await?.items;
        let is_same = |decision: &Sanction| decision.title == post.title;
        let takedowns = decisions.into_iter().filter(|decision| {
            decision.kind == post.kind
                && decision.in_force
                && decision.at <= event.at
                && decision.about != post.id
                && (is_same(decision) || event.at.since(decision.at) < WATCHED)
        });
        // The same name before others, the newest before older ones.
        let Some(decision) = takedowns.min_by_key(|decision| !is_same(decision)) else {
            return Ok(());
        };
        let id = [b"returned", post.id.as_bytes(), &[u8::from(is_same(&decision))]];
        let words = words(&post, &decision);
        let today = zone::in_britain(event.at).date().to_string();
        let people = (UserId::from(note::SYSTEM), post.author.clone());
        let task = Note::new(ItemId(digest(&id)), people, &words, Some(&today), event.at)?;
        let audit = AuditEntry {
            id: task.id.to_string(),
            at: event.at,
            actor: note::SYSTEM,
            action: "moderation.task_added",
            subject: format!("user:{}", post.author),
            detail: format!("the {} {} after a takedown", post.noun, post.id),
        };
        match self.store.add_note(task, None, audit.fragment()).await {
            // There is a task about this post already.
            Err(DbError::AlreadyExists(_)) => Ok(()),
            outcome => Ok(outcome?),
        }
    }
}

/// Returns the text of the task.
fn words(post: &Post<'_>, decision: &Sanction) -> String {
    let day = zone::day_in_words(decision.at);
    let [title, before] = [post.title, &*decision.title].map(|title| short(title, TITLE));
    let what = match decision.title == post.title {
        true => format!("“{title}” again, which was taken down on {day}"),
        false => format!("“{title}”, after “{before}” was taken down on {day}"),
    };
    format!("{} {what}. The reason was: {}", post.verb, short(&decision.reason, REASON))
}

fn short(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
