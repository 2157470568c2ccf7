//! Decisions of staff on skill names outside the catalogue.

use std::collections::HashMap;

use sparkyard_kernel::{
    ApprovalStatus, Caller, Page, PageQuery, Timestamp, UserId,
    audit::AuditEntry,
    db::DbError,
    events::skills::NameDecided,
    ports::{AppealableDecision, MemberDecision, PersonInfo, SanctionKind, refused_name},
    text,
    validate::Checks,
};

use super::{SkillService, seen};
use crate::{
    error::{CHANGED_MEANWHILE, SkillsError},
    model::{CustomName, Decision, SkillForViewer, Undecided, WaitingName},
    store::NameDecision,
};

/// Maximum number of skills shown with one page of the queue.
const SKILLS_SHOWN: i64 = 500;
/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 500;
/// Maximum number of retries of a decision when skills under the name change meanwhile.
const MAX_ROUNDS: usize = 8;

/// Returns the action name for the audit log.
const fn action(decision: Decision) -> &'static str {
    match decision {
        Decision::Approve => "skills.approved",
        Decision::Reject => "skills.rejected",
    }
}

impl SkillService {
    /// Lists the names that wait, oldest first.
    pub(crate) async fn waiting(
        &self,
        staff: &UserId,
        page: &PageQuery,
    ) -> Result<Page<WaitingName>, SkillsError> {
        let names = self.store.names_waiting(page).await?;
        let page = Page::cut(names, page, |name| name.arrival.clone());
        let slugs = page.items.iter().map(|name| name.slug.clone()).collect();
        let offers = self.store.waiting_under(slugs, SKILLS_SHOWN).await?;
        let mut ids: Vec<UserId> = offers.iter().map(|offer| offer.user_id.clone()).collect();
        ids.extend(page.items.iter().map(|name| name.user_id.clone()));
        ids.sort_unstable();
        ids.dedup();
        let people = self.people(&ids).await?;
        let mut skills: HashMap<String, Vec<SkillForViewer>> = HashMap::new();
        for skill in seen(offers, &people, staff) {
            skills.entry(skill.offer.category.clone()).or_default().push(skill);
        }
        Ok(page.map(|name| WaitingName {
            creator_name: people.get(&name.user_id).map(PersonInfo::name).unwrap_or_default(),
            skills: skills.remove(&name.slug).unwrap_or_default(),
            name,
        }))
    }

    /// Decides on the name identified by `id`, and on all skills under it. Followers of the owners
    /// are notified of skills that become visible.
    pub(crate) async fn decide(
        &self,
        staff: &Caller,
        id: &str,
        decision: Decision,
        reason: Option<&str>,
    ) -> Result<CustomName, SkillsError> {
        let reason = reason_for(decision, reason)?;
        let mut name = self.store.name_of(id).await?.ok_or(SkillsError::NotFound)?;
        let mut rounds = 0;
        while name.status != decision.status() {
            match self.settle(staff, &name, decision, reason.as_deref()).await {
                Err(SkillsError::Db(DbError::Refused(violation)))
                    if violation.code == CHANGED_MEANWHILE && rounds < MAX_ROUNDS =>
                {
                    rounds += 1;
                }
                outcome => outcome?,
            }
            name = self.store.name(&name.slug).await?.ok_or(SkillsError::NotFound)?;
        }
        Ok(name)
    }

    /// Decides on a name and the skills that wait under it now. Fails with
    /// `skills.changed_meanwhile` if skills were added or removed meanwhile.
    async fn settle(
        &self,
        staff: &Caller,
        name: &CustomName,
        decision: Decision,
        reason: Option<&str>,
    ) -> Result<(), SkillsError> {
        let waiting = self.store.undecided(&name.slug, ApprovalStatus::Pending).await?;
        let own =
            name.user_id == staff.id || waiting.iter().any(|one| one.skill.user_id == staff.id);
        if decision == Decision::Approve && own {
            return Err(SkillsError::OwnName);
        }
        let mut owners: Vec<UserId> = waiting.iter().map(|one| one.skill.user_id.clone()).collect();
        owners.sort_unstable();
        owners.dedup();
        let people = self.people(&owners).await?;
        let approved = decision == Decision::Approve;
        let is_seen = |one: &&Undecided| {
            let owner = people.get(&one.skill.user_id);
            approved && !one.hidden && owner.is_some_and(|owner| owner.visible)
        };
        let published = waiting.iter().filter(is_seen).map(|one| one.skill.clone()).collect();
        let mut notified = owners.clone();
        notified.push(name.user_id.clone());
        notified.sort_unstable();
        notified.dedup();
        notified.retain(|one| *one != staff.id);
        let at = self.cx.now();
        let refused = if approved { &[][..] } else { &notified };
        let appealable = self.appealable(staff, name, reason, (refused, at));
        let settled = NameDecision {
            status: decision.status(),
            skills: waiting.iter().map(|one| one.skill.skill_id.0.clone()).collect(),
            touched: owners.iter().map(|owner| self.touch(owner)).collect(),
            published,
            decided: NameDecided {
                appeal_until: appealable.first().map(|one| one.until),
                slug: name.slug.clone(),
                name: name.name.clone(),
                approved,
                reason: reason.map(str::to_owned),
                user_ids: notified,
            },
            appealable: appealable.into_iter().map(|one| one.record).collect(),
        };
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at,
            actor: staff.id.as_str(),
            action: action(decision),
            subject: format!("skill_name:{}", name.slug),
            detail: match reason {
                Some(reason) => format!("{}: {reason}", name.name),
                None => name.name.clone(),
            },
        };
        Ok(self.store.decide(name, settled, audit).await?)
    }

    /// Returns the records of a rejection, one for each member who wanted the name.
    fn appealable(
        &self,
        staff: &Caller,
        name: &CustomName,
        reason: Option<&str>,
        (users, at): (&[UserId], Timestamp),
    ) -> Vec<AppealableDecision> {
        let Some(appeals) = &self.optional.appeals else { return Vec::new() };
        let decided = |user: &UserId| {
            appeals.decided(MemberDecision {
                kind: SanctionKind::SkillName,
                about: refused_name(&name.slug, user),
                title: name.name.clone(),
                user: user.clone(),
                by: staff.id.clone(),
                reason: reason.unwrap_or_default().to_owned(),
                at,
            })
        };
        users.iter().map(decided).collect()
    }
}

/// Returns the validated reason; `None` if the name is approved or the reason is empty.
fn reason_for(decision: Decision, reason: Option<&str>) -> Result<Option<String>, SkillsError> {
    let given = reason.filter(|_| decision == Decision::Reject).unwrap_or_default();
    Checks::new().prose("reason", given, 0, MAX_REASON).finish()?;
    let reason = text::prose(given);
    Ok((!reason.is_empty()).then_some(reason))
}
