//! Taking skills, needs and reviews down, removing messages, clearing profiles, warnings, and
//! restoring skills.

use std::collections::HashMap;

use sparkyard_kernel::{
    Caller, ItemId, ModerationState, Page, PageQuery, SkillId, Timestamp, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment},
    events::moderation::{
        ContentRemoved, NeedTakenDown, SKILL_LET_BACK, SkillLetBack, SkillTakenDown,
    },
    ports::{
        PersonInfo, PostKind, PostRelease, SKILL_CHANGED, SanctionKind, SkillInfo, Skills,
        StaffQueue, Takedown,
    },
};

use super::ModerationService;
use crate::{
    error::ModerationError,
    model::{
        appeal::{Sanction, Target},
        report::{Report, Subject, Verdict},
        skill::SkillForViewer,
    },
    store::{LettingBack, TakenDown, lift, put_sanction},
};

/// Additional statements and event of a decision that takes something down.
pub(super) struct TakingDown {
    pub(super) effects: Vec<Fragment>,
    pub(super) payload: TakenDown,
    /// URL of a photo to take back once the decision is stored.
    pub(super) photo: Option<String>,
}

impl ModerationService {
    /// Prepares the takedown of the reported skill, need, review or message. Fails with
    /// `SkillGone`,
    /// `NeedGone`, `ReviewGone` or `NoMessage` if it was deleted, and with `SkillDown` or
    /// `NeedDown` if it is already down.
    pub(super) async fn taking_down(
        &self,
        caller: &Caller,
        report: &Report,
        verdict: &Verdict,
        now: Timestamp,
    ) -> Result<TakingDown, ModerationError> {
        let reason = verdict.warning.clone().unwrap_or_default();
        let takedown = Takedown { at: now, by: caller.id.clone(), reason };
        match report.subject {
            Subject::Need => self.taking_need_down(&report.evidence.about, takedown).await,
            Subject::Review => self.removing_review(&report.evidence.about, takedown).await,
            Subject::Message => self.removing_message(report, takedown),
            Subject::Person => self.clearing_profile(report, takedown).await,
            Subject::Skill | Subject::Safety => {
                let id = SkillId::from(report.evidence.about.as_str());
                self.taking_skill_down(id, takedown).await
            }
        }
    }

    /// Prepares the removal of the reported message. Fails with `NoMessage` without chat.
    fn removing_message(
        &self,
        report: &Report,
        takedown: Takedown,
    ) -> Result<TakingDown, ModerationError> {
        let about = report.evidence.about.clone();
        let conversations = self.conversations.as_deref().ok_or(ModerationError::NoMessage)?;
        let removal =
            conversations.remove(&about, takedown.at).ok_or(ModerationError::NoMessage)?;
        let mut effects = self.removal_news(report);
        effects.push(removal);
        Ok(self.removal_of(SanctionKind::Message, report, takedown, effects, None))
    }

    /// Prepares the removal of text, photo and website of the reported person. Fails with
    /// `NoMember` if they have left.
    async fn clearing_profile(
        &self,
        report: &Report,
        takedown: Takedown,
    ) -> Result<TakingDown, ModerationError> {
        let user = &report.evidence.reported;
        let mut people = self.people.find(std::slice::from_ref(user)).await?;
        let photo = people.remove(user).ok_or(ModerationError::NoMember)?.photourl;
        let effects = vec![self.people.clear(user, photo.as_deref())];
        Ok(self.removal_of(SanctionKind::Profile, report, takedown, effects, photo))
    }

    /// Returns the removal of what has no title, with its record and event.
    fn removal_of(
        &self,
        kind: SanctionKind,
        report: &Report,
        takedown: Takedown,
        mut effects: Vec<Fragment>,
        photo: Option<String>,
    ) -> TakingDown {
        let (about, user) = (report.evidence.about.to_string(), report.evidence.reported.clone());
        let target = Target { kind, about, title: String::new(), user: user.clone() };
        let report = Some(report.id.clone());
        let sanction = Sanction { report, ..self.sanction(target, &takedown) };
        let appeal_until = Some(sanction.until());
        effects.push(put_sanction(sanction));
        let payload = ContentRemoved { kind, user_id: user, reason: takedown.reason, appeal_until };
        TakingDown { effects, payload: TakenDown::Content(payload), photo }
    }

