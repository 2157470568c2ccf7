//! Appeals: the queue of staff.

use std::collections::{BTreeSet, HashMap};

use sparkyard_kernel::{
    Caller, ItemId, ModerationState, Page, PageQuery, Role, SkillId, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment},
    events::moderation::{APPEAL_DECIDED, AppealDecided},
    ports::{
        AccountInfo, DOCUMENT_CHANGED, NEED_CHANGED, PersonInfo, PostKind, PostRelease,
        REVIEW_CHANGED, SKILL_CHANGED, SanctionKind, Standing,
    },
};

use super::ModerationService;
use crate::{
    error::{APPEAL_CLOSED, ModerationError},
    model::appeal::{Appeal, AppealForStaff, Outcome, Sanction},
    store::{DecidingAppeal, lift_name},
};

/// Maximum number of retries of a decision when its subject changes concurrently.
const MAX_ROUNDS: usize = 8;
/// Code of a suspension that ended since it was read.
const NOT_SUSPENDED: &str = "auth.not_suspended";
/// Effects of overturning a decision that no longer holds, or whose subject is gone.
const UNCHANGED: PostRelease = PostRelease { effects: Vec::new(), announced: Vec::new() };

impl ModerationService {
    /// Returns open or decided appeals, newest first, except the caller's own.
    pub(crate) async fn appeals(
        &self,
        caller: &Caller,
        open: bool,
        page: &PageQuery,
    ) -> Result<Page<AppealForStaff>, ModerationError> {
        let Page { items, next_cursor } = self.store.appeals(open, &caller.id, page).await?;
        Ok(Page { items: self.appeals_for_staff(caller, items).await?, next_cursor })
    }

