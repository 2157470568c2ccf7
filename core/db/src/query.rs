use std::borrow::Cow;

use surrealdb::types::{SurrealValue, Variables};

use crate::{Db, DbError, error::corrupt};

/// A read: one statement with named parameters.
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
    pub fn bind(mut self, name: &'static str, value: impl SurrealValue) -> Self {
        self.variables.insert(name, value);
        self
    }

    /// All rows of the statement.
    pub async fn fetch<T: SurrealValue>(self) -> Result<Vec<T>, DbError> {
        let mut answer = self.db.ask(self.text, self.variables).await?;
        answer.take::<Vec<T>>(0).map_err(corrupt)
    }

    /// The first row, or `None` when there is none.
    pub async fn fetch_optional<T: SurrealValue>(self) -> Result<Option<T>, DbError> {
        Ok(self.fetch::<T>().await?.into_iter().next())
    }
}