    /// Returns the record of a warning, against which the member may appeal.
    pub(super) fn warning(
        &self,
        caller: &Caller,
        report: &Report,
        verdict: &Verdict,
        at: Timestamp,
    ) -> Sanction {
        let target = Target {
            kind: SanctionKind::Warning,
            about: report.id.to_string(),
            title: String::new(),
            user: report.evidence.reported.clone(),
        };
        let reason = verdict.warning.clone().unwrap_or_default();
        let takedown = Takedown { at, by: caller.id.clone(), reason };
        Sanction { report: Some(report.id.clone()), ..self.sanction(target, &takedown) }
    }

    /// Prepares the takedown of a need. Fails with `NeedGone` or `NeedDown`.
    pub(super) async fn taking_need_down(
        &self,
        id: &ItemId,
        takedown: Takedown,
    ) -> Result<TakingDown, ModerationError> {
        let needs = self.needs.as_deref().ok_or(ModerationError::NeedGone)?;
        let need = needs.get(id).await?.ok_or(ModerationError::NeedGone)?;
        if need.moderation == ModerationState::Removed {
            return Err(ModerationError::NeedDown);
        }
        let target = Target {
            kind: SanctionKind::Need,
            about: id.to_string(),
            title: need.title.clone(),
            user: need.author.clone(),
        };
        let sanction = self.sanction(target, &takedown);
        let appeal_until = Some(sanction.until());
        Ok(TakingDown {
            effects: vec![needs.take_down(id, &takedown), put_sanction(sanction)],
            photo: None,
            payload: TakenDown::Need(NeedTakenDown {
                need_id: need.id,
                title: need.title,
                user_id: need.author,
                reason: takedown.reason,
                appeal_until,
            }),
        })
    }

    /// Prepares the takedown of a skill. Fails with `SkillGone` or `SkillDown`.
    pub(super) async fn taking_skill_down(
        &self,
        id: SkillId,
        takedown: Takedown,
    ) -> Result<TakingDown, ModerationError> {
        let skills = self.skills()?;
        let skill = skills.get(&id, false).await?.ok_or(ModerationError::SkillGone)?;
        if skill.moderation == ModerationState::Removed {
            return Err(ModerationError::SkillDown);
        }
        let SkillInfo { user_id, skill_type, .. } = skill;
        let target = Target {
            kind: SanctionKind::Skill,
            about: id.to_string(),
            title: skill_type.clone(),
            user: user_id.clone(),
        };
        let sanction = self.sanction(target, &takedown);
        let appeal_until = Some(sanction.until());
        Ok(TakingDown {
            effects: vec![
                skills.take_down(&id, &takedown),
                self.people.touch(&user_id),
                put_sanction(sanction),
            ],
            photo: None,
            payload: TakenDown::Skill(SkillTakenDown {
                skill_id: id,
                skill_type,
                user_id,
                reason: takedown.reason,
                appeal_until,
            }),
        })
    }

    /// Returns the record of a takedown, against which the owner may appeal.
    pub(super) fn sanction(&self, target: Target, takedown: &Takedown) -> Sanction {
        let by = (takedown.by.clone(), takedown.reason.clone());
        Sanction::new(ItemId(self.cx.ids.next()), target, by, takedown.at)
    }

    /// Lists skills that are taken down, latest first, without the caller's own; a page may be
    /// short although more follow.
    pub(crate) async fn taken_down(
        &self,
        caller: &UserId,
        page: &PageQuery,
    ) -> Result<Page<SkillForViewer>, ModerationError> {
        let Some(skills) = &self.skills else {
            return Ok(Page { items: Vec::new(), next_cursor: None });
        };
        let Page { items, next_cursor } = skills.taken_down(page).await?;
        let items = items.into_iter().filter(|skill| skill.user_id != *caller).collect();
        Ok(Page { items: self.as_seen(items).await?, next_cursor })
    }

