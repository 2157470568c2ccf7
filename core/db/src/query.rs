use std::borrow::Cow;

use surrealdb::types::{SurrealValue, Value, Variables};

use crate::{Db, DbError, answer::rows, error::corrupt, plan::Plan, query_cache::Statement};

/// A read: one statement with named parameters.
#[must_use = "a query does nothing until one of its fetch methods is awaited"]
pub struct Query<'a> {
    db: &'a Db,
    statement: Statement,
    cached: bool,
}

impl<'a> Query<'a> {
    pub(crate) fn new(db: &'a Db, text: Cow<'static, str>) -> Self {
        Self { db, statement: Statement { text, variables: Variables::new() }, cached: false }
    }

    /// Binds `$name`.
    pub fn bind(mut self, name: &'static str, value: impl SurrealValue) -> Self {
        self.statement.variables.insert(name, value);
        self
    }

    /// Caches the result in memory until anything is written, and takes it from there: for small
    /// results that many requests need. It is never older than the last acknowledged write. At a
    /// remote database, which others may write to, nothing is cached.
    pub fn cached(mut self) -> Self {
        self.cached = true;
        self
    }

    /// All rows of the statement.
    pub async fn fetch<T: SurrealValue>(self) -> Result<Vec<T>, DbError> {
        let rows = self.rows().await?.into_iter();
        rows.map(T::from_value).collect::<Result<_, _>>().map_err(corrupt)
    }

    /// The first row, or `None` when there is none.
    pub async fn fetch_optional<T: SurrealValue>(self) -> Result<Option<T>, DbError> {
        Ok(self.fetch::<T>().await?.into_iter().next())
    }

    /// How the database means to answer it, with values bound as for an answer. For tests: a list
    /// must read a range of one index.
    pub async fn plan(mut self) -> Result<Plan, DbError> {
        self.statement.text = format!("{} EXPLAIN", self.statement.text).into();
        Ok(Plan::new(&self.ask().await?))
    }

    async fn rows(self) -> Result<Vec<Value>, DbError> {
        let db = self.db;
        match db.query_cache().filter(|_| self.cached) {
            Some(cache) => {
                Ok(cache.get_or_fetch(self.statement.clone(), self.ask()).await?.to_vec())
            }
            None => self.ask().await,
        }
    }

    async fn ask(self) -> Result<Vec<Value>, DbError> {
        let Statement { text, variables } = self.statement;
        Ok(rows(self.db.ask(text, variables).await?.single()?))
    }
}
