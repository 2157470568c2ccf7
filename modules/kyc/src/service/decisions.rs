//! Decisions of admins on documents.

use sparkyard_kernel::{
    Caller, ItemId, Page, PageQuery, Timestamp, UserId,
    audit::AuditEntry,
    db::DbError,
    events::kyc::DocumentDecided,
    newest_first,
    ports::{MailMessage, MailTopic, MemberDecision, PersonInfo, SanctionKind},
    text,
    validate::Checks,
    zone,
};

use super::KycService;
use crate::{
    error::{DECIDED, KycError},
    model::{
        Approval, Case, Document,
        decision::{Decision, DecisionRecord},
    },
};

/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 500;

impl KycService {
    /// Lists documents by approval: pending ones oldest first, others by newest decision.
    pub(crate) async fn cases(
        &self,
        approval: Approval,
        page: &PageQuery,
    ) -> Result<Page<Case>, KycError> {
        let documents = self.store.by_approval(approval, page).await?;
        let page = Page::cut(documents, page, |document| document.place.clone());
        let mut ids: Vec<UserId> =
            page.items.iter().map(|document| document.user_id.clone()).collect();
        ids.sort_unstable();
        ids.dedup();
        let people = self.people.find(&ids).await?;
        Ok(page.map(|document| {
            let name = people.get(&document.user_id).map(PersonInfo::name).unwrap_or_default();
            Case { document, name }
        }))
    }

    /// Decides on a document. Repeating the same decision changes nothing.
    pub(crate) async fn decide(
        &self,
        admin: &Caller,
        id: &ItemId,
        decision: Decision,
        reason: Option<&str>,
    ) -> Result<Case, KycError> {
        let document = self.store.get(id).await?.ok_or(KycError::NotFound)?;
        if document.user_id == admin.id {
            return Err(KycError::OwnDocument);
        }
        let reason = reason_for(decision, reason)?;
        if document.approval == Approval::Pending {
            self.save(admin, &document, decision, reason).await?;
        }
        // Reads the document again: another admin may have decided meanwhile.
        let document = self.store.get(id).await?.ok_or(KycError::NotFound)?;
        if document.approval != decision.approval() {
            return Err(KycError::Decided);
        }
        let people = self.people.find(std::slice::from_ref(&document.user_id)).await?;
        let name = people.get(&document.user_id).map(PersonInfo::name).unwrap_or_default();
        Ok(Case { document, name })
    }

    /// Saves a decision, audit entry and email to the owner, unless decided meanwhile.
    async fn save(
        &self,
        admin: &Caller,
        document: &Document,
        decision: Decision,
        reason: Option<String>,
    ) -> Result<(), KycError> {
        let (ids, now) = (&self.cx.ids, self.cx.now());
        let method = document.id_type.method();
        let appeals = self.appeals.as_ref().filter(|_| decision == Decision::Reject);
        let appealable = appeals.map(|appeals| {
            appeals.decided(MemberDecision {
                kind: SanctionKind::Document,
                about: document.id.to_string(),
                title: document.id_type.words().to_owned(),
                user: document.user_id.clone(),
                by: admin.id.clone(),
                reason: reason.clone().unwrap_or_default(),
                at: now,
            })
        });
        let appeal_until = appealable.as_ref().map(|decision| decision.until);
        let record = DecisionRecord {
            id: &document.id,
            approval: decision.approval(),
            at: now,
            place: newest_first(now, document.id.as_str()),
            audit: AuditEntry {
                id: ids.next(),
                at: now,
                actor: admin.id.as_str(),
                action: decision.topic().name(),
                subject: format!("user:{}", document.user_id),
                detail: audited(document, decision, reason.as_deref()),
            },
            event: (decision.topic(), ids.next()),
            decided: DocumentDecided {
                user_id: document.user_id.clone(),
                document_id: document.id.clone(),
                kyc_method: method,
                document: document.id_type.words().to_owned(),
                reason: reason.clone(),
                appeal_until,
            },
            mail: self.mail(document, decision, (reason.as_deref(), appeal_until)).await?,
            appealable: appealable.map(|decision| decision.record),
            reason,
        };
        match self.store.decide(record).await {
            Err(DbError::Refused(violation)) if *violation == DECIDED => Ok(()),
            outcome => Ok(outcome?),
        }
    }

    /// Returns the email to the owner; `None` if the account is gone.
    async fn mail(
        &self,
        document: &Document,
        decision: Decision,
        (reason, appeal_until): (Option<&str>, Option<Timestamp>),
    ) -> Result<Option<(String, MailMessage)>, KycError> {
        let owner = std::slice::from_ref(&document.user_id);
        let Some(account) = self.accounts.find(owner).await?.pop() else { return Ok(None) };
        let people = self.people.find(owner).await?;
        let firstname = people.get(&document.user_id).map(|person| person.firstname.clone());
        let mail = MailMessage::new(account.email, decision.mail())
            .with_some("name", firstname)
            .with("document", document.id_type.words())
            .with_some("reason", reason)
            .with_some("appeal_until", appeal_until.map(zone::day_in_words))
            .if_wanted(&document.user_id, MailTopic::Account);
        Ok(Some((self.cx.ids.next(), mail)))
    }
}

/// Validates and normalises the reason: required to reject, ignored to approve.
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

/// Returns a decision for the audit log, with the state before and the reason that the owner reads.
fn audited(document: &Document, decision: Decision, reason: Option<&str>) -> String {
    let (id, method) = (&document.id, document.id_type.method());
    let after = match decision {
        Decision::Approve => "approved",
        Decision::Reject => "rejected",
    };
    let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
    format!("{method} document {id}, pending to {after}{reason}")
}
