//! Checks of a file against the community: its accounts, names of skills, places, and sparks.

use std::collections::{BTreeSet, HashMap, HashSet};

use sparkyard_kernel::{ApprovalStatus, Sparks};

use super::ImportService;
use crate::{
    error::ImportsError,
    model::{
        Candidate, Issue, Severity,
        table::{Column, Headings},
    },
};

/// Addresses and names looked up at once.
const LOOKUP_BATCH: usize = 500;
/// Maximum number of new names of skills per member.
const MAX_NEW_NAMES: usize = 10;
// The message below states the limit.
const _: () = assert!(MAX_NEW_NAMES == 10);

const HAS_ACCOUNT: &str = "This address has an account already, so the row is left out.";
const REJECTED: &str = "was reviewed and cannot be listed here. Choose another name.";
const HIDDEN: &str = "is a category that is hidden here. Choose another one.";
const NEW_NAMES: &str = "A member can add at most ten skills that are not in our catalogue.";
const PLACE: &str = "We do not know this place. It is kept as written, and the member is not found \
                     by distance until they set their town.";
const SKILLS_OFF: &str = "Skills are switched off, so this column is not imported.";
const NO_SPARKS: &str = "This community does not use sparks, so this column is not imported.";

/// Result of checking a file so far.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub(super) headings: Option<Headings>,
    /// Number of rows that are not empty.
    pub(super) rows: usize,
    /// Rows whose own cells are valid, without those whose address has an account.
    pub(super) members: Vec<Candidate>,
    pub(super) issues: Vec<Issue>,
    /// Number of rows left out because the address has an account.
    pub(super) with_account: usize,
    /// Number of names of skills that staff will have to decide on.
    pub(super) new_names: usize,
}

impl Checked {
    /// Reports addresses that an earlier row has.
    pub(super) fn report_duplicates(&mut self, heading: &str) {
        let mut first: HashMap<&str, i64> = HashMap::new();
        let mut issues = Vec::new();
        for member in &self.members {
            match first.get(member.email.as_str()) {
                Some(row) => {
                    let message = format!("This address is in row {row} as well.");
                    issues.push(Issue::error(member.row, heading, &member.email, message));
                }
                None => {
                    first.insert(&member.email, member.row);
                }
            }
        }
        self.issues.extend(issues);
    }

    fn heading(&self, column: Column) -> String {
        self.headings.as_ref().and_then(|headings| headings.of(column)).unwrap_or_default().into()
    }
}

impl ImportService {
    /// Checks the members of a file, and sorts the issues: errors first, then by row.
    pub(super) async fn check_against_community(
        &self,
        mut checked: Checked,
    ) -> Result<Checked, ImportsError> {
        self.leave_out_accounts(&mut checked).await?;
        self.check_skills(&mut checked).await?;
        self.check_places(&mut checked).await?;
        if self.ledger().is_none() {
            let heading = checked.heading(Column::OpeningSparks);
            if checked.members.iter().any(|member| !member.opening.is_zero()) {
                checked.issues.push(Issue::note(1, &heading, &heading, NO_SPARKS));
            }
            checked.members.iter_mut().for_each(|member| member.opening = Sparks::ZERO);
        }
        checked.issues.sort_by_key(|issue| (issue.severity == Severity::Note, issue.row));
        Ok(checked)
    }

    async fn leave_out_accounts(&self, checked: &mut Checked) -> Result<(), ImportsError> {
        let emails: Vec<String> = checked.members.iter().map(|one| one.email.clone()).collect();
        let mut known = HashSet::new();
        for emails in emails.chunks(LOOKUP_BATCH) {
            known.extend(self.accounts.known_addresses(emails).await?);
        }
        let heading = checked.heading(Column::Email);
        let is_known = |member: &Candidate| known.contains(&member.email);
        let (left_out, members): (Vec<_>, Vec<_>) =
            std::mem::take(&mut checked.members).into_iter().partition(is_known);
        checked.members = members;
        checked.with_account = left_out.len();
        let note =
            |member: &Candidate| Issue::note(member.row, &heading, &member.email, HAS_ACCOUNT);
        checked.issues.extend(left_out.iter().map(note));
        Ok(())
    }

    async fn check_skills(&self, checked: &mut Checked) -> Result<(), ImportsError> {
        let heading = checked.heading(Column::Skills);
        let Some(skills) = &self.skills else {
            if checked.members.iter().any(|member| !member.skills.is_empty()) {
                checked.issues.push(Issue::note(1, &heading, &heading, SKILLS_OFF));
            }
            checked.members.iter_mut().for_each(|member| member.skills.clear());
            return Ok(());
        };
        let names: BTreeSet<String> =
            checked.members.iter().flat_map(|member| member.skills.iter().cloned()).collect();
        let names: Vec<String> = names.into_iter().collect();
        let mut statuses = HashMap::new();
        for names in names.chunks(LOOKUP_BATCH) {
            statuses.extend(skills.name_statuses(names).await?);
        }
        let status = |name: &String| statuses.get(name).copied().flatten();
        let unknown = names.iter().filter(|name| status(name).is_none());
        checked.new_names =
            unknown.filter_map(|name| skills.slug(name)).collect::<HashSet<_>>().len();
        let mut issues = Vec::new();
        let hidden: HashSet<&String> = names.iter().filter(|name| skills.is_hidden(name)).collect();
        for member in &checked.members {
            issues.extend(member.skills.iter().filter(|name| hidden.contains(name)).map(|name| {
                let message = format!("\u{2018}{name}\u{2019} {HIDDEN}");
                Issue::error(member.row, &heading, name, message)
            }));
            let rejected = |name: &&String| status(name) == Some(ApprovalStatus::Rejected);
            issues.extend(member.skills.iter().filter(rejected).map(|name| {
                let message = format!("\u{2018}{name}\u{2019} {REJECTED}");
                Issue::error(member.row, &heading, name, message)
            }));
            if member.skills.iter().filter(|name| status(name).is_none()).count() > MAX_NEW_NAMES {
                issues.push(Issue::error(member.row, &heading, "", NEW_NAMES));
            }
        }
        checked.issues.extend(issues);
        Ok(())
    }

    async fn check_places(&self, checked: &mut Checked) -> Result<(), ImportsError> {
        let heading = checked.heading(Column::Town);
        let towns: BTreeSet<&str> = checked.members.iter().map(|one| one.town.as_str()).collect();
        let mut unknown = HashSet::new();
        for town in towns.into_iter().filter(|town| !town.is_empty()) {
            if self.geocoder.find(town).await?.is_none() {
                unknown.insert(town.to_owned());
            }
        }
        let members = checked.members.iter().filter(|member| unknown.contains(&member.town));
        let notes = members.map(|member| Issue::note(member.row, &heading, &member.town, PLACE));
        let notes: Vec<Issue> = notes.collect();
        checked.issues.extend(notes);
        Ok(())
    }
}
