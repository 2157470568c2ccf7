use std::borrow::Cow;

use surrealdb::types::{SurrealValue, Value, Variables};

use crate::{Db, DbError, StatementCounts, error::corrupt, plan::Plan, read::Read};

/// A read: one statement with named parameters.
///
/// The result is cached until a commit writes something it depends on, so that it always equals the
/// database's answer. The statement must depend only on stored and bound values, not on the time.
#[must_use = "a query does nothing until one of its fetch methods is awaited"]
pub struct Query<'a> {
    db: &'a Db,
    text: Cow<'static, str>,
    variables: Variables,
}

impl<'a> Query<'a> {
    pub(crate) fn new(db: &'a Db, text: Cow<'static, str>) -> Self {
        Self { db, text, variables: Variables::new() }
    }

    /// Binds `$name`.
    pub fn bind(mut self, name: impl Into<String>, value: impl SurrealValue) -> Self {
        self.variables.insert(name, value);
        self
    }

    /// Returns all rows of the statement.
    pub async fn fetch<T: SurrealValue>(self) -> Result<Vec<T>, DbError> {
        let rows = self.rows().await?.into_iter();
        rows.map(T::from_value).collect::<Result<_, _>>().map_err(corrupt)
    }

    /// Returns the first row, or `None` when there is none.
    pub async fn fetch_optional<T: SurrealValue>(self) -> Result<Option<T>, DbError> {
        Ok(self.fetch::<T>().await?.into_iter().next())
    }

    /// Returns the query plan, with the same bound values. For tests: a list must read a range of
    /// one index.
    pub async fn plan(mut self) -> Result<Plan, DbError> {
        self.text = format!("{} EXPLAIN", self.text).into();
        Ok(Plan::new(&self.rows().await?))
    }

    async fn rows(self) -> Result<Vec<Value>, DbError> {
        StatementCounts::count(|counts| counts.queries += 1);
        self.db.read(Read::Statement(self.text, self.variables)).await
    }
}
