//! Agreement of members to the texts of the operator, and requests to agree again.
//!
//! The latest request is kept in memory, since every sign-in and every request of a member compares
//! it with the account: a job reads what another process has stored.

use std::{
    ops::RangeInclusive,
    sync::{PoisonError, RwLock},
    time::Duration,
};

use sparkyard_kernel::{
    Caller, Timestamp,
    audit::AuditEntry,
    db::DbError,
    ports::{AgreementText, AgreementTexts, PortHandle},
    text,
    validate::Checks,
};
use tokio::sync::OnceCell;

use super::AuthService;
use crate::{
    error::AuthError,
    model::{
        account::Account,
        agreement::{
            AgreementOverview, AgreementRequest, Consent, Edition, MemberAgreements, Occasion,
        },
    },
    store::NewAccount,
};

/// Days that members can have to agree; afterwards they can change nothing until they have.
const DAYS: RangeInclusive<u32> = 1..=90;
/// Maximum length of what has changed, in characters.
const MAX_CHANGES: usize = 1000;
/// Number of editions that admins see.
const SHOWN: i64 = 20;
/// Attempts at storing an edition, as another process may store one at once.
const TRIES: u32 = 5;
const WRONG_DAYS: &str = "Give members 1 to 90 days.";

/// The texts that members agree to, and the latest request to do so.
#[derive(Default)]
pub(super) struct Agreements {
    /// Empty without the module `site`.
    pub(super) texts: PortHandle<dyn AgreementTexts>,
    edition: OnceCell<Edition>,
    request: RwLock<Option<AgreementRequest>>,
}

impl Agreements {
    pub(super) fn new(texts: PortHandle<dyn AgreementTexts>) -> Self {
        Self { texts, ..Self::default() }
    }

    /// Returns the latest request, if a member who agreed to the edition `agreed` has to follow it.
    pub(super) fn due(&self, agreed: Option<i64>) -> Option<AgreementRequest> {
        let request = self.request.read().unwrap_or_else(PoisonError::into_inner);
        request.as_ref().filter(|request| is_due(request, agreed)).cloned()
    }

    /// Checks whether a member who agreed to the edition `agreed` has let the time pass.
    pub(super) fn overdue(&self, agreed: Option<i64>, now: Timestamp) -> bool {
        let request = self.request.read().unwrap_or_else(PoisonError::into_inner);
        request.as_ref().is_some_and(|request| is_due(request, agreed) && request.due_at <= now)
    }

    fn set(&self, request: Option<AgreementRequest>) {
        *self.request.write().unwrap_or_else(PoisonError::into_inner) = request;
    }
}

fn is_due(request: &AgreementRequest, agreed: Option<i64>) -> bool {
    agreed.is_none_or(|agreed| agreed < request.edition)
}

impl AuthService {
    /// Returns the edition of the server's texts; stores it when the server sees it first. `None`
    /// without texts.
    pub(super) async fn edition(&self) -> Result<Option<&Edition>, AuthError> {
        let texts = self.agreements.texts.filled().map(|port| port.current()).unwrap_or_default();
        if texts.is_empty() {
            return Ok(None);
        }
        self.agreements.edition.get_or_try_init(|| self.find_edition(texts)).await.map(Some)
    }

