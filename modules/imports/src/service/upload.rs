//! A new file: reading, checking, storing.

use std::{fs::File, io::Read as _, time::Duration};

use sparkyard_kernel::{Caller, ItemId, Sparks, allowance::used_up, text};

use super::{ImportService, check::Checked, count};
use crate::{
    error::{ImportsError, TOO_MANY_FILES},
    model::{Counts, Import, ImportForViewer, Issue, Severity, State, row, table},
    store::{ISSUES_KEPT, KEEP},
};

/// Files that one admin can have checked a day.
const MAX_A_DAY: u32 = 50;
/// Longest name of a file that is kept, in characters.
const MAX_FILE_NAME: usize = 100;

impl ImportService {
    /// Checks a file, and stores it as an import that waits for an admin to start it. Nothing of a
    /// file with an error is stored but the errors.
    pub(crate) async fn upload(
        &self,
        caller: &Caller,
        file_name: &str,
        file: File,
    ) -> Result<ImportForViewer, ImportsError> {
        let _alone = self.checking.try_acquire().map_err(|_| ImportsError::Checking)?;
        let now = self.cx.now();
        let daily = self.cx.limits.daily("imports.files", MAX_A_DAY);
        if !daily.spend(&self.cx.db, caller.id.as_str(), 1, now).await? {
            return Err(used_up(&TOO_MANY_FILES, now).into());
        }
        let read = tokio::task::spawn_blocking(move || read(file)).await;
        let checked = read.map_err(|error| ImportsError::Stopped(error.to_string()))??;
        let checked = self.check_against_community(checked).await?;
        let name: String = text::line(file_name).chars().take(MAX_FILE_NAME).collect();
        let counts = counts(&checked)?;
        let state = if counts.errors == 0 { State::Ready } else { State::Failed };
        let import = Import {
            id: ItemId(self.cx.ids.next()),
            file_name: name,
            state,
            uploaded_by: caller.id.clone(),
            uploaded_at: now,
            started_by: None,
            started_at: None,
            ended_at: None,
            counts,
            handled: 0,
            imported: 0,
        };
        let detail =
            format!("{} rows, {} members, {} errors", counts.rows, counts.members, counts.errors);
        let audit = self.audit(caller, "imports.uploaded", &import, detail);
        let members = match state {
            State::Ready => checked.members,
            _ => Vec::new(),
        };
        self.store.create(&import, members, checked.issues, audit).await?;
        self.get(&import.id).await
    }

    /// Checks whether the rows of an import are kept for a while yet.
    pub(super) fn is_kept(&self, import: &Import) -> bool {
        self.cx.now().since(import.uploaded_at) + Duration::from_hours(24) < KEEP
    }
}

/// Reads a file and checks each row by itself.
fn read(mut file: File) -> Result<Checked, ImportsError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| ImportsError::Stopped(error.to_string()))?;
    let mut checked = Checked::default();
    let headings = table::read(&bytes, |row| {
        checked.rows += 1;
        match row::check(row) {
            Ok(member) => checked.members.push(member),
            Err(issues) => checked.issues.extend(issues),
        }
    });
    let headings = headings.map_err(ImportsError::NoTable)?;
    let left_out = |heading| Issue::note(1, heading, heading, "This column is not imported.");
    checked.issues.extend(headings.unknown().map(left_out));
    checked.report_duplicates(headings.of(table::Column::Email).unwrap_or_default());
    checked.headings = Some(headings);
    Ok(checked)
}

fn counts(checked: &Checked) -> Result<Counts, ImportsError> {
    let Checked { rows, members, issues, with_account, new_names, .. } = checked;
    let errors = issues.iter().filter(|issue| issue.severity == Severity::Error).count();
    let kept = issues.len().min(usize::try_from(ISSUES_KEPT).unwrap_or(usize::MAX));
    let opening: i64 = members.iter().map(|member| member.opening.minor()).sum();
    Ok(Counts {
        rows: count(*rows)?,
        members: count(members.len())?,
        known: count(*with_account)?,
        errors: count(errors)?,
        issues: count(kept)?,
        skills: count(members.iter().map(|member| member.skills.len()).sum())?,
        new_names: count(*new_names)?,
        opening: Sparks::from_minor(opening),
    })
}
