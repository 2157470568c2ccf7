//! How admins decide about papers.

use poem_openapi::Enum;
use sparkyard_kernel::{
    Caller, Page, PageQuery, Timestamp, UserId,
    audit::AuditEntry,
    db::{DbError, Topic},
    events::kyc::{APPROVED, DocumentDecided, REJECTED},
    newest_first,
    ports::{MailMessage, MailTopic, PersonInfo},
    text,
    validate::Checks,
};

use crate::{
    error::{DECIDED, KycError, NOT_FOUND},
    model::{Approval, Paper},
    papers::Papers,
    view::KycCase,
};

/// Longest reason, in characters.
const MAX_REASON: usize = 500;

/// What admins can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "KycDecision", rename_all = "snake_case")]
pub(crate) enum Decision {
    /// The paper proves what it is to prove.
    Approve,
    /// It does not.
    Reject,
}

impl Decision {
    const fn approval(self) -> Approval {
        match self {
            Self::Approve => Approval::Approved,
            Self::Reject => Approval::Rejected,
        }
    }

    /// The event; the entry in the audit log is called the same.
    const fn topic(self) -> Topic<DocumentDecided> {
        match self {
            Self::Approve => APPROVED,
            Self::Reject => REJECTED,
        }
    }

    const fn mail(self) -> &'static str {
        match self {
            Self::Approve => "kyc/approved",
            Self::Reject => "kyc/rejected",
        }
    }
}

/// A decision with all that goes with it, for one write.
pub(crate) struct Verdict<'a> {
    pub(crate) id: &'a str,
    pub(crate) approval: Approval,
    pub(crate) reason: Option<String>,
    pub(crate) at: Timestamp,
    /// Where the paper stands from now on in the list of its approval.
    pub(crate) place: String,
    pub(crate) audit: AuditEntry<'a>,
    /// The event, and its id.
    pub(crate) event: (Topic<DocumentDecided>, String),
    pub(crate) decided: DocumentDecided,
    pub(crate) mail: Option<(String, MailMessage)>,
}

impl Papers {
    /// Papers of all members by what was decided about them: those that wait by arrival, the
    /// others by the newest decision.
    pub(crate) async fn cases(
        &self,
        approval: Approval,
        page: &PageQuery,
    ) -> Result<Page<KycCase>, KycError> {
        let papers = self.store.by_approval(approval, page).await?;
        let page = Page::cut(papers, page, |paper| paper.place.clone());
        let mut ids: Vec<UserId> = page.items.iter().map(|paper| paper.user_id.clone()).collect();
        ids.sort_unstable();
        ids.dedup();
        let people = self.people.find(&ids).await?;
        Ok(page.map(|paper| {
            let name = people.get(&paper.user_id).map(PersonInfo::name).unwrap_or_default();
            KycCase { user_id: paper.user_id.clone(), name, document: paper.into() }
        }))
    }

    /// Decides about a paper. Deciding the same again changes nothing.
    pub(crate) async fn decide(
        &self,
        admin: &Caller,
        id: &str,
        decision: Decision,
        reason: Option<&str>,
    ) -> Result<KycCase, KycError> {
        let paper = self.store.get(id).await?.ok_or(KycError::Refused(&NOT_FOUND))?;
        if paper.user_id == admin.id {
            return Err(KycError::OwnDocument);
        }
        let reason = reason_for(decision, reason)?;
        if paper.approval == Approval::Pending {
            self.announce(admin, &paper, decision, reason).await?;
        }
        // As it is now: somebody else may have been faster.
        let paper = self.store.get(id).await?.ok_or(KycError::Refused(&NOT_FOUND))?;
        if paper.approval != decision.approval() {
            return Err(KycError::Refused(&DECIDED));
        }
        let people = self.people.find(std::slice::from_ref(&paper.user_id)).await?;
        let name = people.get(&paper.user_id).map(PersonInfo::name).unwrap_or_default();
        Ok(KycCase { user_id: paper.user_id.clone(), name, document: paper.into() })
    }

    /// Saves a decision, tells the owner, and notes it in the audit log, unless the paper was
    /// decided meanwhile.
    async fn announce(
        &self,
        admin: &Caller,
        paper: &Paper,
        decision: Decision,
        reason: Option<String>,
    ) -> Result<(), KycError> {
        let (ids, now) = (&self.cx.ids, self.cx.now());
        let method = paper.id_type.method().as_str();
        let verdict = Verdict {
            id: &paper.id,
            approval: decision.approval(),
            at: now,
            place: newest_first(now, &paper.id),
            audit: AuditEntry {
                id: ids.next(),
                at: now,
                actor: admin.id.as_str(),
                action: decision.topic().name(),
                subject: format!("user:{}", paper.user_id),
                detail: format!("{method} document {}", paper.id),
            },
            event: (decision.topic(), ids.next()),
            decided: DocumentDecided {
                user_id: paper.user_id.clone(),
                document_id: paper.id.clone(),
                kyc_method: method.to_owned(),
                document: paper.id_type.words().to_owned(),
                reason: reason.clone(),
            },
            mail: self.mail(paper, decision, reason.as_deref()).await?,
            reason,
        };
        match self.store.decide(verdict).await {
            Err(DbError::Refused(refusal)) if *refusal == DECIDED => Ok(()),
            outcome => Ok(outcome?),
        }
    }

    /// The mail that tells the owner; `None` when the account is gone.
    async fn mail(
        &self,
        paper: &Paper,
        decision: Decision,
        reason: Option<&str>,
    ) -> Result<Option<(String, MailMessage)>, KycError> {
        let owner = std::slice::from_ref(&paper.user_id);
        let Some(account) = self.accounts.find(owner).await?.pop() else { return Ok(None) };
        let people = self.people.find(owner).await?;
        let firstname = people.get(&paper.user_id).map(|person| person.firstname.clone());
        let mail = MailMessage::new(account.email, decision.mail())
            .with_some("name", firstname)
            .with("document", paper.id_type.words())
            .with_some("reason", reason)
            .if_wanted(&paper.user_id, MailTopic::Account);
        Ok(Some((self.cx.ids.next(), mail)))
    }
}

/// The reason as it is kept: needed to reject, passed over otherwise.
fn reason_for(decision: Decision, reason: Option<&str>) -> Result<Option<String>, KycError> {
    if decision == Decision::Approve {
        return Ok(None);
    }
    let reason = reason.unwrap_or_default();
    let is_missing = text::prose(reason).is_empty();
    Checks::new()
        .check("reason", !is_missing, "Please say why, so that they can do better.")
        .prose("reason", reason, 0, MAX_REASON)
        .finish()?;
    Ok(Some(text::prose(reason)))
}
