//! Claims of cases by staff.

use std::collections::HashMap;

use sparkyard_kernel::{
    Caller, ItemId, Role, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment},
    ports::{PersonInfo, StaffQueue},
};

use super::ModerationService;
use crate::{
    error::{CASE_TAKEN, ModerationError},
    model::claim::{CaseClaim, ClaimQueue},
};

/// A claim with the profile of the member of staff; `None` once they have left.
pub(crate) type NamedClaim = (CaseClaim, Option<PersonInfo>);

/// Checks whether the caller sees the cases of a queue.
fn check_role(caller: &Caller, queue: ClaimQueue) -> Result<(), ModerationError> {
    let is_allowed = !queue.is_for_admins() || caller.acts_as(Role::Admin);
    is_allowed.then_some(()).ok_or(ModerationError::ForAdmins)
}

impl ModerationService {
    /// Returns the claims in a queue, without those of cases that concern the caller. Fails with
    /// `ForAdmins` for a queue that only admins see.
    pub(crate) async fn claims(
        &self,
        caller: &Caller,
        queue: ClaimQueue,
    ) -> Result<Vec<NamedClaim>, ModerationError> {
        check_role(caller, queue)?;
        let claims = self.store.claims(queue, &caller.id, self.cx.now()).await?;
        let mut ids: Vec<UserId> = claims.iter().map(|claim| claim.by.clone()).collect();
        ids.sort_unstable();
        ids.dedup();
        let people = match ids.is_empty() {
            true => HashMap::new(),
            false => self.people.find(&ids).await?,
        };
        let named = |claim: CaseClaim| {
            let person = people.get(&claim.by).cloned();
            (claim, person)
        };
        Ok(claims.into_iter().map(named).collect())
    }

    /// Claims a case for the caller. Repeating it changes nothing. Fails with `CaseTaken` if a
    /// colleague has claimed it within a day, and with `ForAdmins` in a queue that only admins see.
    pub(crate) async fn claim_case(
        &self,
        caller: &Caller,
        queue: ClaimQueue,
        case: &ItemId,
    ) -> Result<(), ModerationError> {
        check_role(caller, queue)?;
        let concerns = self.concerned(caller, queue, case).await?;
        let now = self.cx.now();
        let known = self.store.claim(queue, case).await?;
        if known.is_some_and(|claim| claim.by == caller.id && claim.at > CaseClaim::lapsed(now)) {
            return Ok(());
        }
        let also = self.also(caller, queue, case, ("moderation.case_claimed", &concerns)).await?;
        let claim = CaseClaim { case: case.clone(), by: caller.id.clone(), at: now, concerns };
        match self.store.put_claim(queue, claim, also).await {
            Err(DbError::Refused(violation)) if *violation == CASE_TAKEN => {
                Err(ModerationError::CaseTaken)
            }
            outcome => Ok(outcome?),
        }
    }

    /// Gives back the caller's claim of a case. Does nothing if there is none; fails with `CaseTaken` if
    /// the claim is a colleague's.
    pub(crate) async fn release_case(
        &self,
        caller: &Caller,
        queue: ClaimQueue,
        case: &ItemId,
    ) -> Result<(), ModerationError> {
        check_role(caller, queue)?;
        let lapsed = CaseClaim::lapsed(self.cx.now());
        let Some(claim) = self.store.claim(queue, case).await? else { return Ok(()) };
        if claim.by != caller.id {
            let is_taken = claim.at > lapsed;
            return if is_taken { Err(ModerationError::CaseTaken) } else { Ok(()) };
        }
        let action = ("moderation.case_released", claim.concerns.as_slice());
        let also = self.also(caller, queue, case, action).await?;
        Ok(self.store.release_claim(queue, case, &caller.id, also).await?)
    }

    /// Returns the members whom a case concerns, as far as the module knows them. Fails for a report,
    /// an appeal or a post that the caller may not decide, and for one that is decided.
    async fn concerned(
        &self,
        caller: &Caller,
        queue: ClaimQueue,
        case: &ItemId,
    ) -> Result<Vec<UserId>, ModerationError> {
        match queue {
            ClaimQueue::Reports => {
                let report = self.report_for(caller, case).await?;
                Ok(vec![report.reporter, report.evidence.reported])
            }
            ClaimQueue::Appeals => {
                let (sanction, appeal) = self.appeal_to_decide(caller, case).await?;
                match appeal.outcome {
                    None => Ok(vec![sanction.user]),
                    Some(_) => Err(ModerationError::AppealDecided),
                }
            }
            ClaimQueue::Posts => {
                let post = self.post_to_decide(caller, case).await?.case;
                match post.open {
                    true => Ok([post.author].into_iter().chain(post.reviewee).collect()),
                    false => Err(ModerationError::PostDecided),
                }
            }
            ClaimQueue::Skills
            | ClaimQueue::Papers
            | ClaimQueue::Disputes
            | ClaimQueue::Applicants
            | ClaimQueue::Withdrawals => Ok(Vec::new()),
        }
    }

    /// Returns the entry in the audit log, and the events for open pages of staff.
    async fn also(
        &self,
        caller: &Caller,
        queue: ClaimQueue,
        case: &ItemId,
        (action, concerns): (&'static str, &[UserId]),
    ) -> Result<Vec<Fragment>, ModerationError> {
        let entry = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action,
            subject: format!("{}:{case}", queue.word()),
            detail: String::new(),
        };
        let live = match queue {
            ClaimQueue::Reports => StaffQueue::Reports,
            ClaimQueue::Skills => StaffQueue::Skills,
            ClaimQueue::Papers => StaffQueue::Documents,
            ClaimQueue::Disputes => StaffQueue::Disputes,
            ClaimQueue::Applicants => StaffQueue::Applicants,
            ClaimQueue::Withdrawals => StaffQueue::Withdrawals,
            ClaimQueue::Appeals => StaffQueue::Appeals,
            ClaimQueue::Posts => StaffQueue::Posts,
        };
        let mut also = self.staff_news(live, |member| concerns.contains(member)).await?;
        also.push(entry.fragment());
        Ok(also)
    }
}