    async fn find_edition(&self, texts: Vec<AgreementText>) -> Result<Edition, AuthError> {
        for _ in 0..TRIES {
            let latest = self.store.editions(1).await?.pop();
            let number = latest.as_ref().map_or(1, |edition| edition.number + 1);
            if let Some(known) = latest.filter(|edition| edition.has(&texts)) {
                return Ok(known);
            }
            let edition = Edition { number, texts: texts.clone(), seen_at: self.cx.now() };
            match self.store.add_edition(&edition).await {
                Ok(()) => return Ok(edition),
                Err(DbError::AlreadyExists(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(DbError::Busy { attempts: TRIES }.into())
    }

    /// Returns the record that a newcomer agrees to the texts.
    pub(super) async fn first_consent(
        &self,
        account: &NewAccount,
        social: bool,
    ) -> Result<Option<Consent>, AuthError> {
        let occasion = match (social, &account.referral_code) {
            (true, _) => Occasion::Social,
            (false, Some(_)) => Occasion::Invitation,
            (false, None) => Occasion::Registration,
        };
        let edition = self.edition().await?;
        let id = account.id.clone();
        Ok(edition.map(|edition| Consent::new(id, edition, occasion, account.at)))
    }

    /// Stores the edition of the server's texts, and reads the latest request, which another
    /// process may have stored.
    pub(crate) async fn read_agreements(&self) -> Result<(), AuthError> {
        self.edition().await?;
        self.agreements.set(self.store.latest_request().await?);
        Ok(())
    }

    /// Returns the texts, whether the caller has to agree to them, and to which they agreed.
    pub(crate) async fn agreements_of(
        &self,
        caller: &Caller,
    ) -> Result<MemberAgreements, AuthError> {
        let account = self.account(&caller.id).await?;
        Ok(MemberAgreements {
            current: self.edition().await?.cloned(),
            due: self.agreement_due(&account),
            consents: self.store.consents(&caller.id).await?,
        })
    }

    /// Returns the request that the owner of an account has to follow.
    pub(super) fn agreement_due(&self, account: &Account) -> Option<AgreementRequest> {
        self.agreements.due(account.agreed.map(|agreed| agreed.edition))
    }

    /// Records that the caller agrees to the texts; they must have read the current ones.
    pub(crate) async fn agree(&self, caller: &Caller, read: i64) -> Result<(), AuthError> {
        let edition = self.edition().await?.filter(|edition| edition.number == read);
        let edition = edition.ok_or(AuthError::AgreementChanged)?;
        let consent = Consent::new(caller.id.clone(), edition, Occasion::Request, self.cx.now());
        Ok(self.store.agree(consent).await?)
    }

    /// Returns the texts and their editions, and how many members agreed to the current one.
    pub(crate) async fn agreement_overview(&self) -> Result<AgreementOverview, AuthError> {
        let current = self.edition().await?.cloned();
        let editions = self.store.editions(SHOWN).await?;
        let numbers = editions.iter().map(|edition| edition.number);
        let requests = self.store.requests(numbers).await?;
        let latest = current.as_ref().map_or(i64::MAX, |edition| edition.number);
        let (agreed, members) = self.store.count_agreed(latest).await?;
        Ok(AgreementOverview {
            current,
            editions: editions.into_iter().zip(requests).collect(),
            agreed,
            members,
        })
    }

    /// Asks all members who have not agreed to the current texts to do so within `days`.
    pub(crate) async fn ask_to_agree(
        &self,
        admin: &Caller,
        edition: i64,
        changes: &str,
        days: u32,
    ) -> Result<(), AuthError> {
        Checks::new()
            .prose("changes", changes, 3, MAX_CHANGES)
            .check("days", DAYS.contains(&days), WRONG_DAYS)
            .finish()?;
        let current = self.edition().await?.is_some_and(|current| current.number == edition);
        if !current {
            return Err(AuthError::AgreementChanged);
        }
        let now = self.cx.now();
        let request = AgreementRequest {
            edition,
            asked_by: admin.id.clone(),
            asked_at: now,
            due_at: now + Duration::from_hours(24) * days,
            changes: text::prose(changes),
        };
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: now,
            actor: admin.id.as_str(),
            action: "auth.asked_to_agree",
            subject: "agreements".to_owned(),
            detail: format!("to edition {edition} within {days} days: {}", request.changes),
        };
        match self.store.ask_to_agree(request.clone(), audit).await {
            Err(DbError::AlreadyExists(_)) => return Err(AuthError::AgreementAsked),
            asked => asked?,
        }
        self.agreements.set(Some(request));
        Ok(())
    }
}
