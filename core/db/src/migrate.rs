use std::{collections::BTreeMap, fmt::Write as _};

use sha2::{Digest, Sha256};
use surrealdb::types::{SurrealValue, Variables};
use tokio::time::sleep;
use tracing::{debug, info};

use crate::{
    Db, DbError, Timestamp,
    error::{Failure, classify},
    query_results::FailedStatement,
    write::{MAX_ATTEMPTS, pause},
};

/// Longest excerpt of a failing statement, in characters.
const SHOWN: usize = 120;

/// One step of a module's schema, embedded in the binary. Applied steps never change.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// File name without extension: a four-digit number, an underscore and a name.
    pub name: &'static str,
    /// SurrealQL statements.
    pub text: &'static str,
}

/// The ordered migrations of one module.
#[derive(Clone, Copy, Debug)]
pub struct ModuleMigrations {
    /// Name of the module.
    pub module: &'static str,
    /// Migrations of the module, numbered from 1 without gaps.
    pub migrations: &'static [Migration],
}

/// Reason why the schema could not be migrated. The failing step changed nothing.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The text of an applied migration differs from what was applied.
    #[error(
        "migration {0} was changed after it was applied to this database; \
         restore its text and put the change into a new migration"
    )]
    Changed(String),
    /// The database has a migration of an installed module that this binary lacks.
    #[error(
        "this database has migration {0}, which this binary does not know: \
         it was written by a newer version; run that version, or restore a backup"
    )]
    Unknown(String),
    /// The numbers do not run 0001, 0002, … in order.
    #[error("migration {0} is out of order")]
    OutOfOrder(String),
    /// A statement failed.
    #[error("migration {name} failed at `{statement}`: {source}")]
    Failed {
        /// `module/NNNN_name`.
        name: String,
        /// Beginning of the statement.
        statement: String,
        /// Error from the database.
        source: Box<surrealdb::Error>,
    },
    /// The list of applied migrations could not be read.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Tables of this crate.
const CORE: ModuleMigrations = ModuleMigrations {
    module: "core",
    migrations: &[
        Migration { name: "0001_core", text: include_str!("../schema/0001_core.surql") },
        Migration { name: "0002_files", text: include_str!("../schema/0002_files.surql") },
        Migration { name: "0003_bounds", text: include_str!("../schema/0003_bounds.surql") },
        Migration { name: "0004_outbox", text: include_str!("../schema/0004_outbox.surql") },
        Migration {
            name: "0005_fresh_first",
            text: include_str!("../schema/0005_fresh_first.surql"),
        },
        Migration { name: "0006_mail", text: include_str!("../schema/0006_mail.surql") },
        Migration {
            name: "0007_withheld_files",
            text: include_str!("../schema/0007_withheld_files.surql"),
        },
        Migration { name: "0008_mode", text: include_str!("../schema/0008_mode.surql") },
        Migration {
            name: "0009_audit_filters",
            text: include_str!("../schema/0009_audit_filters.surql"),
        },
        Migration { name: "0010_set_up", text: include_str!("../schema/0010_set_up.surql") },
        Migration {
            name: "0011_departures",
            text: include_str!("../schema/0011_departures.surql"),
        },
        Migration { name: "0012_fact", text: include_str!("../schema/0012_fact.surql") },
    ],
};

#[derive(SurrealValue)]
struct Applied {
    name: String,
    checksum: String,
}

/// Migrations to apply to a database.
pub struct MigrationPlan {
    /// Whether the database has no schema yet.
    is_new: bool,
    missing: Vec<Missing>,
}

/// A migration that was not applied yet.
struct Missing {
    /// `module/NNNN_name`.
    name: String,
    text: &'static str,
}

impl MigrationPlan {
    /// Checks whether migrations are missing from a database that has a schema already.
    pub fn changes_data(&self) -> bool {
        !self.is_new && !self.missing.is_empty()
    }
}

impl Db {
    /// Applies missing migrations in order, each in a transaction of its own. Changes nothing in a
    /// schema that has unknown or changed migrations.
    pub async fn migrate(
        &self,
        modules: &[ModuleMigrations],
        now: Timestamp,
    ) -> Result<(), MigrateError> {
        let plan = self.plan_migration(modules).await?;
        self.apply(plan, now).await
    }

    /// Applies the migrations of a plan in order, each in a transaction of its own.
    pub async fn apply(&self, plan: MigrationPlan, now: Timestamp) -> Result<(), MigrateError> {
        let count = plan.missing.len();
        for Missing { name, text } in plan.missing {
            self.apply_one(name, text, checksum(text), now).await?;
        }
        if count > 0 {
            info!(migrations = count, "migrated the schema");
        }
        Ok(())
    }

