//! How staff decide on skills that people named themselves.

use std::collections::HashMap;

use poem_openapi::{Enum, Object};
use sparkyard_kernel::{
    Caller, Page, PageQuery, SkillId, UserId, audit::AuditEntry, ports::PersonInfo,
};

use crate::{
    error::SkillsError,
    model::{ApprovalStatus, CustomName},
    shelf::{Shelf, view_all},
    view::Skill,
};

/// Skills shown with one page of the queue.
const SKILLS_SHOWN: i64 = 500;

/// A name outside the catalogue that waits for approval, with the skills that wait with it.
#[derive(Debug, Object)]
pub(crate) struct PendingSkill {
    /// What to decide on: pass it as `id`.
    pub id: String,
    /// The name as its first user wrote it.
    pub name: String,
    /// Who used or suggested it first.
    pub user_id: UserId,
    /// Their first and last name; empty if they are gone.
    pub creator_name: String,
    /// Skills under this name. None when the name was only suggested.
    pub skills: Vec<Skill>,
    /// Since when it waits, RFC 3339 in UTC.
    pub created_at: String,
}

/// What staff decided about a name.
#[derive(Debug, Object)]
pub(crate) struct SkillDecision {
    /// The name's id.
    pub id: String,
    /// The name.
    pub name: String,
    /// What is true of it now.
    pub approval_status: ApprovalStatus,
}

/// What staff can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "SkillDecisionKind", rename_all = "snake_case")]
pub(crate) enum Decision {
    /// Show it to everybody.
    Approve,
    /// Keep it from everybody but its owner.
    Reject,
}

impl Decision {
    const fn status(self) -> ApprovalStatus {
        match self {
            Self::Approve => ApprovalStatus::Approved,
            Self::Reject => ApprovalStatus::Rejected,
        }
    }

    const fn action(self) -> &'static str {
        match self {
            Self::Approve => "skills.approved",
            Self::Reject => "skills.rejected",
        }
    }
}

impl Shelf {
    /// Names that wait, the first to arrive first.
    pub(crate) async fn waiting(
        &self,
        staff: &UserId,
        page: &PageQuery,
    ) -> Result<Page<PendingSkill>, SkillsError> {
        let names = self.store().names_waiting(page).await?;
        let page = Page::cut(names, page, |name| name.arrival.clone());
        let slugs = page.items.iter().map(|name| name.slug.clone()).collect();
        let offers = self.store().waiting_under(slugs, SKILLS_SHOWN).await?;
        let mut ids: Vec<UserId> = offers.iter().map(|offer| offer.user_id.clone()).collect();
        ids.extend(page.items.iter().map(|name| name.user_id.clone()));
        ids.sort_unstable();
        ids.dedup();
        let people = self.people(&ids).await?;
        let mut skills: HashMap<String, Vec<Skill>> = HashMap::new();
        for skill in view_all(offers, &people, staff) {
            skills.entry(skill.category.clone()).or_default().push(skill);
        }
        Ok(page.map(|name| {
            let creator = people.get(&name.user_id);
            PendingSkill {
                creator_name: creator.map(PersonInfo::name).unwrap_or_default(),
                skills: skills.remove(&name.slug).unwrap_or_default(),
                id: name.slug,
                name: name.name,
                user_id: name.user_id,
                created_at: name.created_at.to_string(),
            }
        }))
    }

    /// Decides on the name that `id` stands for, and on all skills under it.
    pub(crate) async fn decide(
        &self,
        staff: &Caller,
        id: &SkillId,
        decision: Decision,
    ) -> Result<SkillDecision, SkillsError> {
        let name = self.store().name_of(id).await?.ok_or(SkillsError::NotFound)?;
        let status = decision.status();
        let audit = AuditEntry {
            id: self.cx().ids.next(),
            at: self.cx().now(),
            actor: staff.id.as_str(),
            action: decision.action(),
            subject: format!("skill_name:{}", name.slug),
            detail: name.name.clone(),
        };
        self.store().decide(&name, status, audit).await?;
        let CustomName { slug, name, .. } = name;
        Ok(SkillDecision { id: slug, name, approval_status: status })
    }
}
