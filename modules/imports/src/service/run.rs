//! Runs of imports, batch by batch.

use sparkyard_kernel::{
    Caller, ItemId, Money, SkillId, Timestamp, UserId,
    db::{DbError, Fragment},
    events::imports::ImportBatchDue,
    ports::{ImportedSkill, MemberDetails, OPENING, TokenAccount, TokenReason, TokenTransfer},
};

use super::{ImportService, count};
use crate::{
    error::{ImportsError, WENT_ON},
    model::{Candidate, Import, ImportForViewer, Issue, State},
    store::Step,
};

/// Members created in one write.
const BATCH: usize = 25;

const HAS_ACCOUNT: &str =
    "This address had an account by the time of the import, so the row was left out.";

impl ImportService {
    /// Starts an import that was checked. Only one runs at a time.
    pub(crate) async fn start(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<ImportForViewer, ImportsError> {
        let import = self.find(id).await?;
        if import.state == State::Ready && !self.is_kept(&import) {
            return Err(ImportsError::TooOld);
        }
        let lacks_ledger = !import.counts.opening.is_zero() && self.ledger().is_none();
        let lacks_skills = import.counts.skills > 0 && self.skills.is_none();
        if import.state == State::Ready && (lacks_ledger || lacks_skills) {
            return Err(ImportsError::SiteChanged);
        }
        let detail = format!(
            "{} members, {} skills, {} sparks",
            import.counts.members, import.counts.skills, import.counts.opening
        );
        let audit = self.audit(caller, "imports.started", &import, detail);
        self.store.start(&import, &caller.id, self.cx.now(), audit).await?;
        self.get(id).await
    }

    /// Imports the next members. A repeated event changes nothing.
    pub(crate) async fn go_on(&self, next: &ImportBatchDue) -> Result<(), ImportsError> {
        let Some(import) = self.store.get(&next.import_id).await? else { return Ok(()) };
        if import.state != State::Running || import.handled != next.handled {
            return Ok(());
        }
        let mut rows = self.store.rows_after(&import.id, import.handled, BATCH).await?;
        let mut left_out = None;
        loop {
            let step = self.step(&import, &rows, left_out.as_deref()).await?;
            let refusal = match self.store.advance(&import, step).await {
                Ok(()) => return Ok(()),
                // Another delivery of the event was faster.
                Err(DbError::Refused(violation)) if *violation == WENT_ON => return Ok(()),
                Err(DbError::Refused(violation)) => violation.message,
                Err(DbError::AlreadyExists(_)) => HAS_ACCOUNT,
                Err(error) => return Err(error.into()),
            };
            // A row that is refused is found by halving, and left out alone.
            match rows.len() {
                1 if left_out.is_none() => left_out = Some(refusal.to_owned()),
                0 | 1 => return Err(ImportsError::Stopped(refusal.to_owned())),
                many => rows.truncate(many / 2),
            }
        }
    }

    /// Prepares the write that handles `rows`: creates the members, or leaves all out for a reason.
    async fn step(
        &self,
        import: &Import,
        rows: &[Candidate],
        left_out: Option<&str>,
    ) -> Result<Step, ImportsError> {
        let now = self.cx.now();
        let emails: Vec<String> = rows.iter().map(|row| row.email.clone()).collect();
        let known = self.accounts.known_addresses(&emails).await?;
        // Without rows, which can only have been purged, the import ends.
        let to = match rows.len() {
            0 => import.counts.members,
            many => import.handled + count(many)?,
        };
        let mut step =
            Step { at: now, to, imported: 0, known: 0, parts: Vec::new(), issues: Vec::new() };
        for row in rows {
            let reason = if known.contains(&row.email) { Some(HAS_ACCOUNT) } else { left_out };
            if let Some(reason) = reason {
                step.known += 1;
                step.issues.push(Issue::note(row.row, "", &row.email, reason));
            } else {
                step.imported += 1;
                step.parts.extend(self.parts(import, row, now).await?);
            }
        }
        Ok(step)
    }

    /// Prepares the parts that create one member.
    async fn parts(
        &self,
        import: &Import,
        row: &Candidate,
        at: Timestamp,
    ) -> Result<Vec<Fragment>, ImportsError> {
        let member = MemberDetails {
            firstname: row.firstname.clone(),
            lastname: row.lastname.clone(),
            phone: row.phone.clone(),
            location: Some(row.town.clone()).filter(|town| !town.is_empty()),
            bio: row.about.clone(),
        };
        let (user, mut parts) = self.accounts.import(&row.email, member).await?;
        if let Some(skills) = &self.skills {
            let made = row.skills.iter().filter_map(|name| {
                skills.import(ImportedSkill {
                    id: SkillId(self.cx.ids.next()),
                    user_id: user.clone(),
                    name: name.clone(),
                    description: name.clone(),
                    // A price in sparks is half the price in pounds.
                    hourly_rate: Money::from_minor(row.price.minor() * 2),
                    at,
                })
            });
            parts.extend(made);
        }
        if let Some(ledger) = self.ledger().filter(|_| !row.opening.is_zero()) {
            parts.push(ledger.transfer_tokens(opening(import, &user, row, at)));
        }
        Ok(parts)
    }
}

/// Builds the transfer of an opening balance.
fn opening(import: &Import, user: &UserId, row: &Candidate, at: Timestamp) -> TokenTransfer {
    TokenTransfer {
        key: format!("{OPENING}{user}"),
        from: TokenAccount::Community,
        to: TokenAccount::Member(user.clone()),
        amount: row.opening,
        reason: TokenReason::Opening,
        reference: format!("import:{}", import.id),
        at,
    }
}