    /// Returns the migrations that are missing. Fails on a schema that has unknown or changed ones.
    pub async fn plan_migration(
        &self,
        modules: &[ModuleMigrations],
    ) -> Result<MigrationPlan, MigrateError> {
        let mut applied: BTreeMap<String, String> = self
            .query("SELECT name, checksum FROM migration")
            .fetch::<Applied>()
            .await
            .or_else(absent_table)?
            .into_iter()
            .map(|row| (row.name, row.checksum))
            .collect();
        let (is_new, mut missing) = (applied.is_empty(), Vec::new());
        for set in std::iter::once(&CORE).chain(modules) {
            for (index, migration) in set.migrations.iter().enumerate() {
                let name = format!("{}/{}", set.module, migration.name);
                if !migration.name.starts_with(&format!("{:04}_", index + 1)) {
                    return Err(MigrateError::OutOfOrder(name));
                }
                match applied.remove(&name) {
                    Some(known) if known == checksum(migration.text) => {}
                    Some(_) => return Err(MigrateError::Changed(name)),
                    None => missing.push(Missing { name, text: migration.text }),
                }
            }
        }
        // The rest belongs to modules that are no longer installed, unless the module still is.
        let installed = |name: &String| {
            let module = name.split('/').next().unwrap_or_default();
            module == CORE.module || modules.iter().any(|set| set.module == module)
        };
        match applied.into_keys().find(installed) {
            Some(name) => Err(MigrateError::Unknown(name)),
            None => Ok(MigrationPlan { is_new, missing }),
        }
    }

    async fn apply_one(
        &self,
        name: String,
        text: &str,
        checksum: String,
        now: Timestamp,
    ) -> Result<(), MigrateError> {
        let block = format!(
            "BEGIN;\n{text}\n;CREATE type::record('migration', $name) \
             SET name = $name, checksum = $checksum, applied_at = $now;\nCOMMIT;"
        );
        let mut variables = Variables::new();
        variables.insert("name", name.clone());
        variables.insert("checksum", checksum);
        variables.insert("now", now);
        for attempt in 1.. {
            let Err(failed) = self.run_script(&block, &variables).await else { break };
            let statement = nth_statement(&block, failed.index);
            match classify(failed.error.clone()) {
                // The engine builds indexes outside the transaction, and fails when two builds
                // conflict.
                Failure::Conflict if attempt < MAX_ATTEMPTS => sleep(pause(attempt)).await,
                _ => {
                    let source = Box::new(failed.error);
                    return Err(MigrateError::Failed { name, statement, source });
                }
            }
        }
        debug!(migration = name, "applied");
        Ok(())
    }

    async fn run_script(&self, text: &str, variables: &Variables) -> Result<(), FailedStatement> {
        match self.execute(text.to_owned().into(), variables.clone()).await {
            Ok(results) => results.all().map(drop),
            Err(error) => Err(FailedStatement { index: 0, error }),
        }
    }
}

/// Returns the beginning of the statement with this index, on one line.
fn nth_statement(script: &str, index: usize) -> String {
    let mut start = 0;
    let mut ends = statement_ends(script).into_iter().chain([script.len()]);
    for _ in 0..index {
        start = ends.next().map_or(script.len(), |end| (end + 1).min(script.len()));
    }
    let end = ends.next().unwrap_or(script.len());
    let lines = script.get(start..end).unwrap_or_default().lines();
    let words = lines.filter(|line| !line.trim_start().starts_with("--"));
    let words: Vec<&str> = words.flat_map(str::split_whitespace).collect();
    words.join(" ").chars().take(SHOWN).collect()
}

/// Returns the positions of the semicolons between statements.
fn statement_ends(script: &str) -> Vec<usize> {
    let (mut ends, mut depth, mut quote, mut comment) = (Vec::new(), 0_usize, None, false);
    let mut characters = script.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        if comment {
            comment = character != '\n';
            continue;
        }
        if let Some(open) = quote {
            quote = (character != open).then_some(open);
            continue;
        }
        match character {
            '\'' | '"' | '`' => quote = Some(character),
            '-' if next == Some('-') => comment = true,
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => ends.push(at),
            _ => {}
        }
    }
    ends
}

/// Treats the missing table of a fresh database as an empty list.
fn absent_table(error: DbError) -> Result<Vec<Applied>, DbError> {
    match error {
        DbError::Internal(error) if error.is_not_found() => Ok(Vec::new()),
        error => Err(error),
    }
}

fn checksum(text: &str) -> String {
    // Line endings are normalised: a checkout on Windows must not look like a change.
    let digest = Sha256::digest(text.replace("\r\n", "\n"));
    digest.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::nth_statement;

    #[test]
    fn statements_are_identified_by_their_beginning() {
        let script = "BEGIN;\n-- One; two.\nDEFINE TABLE a;\nDEFINE FUNCTION fn::b() { LET $c = ';}';\n\
                      RETURN $c; };\nUPDATE a SET b = 'it;s';\nCOMMIT;";
        let rows = [
            (0, "BEGIN"),
            (1, "DEFINE TABLE a"),
            (2, "DEFINE FUNCTION fn::b() { LET $c = ';}'; RETURN $c; }"),
            (3, "UPDATE a SET b = 'it;s'"),
            (4, "COMMIT"),
            (9, ""),
        ];
        for (index, expected) in rows {
            assert_eq!(nth_statement(script, index), expected);
        }
        assert_eq!(nth_statement(&"x".repeat(1000), 0).len(), 120);
    }
}