    /// Decides an appeal. Overturning reverses the decision in the same write. Repeating one's own
    /// decision changes nothing.
    pub(crate) async fn decide_appeal(
        &self,
        caller: &Caller,
        id: &ItemId,
        (overturned, reason): (bool, &str),
    ) -> Result<AppealForStaff, ModerationError> {
        let mut rounds = 0;
        loop {
            let (sanction, appeal) = self.appeal_to_decide(caller, id).await?;
            let by = (caller.id.clone(), sanction.by == caller.id);
            let outcome = Outcome::new((overturned, reason), by, self.cx.now())?;
            if let Some(made) = &appeal.outcome {
                return match made.is_repeated_by(&outcome) {
                    true => self.appeal_for_staff(caller, sanction).await,
                    false => Err(ModerationError::AppealDecided),
                };
            }
            match self.save_outcome(caller, &sanction, outcome).await {
                Ok(()) => {
                    let (sanction, _) = self.appeal_of(id).await?;
                    return self.appeal_for_staff(caller, sanction).await;
                }
                // The subject was restored, suspended again or deleted meanwhile.
                Err(ModerationError::Db(DbError::Refused(violation)))
                    if self.is_stale(violation.code, &sanction).await? && rounds < MAX_ROUNDS =>
                {
                    rounds += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Counts the open appeals that `reader` may decide.
    pub(super) async fn count_appeals(&self, reader: &Caller) -> Result<u64, ModerationError> {
        let alone = self.accounts.staff().await?.iter().all(|one| one.id == reader.id);
        let may = (alone, reader.acts_as(Role::Admin));
        Ok(self.store.count_appeals(&reader.id, may).await?)
    }

    /// Checks whether somebody other than who took the decision may review it.
    pub(super) async fn has_other_reviewer(
        &self,
        sanction: &Sanction,
    ) -> Result<bool, ModerationError> {
        let staff = self.accounts.staff().await?;
        let about = self.accounts.find(std::slice::from_ref(&sanction.user)).await?;
        Ok(sanction.has_other_reviewer(&staff, about.first()))
    }

    async fn save_outcome(
        &self,
        caller: &Caller,
        sanction: &Sanction,
        outcome: Outcome,
    ) -> Result<(), ModerationError> {
        let undo = match outcome.overturned {
            true => self.undoing(caller, sanction).await?,
            false => UNCHANGED,
        };
        let detail =
            format!("{}, open to {}: {}", sanction.audited(), outcome.audited(), outcome.reason);
        let payload = AppealDecided {
            appeal_id: sanction.id.clone(),
            user_id: sanction.user.clone(),
            about: sanction.in_words(),
            overturned: outcome.overturned,
            same_person: outcome.same_person,
            reason: outcome.reason.clone(),
        };
        let audit = self.appeal_audit(caller, sanction, &detail);
        let deciding = DecidingAppeal { audit, undo, payload };
        Ok(self.store.decide_appeal(sanction, outcome, deciding).await?)
    }

    /// Returns what reverses a decision; nothing if it was reversed or its subject is gone.
    async fn undoing(
        &self,
        caller: &Caller,
        sanction: &Sanction,
    ) -> Result<PostRelease, ModerationError> {
        if !sanction.in_force {
            return Ok(UNCHANGED);
        }
        let (user, now) = (&sanction.user, self.cx.now());
        let only = |effects| PostRelease { effects, announced: Vec::new() };
        match sanction.kind {
            SanctionKind::Suspension => {
                let account = self.accounts.find(std::slice::from_ref(user)).await?.pop();
                match account.is_some_and(|account| account.standing == Standing::Suspended) {
                    true => Ok(only(self.accounts.reinstating(&caller.id, user).await?)),
                    false => Ok(UNCHANGED),
                }
            }
            // The member can put text and photo back; an applicant can apply again.
            SanctionKind::Warning | SanctionKind::Profile | SanctionKind::Application => {
                Ok(UNCHANGED)
            }
            SanctionKind::Message => {
                let Some(conversations) = &self.conversations else { return Ok(UNCHANGED) };
                let id = ItemId::from(sanction.about.as_str());
                Ok(only(Vec::from_iter(conversations.put_back(&id))))
            }
            SanctionKind::Skill => {
                let id = SkillId::from(sanction.about.as_str());
                let Some(skills) = &self.skills else { return Ok(UNCHANGED) };
                let skill = skills.get(&id, false).await?;
                if !skill.is_some_and(|skill| skill.moderation == ModerationState::Removed) {
                    return Ok(UNCHANGED);
                }
                let mut back = self.skill_return(&**skills, &id, now).await?;
                back.effects.push(self.people.touch(user));
                Ok(back)
            }
            SanctionKind::Need => {
                let id = ItemId::from(sanction.about.as_str());
                let Some(needs) = &self.needs else { return Ok(UNCHANGED) };
                let need = needs.get(&id).await?;
                if !need.is_some_and(|need| need.moderation == ModerationState::Removed) {
                    return Ok(UNCHANGED);
                }
                let back = self.first_showing(PostKind::Need, &sanction.about, now).await?;
                Ok(back.unwrap_or_else(|| only(vec![needs.put_back(&id, now)])))
            }
            SanctionKind::Review => {
                let id = ItemId::from(sanction.about.as_str());
                let review = self.reported_review(&id).await?;
                let review = review.filter(|one| one.moderation == ModerationState::Removed);
                let (Some(reviews), Some(review)) = (&self.reviews, review) else {
                    return Ok(UNCHANGED);
                };
                match self.first_showing(PostKind::Review, &sanction.about, now).await? {
                    Some(back) => Ok(back),
                    None => Ok(only(reviews.put_back(&review)?.into())),
                }
            }
            SanctionKind::Document => {
                let Some(kyc) = &self.kyc else { return Ok(UNCHANGED) };
                let id = ItemId::from(sanction.about.as_str());
                Ok(only(Vec::from_iter(kyc.accept(&id, now).await?)))
            }
            SanctionKind::SkillName => {
                let slug = sanction.about.split('.').next().unwrap_or_default();
                let Some(skills) = &self.skills else { return Ok(UNCHANGED) };
                let Some(mut accepted) = skills.accept_name(slug, now).await? else {
                    return Ok(UNCHANGED);
                };
                accepted.effects.push(lift_name(slug));
                Ok(accepted)
            }
        }
    }

    /// Checks whether a decision failed because its subject has changed since it was read.
    async fn is_stale(&self, code: &str, before: &Sanction) -> Result<bool, ModerationError> {
        if code == APPEAL_CLOSED.code {
            let (now, appeal) = self.appeal_of(&before.id).await?;
            return Ok(appeal.outcome.is_none() && now.in_force != before.in_force);
        }
        let stale = [SKILL_CHANGED, NEED_CHANGED, REVIEW_CHANGED, DOCUMENT_CHANGED, NOT_SUSPENDED];
        Ok(stale.contains(&code))
    }

    /// Returns an appeal that the caller may decide.
    pub(super) async fn appeal_to_decide(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<(Sanction, Appeal), ModerationError> {
        let (sanction, appeal) = self.appeal_of(id).await?;
        if sanction.user == caller.id {
            return Err(ModerationError::OwnAppeal);
        }
        if sanction.is_for_admins() && !caller.acts_as(Role::Admin) {
            return Err(ModerationError::StaffAccount);
        }
        self.check_rank(caller, &sanction.user).await?;
        self.check_no_party(caller, &sanction.user).await?;
        if sanction.by == caller.id && self.has_other_reviewer(&sanction).await? {
            return Err(ModerationError::OwnDecision);
        }
        Ok((sanction, appeal))
    }

    async fn appeal_of(&self, id: &ItemId) -> Result<(Sanction, Appeal), ModerationError> {
        let sanction = self.store.sanction(id).await?.ok_or(ModerationError::NoAppeal)?;
        let appeal = sanction.appeal.clone().ok_or(ModerationError::NoAppeal)?;
        Ok((sanction, appeal))
    }

    fn appeal_audit(&self, caller: &Caller, sanction: &Sanction, detail: &str) -> Fragment {
        let entry = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action: APPEAL_DECIDED.name(),
            subject: format!("user:{}", sanction.user),
            detail: format!("appeal {}, {detail}", sanction.id),
        };
        entry.fragment()
    }

    async fn appeal_for_staff(
        &self,
        caller: &Caller,
        sanction: Sanction,
    ) -> Result<AppealForStaff, ModerationError> {
        let shown = self.appeals_for_staff(caller, vec![sanction]).await?.pop();
        shown.ok_or(ModerationError::NoAppeal)
    }

    /// Adds the names of the people, and whether the caller may decide.
    async fn appeals_for_staff(
        &self,
        caller: &Caller,
        sanctions: Vec<Sanction>,
    ) -> Result<Vec<AppealForStaff>, ModerationError> {
        if sanctions.is_empty() {
            return Ok(Vec::new());
        }
        let ids: BTreeSet<UserId> = sanctions.iter().flat_map(people_in).cloned().collect();
        let people = self.people.find(&ids.into_iter().collect::<Vec<_>>()).await?;
        let users: BTreeSet<UserId> = sanctions.iter().map(|one| one.user.clone()).collect();
        let accounts = self.accounts.find(&users.into_iter().collect::<Vec<_>>()).await?;
        let accounts: HashMap<_, _> =
            accounts.into_iter().map(|account| (account.id.clone(), account)).collect();
        let staff = self.accounts.staff().await?;
        let shown = sanctions.into_iter().filter_map(|sanction| {
            let account = accounts.get(&sanction.user);
            let may_decide = may_decide(caller, &sanction, &staff, account);
            named(sanction, &people, may_decide)
        });
        Ok(shown.collect())
    }
}

/// Returns the people in an appeal.
fn people_in(sanction: &Sanction) -> impl Iterator<Item = &UserId> {
    let appeal = sanction.appeal.as_ref();
    let outcome = appeal.and_then(|appeal| appeal.outcome.as_ref()).map(|outcome| &outcome.by);
    [Some(&sanction.user), Some(&sanction.by), outcome].into_iter().flatten()
}

fn may_decide(
    caller: &Caller,
    sanction: &Sanction,
    staff: &[AccountInfo],
    about: Option<&AccountInfo>,
) -> bool {
    let least = sanction.least_reviewer(about);
    sanction.user != caller.id
        && caller.acts_as(least)
        && (sanction.by != caller.id || !sanction.has_other_reviewer(staff, about))
}

fn named(
    sanction: Sanction,
    people: &HashMap<UserId, PersonInfo>,
    may_decide: bool,
) -> Option<AppealForStaff> {
    let appeal = sanction.appeal.clone()?;
    let person = |id: &UserId| people.get(id).cloned();
    Some(AppealForStaff {
        user: person(&sanction.user),
        by: person(&sanction.by),
        decided_by: appeal.outcome.as_ref().and_then(|outcome| person(&outcome.by)),
        sanction,
        appeal,
        may_decide,
    })
}