    /// Restores a skill in the name of `caller`. Idempotent.
    pub(crate) async fn let_back(
        &self,
        caller: &Caller,
        id: &SkillId,
    ) -> Result<SkillForViewer, ModerationError> {
        let skills = self.skills()?;
        let skill = skills.get(id, false).await?.ok_or(ModerationError::NoSkill)?;
        if skill.user_id == caller.id {
            return Err(ModerationError::OwnSkill);
        }
        self.check_rank(caller, &skill.user_id).await?;
        self.check_no_party(caller, &skill.user_id).await?;
        if skill.moderation == ModerationState::Removed {
            match self.save_back(caller, skills, skill).await {
                // Somebody else restored it first.
                Err(ModerationError::Db(DbError::Refused(violation)))
                    if violation.code == SKILL_CHANGED => {}
                outcome => outcome?,
            }
        }
        let skill = skills.get(id, false).await?.ok_or(ModerationError::NoSkill)?;
        self.as_seen(vec![skill]).await?.pop().ok_or(ModerationError::NoSkill)
    }

    async fn save_back(
        &self,
        caller: &Caller,
        skills: &dyn Skills,
        skill: SkillInfo,
    ) -> Result<(), ModerationError> {
        let (ids, now) = (&self.cx.ids, self.cx.now());
        let SkillInfo { id, user_id, skill_type, .. } = skill;
        let PostRelease { mut effects, announced } = self.skill_return(skills, &id, now).await?;
        effects.push(self.people.touch(&user_id));
        effects.push(lift(SanctionKind::Skill, id.as_str()));
        let audit = AuditEntry {
            id: ids.next(),
            at: now,
            actor: caller.id.as_str(),
            action: SKILL_LET_BACK.name(),
            subject: format!("user:{user_id}"),
            detail: format!("skill {id}: {skill_type}"),
        };
        let letting = LettingBack {
            effects,
            announced,
            audit: audit.fragment(),
            news: self.staff_news(StaffQueue::Reports, |member| *member == user_id).await?,
            payload: (ids.next(), SkillLetBack { skill_id: id, skill_type, user_id }),
        };
        Ok(self.store.let_back(letting, now).await?)
    }

    /// Returns the effects of restoring a skill that was taken down. One that others have never
    /// seen is announced.
    pub(super) async fn skill_return(
        &self,
        skills: &dyn Skills,
        id: &SkillId,
        at: Timestamp,
    ) -> Result<PostRelease, ModerationError> {
        match self.first_showing(PostKind::Skill, id.as_str(), at).await? {
            Some(release) => Ok(release),
            None => Ok(PostRelease { effects: vec![skills.let_back(id)], announced: Vec::new() }),
        }
    }

    /// Returns the current state of the reported skill.
    pub(super) async fn reported_skill(
        &self,
        report: &Report,
    ) -> Result<Option<SkillForViewer>, ModerationError> {
        let Some(skills) = &self.skills else { return Ok(None) };
        let id = SkillId::from(report.evidence.about.as_str());
        let skill = skills.get(&id, false).await?;
        Ok(self.as_seen(skill.into_iter().collect()).await?.pop())
    }

    async fn as_seen(
        &self,
        skills: Vec<SkillInfo>,
    ) -> Result<Vec<SkillForViewer>, ModerationError> {
        let by = |skill: &SkillInfo| skill.taken_down.as_ref().map(|takedown| takedown.by.clone());
        let ids = skills.iter().flat_map(|skill| [Some(skill.user_id.clone()), by(skill)]);
        let mut ids: Vec<UserId> = ids.flatten().collect();
        ids.sort_unstable();
        ids.dedup();
        let people: HashMap<UserId, PersonInfo> = match ids.is_empty() {
            true => HashMap::new(),
            false => self.people.find(&ids).await?,
        };
        let seen = |skill: SkillInfo| SkillForViewer {
            owner: people.get(&skill.user_id).cloned(),
            taken_down_by: by(&skill).and_then(|by| people.get(&by).cloned()),
            skill,
        };
        Ok(skills.into_iter().map(seen).collect())
    }

    /// Returns the `Skills` port. Fails with `NoSkill` if the module is disabled.
    fn skills(&self) -> Result<&dyn Skills, ModerationError> {
        self.skills.as_deref().ok_or(ModerationError::NoSkill)
    }
}
