use std::borrow::Cow;

use surrealdb::types::{SurrealValue, Value, Variables};

use crate::{Db, DbError, answer::rows, error::corrupt, kept::Question};

/// A read: one statement with named parameters.
#[must_use = "a query does nothing until one of its fetch methods is awaited"]
pub struct Query<'a> {
    db: &'a Db,
    question: Question,
    keeps: bool,
}

impl<'a> Query<'a> {
    pub(crate) fn new(db: &'a Db, text: Cow<'static, str>) -> Self {
        Self { db, question: Question { text, variables: Variables::new() }, keeps: false }
    }

    /// Binds `$name`.
    pub fn bind(mut self, name: &'static str, value: impl SurrealValue) -> Self {
        self.question.variables.insert(name, value);
        self
    }

    /// Keeps the answer in memory until anything is written, and takes it from there if it is
    /// kept: for small answers that many requests need. It is never older than the last
    /// acknowledged write. At a remote database, which others may write to, nothing is kept.
    pub fn kept(mut self) -> Self {
        self.keeps = true;
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

    async fn rows(self) -> Result<Vec<Value>, DbError> {
        let db = self.db;
        match db.kept().filter(|_| self.keeps) {
            Some(kept) => Ok(kept.answer(self.question.clone(), self.ask()).await?.to_vec()),
            None => self.ask().await,
        }
    }

    async fn ask(self) -> Result<Vec<Value>, DbError> {
        let Question { text, variables } = self.question;
        Ok(rows(self.db.ask(text, variables).await?.single()?))
    }
}
