use std::{collections::BTreeMap, fmt::Write as _};

use sha2::{Digest, Sha256};
use surrealdb::types::{SurrealValue, Variables};
use tracing::info;

use crate::{Db, DbError, Timestamp};

/// One step of a module's schema, embedded in the binary. Applied ones never change.
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
    /// The module's name.
    pub module: &'static str,
    /// Its migrations, numbered from 1 without gaps.
    pub migrations: &'static [Migration],
}

/// Why the schema could not be brought up to date. Nothing was changed by the failing step.
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
    /// Numbers must run 0001, 0002, … in order.
    #[error("migration {0} is out of order")]
    OutOfOrder(String),
    /// A statement failed.
    #[error("migration {name} failed: {source}")]
    Failed {
        /// `module/NNNN_name`.
        name: String,
        /// What the database said.
        source: Box<surrealdb::Error>,
    },
    /// The list of applied migrations could not be read.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The tables that this crate itself needs.
const CORE: ModuleMigrations = ModuleMigrations {
    module: "core",
    migrations: &[
        Migration { name: "0001_core", text: include_str!("../schema/0001_core.surql") },
        Migration { name: "0002_files", text: include_str!("../schema/0002_files.surql") },
    ],
};

#[derive(SurrealValue)]
struct Applied {
    name: String,
    checksum: String,
}

impl Db {
    /// Brings the schema up to date: applies, in order, what is missing, each in a transaction
    /// of its own, and refuses to start on a schema it cannot account for.
    pub async fn migrate(
        &self,
        modules: &[ModuleMigrations],
        now: Timestamp,
    ) -> Result<(), MigrateError> {
        let mut applied: BTreeMap<String, String> = self
            .query("SELECT name, checksum FROM migration")
            .fetch::<Applied>()
            .await
            .or_else(absent_table)?
            .into_iter()
            .map(|row| (row.name, row.checksum))
            .collect();
        for set in std::iter::once(&CORE).chain(modules) {
            for (index, migration) in set.migrations.iter().enumerate() {
                let name = format!("{}/{}", set.module, migration.name);
                if !migration.name.starts_with(&format!("{:04}_", index + 1)) {
                    return Err(MigrateError::OutOfOrder(name));
                }
                let checksum = checksum(migration.text);
                match applied.remove(&name) {
                    Some(known) if known == checksum => {}
                    Some(_) => return Err(MigrateError::Changed(name)),
                    None => self.apply(name, migration.text, checksum, now).await?,
                }
            }
        }
        // What is left over belongs to modules that are no longer installed, unless the module is.
        let installed = |name: &String| {
            let module = name.split('/').next().unwrap_or_default();
            module == CORE.module || modules.iter().any(|set| set.module == module)
        };
        match applied.into_keys().find(installed) {
            Some(name) => Err(MigrateError::Unknown(name)),
            None => Ok(()),
        }
    }

    async fn apply(
        &self,
        name: String,
        text: &str,
        checksum: String,
        now: Timestamp,
    ) -> Result<(), MigrateError> {
        let failed = |source| MigrateError::Failed { name: name.clone(), source: Box::new(source) };
        let block = format!(
            "BEGIN;\n{text}\n;CREATE type::record('migration', $name) \
             SET name = $name, checksum = $checksum, applied_at = $now;\nCOMMIT;"
        );
        let mut variables = Variables::new();
        variables.insert("name", name.clone());
        variables.insert("checksum", checksum);
        variables.insert("now", now);
        let _counted = self.counted_write();
        self.ask(block, variables).await.map_err(failed)?;
        info!(migration = name, "applied");
        Ok(())
    }
}

/// A fresh database has no table of migrations yet.
fn absent_table(error: DbError) -> Result<Vec<Applied>, DbError> {
    match error {
        DbError::Internal(error) if error.is_not_found() => Ok(Vec::new()),
        error => Err(error),
    }
}

fn checksum(text: &str) -> String {
    // Line endings do not count: a checkout on Windows must not look like a change.
    let digest = Sha256::digest(text.replace("\r\n", "\n"));
    digest.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
